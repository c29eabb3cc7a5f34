"""From the store to cases: replies, read by the present reader, each completion once.

What was read is kept in the store, so that the second look at a run opens at once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from benchmark.item import Mode
from benchmark.kinds import task_name
from cache import CaseEnd, ReadingRow, RecordRow, Store
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.machine.process import no_gc
from mhclient.read.case import Case, case_key, joined, shown_completion
from mhclient.read.reading import BriefReading, present_reader, read_all
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
_MODES = frozenset(Mode)
UNREAD = ReadingRow("", "", None, "", None, None)


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
    cases: tuple[Case, ...]
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
    named = names_of(run_ids)
    readable = readable_runs(store, named, tell)
    names = benchmark_names(store, (store.runs.get(run_id).benchmark for run_id in readable))
    found = {run_id: _replies(store, run_id, names) for run_id in readable}
    cases = [case for replies in found.values() for case in replies.cases]
    if not cases:
        raise UsageError(f"no replies to audit in {', '.join(named)}. 'mhclient run' asks for them.")
    reader = present_reader()
    for replies in found.values():
        replies.cases.clear()  # those with a reading take their place, and both would be half of the memory
    known = store.readings.find({case.key for case in cases}, reader)
    not_read = [case for case in cases if case_end(case) not in known]
    if len(not_read) >= MANY:
        tell(f"Reading {counted(len(not_read), 'reply')} for the first time …")
    new = read_anew(not_read)
    if new:
        with store.transaction():
            store.readings.keep(new.items(), reader)
    known.update(new)
    for place, case in enumerate(cases):
        cases[place] = case._replace(reading=known[case_end(case)])
    without_reply = {run_id: replies.n_without for run_id, replies in found.items()}
    marks = {run_id: stored_marks(store, store.runs.get(run_id)) for run_id in found}
    left_out = {run_id: replies.left_out for run_id, replies in found.items() if replies.left_out}
    return Collected(
        reader, tuple(cases), without_reply, _asked_again(store, found), len(new), marks, left_out
    )


def case_end(case: Case) -> CaseEnd:
    """The key under which a case's reading is kept."""
    return case.key, case.finish_reason or ""


def read_anew(cases: Sequence[Case]) -> dict[CaseEnd, ReadingRow]:
    """Readings of completions by the present reader."""
    different = {case_end(case): case for case in cases}
    readings = read_all([shown_completion(case) for case in different.values()])
    return {end: _row(read) for end, read in zip(different, readings, strict=True)}


def _asked_again(store: Store, run_ids: Iterable[str]) -> dict[str, Reask]:
    reasks = {run_id: Reask.from_json(store.runs.get(run_id).spec.get("reask")) for run_id in run_ids}
    return {run_id: reask for run_id, reask in reasks.items() if reask is not None}


def _row(read: BriefReading) -> ReadingRow:
    start, end = read.span or (None, None)
    grade = None if read.grade is None else read.grade.value
    return ReadingRow(read.ending.value, joined(read.said or frozenset()), grade, read.rule, start, end)


class _Replies(NamedTuple):
    """A run's replies, not read yet; `n_without` items have none, those left out cannot be used."""

    cases: list[Case]
    n_without: int
    left_out: list[str]


def _replies(store: Store, run_id: str, names: Mapping[str, str]) -> _Replies:
    """A run's replies.

    Args:
        names: benchmark → its name.
    """
    spec = spec_of(store.runs.get(run_id))
    benchmark = store.benchmarks.get(spec.benchmark)
    called = cache(lambda task: task_name(benchmark.manifest, task, names[spec.benchmark]))
    cases: list[Case] = []
    left_out: list[str] = []
    n_without = 0
    for record in store.results.read_records(run_id):
        if record.response_id is None:
            n_without += 1
            continue
        try:
            case = _case(record, run_id, spec, called(record.task))
            cases.append(case if case.completion.strip() else case._replace(why_empty=_why(store, record)))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            left_out.append(record.item_id)
    return _Replies(cases, n_without, left_out)


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
