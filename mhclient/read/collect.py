"""From the store to cases: replies, read by the present reader, each completion once.

What was read is kept in the store, so that the second look at a run opens at once.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import accumulate, groupby, islice
from operator import itemgetter
from sys import intern
from typing import TYPE_CHECKING, NamedTuple, overload

from benchmark.item import Mode
from benchmark.kinds import task_name
from cache import CaseEnd, ReadingRow, RecordRow, Store
from cache.rows import ReadItemRow
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.machine.process import no_gc
from mhclient.read.case import ANSWER, Case, case_key, joined, letters_in, said, shown_completion
from mhclient.read.reading import BriefReading, Reader, present_reader
from mhclient.run.given import names_of
from mhclient.run.marks import Mark, stored_marks
from mhclient.run.parameters import FinishReason
from mhclient.run.prompts import Shown, item_fields
from mhclient.run.spec import Reask, RunSpec, spec_of
from mhclient.run.stored_items import benchmark_names
from mhclient.run.stored_runs import readable_runs
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from mhclient.providers import withheld
else:  # what checks bodies takes a twentieth of a second to load, and few replies have no text
    withheld = later("mhclient.providers.withheld")

MANY = 2_000  # replies that take long enough to say so
AT_ONCE = 2_000  # replies whose texts are held at once
KEPT_AT_ONCE = 10_000  # readings that are kept in one transaction
_MODES = frozenset(Mode)
UNREAD = ReadingRow("", "", None, "", None, None)


class BriefCase(NamedTuple):
    """What is known of a case without its texts; fields as in `Case`."""

    run_id: str
    model: str
    task: str
    reading: ReadingRow

    @property
    def read(self) -> bool:
        return self.reading.outcome == ANSWER

    @property
    def said(self) -> str:
        return said(self.reading)


class StoredCases(Sequence[Case]):
    """The cases of some runs: what was read is known of all, the rest comes when a case is looked at."""

    def __init__(self, runs: "Sequence[_RunCases]") -> None:
        self._runs = runs
        self._starts = list(accumulate((len(run.rows) for run in runs), initial=0))

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, place: int) -> Case: ...
    @overload
    def __getitem__(self, place: slice) -> list[Case]: ...
    def __getitem__(self, place: int | slice) -> Case | list[Case]:
        found = range(len(self))[place]
        return next(self.at([found])) if isinstance(found, int) else list(self.at(found))

    def __iter__(self) -> Iterator[Case]:
        return self.at(range(len(self)))

    def brief(self) -> Iterator[BriefCase]:
        """Every case, without its texts."""
        for run in self._runs:
            for row in run.rows:
                yield BriefCase(run.run_id, run.spec.model, row.task, row.reading)

    def at(self, places: Iterable[int]) -> Iterator[Case]:
        """The cases in these places."""
        numbered = ((bisect_right(self._starts, place) - 1, place) for place in places)
        for number, of_run in groupby(numbered, itemgetter(0)):
            run, start = self._runs[number], self._starts[number]
            rows = (run.rows[place - start] for _, place in of_run)
            while some := list(islice(rows, AT_ONCE)):
                yield from run.load(some)


def in_brief(cases: Sequence[Case]) -> Sequence[Case | BriefCase]:
    """The cases, without their texts where these are in a store."""
    return list(cases.brief()) if isinstance(cases, StoredCases) else cases


def cases_at(cases: Sequence[Case], places: Iterable[int]) -> Iterator[Case]:
    """The cases in these places; those in a store are loaded some at once."""
    return cases.at(places) if isinstance(cases, StoredCases) else map(cases.__getitem__, places)


@dataclass(frozen=True, slots=True)
class Collected:
    """The replies of some runs.

    Attributes:
        reader: who read them.
        without_reply: run → items that ended in an error or were not asked; they are no cases.
        asked_again: of those runs that ask items of an earlier run again, which and why.
        marks: run → what sets it apart, as in reports.
        left_out: run → items that cannot be used, since what the store holds of them is broken.
        newly_read: completions that this reader had not read before.
    """

    reader: str
    cases: Sequence[Case]
    without_reply: Mapping[str, int]
    asked_again: Mapping[str, Reask]
    newly_read: int
    marks: Mapping[str, Sequence[Mark]] = field(default_factory=dict)
    left_out: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Collected {len(self.cases):,} replies of {len(self.without_reply):,} runs>"


@no_gc()  # all that is made stays, and the search would go through it again and again
def collect(
    store: Store, run_ids: str | Sequence[str], tell: Callable[[str], None] = lambda _: None
) -> Collected:
    """The cases of runs, in the runs' order; new readings are kept in the store.

    Args:
        tell: told what takes a while, where something does.

    Raises:
        UnknownRun: there is no such run.
        UsageError: there is no reply in any of them.

    Example:
        >>> found = find_cases(store, [spec.run_id()])
        >>> len(found.cases), found.cases[0].reading.outcome
        (20, 'answer')
    """
    found = collect_stored(store, run_ids, tell)
    return replace(found, cases=tuple(found.cases))


@no_gc()
def collect_stored(
    store: Store, run_ids: str | Sequence[str], tell: Callable[[str], None] = lambda _: None
) -> Collected:
    """The same, with cases that stay in the store until they are looked at, as long as it is open."""
    named = names_of(run_ids)
    readable = readable_runs(store, named, tell)
    names = benchmark_names(store, (store.runs.get(run_id).benchmark for run_id in readable))
    reader = present_reader()
    with Reader() as reading:
        runs = [_RunCases(store, run_id, names) for run_id in readable]
        if (n_new := sum(run.find(reader) for run in runs)) >= MANY:
            tell(f"Reading {counted(n_new, 'reply')} for the first time …")
        newly_read = sum(run.read_rest(reader, reading) for run in runs)
    cases = StoredCases(runs)
    if not cases:
        raise UsageError(f"no replies to audit in {', '.join(named)}. 'mhclient run' asks for them.")
    return Collected(
        reader,
        cases,
        {run.run_id: run.n_without for run in runs},
        _asked_again(store, readable),
        newly_read,
        {run_id: stored_marks(store, store.runs.get(run_id)) for run_id in readable},
        {run.run_id: run.left_out for run in runs if run.left_out},
    )


def case_end(case: Case) -> CaseEnd:
    """The key under which a case's reading is kept."""
    return case.key, case.finish_reason or ""


def _asked_again(store: Store, run_ids: Iterable[str]) -> dict[str, Reask]:
    reasks = {run_id: Reask.from_json(store.runs.get(run_id).spec.get("reask")) for run_id in run_ids}
    return {run_id: reask for run_id, reask in reasks.items() if reask is not None}


def _row(read: BriefReading) -> ReadingRow:
    start, end = read.span or (None, None)
    grade = None if read.grade is None else read.grade.value
    return ReadingRow(read.ending.value, joined(read.said or frozenset()), grade, read.rule, start, end)


class _Row(NamedTuple):
    """A reply of a run, and what was read in it."""

    position: int
    repetition: int
    response_id: int
    task: str
    reading: ReadingRow


class _RunCases:
    """A run's replies in its order, with what was read in each.

    Attributes:
        n_without: items that have no reply.
        left_out: items that cannot be used.
    """

    def __init__(self, store: Store, run_id: str, names: Mapping[str, str]) -> None:
        """Args: names: benchmark → its name."""
        self.run_id, self.spec = run_id, spec_of(store.runs.get(run_id))
        manifest, name = store.benchmarks.get(self.spec.benchmark).manifest, names[self.spec.benchmark]
        self._task_name = cache(lambda task: task_name(manifest, task, name))
        self._store = store
        self.rows: list[_Row] = []
        self._waiting: list[_Row] = []
        counts = store.results.count_tasks(run_id).values()
        self.n_without = sum(task.total - task.answered for task in counts)
        self.left_out: list[str] = []

    def find(self, reader: str) -> int:
        """Take from the store what a reader has read; returns of how many replies that is not known."""
        alike: dict[ReadingRow, ReadingRow] = {}  # most replies are read as many others are
        for row in self._store.readings.read_run(self.run_id, reader):
            to, read = self._waiting, UNREAD
            if row.ending is not None:
                of_row = row.ending, row.letters or "", row.grade, row.rule or ""
                read = ReadingRow(*of_row, row.span_start, row.span_end)
                to, read = self.rows, alike.setdefault(read, read)
            to.append(_Row(row.position, row.repetition, row.response_id, self._task_name(row.task), read))
        return len(self._waiting)

    def read_rest(self, reader: str, reading: Reader) -> int:
        """Read the other replies, and keep what is read; returns how many completions nobody had read."""
        n_new = 0
        for start in range(0, len(self._waiting), KEPT_AT_ONCE):
            n_new += self._read(self._waiting[start : start + KEPT_AT_ONCE], reader, reading)
        if self._waiting:
            self.rows.sort(key=itemgetter(0, 1))
        self._waiting = []
        return n_new

    def _read(self, rows: Sequence[_Row], reader: str, reading: Reader) -> int:
        store = self._store
        cases = [(row, record, case) for row, record, case in self._cases(rows) if case is not None]
        different = {case_end(case): case for _, _, case in cases}
        known = store.readings.find({key for key, _ in different}, reader)
        rest = {end: case for end, case in different.items() if end not in known}
        read = reading.begin([shown_completion(case) for case in rest.values()])()
        new = {end: _row(brief) for end, brief in zip(rest, read, strict=True)}
        reading.forget()
        known.update(new)
        self.rows += [row._replace(reading=known[case_end(case)]) for row, _, case in cases]
        with store.transaction():
            store.readings.keep(sorted(new.items()), reader)  # in the order of the table: half of the time
            kept = (_read_item(record, case, known[case_end(case)]) for _, record, case in cases)
            store.readings.keep_items(self.run_id, reader, kept)
        return len(new)

    def load(self, rows: Sequence[_Row]) -> Iterator[Case]:
        """The cases in these rows, in their order.

        Raises:
            UsageError: one cannot be used any more.
        """
        for row, record, case in self._cases(rows):
            if case is None:
                raise UsageError(f"{self.run_id}: what the store holds of item {record.item_id!r} is broken.")
            yield case._replace(reading=row.reading)

    def _cases(self, rows: Sequence[_Row]) -> Iterator[tuple[_Row, RecordRow, Case | None]]:
        """What the store has of these rows; no case of what cannot be used, which is left out."""
        found = self._store.results.read_records(self.run_id, [row.position for row in rows])
        records = {(record.position, record.repetition): record for record in found}
        for row in rows:
            record = records.get((row.position, row.repetition))
            if record is None or record.response_id != row.response_id:
                raise UsageError(f"{self.run_id} has other replies than before: open it again.")
            case: Case | None = None
            try:
                case = _case(record, self.run_id, self.spec, row.task)
                if not case.completion.strip():
                    case = case._replace(why_empty=_why(self._store, record))
            except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
                self.left_out.append(record.item_id)
            yield row, record, case


def _read_item(record: RecordRow, case: Case, read: ReadingRow) -> ReadItemRow:
    """A reading as the views of a run have it."""
    letters = letters_in(read.letters)
    shown = Shown.from_record(record.shown, list(case.options))
    answered = read.outcome == ANSWER
    return ReadItemRow(
        record.item_id,
        record.request_key,
        record.response_id or 0,
        read.outcome,
        joined(shown.items_letters(letters)) if answered else None,
        answered and letters == case.gold,
        read.letters if answered else None,
        *read[2:],
    )


def _why(store: Store, record: RecordRow) -> str:
    """Why a reply has no text, as its body says."""
    if record.response_id is None or record.finish_reason == FinishReason.CONTENT_FILTER:
        return ""
    (body,) = store.results.read_bodies_of([record.response_id])
    return withheld.why_without_text(body, record.finish_reason).what


@lru_cache(maxsize=1_000)
def _once(letters: frozenset[str]) -> frozenset[str]:
    """The same letters, once: a set of one letter takes 216 bytes."""
    return letters


def _case(record: RecordRow, run_id: str, spec: RunSpec, task: str) -> Case:
    """A reply as a case; the errors of anything that is not as it should be are its caller's.

    An item is looked at no further than it is used: checking 14,000 of them whole would be felt.
    """
    item = item_fields(record.item)
    shown = Shown.from_record(record.shown, list(item["options"]))
    options = shown.options(item["options"])
    completion = record.completion or ""
    gold = _once(shown.labels(frozenset(item["gold"])))
    # Items share entities and relations; a TypeError where one is no text.
    names = (*(intern(entity["name"]) for entity in item.get("entities", ())), *options.values())
    "".join(names)
    relation = item.get("relation")
    if item["mode"] not in _MODES or len(gold) != len(item["gold"]):
        raise ValueError("no item")
    return Case(
        key=case_key(completion, item["question"], options, item["mode"]),
        run_id=run_id,
        model=spec.model,
        item_id=record.item_id,
        task=task,
        relation=intern(relation) if isinstance(relation, str) else relation,
        question=item["question"],
        options=options,
        mode=item["mode"],
        names=names,
        gold=gold,
        completion=completion,
        finish_reason=record.finish_reason,
        answer_format=spec.variant.answer_format,
        reading=UNREAD,
        repetition=record.repetition,
    )
