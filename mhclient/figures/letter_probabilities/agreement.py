"""One model asked twice: what its letters' probabilities choose, and what it writes. Pure.

Items that it chooses rightly and does not write rightly are where format hides knowledge.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class WrittenResult(StrEnum):
    """What came of a written answer."""

    STRICT = "right, the letter alone"
    RIGHT = "right, in other words"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class AskedBothWays:
    """One item asked both ways.

    Attributes:
        gold, choice: the right letter, and the chosen one (None where there is none).
        written: the letter read from the completion, None if none could be read.
        strict: whether the completion is that letter and nothing else.
        outcome: the reader's, as in reports.
    """

    item_id: str
    task: str
    gold: str
    choice: str | None
    written: str | None
    strict: bool
    outcome: str

    @property
    def wrote(self) -> WrittenResult:
        """How the written answer stands to the gold."""
        if self.written is None:
            return WrittenResult.UNREAD
        if self.written != self.gold:
            return WrittenResult.WRONG
        return WrittenResult.STRICT if self.strict else WrittenResult.RIGHT


@dataclass(frozen=True, slots=True)
class ChoiceAgreement:
    """Items asked both ways, counted.

    Attributes:
        chosen_right, chosen_wrong: what was written → items, by whether the choice is right.
        n_same: written letter and choice are the same, of `n_read` whose letter could be read.
    """

    n: int
    chosen_right: dict[str, int]
    chosen_wrong: dict[str, int]
    n_read: int
    n_same: int

    @property
    def n_chosen_right(self) -> int:
        return sum(self.chosen_right.values())

    @property
    def n_written_right(self) -> int:
        """Right in writing, in whatever words."""
        return sum(part[kind] for part in (self.chosen_right, self.chosen_wrong) for kind in RIGHT)

    @property
    def n_written_strictly_right(self) -> int:
        return self.chosen_right[WrittenResult.STRICT] + self.chosen_wrong[WrittenResult.STRICT]

    @property
    def n_hidden(self) -> int:
        """Chosen rightly, but not written so: wrong or unread."""
        return self.chosen_right[WrittenResult.WRONG] + self.chosen_right[WrittenResult.UNREAD]


RIGHT = (WrittenResult.STRICT, WrittenResult.RIGHT)


def agreement(items: Sequence[AskedBothWays]) -> ChoiceAgreement:
    """Count items asked both ways.

    By hand, gold A: chosen A, written "A"; chosen A, nothing read; chosen B, written "B".

    >>> one = AskedBothWays("1", "RP", "A", "A", "A", True, "answer")
    >>> two = AskedBothWays("2", "RP", "A", "A", None, False, "truncated")
    >>> three = AskedBothWays("3", "RP", "A", "B", "B", True, "answer")
    >>> both = agreement([one, two, three])
    >>> both.n_chosen_right, both.n_written_right, both.n_hidden, (both.n_same, both.n_read)
    (2, 1, 1, (2, 2))
    """
    right = Counter(item.wrote for item in items if item.choice == item.gold)
    wrong = Counter(item.wrote for item in items if item.choice != item.gold)
    read = [item for item in items if item.written is not None]
    return ChoiceAgreement(
        n=len(items),
        chosen_right={kind: right[kind] for kind in WrittenResult},
        chosen_wrong={kind: wrong[kind] for kind in WrittenResult},
        n_read=len(read),
        n_same=sum(item.written == item.choice for item in read),
    )
