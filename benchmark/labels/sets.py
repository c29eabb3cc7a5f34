"""The label sets: which ratings are fitted, how, and what each set is for."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from benchmark.errors import LabelError
from benchmark.labels.ratings import OrderUndone

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
