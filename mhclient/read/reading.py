"""Reading many replies: each different one once, on all processors where there are many; and by which reader.

Prose takes up to a millisecond to read. Most replies of most models are one of a few texts under one of a
few sets of options. A reader is the version of its rules and a digest of the code that holds them: the
version alone would do if nobody ever changed a rule without raising it.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, compress
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

import parsers  # by its name below: the reader is loaded when there is something to read
from cache import ReplyRow, TextRow
from mhclient.machine.process import n_processors, no_gc, processes
from mhclient.redaction.secrets import Redactor, results_redactor
from mhclient.run.variant import FREE_FORMAT, UNKNOWN_FORMAT
from parsers import PARSER_VERSION, Grade, Outcome, Reading

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


SHOWN_DIGITS = 8

# Reading more replies than this takes longer than somebody waits who did not ask for it.
MOST_REPLIES = 200_000


@cache
def present_reader() -> str:
    """The reader of this program, such as `1+5f3a09bc`."""
    digest = hashlib.sha256()
    for name, text in sorted(_sources(files("parsers"), "")):
        digest.update(f"{name}\n{len(text)}\n".encode() + text)
    return f"{PARSER_VERSION}+{digest.hexdigest()[:SHOWN_DIGITS]}"


def _sources(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            found.append((path + entry.name, entry.read_bytes()))
    return found


# Replies with fewer characters than this in all are read about as fast as other processes start.
WORTH_PROCESSES = 300_000
CHUNK = 500
SHORT = 3  # characters: "B", "(B)" are read sooner than they are sent to another process


class ShownCompletion(NamedTuple):
    """A reply, and what it is to be read against."""

    completion: str
    options: tuple[tuple[str, str], ...]  # label and text as shown, in the order of the labels
    finish_reason: str | None
    mode: str
    answer_format: str


class BriefReading(NamedTuple):
    """The parts of a reading that a report keeps."""

    ending: Outcome
    said: frozenset[str] | None
    grade: Grade | None
    kept_format: bool | None  # None where it is not known what was asked for
    rule: str
    span: tuple[int, int] | None


# (id of a reply in the store, item) → what was read, of one run.
Readings: TypeAlias = dict[tuple[int, str], BriefReading]

Row = TypeVar("Row", ReplyRow, TextRow, ShownCompletion)


def keyless(rows: list[Row], redactor: Redactor | None = None) -> list[Row]:
    """The rows without keys in their completions: what is read, cut and folded later must hold none.

    Args:
        redactor: that of results, where it is at hand: making it looks through the environment.
    """
    redactor = redactor or results_redactor()
    if not redactor.may_find("\n".join(row.completion or "" for row in rows)):
        return rows
    return [row._replace(completion=row.completion and redactor.hide_in(row.completion)) for row in rows]


class Reader:
    """Reads replies, and remembers those it has read. As a context, it ends what it has started."""

    def __init__(self, n_processes: int | None = None) -> None:
        self._places: dict[ShownCompletion, int] = {}
        self._read: list[BriefReading] = []  # in the order of their places
        self._n_processes = n_processes or n_processors()
        self._n_characters = 0
        self._waiting: list[_New] = []  # until there are enough of them for other processes
        self._pools: list[ProcessPoolExecutor] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def begin(self, replies: Iterable[ShownCompletion]) -> Callable[[], Iterator[BriefReading]]:
        """Start to read replies, in other processes where that is worth it.

        Returns:
            What gives their readings, in their order; to be called in the order in which they were begun.
                Equal replies have one and the same reading.
        """
        places, new = [], _New([])
        for reply in replies:
            n_before = len(self._places)
            places.append(self._places.setdefault(reply, n_before))
            if len(self._places) > n_before:
                new.replies.append(reply)
        self._waiting.append(new)
        self._n_characters += sum(len(reply.completion) for reply in new.replies)
        if self._n_characters >= WORTH_PROCESSES and self._n_processes > 1:
            self._send()

        def finish() -> Iterator[BriefReading]:
            self._read += new.readings()
            return (self._read[place] for place in places)

        return finish

    def forget(self) -> None:
        """Forget what has been read; what was begun must have been finished."""
        self._places.clear()
        self._read = []

    def _send(self) -> None:
        """Have other processes read all that waits: reading some here would prepare for it once more."""
        if not self._pools:
            self._pools = [self._stack.enter_context(processes(1)) for _ in range(self._n_processes)]
        for new in self._waiting:
            new.sent = _sent(new.replies, self._pools)
        self._waiting = []


class _New:
    """Replies that were begun together and had not been read before."""

    def __init__(self, replies: list[ShownCompletion]) -> None:
        self.replies = replies
        self.sent: Iterator[BriefReading] | None = None  # once other processes have them

    def readings(self) -> Iterator[BriefReading]:
        """Theirs; to be asked for once."""
        replies, self.replies = self.replies, []
        return map(read_completion, replies) if self.sent is None else self.sent


def _sent(
    replies: Sequence[ShownCompletion], pools: Sequence["ProcessPoolExecutor"]
) -> Iterator[BriefReading]:
    """The readings of replies, of all but the shortest from other processes, each with items of its own: it
    prepares their options."""
    n = len(pools)
    place = [hash(reply.options) % n if len(reply.completion) > SHORT else n for reply in replies]
    of = [list(compress(replies, (at == number for at in place))) for number in range(n + 1)]
    parts = [_sent_to(pool, part) for pool, part in zip(pools, of[:n], strict=True)]
    parts.append(map(read_completion, of[n]))
    return (next(parts[at]) for at in place)


def _sent_to(pool: "ProcessPoolExecutor", replies: Sequence[ShownCompletion]) -> Iterator[BriefReading]:
    """Their readings; both go as columns, which takes half of the time that rows take."""
    chunks = [replies[at : at + CHUNK] for at in range(0, len(replies), CHUNK)]
    read = pool.map(read_columns, [list(zip(*chunk, strict=True)) for chunk in chunks])
    return chain.from_iterable(map(BriefReading, *columns) for columns in read)


@no_gc()  # what is prepared of options stays, and the search would go through all of it again and again
def read_columns(columns: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Replies by the fields of `ShownCompletion`, read: by the fields of `BriefReading`."""
    return list(zip(*map(read_completion, map(ShownCompletion, *columns)), strict=True))


def read_all(replies: Sequence[ShownCompletion]) -> list[BriefReading]:
    """The readings of replies, in their order."""
    with Reader() as reader:
        return list(reader.begin(replies)())


def read_completion(reply: ShownCompletion) -> BriefReading:
    """One reply, read."""
    options: Mapping[str, str] = dict(reply.options)
    finish, mode = reply.finish_reason, reply.mode
    reading = parsers.read_answer(reply.completion, options, finish_reason=finish, mode=mode)
    answered = reading.outcome is Outcome.ANSWER
    return _once(
        BriefReading(
            ending=reading.outcome,
            said=reading.letters if answered else None,
            grade=reading.grade if answered else None,
            kept_format=_kept_format(reply, options, reading),
            rule=reading.rule,
            span=reading.span,
        )
    )


@lru_cache(maxsize=1_000)
def _once(reading: BriefReading) -> BriefReading:
    """An equal reading of before: one takes half a kilobyte, and those of short replies are alike."""
    return reading


def _kept_format(reply: ShownCompletion, options: Mapping[str, str], reading: Reading) -> bool | None:
    if reply.answer_format in (FREE_FORMAT, UNKNOWN_FORMAT):
        return None
    asked = reply.answer_format
    kept = parsers.check_compliance(reply.completion, options, asked, mode=reply.mode, reading=reading)
    # A bracket or a full stop around the letter is still the letter; a sentence around it is not.
    return kept in (parsers.Compliance.EXACT, parsers.Compliance.DECORATED)
