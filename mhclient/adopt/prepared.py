"""What a store keeps of a logged reply, made from it alone: request, packed bodies, hashes, its item's line.

This is most of the work of adopting, and needs nothing but the reply, so other processes do it where that is
worth it: large files in parts, in their order. Where the item stands among others, and whether the reply was
met before, is said later (`keep.py`).
"""

import hashlib
import marshal
import math
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from typing import Any, NamedTuple

from pydantic_core import PydanticSerializationError, to_json

from benchmark.checks import check_gold, check_options
from benchmark.folder import sha256_of
from benchmark.item import Item, Mode
from cache import AdoptedReply, AdoptedSender, canonical_json, key_of_body, pack
from mhclient.adopt.formats import Log, as_json
from mhclient.adopt.logged import LoggedReply, LogUnusable
from mhclient.adopt.records import FilePart
from mhclient.machine.process import n_processors, no_gc, processes
from mhclient.run.adopted import published_as_kept

WITHOUT_REFERENCES = 2  # the version of marshal that does not look for equal values


class PreparedReply(NamedTuple):
    """A reply, ready to be kept; plain values.

    Attributes:
        place: where it stands in the log, for messages.
        named: hash of the item's name in the log.
        asked: hash of all that its item asks; 0 if it is unfit.
        line: the item's line of items.jsonl without its end, under the name in the log; empty where an
            earlier reply has it, or it is unfit.
        unfit: why it asks no question that a letter could answer; None if it does.
        text: hash of the completion, and of what the tool made of it.
        error: why there is no reply; None if there is one.
        absent: why the record holds no text: the reply counts as empty; None if it does.
        scored: whether it is right, by each way of scoring; empty where the log says nothing of that.
        kept: as `AdoptedReply`.
    """

    place: str
    item: str
    task: str
    epoch: int
    named: int
    asked: int
    line: str
    unfit: str | None
    text: int
    error: str | None
    absent: str | None
    scored: tuple[tuple[str, bool | None], ...]
    kept: tuple[Any, ...]


def prepare(reply: LoggedReply, sender: AdoptedSender) -> PreparedReply:
    """Make of a reply what is kept."""
    line, unfit = _line(reply)
    return PreparedReply(
        reply.place,
        reply.item,
        reply.task,
        reply.epoch,
        short_hash(reply.item),
        short_hash(line) if line else 0,
        line,
        unfit,
        short_hash(_said_of(reply)),
        (reply.error or "") if reply.completion is None else None,
        reply.absent,
        _scored(reply),
        tuple(_kept(reply, sender)),
    )


def _said_of(reply: LoggedReply) -> str:
    """What has to be the same where a reply stands twice."""
    return f"{reply.completion}\0{published_as_kept(reply.published, reply.scores)}"


def _scored(reply: LoggedReply) -> tuple[tuple[str, bool | None], ...]:
    if reply.scores:
        return tuple((name, made.right) for name, made in reply.scores.items())
    known = reply.published is not None and reply.published != (None, None)
    return (("", reply.published.right),) if known and reply.published else ()


def prepare_part(log: Log, sender: AdoptedSender, part: FilePart, folder: str) -> str:
    """The same of a part of a log, for another process: a new file in a folder, which `unpacked_part` takes.

    Not the bytes themselves: a process that is busy takes a pipe's 64 kB at a time, and late.

    Raises:
        LogUnusable: as `Log.replies`.
    """
    known: set[int] = set()
    rows = []
    with no_gc():  # as soon as a part is done, all of it is freed
        for reply in log.replies(part):
            row = prepare(reply, sender)
            rows.append(tuple(row._replace(line="") if row.asked in known else row))
            known.add(row.asked)
        packed = marshal.dumps(rows, WITHOUT_REFERENCES)
    descriptor, path = mkstemp(dir=folder)
    with open(descriptor, "wb") as file:
        file.write(packed)
    return path


def unpacked_part(path: str) -> Iterator[PreparedReply]:
    """Replies from a file of `prepare_part`, which is deleted."""
    file = Path(path)
    packed = file.read_bytes()
    file.unlink()
    return map(PreparedReply._make, marshal.loads(packed))


def short_hash(text: str | bytes) -> int:
    """The first 64 bits of a hash, with a sign; half a character counts as a question mark."""
    said = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    return int.from_bytes(hashlib.sha256(said).digest()[:8], signed=True)


def _line(reply: LoggedReply) -> tuple[str, str | None]:
    """The item's line, or why there is none."""
    mode = Mode(reply.mode) if reply.mode else Mode.SINGLE if len(reply.gold) == 1 else Mode.MULTI
    try:
        options = check_options(reply.options)
        gold = check_gold(sorted(reply.gold), options, mode)
    except ValueError as error:
        return "", f"{reply.place}: {error}."
    return line_of(reply.item, reply.task, reply.question, options, gold, mode), None


def line_of(
    item: str, task: str, question: str, options: Mapping[str, str], gold: tuple[str, ...], mode: Mode
) -> str:
    """As `Item.to_line`, without its end; in half the time."""
    line = {
        "id": item,
        "task": task,
        "question": question,
        "options": options,
        "gold": gold,
        "mode": mode.value,
        "entities": (),
        "relation": None,
        "triples": (),
        "details": {},
    }
    try:
        return to_json(line).decode()
    except PydanticSerializationError:  # half a character
        return Item(item, task, question, options, gold, mode).to_line().removesuffix("\n")


def _request_body(model: str, reply: LoggedReply) -> bytes:
    """The messages as logged, and what tells the item from others: canonical JSON, keys in order."""
    messages = [{"content": text, "role": role} for role, text in reply.messages]
    body = {"item": [reply.task, reply.item], "messages": messages, "model": model}
    try:
        return to_json(body)
    except PydanticSerializationError:  # half a character
        return canonical_json(body).encode()


def _kept(reply: LoggedReply, sender: AdoptedSender) -> AdoptedReply:
    body = _request_body(sender.model, reply)
    method, endpoint, _ = sender
    key = key_of_body(body, method=method, endpoint=endpoint, api_version=None, repetition=reply.epoch)
    completion = reply.completion
    return AdoptedReply(
        key,
        reply.epoch,
        pack(body),
        (reply.prompt_tokens or 0) + (reply.completion_tokens or 0),
        completion,
        None if completion is None else len(completion.strip()),
        reply.finish_reason,
        reply.served_model,
        reply.prompt_tokens,
        reply.completion_tokens,
        pack(_reply_body(reply)),
    )


def _reply_body(reply: LoggedReply) -> bytes:
    return as_json(
        {
            "completion": reply.completion,
            "finish_reason": reply.finish_reason,
            "served_model": reply.served_model,
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
            "published": published_as_kept(reply.published, reply.scores),
            "record": reply.record,
        }
    )


WORTH_PROCESSES = 256 << 20  # bytes: fewer are read about as fast as other processes start
AHEAD = 6  # parts for each other process that are under way or wait to be taken, on disk


class LogReader:
    """Reads logs one after the other.

    Args:
        pool: other processes that read; None to read in this one alone.
        n: how many they are.
        folder: where they leave what they have read.
    """

    def __init__(
        self, logs: Sequence[Log], pool: ProcessPoolExecutor | None = None, n: int = 0, folder: str = ""
    ) -> None:
        self.pool, self._folder = pool, folder
        self._n_ahead = AHEAD * n
        self._parts_of: dict[Path, list[FilePart]] = {}
        self._known_length = all(log.in_parts for log in logs)
        self._n_parts = self._n_read = 0
        self._since = 0.0  # when the first parts had come, as many as are ahead: those come at once

    @classmethod
    @contextmanager
    def open(cls, logs: Sequence[Log], n_processes: int | None = None) -> Iterator["LogReader"]:
        """A reader for some logs.

        Args:
            n_processes: that read, this one among them; by default as many as there are processors where the
                logs are large.

        Raises:
            ProcessLost: one of the processes was killed.
        """
        n = n_processes or (n_processors() if _are_large(logs) else 1)
        if n == 1:
            yield cls(logs)
            return
        with TemporaryDirectory() as folder, processes(n - 1) as pool:
            yield cls(logs, pool, n - 1, folder)

    def digest(self, log: Log) -> str:
        """The SHA-256 of a log's bytes; its parts, if it can be read in parts, are found on the way."""
        if not log.in_parts:
            return sha256_of(log.path)
        digest, parts = log.parts()
        self._parts_of[log.path], self._n_parts = parts, self._n_parts + len(parts)
        return digest

    def read(self, log: Log, sender: AdoptedSender) -> Iterator[Iterable[PreparedReply]]:
        """A log's replies, ready to be kept, part by part.

        Raises:
            LogUnusable: as `Log.replies`.
        """
        if log.path not in self._parts_of:
            yield (prepare(reply, sender) for reply in log.replies())
            return
        for part in self._parts(log, sender):
            yield part
            self._n_read += 1
            if self._n_read <= max(self._n_ahead, 1):
                self._since = time.monotonic()

    def seconds_left(self) -> float:
        """How long what is left will take, as fast as it has gone so far; infinite where nobody knows."""
        left, measured = self._n_parts - self._n_read, self._n_read - max(self._n_ahead, 1)
        if not self._known_length or (left and measured < 1):
            return math.inf
        return left and left * (time.monotonic() - self._since) / measured

    def _parts(self, log: Log, sender: AdoptedSender) -> Iterator[Iterable[PreparedReply]]:
        if self.pool is not None:
            return self._shared_parts(self.pool, log, sender)
        return ((prepare(reply, sender) for reply in log.replies(part)) for part in self._parts_of[log.path])

    def _shared_parts(
        self, pool: ProcessPoolExecutor, log: Log, sender: AdoptedSender
    ) -> Iterator[Iterable[PreparedReply]]:
        """The parts in their order; while the next is not there yet, this process reads one itself."""
        parts, under_way = iter(self._parts_of[log.path]), deque[Future[Any]]()
        while True:
            for part in islice(parts, max(self._n_ahead - len(under_way), 0)):
                under_way.append(pool.submit(prepare_part, log, sender, part, self._folder))
            if not under_way:
                return
            # Two of its own in memory, and no more: another process may be slow.
            may_wait = len(under_way) < self._n_ahead + 2 and not under_way[0].done()
            if may_wait and (another := next(parts, None)) is not None:
                under_way.append(_read_here(log, sender, another))
                continue
            found = under_way.popleft().result()
            yield unpacked_part(found) if isinstance(found, str) else found


def _read_here(log: Log, sender: AdoptedSender, part: FilePart) -> Future[Any]:
    """A part that this process has read; also an error waits until its turn has come."""
    read = Future[Any]()
    try:
        read.set_result([prepare(reply, sender) for reply in log.replies(part)])
    except LogUnusable as error:
        read.set_exception(error)
    return read


def _are_large(logs: Sequence[Log]) -> bool:
    return sum(log.path.stat().st_size for log in logs if log.in_parts) >= WORTH_PROCESSES
