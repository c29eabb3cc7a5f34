"""Taking out a model's preference for letters: averages over orders of the options, and PriDe's prior. Pure.

Source: Zheng et al., "Large Language Models Are Not Robust Multiple Choice Selectors" (ICLR 2024), section 4:
what a model gives to a letter is a prior for the letter times what it thinks of the option behind it. Over
orders that put every option behind every letter, the options average out and the prior is left. It is
estimated on a few items that are asked in all orders, and divided out of all others, asked once.

Decision: docs/decisions/figures.md, "Other orders are runs, not a mode".
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhclient.providers.letter_choice import softmax


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
        for label, share in softmax(view.scores).items():
            sums[view.shown[label]] = sums.get(view.shown[label], 0.0) + share
    return max(sums, key=sums.__getitem__)


@dataclass(frozen=True, slots=True)
class Debiased:
    """What taking out the prior comes to.

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
        return (
            sum(self.raw[item] == gold[item] for item in self.raw),
            sum(self.without_prior[item] == gold[item] for item in self.without_prior),
        )

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
