"""One reply, scored: what was read from it, and whether that is the gold.

The reading knows no gold and the gold knows no text; this is where they meet.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from benchmark import Item
from mhclient.run.prompts import Shown
from parsers import Grade, Outcome


class NoReply(StrEnum):
    """Why an item of a run has no reply to read; the attributes are those of the reader's outcomes."""

    phrase: str
    colour: str
    code: str

    ERROR = "error", "never came (errors)", "#000000", "x"  # the request failed for good
    MISSING = "missing", "{were} not asked yet", "#FFFFFF", "-"  # the run is partial

    def __new__(cls, name: str, phrase: str = "", colour: str = "", code: str = "") -> "NoReply":
        cause = str.__new__(cls, name)
        cause._value_ = name
        cause.phrase, cause.colour, cause.code = phrase, colour, code
        return cause

    @property
    def unread(self) -> bool:
        """Whether it was asked and brought no answer."""
        return self is NoReply.ERROR


# How an item ended: an outcome of the reader, or why there was nothing to read.
Ending: TypeAlias = Outcome | NoReply
ENDINGS: tuple[Ending, ...] = (*Outcome, *NoReply)


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
        return self.ending is not NoReply.MISSING

    @property
    def correct(self) -> bool:
        """Whether what was said is the gold, exactly; nothing read is not."""
        return self.said == self.gold

    @property
    def prediction(self) -> frozenset[str] | None:
        """The prediction in the item's own letters."""
        return None if self.said is None else self.shown.items_letters(self.said)

    @property
    def binary(self) -> bool:
        """Whether the item asks A or B."""
        return len(self.item.options) == 2 and self.item.mode.value == "single"
