"""Into the store: the items of logs as a benchmark, and the replies of each model as a run.

All of it in one transaction: a log that turns out to be unusable leaves nothing behind. A request's body is
the messages as logged; its method and address say that another tool sent it, so that no live run can ever
rest on such a reply. A log is read once. Every question is kept once, whichever run and epoch asked it. The
hash of all items names the benchmark, and with it the run, so items wait on disk until the last one has been
seen; pages of replies may be written before.
"""

import hashlib
import json
import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from benchmark.build.manifest import manifest
from benchmark.checks import item_from_json
from benchmark.kinds import BenchmarkKind
from cache import AdoptedReply, AdoptedSender, MetReplies, RunRow, Store
from mhclient.adopt.formats import Log
from mhclient.adopt.logged import LogUnusable
from mhclient.adopt.prepared import WITHOUT_REFERENCES, LogReader, PreparedReply
from mhclient.machine.process import infrequent_gc
from mhclient.run.adopted import METHOD, PROVIDER, adopted_variant
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.show.counts import counted
from mhclient.version import __version__

PAGE = 2_000  # rows; some 8 MB of packed replies
_SIZE_BYTES = 8

Row = tuple[Any, ...]


class Spool:
    """Tuples of plain values, written in pages and read again in their order; gone when it is closed.

    Args:
        folder: where the file is made, beside the store: there is space, and it may not be in memory.
    """

    def __init__(self, folder: Path) -> None:
        self._file = TemporaryFile(dir=folder)  # noqa: SIM115  # closed by whoever closes this
        self._page: list[Row] = []

    def add(self, row: Row) -> None:
        """Set a row aside, with others in a page."""
        self._page.append(row)
        if len(self._page) == PAGE:
            self._end_page()

    def add_page(self, page: list[Row]) -> None:
        """Set a page aside."""
        # Not `marshal.dump`: `marshal.load` would ask the file for each value.
        packed = marshal.dumps(page, WITHOUT_REFERENCES)
        self._file.write(len(packed).to_bytes(_SIZE_BYTES))
        self._file.write(packed)

    def pages(self) -> Iterator[list[Row]]:
        """All rows from the first on, a page at a time."""
        self._end_page()
        self._file.seek(0)
        while size := self._file.read(_SIZE_BYTES):
            yield marshal.loads(self._file.read(int.from_bytes(size)))

    def _end_page(self) -> None:
        if self._page:
            self.add_page(self._page)
            self._page = []

    def close(self) -> None:
        """Delete the file."""
        self._file.close()


class NoQuestion(LogUnusable):
    """A record is whole, but asks nothing that could be answered by a letter; the log's others may."""


class AskedItem(NamedTuple):
    """Where an item stands in the benchmark to be, and under which name."""

    position: int
    item_id: str
    task: str


class EnteredReply(NamedTuple):
    """A reply's item, its line of items.jsonl where it is new, and the text of an earlier reply as a hash."""

    item: AskedItem
    line: str | None
    before: int | None


class ItemBook:
    """The items of some logs, in the order in which they come.

    Options belong to an item in the order in which they were shown: a log that shuffled them from epoch to
    epoch, or from run to run, has as many items of an id as there were orders.

    Args:
        met: replies that have been met; none yet.
    """

    def __init__(self, met: MetReplies) -> None:
        self._met = met
        self._n_of_task: dict[str, int] = {}
        self.digest = hashlib.sha256()

    def __len__(self) -> int:
        return self._met.n_items

    def enter(self, reply: PreparedReply, log: int) -> EnteredReply:
        """Enter a reply, and what it answers.

        Args:
            log: the number of the logs of its model.

        Raises:
            NoQuestion: its item has a single option, or two that read the same.
        """
        if reply.unfit is not None:
            raise NoQuestion(reply.unfit)
        met = self._met.enter(reply.named, reply.asked, log, reply.epoch, reply.text)
        name = reply.item if met.nth == 1 else f"{reply.item}~{met.nth}"
        item = AskedItem(met.position, name, reply.task)
        line = None
        if met.is_new_item:
            line = reply.line if met.nth == 1 else _renamed(reply.line, name)
            self._n_of_task[item.task] = self._n_of_task.get(item.task, 0) + 1
            self.digest.update(f"{line}\n".encode())
        return EnteredReply(item, line, met.text)

    def tasks(self) -> Iterator[tuple[str, int]]:
        """Each task with the number of its items."""
        yield from self._n_of_task.items()


def _renamed(line: str, name: str) -> str:
    return replace(item_from_json(json.loads(line)), id=name).to_line().removesuffix("\n")


_PLACE, _ERROR, _KEPT = slice(0, 6), 6, 7  # in a row: what `AdoptedItem` begins with, and what it rests on
_key_of = itemgetter(4)


class ReplyPages:
    """A run's replies on their way into the store.

    Args:
        sender: of its requests.
        spool: makes a place where rows can wait.

    Attributes:
        n_rows: items of the run so far.
        n_errors: those of them of which the log has no reply.
    """

    def __init__(self, store: Store, sender: AdoptedSender, spool: Callable[[], Spool]) -> None:
        self._store, self._sender = store, sender
        self._page: list[Row] = []
        self._waiting, self._planned = spool(), spool()
        self._session_id: int | None = None  # None until the store's transaction has begun
        self.n_rows = self.n_errors = 0

    def add(self, item: AskedItem, reply: PreparedReply) -> None:
        """An item and what came back, as the next of the run."""
        position, item_id, task = item
        turn, key = self.n_rows, reply.kept[0]
        self._page.append((position, turn, item_id, task, key, reply.epoch, reply.error, reply.kept))
        self.n_rows += 1
        if len(self._page) == PAGE:
            self.end_page()

    def end_page(self) -> None:
        """Write what has come so far, or let it wait."""
        page, self._page = self._page, []
        if self._session_id is None:
            self._waiting.add_page(page)
        else:
            self._write(page, self._session_id)

    def begin(self) -> None:
        """Write what waits, and all that comes: the store's transaction has begun."""
        self._session_id = self._store.adopted.start(__version__)
        for page in self._waiting.pages():
            self._write(page, self._session_id)
            del page  # some 8 MB, before the next are read

    def end(self, run_id: str, *, known: bool) -> None:
        """Give all of it to a run.

        Args:
            known: the run was there before: nothing changes.
        """
        assert self._session_id is not None
        if known:
            self._store.adopted.forget(self._session_id)
            return
        for page in self._planned.pages():
            self._store.adopted.plan(run_id, page)
        self._store.adopted.finish(self._session_id, run_id)

    def _write(self, page: list[Row], session_id: int) -> None:
        # In the order of their keys: three indexes are by them, and neighbours share a page.
        answered = sorted((row for row in page if row[_ERROR] is None), key=_key_of)
        failed = [row for row in page if row[_ERROR] is not None]
        self.n_errors += len(failed)
        replies = [AdoptedReply._make(row[_KEPT]) for row in answered]
        found = self._store.adopted.keep(session_id, self._sender, replies)
        rested = [(*row[_PLACE], *rest, None, None, None) for row, rest in zip(answered, found, strict=True)]
        given_up = [(*row[_PLACE], None, None, "LoggedError", row[_ERROR], 0) for row in failed]
        self._planned.add_page(sorted(rested + given_up))  # in the order of their places: as their table is


CACHE_BYTES = 16 << 20  # of SQLite: what lies between keys in random order is written once, not many times
# Writing begins when reading takes no longer than this, so that other runs wait for the store's lock by no
# more than that longer than if all had been read before.
LOCKED_S = 5.0


@dataclass(frozen=True, slots=True)
class Adopted:
    """The run made of one model's logs.

    Attributes:
        n_errors: items of which the log has no reply, only why there is none.
        known: the run was there before, with the same replies; nothing changed.
        notes: what the format does not say.
        left_out: records that ask no question, each with why.
        scored: by each way of scoring that the logs name ("" where there is one): how many replies the tool
            scored as right, of how many; empty where the logs do not say what it made of any reply.
    """

    run_id: str
    benchmark: str
    n_replies: int
    n_errors: int
    known: bool
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    scored: Mapping[str, tuple[int, int]] = field(default_factory=dict)


class _ModelLogs:
    """The logs of one model.

    Attributes:
        model: as the logs say, or the first file's name.
        sender: the model, with an address for its requests: the tool, and the hash of the files and of the
            names given for their fields: who names another field does not get what was read from the first.
        left_out: records that ask no question, each with why.
        epochs: how often the item was asked that was asked most often.
        n_entered: replies that have been read.
        absent: of each of them that the log holds no text of, why: it is an empty reply.
        scored: as of `Adopted`.
    """

    def __init__(
        self,
        number: int,
        logs: Sequence[Log],
        digests: Mapping[Path, str],
        pages: Callable[[AdoptedSender], ReplyPages],
    ) -> None:
        self.head, self.logs, self._number = logs[0].head, logs, number
        model = self.head.model or logs[0].path.stem
        files = sorted({digests[log.path] for log in logs})  # named twice, a file is still one
        named = [f"{of}={name}" for of, name in logs[0].given._asdict().items() if name]
        named += [self.head.way] if self.head.way else []
        source = hashlib.sha256("".join([*files, *named]).encode()).hexdigest()
        self.sender = AdoptedSender(METHOD, f"{self.head.tool}:{source[:16]}", model)
        self.pages = pages(self.sender)
        self.left_out: list[str] = []
        self.epochs, self.n_entered = 1, 0
        self.absent: list[str] = []
        self.scored: dict[str, tuple[int, int]] = {}

    def enter(self, reply: PreparedReply, book: ItemBook, items: Spool) -> None:
        """Enter a reply, and its item if it is new; the same once more is passed over."""
        try:
            item, line, before = book.enter(reply, self._number)
        except NoQuestion as error:
            self.left_out.append(str(error))
            return
        self.n_entered += 1
        if reply.absent is not None:
            self.absent.append(reply.absent)
        if line is not None:
            items.add((item.item_id, item.task, line))
        if before is None:
            self.epochs = max(self.epochs, reply.epoch)
            for way, right in reply.scored:
                n_right, n = self.scored.get(way, (0, 0))
                self.scored[way] = (n_right + bool(right), n + (right is not None))
            self.pages.add(item, reply)
        elif before != reply.text:
            raise LogUnusable(
                f"{reply.place}: item {reply.item!r}, epoch {reply.epoch}, has another reply before, or "
                "another score of it. Adopt each of several runs by itself; number repetitions with `epoch`."
            )

    def spec(self, benchmark: str) -> RunSpec:
        """The specification of the adopted run."""
        temperature = self.head.parameters.get("temperature")
        known = float(temperature) if isinstance(temperature, int | float) else None
        return RunSpec(
            provider=PROVIDER,
            model=self.sender.model,
            endpoint=self.sender.endpoint,
            benchmark=benchmark,
            variant=adopted_variant(
                self.head.tool, self.head.version, self.head.answer_format, self.head.way
            ),
            parameters=Parameters(known, max_tokens=None),
            epochs=self.epochs,
        )


class _Adoption:
    """Logs on their way into a store.

    Args:
        stack: closes what is opened, and ends the store's transaction.
    """

    def __init__(self, store: Store, logs: Sequence[Log], reader: LogReader, stack: ExitStack) -> None:
        def spool() -> Spool:
            return stack.enter_context(closing(Spool(store.path.parent)))

        def pages(sender: AdoptedSender) -> ReplyPages:
            return ReplyPages(store, sender, spool)

        self._store, self._reader, self._stack = store, reader, stack
        self.digests = {log.path: reader.digest(log) for log in logs}
        self.groups = [
            _ModelLogs(number, group, self.digests, pages) for number, group in enumerate(_by_model(logs))
        ]
        self.book, self.items = ItemBook(stack.enter_context(closing(MetReplies()))), spool()
        self._begun = False

    def read(self, locked_s: float) -> None:
        """Read all logs; from some moment on, what is read is written."""
        for number, group in enumerate(self.groups):
            if self._begun:
                group.pages.begin()
            for log in group.logs:
                try:
                    self._read_log(number, log, locked_s)
                except LogUnusable as error:
                    error.path = log.path
                    raise
            group.pages.end_page()
        if not self._begun:
            self._begin(self.groups)

    def _read_log(self, number: int, log: Log, locked_s: float) -> None:
        group = self.groups[number]
        n_before, absent_before = group.n_entered, len(group.absent)
        for replies in self._reader.read(log, group.sender):
            for reply in replies:
                group.enter(reply, self.book, self.items)
            if not self._begun and self._reader.seconds_left() <= locked_s:
                self._begin(self.groups[: number + 1])
        if (absent := group.absent[absent_before:]) and len(absent) == group.n_entered - n_before:
            raise LogUnusable(absent[0])

    def _begin(self, groups: Sequence[_ModelLogs]) -> None:
        """Begin to write, with what has been read of some models."""
        self._begun = True
        self._stack.enter_context(self._store.bulk_transaction(CACHE_BYTES))
        for group in groups:
            group.pages.begin()


def keep_logs(
    store: Store,
    logs: Sequence[Log],
    name: str | None = None,
    n_processes: int | None = None,
    locked_s: float = LOCKED_S,
) -> list[Adopted]:
    """Keep logs: one benchmark of all their items, and a run for each tool and model.

    Args:
        store: an open store.
        logs: as `open_log` gives them.
        name: of the benchmark; by default that of the first file.
        n_processes: how many processes work; by default as many as there are processors if logs are large.
        locked_s: for how many seconds of reading nobody else may write to the store.

    Raises:
        LogUnusable: one cannot be used; nothing is kept then.
    """
    with infrequent_gc(), ExitStack() as stack:
        reader = stack.enter_context(LogReader.open(logs, n_processes))
        adoption = _Adoption(store, logs, reader, stack)
        adoption.read(locked_s)
        if not len(adoption.book):
            raise LogUnusable(f"{logs[0].path} holds no reply.")
        before = [_adopted_before(store, group) for group in adoption.groups]
        if None in before:
            _keep_items(store, name or logs[0].path.stem, adoption)
        digest = adoption.book.digest.hexdigest()
        return [
            _keep_run(store, group, digest, run) for group, run in zip(adoption.groups, before, strict=True)
        ]


def _by_model(logs: Sequence[Log]) -> list[list[Log]]:
    groups: dict[tuple[str, str, str], list[Log]] = {}
    for log in logs:
        model = log.head.model if log.head.model is not None else str(log.path)
        groups.setdefault((log.tool, model, log.head.way), []).append(log)
    return list(groups.values())


def _keep_items(store: Store, name: str, adoption: _Adoption) -> None:
    book, digest = adoption.book, adoption.book.digest.hexdigest()
    made = manifest(
        BenchmarkKind.ADOPTED,
        name,
        inputs_sha256={path.name: sha256 for path, sha256 in adoption.digests.items()},
        tasks={task: {"items": n} for task, n in book.tasks()},
        items={"count": len(book), "sha256": digest},
    )
    rows: Iterator[Any] = (row for page in adoption.items.pages() for row in page)
    store.benchmarks.add(digest=digest, name=name, manifest=made, items=rows, triples=None)


def _adopted_before(store: Store, group: _ModelLogs) -> RunRow | None:
    """The run of the same files, if all of their replies are in it.

    Its items may be another benchmark: a log adopted alone, and then with a folder's others, is one run.
    """
    wanted = {"provider": PROVIDER, "model": group.sender.model, "endpoint": group.sender.endpoint}
    for run in store.runs.get_all():
        if wanted.items() <= run.spec.items():
            counts = store.results.count_each([run.run_id]).get(run.run_id)
            if counts is not None and counts.total == group.pages.n_rows:
                return run
    return None


def _keep_run(store: Store, group: _ModelLogs, benchmark: str, before: RunRow | None) -> Adopted:
    pages, known = group.pages, before is not None
    if before is not None:
        run_id, benchmark = before.run_id, before.benchmark
    else:
        spec = group.spec(benchmark)
        run_id = spec.run_id()
        store.runs.add(run_id, spec.benchmark, spec.to_store())
    pages.end(run_id, known=known)
    n_errors = 0 if known else pages.n_errors
    n_replies = 0 if known else pages.n_rows - n_errors
    notes = [*group.head.notes, *_absent(len(group.absent))]
    said = (tuple(notes), tuple(group.left_out), group.scored)
    return Adopted(run_id, benchmark, n_replies, n_errors, known, *said)


def _absent(n: int) -> Iterator[str]:
    if n:
        yield f"{counted(n, 'record holds', 'records hold')} no text of a reply: counted as empty replies."
