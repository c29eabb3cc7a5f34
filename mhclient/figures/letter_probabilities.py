"""Option letters as probabilities: forced choices, top log-probs, choice and written answer, debiasing. Pure.

What scores the letters (a local model, a server) is elsewhere; nothing here knows torch or HTTP.

A choice is only as good as its margin. Noise is measured, not assumed: some items were computed a second way
(alone instead of in a bucket; in another precision), and the largest change of a margin seen there is the
noise of that way. An item whose margin is no larger is a near tie: rounding may have decided it. Items chosen
rightly and not written rightly are where format hides knowledge.

Debiasing: Zheng et al., "Large Language Models Are Not Robust Multiple Choice Selectors" (ICLR 2024), section
4 (PriDe): what a model gives to a letter is a prior for the letter times what it thinks of the option behind
it. Over orders that put every option behind every letter, the options average out and the prior is left. It
is estimated on a few items that are asked in all orders, and divided out of all others, asked once.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mhclient.figures.paired import mcnemar_p
from mhclient.figures.proportion_intervals import share, wilson
from mhclient.providers.letter_choice import Rule, TopLetters, softmax
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
    """Items whose scores were computed another way, compared.

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


@dataclass(frozen=True, slots=True)
class TopItem:
    """One item with its letters' probabilities; letters as shown.

    Attributes:
        right: the gold.
        written: the letter read from the completion; None if none could be read.
    """

    item_id: str
    task: str
    right: str
    written: str | None
    top: TopLetters


@dataclass(frozen=True, slots=True)
class TopFigures:
    """The letters among the most probable tokens, in figures.

    Attributes:
        n_chosen: items with a letter among the top tokens.
        n_certain: of those, where nothing hidden could make another letter the likeliest.
        n_correct: likeliest letter is the gold.
        n_correct_least, n_correct_most: whatever the hidden tokens are.
        n_read, n_same: letters read from the completions; of those, how many are the likeliest.
        n_unread_correct: items nothing could be read from, whose likeliest letter is the gold.
        hidden: probability outside the top tokens.
        n_unplaced: replies that were read, but not found among their tokens; not among the n.
    """

    n: int
    n_chosen: int
    n_certain: int
    n_correct: int
    n_correct_least: int
    n_correct_most: int
    n_read: int
    n_same: int
    n_unread_correct: int
    hidden: Spread | None
    n_unplaced: int = 0


def top_figures(items: Sequence[TopItem], n_unplaced: int = 0) -> TopFigures:
    """The figures of a run's top log-probs."""
    read = [item for item in items if item.written is not None]
    unread = [item for item in items if item.written is None]
    return TopFigures(
        n=len(items),
        n_chosen=sum(item.top.choice() is not None for item in items),
        n_certain=sum(item.top.certain() for item in items),
        n_correct=sum(item.top.choice() == item.right for item in items),
        n_correct_least=sum(item.top.certain() and item.top.choice() == item.right for item in items),
        n_correct_most=sum(item.top.possible(item.right) for item in items),
        n_read=len(read),
        n_same=sum(item.top.choice() == item.written for item in read),
        n_unread_correct=sum(item.top.choice() == item.right for item in unread),
        hidden=Spread.of([item.top.hidden for item in items]),
        n_unplaced=n_unplaced,
    )


class WrittenResult(StrEnum):
    """How a written answer ended."""

    STRICT = "right, the letter alone"
    RIGHT = "right, in other words"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class AskedBothWays:
    """One item asked both ways.

    Attributes:
        gold, choice: the right letter, and the chosen one (None where there is none).
        written: the letter read from the completion, None if none could be read.
        strict: whether the completion is that letter and nothing else.
        outcome: the reader's, as in reports.
    """

    item_id: str
    task: str
    gold: str
    choice: str | None
    written: str | None
    strict: bool
    outcome: str

    @property
    def wrote(self) -> WrittenResult:
        """How the written answer stands to the gold."""
        if self.written is None:
            return WrittenResult.UNREAD
        if self.written != self.gold:
            return WrittenResult.WRONG
        return WrittenResult.STRICT if self.strict else WrittenResult.RIGHT


@dataclass(frozen=True, slots=True)
class ChoiceAgreement:
    """Items asked both ways, counted.

    Attributes:
        chosen_right, chosen_wrong: what was written → items, by whether the choice is right.
        n_same: written letter and choice are the same, of `n_read` whose letter could be read.
    """

    n: int
    chosen_right: dict[str, int]
    chosen_wrong: dict[str, int]
    n_read: int
    n_same: int

    @property
    def n_chosen_right(self) -> int:
        return sum(self.chosen_right.values())

    @property
    def n_written_right(self) -> int:
        """Right in writing, in whatever words."""
        return sum(part[kind] for part in (self.chosen_right, self.chosen_wrong) for kind in RIGHT)

    @property
    def n_written_strictly_right(self) -> int:
        return self.chosen_right[WrittenResult.STRICT] + self.chosen_wrong[WrittenResult.STRICT]

    @property
    def n_hidden(self) -> int:
        """Chosen rightly, but not written so: wrong or unread."""
        return self.chosen_right[WrittenResult.WRONG] + self.chosen_right[WrittenResult.UNREAD]


RIGHT = (WrittenResult.STRICT, WrittenResult.RIGHT)


def agreement(items: Sequence[AskedBothWays]) -> ChoiceAgreement:
    """Count items asked both ways.

    By hand, gold A: chosen A, written "A"; chosen A, nothing read; chosen B, written "B".

    >>> one = AskedBothWays("1", "RP", "A", "A", "A", True, "answer")
    >>> two = AskedBothWays("2", "RP", "A", "A", None, False, "truncated")
    >>> three = AskedBothWays("3", "RP", "A", "B", "B", True, "answer")
    >>> both = agreement([one, two, three])
    >>> both.n_chosen_right, both.n_written_right, both.n_hidden, (both.n_same, both.n_read)
    (2, 1, 1, (2, 2))
    """
    right = Counter(item.wrote for item in items if item.choice == item.gold)
    wrong = Counter(item.wrote for item in items if item.choice != item.gold)
    read = [item for item in items if item.written is not None]
    return ChoiceAgreement(
        n=len(items),
        chosen_right={kind: right[kind] for kind in WrittenResult},
        chosen_wrong={kind: wrong[kind] for kind in WrittenResult},
        n_read=len(read),
        n_same=sum(item.written == item.choice for item in read),
    )


@dataclass(frozen=True, slots=True)
class View:
    """One item in one order of its options.

    Attributes:
        shown: letter as shown → the option's own letter in the item.
        scores: letter as shown → its log score.
    """

    shown: Mapping[str, str]
    scores: Mapping[str, float]

    def log_shares(self) -> dict[str, float]:
        """Per letter as shown the logarithm of its share among the letters."""
        return {label: math.log(max(share, 1e-300)) for label, share in softmax(self.scores).items()}


def distinct(views: Sequence[View]) -> list[View]:
    """The views without those that show an order again."""
    return list({tuple(view.shown.items()): view for view in reversed(views)}.values())[::-1]


def balanced(views: Sequence[View]) -> bool:
    """Whether every option stands behind every letter equally often: then options average out exactly."""
    counts: dict[tuple[str, str], int] = {}
    for view in views:
        for pair in view.shown.items():
            counts[pair] = counts.get(pair, 0) + 1
    letters = {letter for letter, _ in counts}
    return len(counts) == len(letters) ** 2 and len(set(counts.values())) == 1


def prior_of_item(views: Sequence[View]) -> dict[str, float]:
    """One item's prior for letters: the mean log share of each letter over the orders, as shares.

    By hand: a model that gives A 0.8 in either order of two options has prior 0.8 : 0.2.

    >>> always_a = {"A": math.log(0.8), "B": math.log(0.2)}
    >>> views = [View({"A": "A", "B": "B"}, always_a), View({"A": "B", "B": "A"}, always_a)]
    >>> {label: round(share, 6) for label, share in prior_of_item(views).items()}
    {'A': 0.8, 'B': 0.2}
    """
    logs = [view.log_shares() for view in views]
    return softmax({label: math.fsum(log[label] for log in logs) / len(logs) for label in logs[0]})


def mean_prior(priors: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The prior of a sample of items: the mean of theirs."""
    return {label: math.fsum(prior[label] for prior in priors) / len(priors) for label in priors[0]}


def choice_without_prior(view: View, prior: Mapping[str, float]) -> str:
    """The item's own letter with the best share once the prior is divided out.

    >>> view = View({"A": "A", "B": "B"}, {"A": math.log(0.7), "B": math.log(0.3)})
    >>> choice_without_prior(view, {"A": 0.8, "B": 0.2})
    'B'
    """
    logs = view.log_shares()
    best = max(logs, key=lambda label: logs[label] - math.log(max(prior[label], 1e-300)))
    return view.shown[best]


def choice_over_orders(views: Sequence[View]) -> str:
    """The item's own letter whose option has the largest mean share over the orders."""
    sums: dict[str, float] = {}
    for view in views:
        for label, found in softmax(view.scores).items():
            sums[view.shown[label]] = sums.get(view.shown[label], 0.0) + found
    return max(sums, key=sums.__getitem__)


@dataclass(frozen=True, slots=True)
class Debiased:
    """Result of debiasing.

    Attributes:
        n: items chosen; of the first order asked.
        n_sample: of those, items asked in several orders, from which the prior is estimated.
        n_balanced: of the sample, items with every option behind every letter.
        n_views: items scored beyond the first order: what it cost.
        priors: number of options → letter → prior; a prior is of a number of options.
        raw, without_prior: item → its own letter, as chosen and after debiasing. Items of the sample are
            chosen over their orders; items with a number of options of which there is no prior as they were.
    """

    n: int
    n_sample: int
    n_balanced: int
    n_views: int
    priors: Mapping[int, Mapping[str, float]]
    raw: Mapping[str, str]
    without_prior: Mapping[str, str]

    def n_correct(self, gold: Mapping[str, str]) -> tuple[int, int]:
        """Right before and after, by the item's own letters."""
        right = self._right(gold)
        return sum(before for before, _ in right), sum(after for _, after in right)

    def p(self, gold: Mapping[str, str]) -> float:
        """Of no difference between the two, items independent: exact McNemar."""
        right = self._right(gold)
        return mcnemar_p(sum(a > b for a, b in right), sum(a < b for a, b in right))

    def _right(self, gold: Mapping[str, str]) -> list[tuple[bool, bool]]:
        """Of each item, whether it is right before, and after."""
        return [(self.raw[item] == gold[item], self.without_prior[item] == gold[item]) for item in self.raw]

    @property
    def n_changed(self) -> int:
        """Items chosen otherwise after debiasing."""
        return sum(self.raw[item] != letter for item, letter in self.without_prior.items())


def debias(first: Mapping[str, View], others: Sequence[Mapping[str, View]]) -> Debiased:
    """Estimate the prior from items asked in several orders, and take it out of all.

    Args:
        first: item → how it was asked and scored in the run whose choices are to be debiased.
        others: the same for runs in other orders, of all items or of a sample.
    """
    views = {
        item: distinct([view, *(other[item] for other in others if item in other)])
        for item, view in first.items()
    }
    sample = {item: many for item, many in views.items() if len(many) > 1}
    priors = _priors(list(sample.values()))
    chosen = {
        item: choice_over_orders(many) if item in sample else _debiased(many[0], priors)
        for item, many in views.items()
    }
    return Debiased(
        n=len(first),
        n_sample=len(sample),
        n_balanced=sum(balanced(many) for many in sample.values()),
        n_views=sum(len(many) - 1 for many in sample.values()),
        priors=priors,
        raw={item: choice_over_orders([view]) for item, view in first.items()},
        without_prior=chosen,
    )


def _priors(sample: Sequence[Sequence[View]]) -> dict[int, dict[str, float]]:
    by_size: dict[int, list[dict[str, float]]] = {}
    for views in sample:
        by_size.setdefault(len(views[0].shown), []).append(prior_of_item(views))
    return {size: mean_prior(priors) for size, priors in sorted(by_size.items())}


def _debiased(view: View, priors: Mapping[int, Mapping[str, float]]) -> str:
    prior = priors.get(len(view.shown))
    return choice_over_orders([view]) if prior is None else choice_without_prior(view, prior)
