"""Items by the columns of the file that they were imported from: some of them alone, or grouped by a value.

What a report says of tasks it says of a column's values where runs are grouped by it (`--by`). A restricted
benchmark gives away no golds in groups too small for that, nor item by item, unless told.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain, compress
from typing import Any

from benchmark import Item
from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.figures.clustering import question_keys
from mhclient.read.scored import Scored
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun
from mhclient.run.stored_items import is_restricted, refuse_answers
from mhclient.show.counts import counted

LEAST_QUESTIONS = 10  # in a group that somebody has chosen; of fewer, figures tell which answers are right


def refuse_golds(runs: Iterable[LoadedRun], *, with_answers: bool, otherwise: str = "") -> None:
    """Refuse to write golds of items of restricted benchmarks.

    Args:
        otherwise: what else can be done, as a sentence.

    Raises:
        UsageError: a run's benchmark is restricted, and nobody said `with_answers`.
    """
    for run in runs:
        name, manifest = run.run.run_id, run.benchmark.manifest
        refuse_answers(manifest, name, with_answers=with_answers, otherwise=otherwise)


def refuse_few(whole: LoadedRun, chosen: LoadedRun, *, with_answers: bool) -> None:
    """Refuse groups of so few questions of a restricted benchmark that their figures hold the golds.

    A task with all of its questions stands in every report, however few they are.

    Args:
        whole: the run; `chosen`: the items that somebody wants figures of, grouped as wanted.

    Raises:
        UsageError: a group has fewer than `LEAST_QUESTIONS`, and nobody said `with_answers`.
    """
    if with_answers or not is_restricted(whole.benchmark.manifest):
        return
    of_task = _questions_by_task(whole)
    for group, questions in _questions_by_task(chosen).items():
        if len(questions) < LEAST_QUESTIONS and questions != of_task.get(group):
            otherwise = f" Choose groups of {LEAST_QUESTIONS} questions or more."
            # Not the group's name: it may be a label.
            name = f"{whole.run.run_id}, a group chosen with {counted(len(questions), 'question')} alone"
            refuse_answers(whole.benchmark.manifest, name, with_answers=False, otherwise=otherwise)


def _questions_by_task(run: LoadedRun) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    items = [scored.item for scored in run.scored]
    for item, question in zip(items, question_keys(items, run.benchmark.copies), strict=True):
        found[item.task].add(question)
    return dict(found)


NONE = "(none)"  # the group of items that have no value
BUILT_IN = ("task", "relation", "mode")


@dataclass(frozen=True, slots=True)
class ItemChoice:
    """Which items a report is about, and what it groups them by.

    Attributes:
        where: column → values, as patterns, of which an item must have one.
        by: the column; None for tasks.
        with_answers: groups may be so small that their figures tell the answers of a restricted benchmark.
    """

    where: Mapping[str, Sequence[str]] = field(default_factory=dict)
    by: str | None = None
    with_answers: bool = False

    def apply(self, runs: Iterable[LoadedRun]) -> Iterator[LoadedRun]:
        """The runs with these items alone, grouped so.

        Raises:
            UsageError: no item of a run has such a column, or none such a value; says which there are. Or a
                group would tell answers that are not to be passed on.
        """
        seen: dict[str, LoadedRun] = {}
        waiting = iter(runs)
        for run in waiting:
            if lacking := self._lacking_in(run):
                raise _refusal(lacking, list(seen.values()), chain([run], waiting))
            seen.setdefault(run.benchmark.digest, run)
            yield self._applied(run)

    def _applied(self, run: LoadedRun) -> LoadedRun:
        chosen = _only(run, self.where) if self.where else run
        grouped = chosen if self.by is None else _grouped(chosen, self.by)
        if self.where or self.by is not None:
            refuse_few(run, grouped, with_answers=self.with_answers)
        return grouped

    def _lacking_in(self, run: LoadedRun) -> tuple[str, str] | None:
        """The first column asked for that no item of a run has, and the option that asks for it."""
        asked = [*((column, "`where`") for column in self.where), *([(self.by, "`by`")] if self.by else [])]
        return next((each for each in asked if not _has(run, each[0])), None)


def value_of(item: Item, column: str) -> str:
    """An item's value in a column as text; "" for none."""
    if column == "task":
        return item.task
    found: Any = item.details.get(column)
    if found is None and column == "relation":
        found = item.relation
    if found is None and column == "mode":
        found = item.mode.value
    return "" if found is None else str(found)


def _only(run: LoadedRun, where: Mapping[str, Sequence[str]]) -> LoadedRun:
    items = {scored.item.id: scored.item for scored in run.scored}
    for column in where:
        _check_column(items.values(), column, "`where`")
    chosen = {name for name, item in items.items() if _fits(item, where)}
    if not chosen:
        raise UsageError(
            f"`where`: no item has {in_words(where)}. {_values(items.values(), next(iter(where)))}"
        )
    kept = [scored.item.id in chosen for scored in run.scored]
    failures = dict(_of_items(run, kept))
    fits = partial(_fits, where=where)
    return replace(
        run.at([place for place, is_kept in enumerate(kept) if is_kept]),
        spent={name: spent for name, spent in run.spent.items() if name in chosen},
        failures=failures,
        errors=dict(Counter(why.partition(":")[0] for why in failures.values())),
        benchmark=_with_items(run.benchmark, list(filter(fits, run.benchmark.items.values()))),
        # Of all items of the run, not of these.
        choices=None,
        confidences=(),
        judged=None,
    )


def _of_items(run: LoadedRun, kept: Sequence[bool]) -> Iterator[tuple[str, str]]:
    for name in compress(run.names, kept):
        if name in run.failures:
            yield name, run.failures[name]


def _fits(item: Item, where: Mapping[str, Sequence[str]]) -> bool:
    return all(
        any(fnmatchcase(value_of(item, column), pattern) for pattern in patterns)
        for column, patterns in where.items()
    )


def _grouped(run: LoadedRun, column: str) -> LoadedRun:
    _check_column([scored.item for scored in run.scored], column, "`by`")

    def group(item: Item) -> Item:
        return replace(item, task=value_of(item, column) or NONE)

    items = run.benchmark.items
    regrouped = {name: group(item) for name, item in items.items()}
    grouped = _with_items(run.benchmark, list(regrouped.values()))
    scored = tuple(replace(each, item=regrouped[each.item.id]) for each in run.scored)
    ordered = sorted(range(len(scored)), key=lambda place: _order(scored[place]))
    return replace(
        replace(run, scored=scored).at(ordered),
        benchmark=replace(grouped, tasks_before={name: item.task for name, item in items.items()}),
    )


def _order(scored: Scored) -> tuple[bool, bool, float, str]:
    """Groups by their number, else by their name, those without a value last; within one as before."""
    try:
        return scored.task == NONE, False, float(scored.task), ""
    except ValueError:
        return scored.task == NONE, True, 0.0, scored.task


def _with_items(benchmark: LoadedBenchmark, items: Sequence[Item]) -> LoadedBenchmark:
    sizes = dict(Counter(item.task for item in items))
    return replace(benchmark, items={item.id: item for item in items}, sizes=sizes)


def _check_column(items: Collection[Item], column: str, option: str) -> None:
    if any(value_of(item, column) for item in items):
        return
    known = list(dict.fromkeys([*(name for item in items for name in item.details), *BUILT_IN]))
    raise UsageError(_no_column(column, option, known))


def _has(run: LoadedRun, column: str) -> bool:
    return any(value_of(scored.item, column) for scored in run.scored)


def _refusal(lacking: tuple[str, str], before: Iterable[LoadedRun], then: Iterable[LoadedRun]) -> UsageError:
    """Which runs lack a column, and which columns there are.

    Args:
        lacking: the column, and the option that asks for it.
        before: runs that have it, one of each benchmark.
        then: the run that lacks it first, and those that come after it.
    """
    column, option = lacking
    without: list[str] = []
    having = [run.run.run_id for run in before]
    columns = {run.benchmark.digest: _columns(run) for run in before}
    for run in then:
        (having if _has(run, column) else without).append(run.run.run_id)
        columns.setdefault(run.benchmark.digest, _columns(run))
    if not having:
        known = dict.fromkeys([*(name for _, names in columns.values() for name in names), *BUILT_IN])
        return UsageError(_no_column(column, option, list(known)))
    listed = "; ".join(
        f"{name} has {', '.join(names) or 'none of its own'}" for name, names in columns.values()
    )
    return UsageError(
        f"{option} {column}: no item of {' and '.join(without)} has such a column; those of "
        f"{' and '.join(having)} have. Leave these runs out, or take a column that all have. Columns: "
        f"{listed}; all have {', '.join(BUILT_IN)}."
    )


def _columns(run: LoadedRun) -> tuple[str, list[str]]:
    """A benchmark's name, and the columns of its items in a run."""
    return run.benchmark.name, list(dict.fromkeys(name for one in run.scored for name in one.item.details))


def _no_column(column: str, option: str, known: Sequence[str]) -> str:
    """Why items cannot be chosen or grouped by a column: it is empty, or not known."""
    if column in known:
        return f"{option} {column}: no item of these runs has a value there."
    near = near_names(column, known, 1)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(known[:20])}."
    return f"{option} {column}: no item has such a column. {hint}"


def in_words(where: Mapping[str, Sequence[str]]) -> str:
    """As a sentence has it."""
    return " and ".join(f"{column}={' or '.join(values)}" for column, values in where.items())


def _values(items: Collection[Item], column: str) -> str:
    counts = Counter(value_of(item, column) or NONE for item in items).most_common(10)
    return f"Values of {column}: {', '.join(f'{value} ({n})' for value, n in counts)}."
