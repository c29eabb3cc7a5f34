"""What verification can find, by name."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Every violation there is; the value is what reports show."""

    HASH_MISMATCH = "manifest hash mismatch"
    MANIFEST_WRONG = "manifest wrong"
    SEEDS_WRONG = "seeds are not those of the list"
    SLICE_DIFFERS = "slice differs from the graph"
    MALFORMED = "line is no item"
    ID_WRONG = "id is not that of the content"
    UNREADABLE = "question not in the template's words"
    FORM_WRONG = "options or mode not as the settings say"
    ANNOTATION_WRONG = "annotation does not fit the question"
    GOLD_UNSUPPORTED = "gold unsupported"
    DISTRACTOR_TRUE = "distractor true"
    TWO_RIGHT = "two right answers"
    NEGATIVE_WRONG = "negative not made by one replacement"
    NAME_AMBIGUOUS = "name belongs to several nodes"
    ABSENCE_WRONG = "absence from the file misrecorded"
    LEAK = "leak"
    EVIDENCE_WRONG = "evidence not as in the feature tables"
    SCAFFOLD_BROKEN = "scaffold broken"
    DUPLICATE_STEM = "duplicate stem"
    ORDER_WRONG = "order is not that of the seed"
    UNBALANCED = "unbalanced labels"
    PATH_BROKEN = "path broken"
    PARENT_CHANGED = "parent changed"
    TWIN_OPTION = "twin option"
    FORM_DIFFERS = "form differs"
    NOT_THE_WRITERS = "text not the writer's"
    UNVERIFIED_OPTION = "unverified option"
    PROFILE_WRONG = "profile is not of the graph"
    TEXT_UNFIT = "text unfit"
    FACTS_MISSING = "facts left out without a reason"


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding.

    Attributes:
        where: the item's id, or "line 12" for a line without one, or the task or file it is about.
        kind: what is wrong.
        what: the facts, in a sentence.
    """

    where: str
    kind: Kind
    what: str
