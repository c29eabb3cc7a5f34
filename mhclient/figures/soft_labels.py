"""Labels that are themselves uncertain: accuracy on several label sets, and letters' probabilities beside
labels that are probabilities (cross-entropy, divergence, Brier).

Options are original ones, from 0. Natural logarithms. Copies of a question depend on each other: questions
are drawn, not copies.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.numerics import Floats, Ints, middle_95, resamples, summed_by
from mhclient.figures.proportion_intervals import Interval

N_DRAWS = 1_000
SEED = 0
CONTESTED = 0.9  # a label whose top option leads in fewer draws


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """One reply on one label set.

    Attributes:
        said: the original option, or None where none was read.
        probabilities: the label, by original option.
        tops: of each draw of the label the option on top, as digits; empty where none were drawn.
        wrong: options that are listed as plainly wrong.
    """

    question: int
    said: int | None
    probabilities: tuple[float, ...]
    tops: str = ""
    wrong: frozenset[int] = frozenset()

    @property
    def right(self) -> bool:
        """Whether the top of the label was said."""
        return self.said is not None and self.said == self.probabilities.index(max(self.probabilities))


@dataclass(frozen=True, slots=True)
class LabelledAccuracy:
    """A category on one label set.

    Attributes:
        n, right: replies asked, and right ones. Unread ones are wrong.
        of_items: 95 % interval over questions; of_labels: over draws of labels; joint: over both. The last
            two are None where labels have no draws.
        expected: mean share of draws in which the said option is on top; None likewise.
        contested: questions whose top option leads in fewer than 90 % of draws, of `n_questions`.
    """

    n: int
    right: int
    n_questions: int
    of_items: Interval
    of_labels: Interval
    joint: Interval
    expected: float | None
    contested: int

    @property
    def accuracy(self) -> float:
        return self.right / self.n


@dataclass(frozen=True, slots=True)
class SoftScores:
    """Scores by the labels' probabilities, of one letter each; means over replies.

    Attributes:
        agreement: the label's probability of the said option, 0 where nothing was read.
        agreement_of_label, agreement_of_guess: of answering with the label's top, and of guessing.
        brier, brier_of_label, brier_of_guess: expected squared distance to an option drawn from the label, of
            the said letter as certainty, of the label itself and of the uniform guess; lower is better. An
            unread reply counts as the guess.
        listed_wrong: share of replies that say an option listed as plainly wrong.
    """

    n: int
    agreement: float
    agreement_of_label: float
    agreement_of_guess: float
    brier: float
    brier_of_label: float
    brier_of_guess: float
    listed_wrong: float


def labelled_accuracy(replies: Sequence[LabelledReply], seed: int = SEED) -> LabelledAccuracy:
    """Accuracy and its three intervals; draw b pairs resample b of questions with draw b of labels."""
    questions, places = np.unique([reply.question for reply in replies], return_inverse=True)
    n_questions = len(questions)
    right = np.bincount(places, [reply.right for reply in replies], n_questions)
    asked = np.bincount(places, minlength=n_questions)
    drawn = _drawn_right(replies, places, n_questions)
    times = resamples(n_questions, N_DRAWS if drawn is None else len(drawn), seed)
    tops = {reply.question: reply.tops for reply in replies if reply.tops}
    return LabelledAccuracy(
        n=len(replies),
        right=int(right.sum()),
        n_questions=n_questions,
        of_items=middle_95((times @ right) / (times @ asked)),
        of_labels=None if drawn is None else middle_95(drawn.sum(axis=1) / len(replies)),
        joint=None if drawn is None else middle_95((times * drawn).sum(axis=1) / (times @ asked)),
        expected=None if drawn is None else float(drawn.sum() / len(drawn) / len(replies)),
        contested=sum(largest_share(found) < CONTESTED for found in tops.values()),
    )


def largest_share(tops: str) -> float:
    """The share of draws in which the most frequent option is on top.

    >>> largest_share("0010")
    0.75
    """
    return max(tops.count(option) for option in set(tops)) / len(tops)


def _drawn_right(replies: Sequence[LabelledReply], places: Ints, n_questions: int) -> Floats | None:
    """(n_draws, n_questions) right replies under each draw of labels; None where labels have no draws."""
    lengths = {len(reply.tops) for reply in replies if reply.tops}
    if len(lengths) != 1:
        return None
    (n_draws,) = lengths
    found = np.zeros((n_draws, n_questions))
    kept: dict[str, Ints] = {}
    for reply, place in zip(replies, places.tolist(), strict=True):
        if not reply.tops:
            found[:, place] += reply.right
        elif reply.said is not None:
            if reply.tops not in kept:
                kept[reply.tops] = np.array(list(reply.tops), dtype=np.int64)
            found[:, place] += kept[reply.tops] == reply.said
    return found


def soft_scores(replies: Sequence[LabelledReply]) -> SoftScores:
    """Soft scores of one letter each.

    By hand, a label (0.7, 0.3, 0, 0, 0) and a reply that says the first: agreement 0.7; expected Brier
    Σq² − 2Σpq + 1 = 1 − 1.4 + 1 = 0.6; of the label itself 1 − (0.49 + 0.09) = 0.42; of the guess 0.8.
    """
    labels = np.array([reply.probabilities for reply in replies])
    n, k = labels.shape
    said = np.full((n, k), 1 / k)
    for row, reply in enumerate(replies):
        if reply.said is not None:
            said[row] = np.eye(k)[reply.said]
    read = np.array([reply.said is not None for reply in replies])
    return SoftScores(
        n=n,
        agreement=float(((said * labels).sum(axis=1) * read).mean()),
        agreement_of_label=float(labels.max(axis=1).mean()),
        agreement_of_guess=1 / k,
        brier=float(expected_brier(labels, said).mean()),
        brier_of_label=float(expected_brier(labels, labels).mean()),
        brier_of_guess=float(expected_brier(labels, np.full((n, k), 1 / k)).mean()),
        listed_wrong=sum(reply.said in reply.wrong for reply in replies) / n,
    )


def expected_brier(labels: Floats, said: Floats) -> Floats:
    """(n,) Σq² − 2Σpq + 1: the squared distance of q to an option drawn from p, in expectation."""
    found: Floats = (said**2).sum(axis=1) - 2 * (labels * said).sum(axis=1) + 1
    return found


def mean_of_categories(found: Mapping[str, LabelledAccuracy]) -> float:
    """The plain mean of the categories' accuracies: none counts more because it has more questions."""
    return sum(figures.accuracy for figures in found.values()) / len(found)


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
    return middle_95((times @ sums) / (times @ sizes))


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
