"""Whether a confidence is worth what it says: calibration error and tests of it, Brier's score, ranking of
right above wrong, and answering only if sure. The source of each is named where it is worked out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from mhclient.figures.cluster_robust import LinearFigure
from mhclient.figures.confidence_intervals import ANY, Estimate
from mhclient.figures.numerics import Bools, Floats, Ints, normal_cdf, ranks, ratio_or_zero, summed_by
from mhclient.figures.paired import ALPHA
from mhclient.figures.proportion_intervals import Interval, Share, mean

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The items whose confidence lies from `low` to below `high` (to `high` itself in the last bin)."""

    low: float
    high: float
    confidence: float | None
    correct: Share


def bin_places(values: Floats) -> Ints:
    """(n_items,) each confidence's bin; one on a border belongs to the bin above it."""
    return np.minimum((values * BINS).astype(np.int64), BINS - 1)


def bins_of(values: Floats, correct: Bools) -> tuple[Bin, ...]:
    """The reliability curve: every bin, also those without items."""
    places, found = bin_places(values), []
    for place in range(BINS):
        inside = places == place
        right = Share(int(correct[inside].sum()), int(inside.sum()))
        found.append(Bin(place / BINS, (place + 1) / BINS, mean(values[inside].tolist()), right))
    return tuple(found)


def calibration_error(confidence: Sequence[float] | Floats, correct: Sequence[bool]) -> float | None:
    """Expected calibration error over ten bins of equal width; None without items.

    Source: M. P. Naeini et al., "Obtaining well calibrated probabilities using Bayesian binning", 2015.

    By hand: two at 0.85, one of them right, and one at 0.3, wrong:
    2/3 * |0.85 - 0.5| + 1/3 * |0.3 - 0| = 1/3.

    >>> round(calibration_error([0.85, 0.85, 0.3], [True, False, False]), 4)
    0.3333
    """
    values, right = np.asarray(confidence, dtype=float), np.asarray(correct, dtype=float)
    if not len(values):
        return None
    gaps = np.bincount(bin_places(values), weights=values - right, minlength=BINS)
    return float(np.abs(gaps).sum() / len(values))


def discrimination(confidence: Sequence[float] | Floats, correct: Sequence[bool]) -> float | None:
    """Area under the ROC curve: the chance that a right item is more confident than a wrong one, ties half.

    None if all are right, or none. By hand, right at 0.9 and 0.4, wrong at 0.4: (1 + 1/2) / 2.

    >>> discrimination([0.9, 0.4, 0.4], [True, True, False])
    0.75
    """
    right = np.asarray(correct, dtype=bool)
    n_right, n_wrong = int(right.sum()), int((~right).sum())
    if not n_right or not n_wrong:
        return None
    rank = ranks(np.asarray(confidence, dtype=float))
    return float((rank[right].sum() - n_right * (n_right + 1) / 2) / (n_right * n_wrong))


SIMULATIONS = 1_000
SEED = 42
# Selective accuracy is given for answering this share of the items.
COVERAGE = 0.8


@dataclass(frozen=True, slots=True)
class CalibrationFigures:
    """How far confidence can be believed.

    Attributes:
        correct: how many of the likeliest letters are right. right: the same share with the interval that
            holds where items share entities.
        confidence: its mean over the items.
        error: the calibration error over ten bins.
        debiased: the same, freed of what chance alone adds, as a root mean square.
        p: how often a calibrated model would show as large an error.
        bounds: the error if confidences were the least, the middle and the most that they can be.
        brier: the mean squared distance of confidence and outcome.
        selective: accuracy on the surest 80 % of the items.
        risk_area: the area under the curve of risk over coverage.
        discrimination: the area under the ROC curve.
        bins: the reliability curve.
    """

    correct: Share
    right: Estimate
    confidence: float | None
    error: Estimate
    debiased: float | None
    p: float | None
    bounds: tuple[float | None, float | None, float | None]
    brier: Estimate
    selective: Estimate
    risk_area: float | None
    discrimination: float | None
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Confidences:
    """How sure a model is of its likeliest letters; each array is (n_items,).

    Attributes:
        share: of that letter in all letters' probability.
        low, high: the least and the most that its probability can be.
        correct: whether it is the gold.
    """

    share: Floats
    low: Floats
    high: Floats
    correct: Bools


def calibration_figures(known: Confidences, mean: LinearFigure, surest: LinearFigure) -> CalibrationFigures:
    """The figures of some items.

    Args:
        mean: the mean over these items. surest: the mean over the surest of them, by `chosen_share`.
    """
    values, correct = known.share, known.correct
    p = calibrated_p(values, correct)
    error = error_estimate(values, correct, mean)
    return CalibrationFigures(
        correct=Share(int(correct.sum()), len(correct)),
        right=mean.estimate(correct.astype(np.float64)),
        confidence=float(values.mean()) if len(values) else None,
        error=replace(
            error, value=calibration_error(values, correct.tolist()), given=error_interval(error, p)
        ),
        debiased=debiased_error(values, correct),
        p=p,
        bounds=error_bounds(known.low, known.high, correct.tolist()),
        brier=mean.estimate(brier_values(values, correct)),
        selective=surest.estimate(correct.astype(np.float64)),
        risk_area=risk_coverage_area(values, correct),
        discrimination=discrimination(values, correct.tolist()),
        bins=bins_of(values, correct),
    )


def debiased_error(confidence: Floats, correct: Bools) -> float | None:
    """The root of the mean squared gap between confidence and accuracy, freed of what chance alone adds.

    Chance makes every bin's gap look larger; in the square that is the variance of its accuracy, which is
    taken off. Source: A. Kumar, P. Liang and T. Ma, "Verified uncertainty calibration", 2019, section 5.1.

    By hand, four at 0.55, two of them right: gap 0.05, squared 0.0025, minus 0.25/3: nothing is left.

    >>> debiased_error(np.full(4, 0.55), np.array([True, True, False, False]))
    0.0
    """
    if not len(confidence):
        return None
    places, right = bin_places(confidence), correct.astype(np.float64)
    n = np.bincount(places, minlength=BINS).astype(np.float64)
    accuracy = ratio_or_zero(summed_by(places, right, BINS), n)
    gap = accuracy - ratio_or_zero(summed_by(places, confidence, BINS), n)
    chance = ratio_or_zero(accuracy * (1 - accuracy), n - 1)
    return float(np.sqrt(max(0.0, (n * (gap**2 - chance)).sum() / n.sum())))


def calibrated_p(confidence: Floats, correct: Bools, *, simulations: int = SIMULATIONS) -> float | None:
    """How often a model whose confidences are exactly right would show as large an error.

    None without items. Items are drawn as independent, each right with the probability that its confidence
    says. Source: J. Bröcker and L. A. Smith, "Increasing the reliability of reliability diagrams", 2007
    (consistency resampling).
    """
    observed = calibration_error(confidence, correct.tolist())
    if observed is None:
        return None
    draw, places = np.random.RandomState(SEED), bin_places(confidence)
    larger = 0
    for _ in range(simulations):
        right = draw.random_sample(len(confidence)) < confidence
        gaps = summed_by(places, confidence - right, BINS)
        larger += np.abs(gaps).sum() / len(confidence) >= observed - 1e-12
    return (1 + larger) / (1 + simulations)


def error_estimate(confidence: Floats, correct: Bools, mean: LinearFigure) -> Estimate:
    """The calibration error with its standard error; the noise that makes it too large is taken off.

    With the sign of each bin's gap taken as known, the error is a weighted sum over items. Noise that turns a
    gap's sign adds to it: so much as it adds to gaps as large as those seen (the mean of a folded normal).

    Args:
        mean: the mean over these items.
    """
    if not len(confidence):
        return Estimate(None, None, None)
    gaps, places = confidence - correct, bin_places(confidence)
    totals = summed_by(places, gaps, BINS) / len(gaps)
    found = mean.estimate(np.sign(totals)[places] * gaps, ANY)
    noise = np.array([_se(mean, np.where(places == place, gaps, 0.0)) for place in range(BINS)])
    corrected = max(0.0, float(np.abs(totals).sum() - _added(np.abs(totals), noise).sum()))
    return Estimate(corrected, found.se, found.n_effective)


def error_interval(error: Estimate, p: float | None) -> Interval:
    """The 95 % interval of the calibration error; from 0 where calibration cannot be ruled out.

    Args:
        p: as from `calibrated_p`. The standard error takes signs of gaps as known, which near 0 they are not.
    """
    bounds = error.ci95
    if bounds is None:
        return None
    return (0.0 if p is not None and p >= ALPHA else max(0.0, bounds[0])), bounds[1]


def _se(mean: LinearFigure, values: Floats) -> float:
    return (mean.estimate(values, ANY).se or 0.0) if values.any() else 0.0


def _added(size: Floats, noise: Floats) -> Floats:
    """E|x| − size of normal x around each size."""
    away = ratio_or_zero(size, noise)
    folded = noise * np.sqrt(2 / np.pi) * np.exp(-(away**2) / 2) + size * (1 - 2 * normal_cdf(-away))
    added: Floats = np.where(noise > 0, folded - size, 0.0)
    return added


def brier_values(confidence: Floats, correct: Bools) -> Floats:
    """(n_items,) squared distance of confidence and outcome; their mean is Brier's score.

    Source: G. W. Brier, "Verification of forecasts expressed in terms of probability", 1950.
    """
    return np.asarray((confidence - correct) ** 2, dtype=np.float64)


def chosen_share(confidence: Floats, coverage: float = COVERAGE) -> Floats:
    """(n_items,) how far each item is among the surest: 1, 0, or a share of those that tie at the border.

    >>> chosen_share(np.array([0.9, 0.5, 0.5, 0.1]), 0.5).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """
    wanted = coverage * len(confidence)
    border = np.sort(confidence)[::-1][min(len(confidence), max(1, int(np.ceil(wanted - 1e-9)))) - 1]
    above, at = confidence > border, confidence == border
    return np.asarray(above + at * (wanted - above.sum()) / max(1, at.sum()), dtype=np.float64)


def risk_coverage_area(confidence: Floats, correct: Bools) -> float | None:
    """The mean, over how many of the surest items are answered, of the share of them that is wrong.

    Source: Y. Geifman and R. El-Yaniv, "Selective classification for deep neural networks", 2017. Items that
    tie each count as their mean. By hand, right at 0.9, wrong at 0.5: (0 + 1/2) / 2.

    >>> risk_coverage_area(np.array([0.9, 0.5]), np.array([True, False]))
    0.25
    """
    if not len(confidence):
        return None
    values, place = np.unique(-confidence, return_inverse=True)
    wrong_of = ratio_or_zero(
        summed_by(place, np.asarray(~correct, dtype=np.float64), len(values)),
        np.bincount(place).astype(np.float64),
    )
    wrong = wrong_of[np.sort(place)]
    return float((np.cumsum(wrong) / np.arange(1, len(wrong) + 1)).mean())


def error_bounds(
    low: Sequence[float] | Floats, high: Sequence[float] | Floats, correct: Sequence[bool]
) -> tuple[float | None, float | None, float | None]:
    """The calibration error if confidences are the least, the middle and the most of what they may be.

    Where a provider shows only the likeliest tokens, a letter's probability is known between bounds.

    Args:
        low, high: per item, the least and the most that the chosen letter's probability can be.
    """
    least, most = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    low_error, middle, high_error = (
        calibration_error(each, correct) for each in (least, (least + most) / 2, most)
    )
    return low_error, middle, high_error
