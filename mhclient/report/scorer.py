"""Where readings meet gold: every reply read against what was shown, and held against its item's gold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmark import Item
from cache.rows import ReplyRow
from mhclient.prompts import Shown
from mhclient.scoring.reading import Read, Reader, Reply
from mhclient.scoring.scored import Ending, Scored


class Display(NamedTuple):
    """An item as a variant showed it: what is known of it before anything is read."""

    shown: Shown
    options: tuple[tuple[str, str], ...]
    gold: frozenset[str]

    @classmethod
    def of(cls, item: Item, record: str | None) -> "Display":
        """As the record of a run has it."""
        shown = Shown.from_record(record, list(item.options))
        options = tuple(sorted(shown.options(item.options).items()))
        return cls(shown, options, shown.labels(frozenset(item.gold)))


class Scorer:
    """Reads replies and holds them against their items' gold; what runs have in common is done once."""

    def __init__(self) -> None:
        self._reader = Reader()
        self._displays: dict[tuple[int, str, str | None], Display] = {}

    def score(
        self, rows: Sequence[ReplyRow], items: Mapping[str, Item], answer_format: str
    ) -> Iterator[Scored]:
        """One run's items, in the order of its rows; runs of one benchmark are to pass the same mapping."""
        displays = [self._display(row, items) for row in rows]
        readings = self._reader.read_all(
            [
                Reply(
                    row.completion or "",
                    display.options,
                    row.finish_reason,
                    items[row.item_id].mode.value,
                    answer_format,
                )
                for row, display in zip(rows, displays, strict=True)
                if row.response_id is not None
            ]
        )
        for row, display in zip(rows, displays, strict=True):
            read = None if row.response_id is None else next(readings)
            yield _scored(items[row.item_id], display, row, read)

    def _display(self, row: ReplyRow, items: Mapping[str, Item]) -> Display:
        key = id(items), row.item_id, row.shown
        if key not in self._displays:
            self._displays[key] = Display.of(items[row.item_id], row.shown)
        return self._displays[key]


def _scored(item: Item, display: Display, row: ReplyRow, read: Read | None) -> Scored:
    shown, _, gold = display
    if read is None:
        return Scored(item, shown, gold, Ending.ERROR if row.error else Ending.MISSING)
    return Scored(
        item, shown, gold, read.ending, read.said, read.grade, read.kept_format, read.rule, read.span
    )
