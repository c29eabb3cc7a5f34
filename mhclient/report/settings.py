"""How a report is worked out: its intervals, how much it lists, and by which versions."""

import re
from dataclasses import dataclass
from enum import StrEnum

from mhclient.errors import UsageError
from mhclient.figures.clustering import QUESTION, ClusterBy, Entities
from mhclient.figures.coverage import CoverageItems
from mhclient.figures.fairness import MARGIN as VERSIONS_MARGIN
from mhclient.figures.text_scores import ROUGE_L, TextMetric
from mhclient.version import __version__
from parsers import PARSER_VERSION

MARGIN = 0.03  # the smallest difference of two runs that matters, where nobody has said
TOP = 15  # entities shown unless more are asked for, as in the paper


# Of the settings, those that are one of a few words.
CHOICES: dict[str, type[StrEnum]] = {
    "cluster_by": ClusterBy,
    "entities": Entities,
    "coverage": CoverageItems,
}


def _one_of(known: type[StrEnum], name: str, value: str) -> StrEnum:
    try:
        return known(value)
    except ValueError:
        raise UsageError(f"`{name}={value!r}`: it is one of {', '.join(known)}.") from None


@dataclass(frozen=True, slots=True)
class Settings:
    """How intervals are worked out, and how much is listed.

    Attributes:
        cluster_by: what makes items depend on each other.
        column: instead of that, a column of imported questions: items with one value of it depend.
        entities: whether these entities stand for others like them, or are all there are.
        margin: the smallest difference that matters, as a share; None if nobody has said: then it is 3 points
            between runs (`equivalence`), 5 between versions of a question (`equivalence_of_versions`).
        top: how many entities are listed; None for all.
        coverage: which items count for entities and relations.
        only: which items the figures are about, in words; "" for all.
        has_entities: whether the items are known to be about any.
        of_versions: whether all that they can share is the question that they are versions of.
        text_metrics: by which free answers are compared with the text of the right option.

    Raises:
        UsageError: what items share, what intervals are about or which items count is none of what there is
            (`"fixed"` may stand for `Entities.FIXED`), or the margin is no share between 0 and 1.
    """

    cluster_by: ClusterBy = ClusterBy.ENTITY
    column: str | None = None
    entities: Entities = Entities.SAMPLE
    margin: float | None = None
    top: int | None = TOP
    coverage: CoverageItems = CoverageItems.ALL
    only: str = ""
    text_metrics: tuple[TextMetric, ...] = (ROUGE_L,)
    has_entities: bool = True
    of_versions: bool = False

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            object.__setattr__(self, name, _one_of(known, name, getattr(self, name)))
        if self.margin is not None and not (isinstance(self.margin, int | float) and 0 < self.margin < 1):
            raise UsageError(
                f"`margin={self.margin!r}`: a margin is a share above 0 and below 1, as 0.03 for 3 points."
            )

    @property
    def equivalence(self) -> float:
        """Two runs that are shown to differ by less are equivalent; as a share."""
        return MARGIN if self.margin is None else self.margin

    @property
    def equivalence_of_versions(self) -> float:
        """Versions of a question whose accuracies are shown to differ by less are equivalent; as a share."""
        return VERSIONS_MARGIN if self.margin is None else self.margin

    @property
    def of_items(self) -> bool:
        """Whether nothing that items share is known to make them depend on each other."""
        by_entity = self.cluster_by is ClusterBy.ENTITY and self.has_entities
        return self.column is None and not by_entity and self.cluster_by is not ClusterBy.TRIPLE

    @property
    def shares(self) -> str:
        """What items that depend on each other have in common, as a noun."""
        by_question = self.of_versions and self.cluster_by is ClusterBy.ENTITY
        return self.column or (QUESTION if by_question else self.cluster_by.value)

    @property
    def these(self) -> str:
        """What stays the same if what items share is all there is, as a noun; "" where they share nothing."""
        return "" if self.of_items else self.plural

    @property
    def plural(self) -> str:
        """What items that depend on each other have in common, as a plural: a column's name has none."""
        if self.column is not None:
            return f"values of “{self.column}”"
        return "entities" if self.shares == ClusterBy.ENTITY.value else f"{self.shares}s"

    @property
    def exactly(self) -> str:
        """What intervals are about with `--entities fixed`, as a noun: never the very items, which are known.

        Source: docs/statistics.md, "Exactly these entities".
        """
        if not self.these:
            return "questions like these"
        like = "versions like these of" if self.shares == QUESTION else "questions like these about"
        return f"{like} exactly these {self.these}"

    @property
    def estimand(self) -> str:
        """What figures and intervals are about, in sentences."""
        return f"Only items with {self.only}. {self._intervals}" if self.only else self._intervals

    @property
    def _intervals(self) -> str:
        if self.entities is Entities.FIXED:
            return f"Intervals are about {self.exactly}: items are taken as independent (--entities fixed)."
        if self.of_items:
            return "Intervals are about questions like these: items are taken as independent."
        if self.column is not None or self.cluster_by is not ClusterBy.ENTITY:
            return (
                f"Intervals are about other {self.plural} like these: items that share one depend on each "
                "other, and items without any are independent."
            )
        if self.of_versions:
            return (
                "Intervals are about other questions like these: versions of one question depend on each "
                "other (--entities sample)."
            )
        return (
            "Intervals are about other entities like these: items that share a drug, a disease or another "
            "entity depend on each other, and items without any are independent (--entities sample)."
        )


def for_a_paper(text: str) -> str:
    """The text without the options in brackets that a reader of a paper cannot give."""
    return re.sub(r" \(--[a-z]+ [a-z]+\)", "", text)


@dataclass(frozen=True, slots=True)
class Versions:
    """The programs behind the figures."""

    program: str = __version__
    parser: str = PARSER_VERSION
