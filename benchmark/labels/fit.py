"""Ratings and settings become a probability for each option of a question: the label sets, what each is for,
and how sure it is (raters are drawn anew within each question, and the labels fitted again).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from benchmark.errors import LabelError
from benchmark.labels.annotations import N_OPTIONS, Annotation
from benchmark.labels.models import BradleyTerry, Hierarchical, fit_bradley_terry, fit_hierarchical
from benchmark.labels.ratings import (
    Floats,
    Ints,
    OrderUndone,
    Preferences,
    Ratings,
    preferences_of,
    ratings_of,
    softmax,
)

DEFAULT_SET = "experts"
LEAST_SD, MOST_SD = 0.01, 1_000.0  # of strengths: all options alike, and as good as no prior
AUTHOR_SET = "author"  # one-hot: the author's answer; nothing is fitted


class LabelModel(StrEnum):
    """What is fitted."""

    HIERARCHICAL = "hierarchical"
    BT = "bt"


@dataclass(frozen=True, slots=True)
class LabelSettings:
    """How labels are made of ratings.

    Attributes:
        order: how the order of options is undone.
        author: whether the author's answer counts as a rating.
        offset: whether raters have an offset; only the hierarchical model has one.
        prior_sd: standard deviation of the normal prior on β; None for none.
    """

    order: OrderUndone = OrderUndone.CORRECTED
    author: bool = False
    offset: bool = False
    prior_sd: float | None = 2.0
    model: LabelModel = LabelModel.HIERARCHICAL

    def __post_init__(self) -> None:
        if self.offset and self.model is LabelModel.BT:
            raise LabelError(
                "Only the hierarchical model has offsets of raters: leave out --offset or --model bt."
            )

        if self.prior_sd is not None and not LEAST_SD <= self.prior_sd <= MOST_SD:
            raise LabelError(
                f"`prior_sd={self.prior_sd:g}`: must be between {LEAST_SD:g} and {MOST_SD:g}; without a "
                "prior it is None."
            )

    def to_json(self) -> dict[str, Any]:
        """As a file of labels records them."""
        return {
            name: str(value) if isinstance(value, StrEnum) else value for name, value in asdict(self).items()
        }


# docs/mentat.md says what each is for.
SETS: Mapping[str, LabelSettings] = {
    "released": LabelSettings(OrderUndone.RELEASED, author=True, offset=True, prior_sd=None),
    "reordered": LabelSettings(OrderUndone.CORRECTED, author=True, offset=True, prior_sd=None),
    "experts": LabelSettings(),
}


def name_of(settings: LabelSettings) -> str:
    """The set with these settings, or "custom"."""
    return next((name for name, of_set in SETS.items() if of_set == settings), "custom")


SEPARATED = 0.999  # a label above it says that no rating contradicts the option, not how sure it is
MIN_RATERS = 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit of all questions.

    Attributes:
        ratings: what was fitted; questions that could not be are in `left_out` instead, with the reason.
        fit: strengths, and with the hierarchical model slopes and offsets of raters.
    """

    settings: LabelSettings
    ratings: Ratings
    preferences: Preferences
    fit: Hierarchical | BradleyTerry
    left_out: Mapping[int, str]

    @property
    def probabilities(self) -> Floats:
        """(n_questions, 5) the labels, by original option; rows sum to 1."""
        return softmax(self.fit.beta)

    @property
    def separated(self) -> tuple[int, ...]:
        """Questions whose label is practically certain: without a prior, their likelihood has no maximum."""
        sure = self.probabilities.max(axis=1) > SEPARATED
        return tuple(np.array(self.ratings.questions)[sure].tolist())

    def again(self, weights: Floats) -> Floats:
        """(n_questions, 5) the labels with rows weighted anew (n_rows,); starts from this fit."""
        return softmax(_fit(self.preferences, self.settings, weights, self.fit).beta)


def fit_labels(
    annotations: Sequence[Annotation],
    settings: LabelSettings,
    authors: Mapping[int, int] | None = None,
) -> Fitted:
    """Fit labels.

    Args:
        authors: question → option that its author holds right; needed where the settings count authors.

    Raises:
        LabelError: no question can be fitted, or authors are needed and not given; names no file.
    """
    if settings.author and not authors:
        raise LabelError(
            "these settings count the authors' answers, which the annotations do not have: name the released "
            "analysis with --author-from."
        )
    ratings = ratings_of(annotations, settings.order, authors if settings.author else None)
    left_out = _without_preferences(ratings)
    if left_out:
        kept = [each for each in annotations if each.question not in left_out]
        if not kept:
            raise LabelError("nothing can be fitted: no question has two raters and a preference.")
        fitted = fit_labels(kept, settings, authors)
        return replace(fitted, left_out=left_out)
    preferences = preferences_of(ratings)
    return Fitted(settings, ratings, preferences, _fit(preferences, settings), {})


def _without_preferences(ratings: Ratings) -> dict[int, str]:
    """Questions that cannot be fitted → why."""
    preferences = preferences_of(ratings)
    stated = np.bincount(preferences.winner // N_OPTIONS, minlength=len(ratings.questions))
    reasons = {}
    for place, (question, n_raters) in enumerate(
        zip(ratings.questions, ratings.n_raters.tolist(), strict=True)
    ):
        if n_raters < MIN_RATERS:
            reasons[question] = "only one rater"
        elif not stated[place]:
            reasons[question] = "all options rated alike"
    return reasons


def _fit(
    preferences: Preferences,
    settings: LabelSettings,
    weights: Floats | None = None,
    start: Hierarchical | BradleyTerry | None = None,
) -> Hierarchical | BradleyTerry:
    if settings.model is LabelModel.BT:
        beta = None if start is None else start.beta
        return fit_bradley_terry(preferences, weights, prior_sd=settings.prior_sd, start=beta)
    begin = start if isinstance(start, Hierarchical) else None
    return fit_hierarchical(
        preferences, weights, offset=settings.offset, prior_sd=settings.prior_sd, start=begin
    )


N_DRAWS = 1_000


def draw_labels(fitted: Fitted, n_draws: int = N_DRAWS, seed: int = 0) -> Floats:
    """Labels of resampled raters.

    All rows of a rater are drawn together; a draw has two different raters of each question at least, and
    every question. Each refit starts from the full fit.

    Returns:
        (n_draws, n_questions, 5).
    """
    random = np.random.RandomState(seed)  # its streams do not change between versions of numpy
    ratings = fitted.ratings
    raters = [np.unique(ratings.rater[ratings.question == place]) for place in range(len(ratings.questions))]
    drawn = [fitted.again(_weights(fitted.ratings, raters, random)) for _ in range(n_draws)]
    return np.array(drawn).reshape(n_draws, *fitted.fit.beta.shape)


def _weights(ratings: Ratings, raters: list[Ints], random: np.random.RandomState) -> Floats:
    """(n_rows,) how often each row is drawn."""
    times = np.zeros((len(raters), len(ratings.raters)))
    for place, of_question in enumerate(raters):
        drawn = random.choice(of_question, len(of_question))
        while len(of_question) >= MIN_RATERS and (drawn == drawn[0]).all():
            drawn = random.choice(of_question, len(of_question))
        np.add.at(times[place], drawn, 1)
    weights: Floats = times[ratings.question, ratings.rater]
    return weights
