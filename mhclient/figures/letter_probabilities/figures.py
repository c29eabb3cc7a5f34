"""What the choices of a run come to: accuracy by rule, mass, margin, and how far the numbers can be trusted.

A choice is only as good as its margin. Noise is measured, not assumed: some items were computed a second way
(alone instead of in a bucket; in another precision), and the largest change of a margin seen there is the
noise of that way. An item whose margin is no larger is a near tie: rounding may have decided it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mhclient.figures.intervals import wilson
from mhclient.figures.metrics import share
from mhclient.providers.letter_choice import Rule
from mhclient.providers.local.wire import ScoreCheck
from mhclient.read.choices import Chosen

SMALL_MASS = 0.5  # less than this on all forms together: mostly the model would have written something else


@dataclass(frozen=True, slots=True)
class Spread:
    """How a figure is spread over the items: its 5 %, 50 % and 95 % points."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread | None":
        """None of no values. A point is the value that so many lie below, the nearest one there is.

        >>> Spread.of([3.0, 1.0, 2.0])
        Spread(low=1.0, median=2.0, high=3.0)
        """
        ranked = sorted(values)
        if not ranked:
            return None
        low, median, high = (ranked[round(share * (len(ranked) - 1))] for share in (0.05, 0.5, 0.95))
        return cls(low, median, high)


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """The choices under one rule.

    Attributes:
        n_correct: of the run's items.
        accuracy: n_correct / n, None where the rule chooses nothing; ci95: Wilson's interval of it.
        n_flipped: items for which the paper's rule chooses another letter.
    """

    n_correct: int
    accuracy: float | None
    ci95: tuple[float, float] | None
    n_flipped: int


@dataclass(frozen=True, slots=True)
class CheckFigures:
    """What computing some items another way showed.

    Attributes:
        n: items computed that way.
        n_flipped: of those, how many were chosen otherwise.
        noise: the largest change of a margin, in nats.
        n_near_ties: items of the whole run whose margin is no larger than that.
    """

    n: int
    n_flipped: int
    noise: float
    n_near_ties: int


@dataclass(frozen=True, slots=True)
class ChoiceFigures:
    """A set of forced choices in figures.

    Attributes:
        rules: rule → what it comes to.
        checks: name of another way → what it showed; empty if nothing was computed twice.
        near_ties: ids of the items whose margin is within the noise of any check.
        mass: on all forms of all letters, of the model's probability.
        margin: in nats; None if all items have one option.
        n_small_mass: items with less than half of the probability on all forms together.
        n_shortened: items for which a form merged with the end of the prompt.
        ways: how the scores were computed → items.
    """

    n: int
    rules: Mapping[str, RuleFigures]
    checks: Mapping[str, CheckFigures]
    near_ties: tuple[str, ...]
    mass: Spread | None
    margin: Spread | None
    n_small_mass: int
    n_shortened: int
    ways: Mapping[str, int]


def choice_figures(chosen: Sequence[Chosen]) -> ChoiceFigures:
    """The figures of a run's forced choices, or of any set of them."""
    checks = {name: _check_figures(name, chosen) for name in _check_names(chosen)}
    noise = max((check.noise for check in checks.values()), default=None)
    masses = [each.forced.scores.mass() for each in chosen]
    return ChoiceFigures(
        n=len(chosen),
        rules={rule.value: _rule_figures(rule, chosen) for rule in Rule},
        checks=checks,
        near_ties=tuple(each.item_id for each in chosen if _within(each, noise)),
        mass=Spread.of(masses),
        margin=Spread.of([margin for each in chosen if (margin := each.forced.scores.margin()) is not None]),
        n_small_mass=sum(mass < SMALL_MASS for mass in masses),
        n_shortened=sum(each.forced.n_shortened > 0 for each in chosen),
        ways=dict(Counter(each.forced.way for each in chosen)),
    )


def _rule_figures(rule: Rule, chosen: Sequence[Chosen]) -> RuleFigures:
    n_correct = sum(each.correct(rule) for each in chosen)
    choices = [(each.forced.scores.choice(rule), each.forced.choice) for each in chosen]
    if not any(choice for choice, _ in choices):  # no form is of the rule's kind: it chooses nothing
        return RuleFigures(0, None, None, 0)
    flipped = sum(choice != by_paper for choice, by_paper in choices)
    return RuleFigures(n_correct, share(n_correct, len(chosen)), wilson(n_correct, len(chosen)), flipped)


def _check_names(chosen: Iterable[Chosen]) -> list[str]:
    return sorted({name for each in chosen for name in each.forced.checks})


def _check_figures(name: str, chosen: Sequence[Chosen]) -> CheckFigures:
    checked: list[tuple[Chosen, ScoreCheck]] = [
        (each, each.forced.checks[name]) for each in chosen if name in each.forced.checks
    ]
    noise = max(check.shift for _, check in checked)
    return CheckFigures(
        n=len(checked),
        n_flipped=sum(check.choice != each.forced.choice for each, check in checked),
        noise=noise,
        n_near_ties=sum(_within(each, noise) for each in chosen),
    )


def _within(each: Chosen, noise: float | None) -> bool:
    margin = each.forced.scores.margin()
    # Log-probs are kept to six digits: so much of a difference is known, and no more.
    return noise is not None and margin is not None and round(margin, 6) <= noise
