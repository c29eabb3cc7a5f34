"""Where readings meet gold: every reply read with the options as shown, and compared with its item's gold."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from benchmark import Item, Mode
from cache import ReplyRow
from mhclient.read.reading import BriefReading, Reader, Readings, ShownCompletion
from mhclient.read.scored import NoReply, Scored
from mhclient.run.prompts import Shown


class Display(NamedTuple):
    """An item as a variant showed it: what is known of it before anything is read."""

    shown: Shown
    options: tuple[tuple[str, str], ...]
    gold: frozenset[str]
    mode: str

    @classmethod
    def of(cls, item: Item, shown: Shown) -> "Display":
        """The item with its options shown so."""
        options = tuple(sorted(shown.options(item.options).items()))
        return cls(shown, options, _letters(shown.labels(frozenset(item.gold))), MODES[item.mode])

    @classmethod
    def as_is(cls, item: Item, shown: Shown) -> "Display":
        """The item with each option under its own letter, as nearly all are shown."""
        return cls(shown, tuple(sorted(item.options.items())), _letters_of(item.gold), MODES[item.mode])


MODES = {mode: mode.value for mode in Mode}  # `value` takes four times as long as a look


@lru_cache(maxsize=1_000)
def _letters(letters: frozenset[str]) -> frozenset[str]:
    """The same letters, once: a set of one letter takes 216 bytes."""
    return letters


@lru_cache(maxsize=1_000)
def _letters_of(gold: tuple[str, ...]) -> frozenset[str]:
    return _letters(frozenset(gold))


@lru_cache(maxsize=1_000)
def _span(span: tuple[int, int] | None) -> tuple[int, int] | None:
    """The same span, once: most replies are as long as others."""
    return span


def _held(item: Item, display: Display, read: BriefReading) -> Scored:
    """A reading against its item's gold."""
    said = read.said and _letters(read.said)
    how = read.ending, said, read.grade, read.kept_format, read.rule, _span(read.span)
    return Scored(item, display.shown, display.gold, *how)


# What a reply's score depends on: its display, which stays as long as the scorer; completion, finish
# reason and the format asked for.
_Key: TypeAlias = tuple[int, str | None, str | None, str]


class Scorer:
    """Reads replies and compares them with their items' gold; what runs have in common is done once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._displays: dict[int, dict[tuple[str, str | None], Display]] = {}
        self._shown: dict[tuple[str | None, tuple[str, ...]], Shown] = {}
        self._places: dict[_Key, int] = {}
        self._scored: list[Scored] = []  # in the order of their places

    def begin(
        self, rows: Sequence[ReplyRow], items: Mapping[str, Item], answer_format: str, read_before: Readings
    ) -> Callable[[], Iterator[Scored]]:
        """Start to read one run's replies; runs of one benchmark are to pass the same mapping.

        Args:
            read_before: replies of the run that need not be read again.

        Returns:
            What gives its items, in the order of the rows; to be called in the order of the runs.
        """
        places: list[int | None] = []
        new: list[tuple[ReplyRow, Item, Display, BriefReading | None]] = []
        displays = self._displays.setdefault(id(items), {})
        known = self._places
        for row in rows:
            display = displays.get((row.item_id, row.shown)) or self._display(row, items)
            if row.response_id is None:
                places.append(None)
                continue
            n_before = len(known)
            key = id(display), row.completion, row.finish_reason, answer_format
            place = known.setdefault(key, n_before)
            if place == n_before:
                read = read_before.get((row.response_id, row.item_id))
                new.append((row, items[row.item_id], display, read))
            places.append(place)
        finish = self._reader.begin(
            ShownCompletion(
                row.completion or "", display.options, row.finish_reason, display.mode, answer_format
            )
            for row, _, display, read in new
            if read is None
        )

        def scored() -> Iterator[Scored]:
            others = finish()
            self._scored += [
                _held(item, display, next(others) if read is None else read) for _, item, display, read in new
            ]
            for row, place in zip(rows, places, strict=True):
                yield self._unanswered(row, items) if place is None else self._scored[place]

        return scored

    def _unanswered(self, row: ReplyRow, items: Mapping[str, Item]) -> Scored:
        display = self._display(row, items)
        ending = NoReply.ERROR if row.error else NoReply.MISSING
        return Scored(items[row.item_id], display.shown, display.gold, ending)

    def forget(self) -> None:
        """Forget what runs have in common: no other follows, or it would take too much memory.

        What was begun must have been finished.
        """
        self._displays.clear()
        self._places.clear()
        self._scored = []
        self._reader.forget()

    def _display(self, row: ReplyRow, items: Mapping[str, Item]) -> Display:
        displays, key = self._displays.setdefault(id(items), {}), (row.item_id, row.shown)
        if key not in displays:
            item = items[row.item_id]
            letters = tuple(item.options)
            alike = row.shown, letters
            if alike not in self._shown:
                self._shown[alike] = Shown.from_record(row.shown, letters)
            make = Display.of if row.shown is not None else Display.as_is
            displays[key] = make(item, self._shown[alike])
        return displays[key]
