"""Into the store: the items of logs as a benchmark, and the replies of each model as a run.

All of it in one transaction: a log that turns out to be unusable leaves nothing behind. A request's body is
the messages as logged; its method and address say that another tool sent it, so that no live run can ever
rest on such a reply. A log is read once. The hash of all items names the benchmark, and with it the run, so
items wait on disk until the last one has been seen; replies may be written before.

Decision: docs/decisions/adopt.md, "What it costs to adopt a reply".
Decision: docs/decisions/adopt.md, "What is read is written meanwhile".
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmark.build.manifest import manifest
from benchmark.kinds import BenchmarkKind
from cache import AdoptedSender, MetReplies, Store
from mhclient.adopt.formats import Log
from mhclient.adopt.items import ItemBook, NoQuestion
from mhclient.adopt.logged import LogUnusable
from mhclient.adopt.pages import ReplyPages
from mhclient.adopt.prepared import PreparedReply
from mhclient.adopt.reader import LogReader
from mhclient.adopt.spool import Spool
from mhclient.machine.process import infrequent_gc
from mhclient.run.adopted import METHOD, PROVIDER, adopted_variant
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.show.counts import counted

CACHE_BYTES = 16 << 20  # of SQLite: what lies between keys in random order is written once, not many times
# Writing begins when reading takes no longer than this, so that other runs wait for the store's lock by no
# more than that longer than if all had been read before.
LOCKED_S = 5.0


@dataclass(frozen=True, slots=True)
class Adopted:
    """What became of the logs of one model.

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
        """What the run is said to ask."""
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
        _keep_items(store, name or logs[0].path.stem, adoption)
        return [_keep_run(store, group, adoption.book.digest.hexdigest()) for group in adoption.groups]


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


def _keep_run(store: Store, group: _ModelLogs, benchmark: str) -> Adopted:
    spec, pages = group.spec(benchmark), group.pages
    run_id = spec.run_id()
    known = store.runs.exists(run_id)
    if not known:
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
