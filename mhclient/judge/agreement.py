"""Agreement: between raters, and between the reader and other rules. Categories are words: `B`, `none`, …

Cohen's kappa comes from statsmodels, Krippendorff's alpha from the package `krippendorff`; here is only how
judgements become their tables.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mhclient.figures.metrics import Share
from mhclient.judge.judgements import Judgement


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two raters on the cases that both decided; kappa is None where it is undefined."""

    first: str
    second: str
    same: Share
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """All raters of some cases.

    Attributes:
        decided: rater → cases decided.
        pairs: every two raters that share a case.
        alpha: Krippendorff's, nominal, over the cases that two or more decided; None where undefined.
        disagreements: the cases on which those who decided do not all say the same.
    """

    decided: Mapping[str, int]
    pairs: tuple[PairAgreement, ...]
    alpha: float | None
    disagreements: tuple[str, ...]


def agreement(standing: Mapping[str, Mapping[str, Judgement]]) -> Agreement:
    """How far raters agree.

    Args:
        standing: case → rater → judgement; those that do not decide are left out.
    """
    labels = {
        key: {rater: judgement.label for rater, judgement in raters.items() if judgement.decides}
        for key, raters in standing.items()
    }
    decided = Counter(rater for raters in labels.values() for rater in raters)
    return Agreement(
        decided=dict(sorted(decided.items())),
        pairs=tuple(filter(None, (_pair(*two, labels) for two in combinations(sorted(decided), 2)))),
        alpha=krippendorff_alpha(list(labels.values())),
        disagreements=tuple(key for key, raters in labels.items() if len(set(raters.values())) > 1),
    )


def cohen_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters; None without cases, or where both always say the same one thing.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", 1960.

    By hand, of 10 cases 4 both A, 3 both B, 2 A-B, 1 B-A: observed 0.7, by chance 0.6·0.5 + 0.4·0.5 = 0.5.

    >>> round(cohen_kappa([("A", "A")] * 4 + [("B", "B")] * 3 + [("A", "B")] * 2 + [("B", "A")]), 6)
    0.4
    """
    from statsmodels.stats.inter_rater import cohens_kappa

    categories = sorted({category for pair in pairs for category in pair})
    if len(categories) < 2:
        return None
    counts = Counter(pairs)
    table = [[counts[row, column] for column in categories] for row in categories]
    return float(cohens_kappa(table, return_results=False))


def krippendorff_alpha(units: Sequence[Mapping[str, str]]) -> float | None:
    """Krippendorff's alpha for nominal categories; raters may lack cases.

    Source: K. Krippendorff, "Computing Krippendorff's alpha-reliability", 2011.

    Args:
        units: per case, rater → category.

    Returns:
        None where no case has two categories' worth of judgements to compare.
    """
    import krippendorff
    import numpy as np

    shared = [unit for unit in units if len(unit) > 1]
    categories = {category: place for place, category in enumerate(sorted(_categories(shared)))}
    if len(categories) < 2:
        return None
    raters = sorted({rater for unit in shared for rater in unit})
    table = np.array(
        [[categories[unit[rater]] if rater in unit else np.nan for unit in shared] for rater in raters]
    )
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement="nominal"))


def _categories(units: Sequence[Mapping[str, str]]) -> set[str]:
    return {category for unit in units for category in unit.values()}


def _pair(first: str, second: str, labels: Mapping[str, Mapping[str, str]]) -> PairAgreement | None:
    pairs = [
        (raters[first], raters[second]) for raters in labels.values() if first in raters and second in raters
    ]
    if not pairs:
        return None
    same = sum(one == other for one, other in pairs)
    return PairAgreement(first, second, Share(same, len(pairs)), cohen_kappa(pairs))
