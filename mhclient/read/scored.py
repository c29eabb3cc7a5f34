"""One reply, scored: what was read from it, and whether that is the gold.

The reading knows no gold and the gold knows no text; this is where they meet.
"""

from dataclasses import dataclass
from enum import StrEnum

from benchmark import Item
from mhclient.run.prompts import Shown
from parsers import Grade


class Ending(StrEnum):
    """How an item ended: the reader's outcomes, and what never came to be read."""

    ANSWER = "answer"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"
    REFUSAL = "refusal"
    FILTERED = "filtered"
    NO_ANSWER = "no_answer"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    ERROR = "error"  # no reply: the request failed for good
    MISSING = "missing"  # not asked yet: the run is partial


@dataclass(frozen=True, slots=True)
class Scored:
    """One item of a run.

    Attributes:
        shown: under which letters the options were shown.
        gold: the right letters, as shown.
        said: the letters read from the reply, as shown; None if none were.
        grade: how plainly the reply says them; None if it says none.
        kept_format: whether the reply is what the prompt asked for, to the letter; None without a reply.
        rule, span: which rule of the reader decided, and where in the completion; None without a reply.
    """

    item: Item
    shown: Shown
    gold: frozenset[str]
    ending: Ending
    said: frozenset[str] | None = None
    grade: Grade | None = None
    kept_format: bool | None = None
    rule: str | None = None
    span: tuple[int, int] | None = None

    @property
    def task(self) -> str:
        return self.item.task

    @property
    def asked(self) -> bool:
        """Whether the run has come to the item: it has a reply, or an error."""
        return self.ending is not Ending.MISSING

    @property
    def correct(self) -> bool:
        """Whether what was said is the gold, exactly; nothing read is not."""
        return self.said == self.gold

    @property
    def prediction(self) -> frozenset[str] | None:
        """What was said, in the item's own letters."""
        return None if self.said is None else self.shown.items_letters(self.said)

    @property
    def binary(self) -> bool:
        """Whether the item asks A or B."""
        return len(self.item.options) == 2 and self.item.mode.value == "single"
