"""What confidence is worth besides its calibration error: tests of it, Brier's score, answering only if sure.

Source of each is named where it is worked out.
"""

from collections.abc import Sequence

import numpy as np

from mhclient.figures.arrays import Bools, Floats, ratio_or_zero, summed_by
from mhclient.figures.calibration import BINS, bin_places, calibration_error
from mhclient.figures.intervals import Interval
from mhclient.figures.linear import LinearEstimate, LinearFigure
from mhclient.figures.verdicts import ALPHA

SIMULATIONS = 1_000
SEED = 42
# Selective accuracy is given for answering this share of the items.
COVERAGE = 0.8


def debiased_error(confidence: Floats, correct: Bools) -> float | None:
    """The root of the mean squared gap between confidence and accuracy, freed of what chance alone adds.

    Chance makes every bin's gap look larger; in the square that is the variance of its accuracy, which is
    taken off. Source: A. Kumar, P. Liang and T. Ma, "Verified uncertainty calibration", 2019, section 5.1.

    By hand, four at 0.55, two of them right: gap 0.05, squared 0.0025, less 0.25/3: nothing is left.

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


def error_estimate(confidence: Floats, correct: Bools, mean: LinearFigure) -> LinearEstimate:
    """The calibration error with its standard error; the noise that makes it too large is taken off.

    With the sign of each bin's gap taken as known, the error is a weighted sum over items. Noise that turns a
    gap's sign adds to it: so much as it adds to gaps as large as those seen (the mean of a folded normal).

    Args:
        mean: the mean over these items.
    """
    if not len(confidence):
        return LinearEstimate(None, None, None)
    gaps, places = confidence - correct, bin_places(confidence)
    totals = summed_by(places, gaps, BINS) / len(gaps)
    found = mean.estimate(np.sign(totals)[places] * gaps)
    noise = np.array([_se(mean, np.where(places == place, gaps, 0.0)) for place in range(BINS)])
    corrected = max(0.0, float(np.abs(totals).sum() - _added(np.abs(totals), noise).sum()))
    return LinearEstimate(corrected, found.se, found.n_effective)


def error_interval(error: LinearEstimate, p: float | None) -> Interval:
    """The 95 % interval of the calibration error; from 0 where calibration cannot be ruled out.

    Args:
        p: as from `calibrated_p`. The standard error takes signs of gaps as known, which near 0 they are not.
    """
    bounds = error.ci95
    if bounds is None:
        return None
    return (0.0 if p is not None and p >= ALPHA else max(0.0, bounds[0])), bounds[1]


def _se(mean: LinearFigure, values: Floats) -> float:
    return (mean.estimate(values).se or 0.0) if values.any() else 0.0


def _added(size: Floats, noise: Floats) -> Floats:
    """E|x| − size of normal x around each size."""
    from scipy.special import ndtr

    away = ratio_or_zero(size, noise)
    folded = noise * np.sqrt(2 / np.pi) * np.exp(-(away**2) / 2) + size * (1 - 2 * ndtr(-away))
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
    low: Sequence[float], high: Sequence[float], correct: Sequence[bool]
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
