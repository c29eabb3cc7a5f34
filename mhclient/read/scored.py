"""One reply, scored: what was read from it, and whether that is the gold.

The reading knows no gold and the gold knows no text; this is where they meet.
"""

from dataclasses import dataclass
from enum import StrEnum

from benchmark import Item
from mhclient.run.prompts.shown import Shown
from parsers import Grade


class Ending(StrEnum):
    """How an item ended: the reader's outcomes, and what never came to be read.

    Attributes:
        phrase: how it reads in a sentence, behind a count; {were} stands for "was" or "were".
        colour: of its part of a bar (after Okabe and Ito); of an answer, where it is right.
        code: one letter for the pages of items; "" for an answer, which is right or wrong there.
    """

    phrase: str
    colour: str
    code: str

    ANSWER = "answer", "{were} answered", "#009E73", ""
    AMBIGUOUS = "ambiguous", "said more than one thing", "#F0E442", "m"
    OUT_OF_RANGE = "out_of_range", "named a letter that is no option", "#CC79A7", "o"
    REFUSAL = "refusal", "declined", "#D55E00", "f"
    FILTERED = "filtered", "{were} withheld by the provider's filter", "#A0522D", "b"
    NO_ANSWER = "no_answer", "gave no answer", "#E69F00", "n"
    TRUNCATED = "truncated", "{were} cut before an answer", "#0072B2", "t"
    EMPTY = "empty", "{were} empty", "#56B4E9", "e"
    ERROR = "error", "never came (errors)", "#000000", "x"  # the request failed for good
    MISSING = "missing", "{were} not asked yet", "#FFFFFF", "-"  # the run is partial

    def __new__(cls, name: str, phrase: str, colour: str, code: str) -> "Ending":
        ending = str.__new__(cls, name)
        ending._value_ = name
        ending.phrase, ending.colour, ending.code = phrase, colour, code
        return ending

    @classmethod
    def named(cls, name: str) -> "Ending":
        """The ending of that name, such as an outcome's of the reader.

        >>> Ending.named("no_answer").phrase
        'gave no answer'
        """
        return next(ending for ending in cls if ending == name)

    @property
    def unread(self) -> bool:
        """Whether it was asked and brought no answer."""
        return self not in (Ending.ANSWER, Ending.MISSING)


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
