"""The value for one place that names options; the modules beside it find them."""

from dataclasses import dataclass, field
from typing import TypeVar

from parsers.reading import Clash, SetAside, Span

UNKNOWN = -1  # position of a letter that is no option
# A reply that names options more often is a loop; its two ends say what there is to say.
MAX_MENTIONS = 100

T = TypeVar("T")


def ends(found: list[T]) -> list[T]:
    """The list, or its two ends where it is longer than any reply needs."""
    if len(found) <= MAX_MENTIONS:
        return found
    return found[: MAX_MENTIONS // 2] + found[-MAX_MENTIONS // 2 :]


@dataclass(slots=True)
class Mention:
    """One place that names one option, or a set in one word.

    Attributes:
        options: positions of the options named; UNKNOWN for a letter the item lacks.
        letter: the label as written, upper case; "" for a text.
        start, end: stretch of the plain text that the mention takes up, brackets and label noun included.
        core: the label and joined text themselves.
        named: whether brackets, quotes or a label noun mark the letter as a label.
        joined: whether its own text follows or precedes the label.
        clash: the text of another option that is joined to the label.
        word: an everyday word, such as "none" or "yes".
        pointer: "the latter", which stands for a label named before.
        spelled: a label that is no single letter, such as "2"; found as a text is, graded as a label.
        weak: a number, a formula or an everyday word: counts only where an answer is due.
    """

    options: tuple[int, ...]
    letter: str
    start: int
    end: int
    core: Span
    named: bool = False
    joined: bool = False
    clash: Clash | None = None
    word: bool = False
    pointer: bool = False
    weak: bool = False
    spelled: bool = False

    @property
    def is_label(self) -> bool:
        return bool(self.letter)


@dataclass(slots=True)
class Found:
    """The mentions of a text in order, and the letters that are none."""

    mentions: list[Mention] = field(default_factory=list)
    asides: list[tuple[Span, str, SetAside]] = field(default_factory=list)
