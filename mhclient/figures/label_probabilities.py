"""Letters' probabilities against labels that are probabilities themselves: cross-entropy, divergence, Brier.

Options are original ones, from 0. Natural logarithms.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats, summed_by
from mhclient.figures.intervals import Interval
from mhclient.figures.label_sets import expected_brier
from mhclient.figures.resamples import resamples

N_DRAWS = 1_000
SEED = 0


@dataclass(frozen=True, slots=True)
class OptionProbabilities:
    """One reply's probabilities beside its label's; each tuple has an entry per original option.

    Attributes:
        label: p, sums to 1.
        share: q, each option's share of all options' probability.
        low, high: the least and the most that q can be, for what is not shown.
    """

    question: int
    label: tuple[float, ...]
    share: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ProbabilityScores:
    """Means over replies; lower is better for all but `entropy`, which is the label's own.

    Attributes:
        cross_entropy: −Σ p ln q; None where an option that the label wants is not shown.
        bounds: the least and the most that it can be; the most is None where nothing bounds it.
        entropy: −Σ p ln p, the least cross-entropy that there is.
        divergence: Kullback–Leibler, cross-entropy minus entropy; `ci95` is over questions like these.
        brier: Σ (q − p)²; `expected`: Σq² − 2Σpq + 1, the distance to an option drawn from the label.
        guess_…: of the uniform guess.
    """

    n: int
    n_questions: int
    cross_entropy: float | None
    bounds: tuple[float, float | None]
    entropy: float
    divergence: float | None
    ci95: Interval
    brier: float
    expected: float
    guess_cross_entropy: float
    guess_divergence: float
    guess_brier: float


def probability_scores(replies: Sequence[OptionProbabilities]) -> ProbabilityScores:
    """The scores of some replies.

    By hand, a label (.7, .3) and q (.5, .5): cross-entropy ln 2 = .6931, entropy .6109, divergence .0823,
    Brier .04 + .04 = .08, expected .5 − 2 · .5 + 1 = .5.
    """
    label, share, low, high = (
        np.array([getattr(reply, name) for reply in replies]) for name in ("label", "share", "low", "high")
    )
    crossed, least, most = (_cross_entropy(label, q) for q in (share, high, low))
    entropy = _cross_entropy(label, label)
    known = bool(np.isfinite(crossed).all())
    questions = np.array([reply.question for reply in replies])
    uniform = np.full_like(label, 1 / label.shape[1])
    return ProbabilityScores(
        n=len(replies),
        n_questions=len(np.unique(questions)),
        cross_entropy=float(crossed.mean()) if known else None,
        bounds=(float(least.mean()), float(most.mean()) if np.isfinite(most).all() else None),
        entropy=float(entropy.mean()),
        divergence=float((crossed - entropy).mean()) if known else None,
        ci95=mean_over_questions(crossed - entropy, questions) if known else None,
        brier=float(((share - label) ** 2).sum(axis=1).mean()),
        expected=float(expected_brier(label, share).mean()),
        guess_cross_entropy=math.log(label.shape[1]),
        guess_divergence=float(math.log(label.shape[1]) - entropy.mean()),
        guess_brier=float(((uniform - label) ** 2).sum(axis=1).mean()),
    )


def _cross_entropy(label: Floats, q: Floats) -> Floats:
    """(n,) −Σ p ln q, where 0 ln 0 is 0; infinite where q is 0 and p is not."""
    logs = np.log(q, out=np.full_like(q, -np.inf), where=q > 0)
    found: Floats = -np.where(label > 0, label * np.where(label > 0, logs, 0.0), 0.0).sum(axis=1)
    return found


def mean_over_questions(values: Floats, questions: np.ndarray, seed: int = SEED) -> Interval:
    """95 % interval of a mean, by bootstrap over questions: copies of one depend on each other."""
    _, place = np.unique(questions, return_inverse=True)
    n = int(place.max()) + 1
    sums, sizes = summed_by(place, values, n), np.bincount(place, minlength=n)
    times = resamples(n, N_DRAWS, seed)
    lower, upper = np.percentile((times @ sums) / (times @ sizes), (2.5, 97.5)).tolist()
    return lower, upper


def share_bounds(
    bounds_of: Callable[[str], tuple[float, float]], letters: Sequence[str]
) -> tuple[Floats, Floats]:
    """(n_letters,) the least and the most of each letter's share, from those of its probability.

    A letter's share is least where it has its least and all others their most.
    """
    low, high = np.array([bounds_of(letter) for letter in letters]).T
    return _part(low, high.sum() - high), _part(high, low.sum() - low)


def _part(own: Floats, others: Floats) -> Floats:
    found: Floats = np.divide(own, own + others, out=np.zeros_like(own), where=own + others > 0)
    return found
