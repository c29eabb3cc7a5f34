"""What a block of a report is, and which items figures rest on.

How to add a block is said in the package's docstring. The filters of `Behind` are those of
page/assets/filters.js.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from mhclient.figures.accuracy import AccuracyFigures
from mhclient.figures.paired import Paired
from mhclient.figures.proportion_intervals import Share
from mhclient.report.chart import Chart
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Figures, Finding, Summary
from mhclient.report.table import SUMS, Behind, Cell, Table
from mhclient.report.wording.shapes import Columns

Across: TypeAlias = Callable[[Sequence[Summary]], Table | None]


@dataclass(frozen=True, slots=True)
class RunTable:
    """A table of one run.

    Attributes:
        make: the table; None where the run has nothing to fill it with.
        usual: whether the terminal shows it unless told, and the page before the part's others.
        paper: whether LaTeX has it too, of all runs below each other.
    """

    make: Callable[[Summary], Table | None]
    usual: bool = False
    paper: bool = False


def nothing(_: object) -> tuple[()]:
    """Of what a block does not have."""
    return ()


def no_keys(_: object) -> Mapping[str, Any]:
    """The part of the document of a block that has none."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One topic of a report, in every form.

    Attributes:
        figures: what works out the topic's figures of a run; called once, `Summary.get` has the result.
        tables: of one run, named by the block's entry in the list.
        across: tables with a row per run: the paper's number of the table, or a name → the table.
        charts: of all runs together.
        findings: conclusions about one run.
        document: keys of the run's JSON document → JSON-ready values.
        of_set: likewise of a set of items: of each task, each group of tasks, and all items.
        decided: whether people's decisions about replies can change figures of `document`; those `of_set`
            always can.
        document_across: likewise of the whole document, where it is about several runs.
        columns: what it adds to the rows per run and task of CSV, workbooks and SQLite.
        columns_across: likewise to the rows over all items: a run's id → its columns.
    """

    figures: tuple[Callable[[Basis], Any], ...] = ()
    tables: tuple[RunTable, ...] = ()
    across: Mapping[str, Across] = field(default_factory=dict)
    charts: Callable[[Sequence[Summary]], Iterable[Chart]] = nothing
    findings: Callable[[Summary], Iterable[Finding]] = nothing
    document: Callable[[Summary], Mapping[str, Any]] = no_keys
    of_set: Callable[[Figures], Mapping[str, Any]] = no_keys
    decided: bool = False
    document_across: Callable[[Sequence[Summary]], Mapping[str, Any]] = no_keys
    columns: Callable[[Summary], Columns] = no_keys
    columns_across: Callable[[Sequence[Summary]], Columns] = no_keys


READ, RIGHT, UNREAD = ({"result": result} for result in ("read", "right", "unread"))


def share(run: str, part: Share, **filters: str) -> Behind:
    """The items that a share counts."""
    return Behind(run, filters, part.count, part.n)


class BehindAccuracy(NamedTuple):
    """The items behind the figures of a set of items."""

    asked: Behind
    right: Behind
    read: Behind
    unread: Behind
    in_format: Behind


def of_accuracy(run: str, figures: AccuracyFigures, **filters: str) -> BehindAccuracy:
    """What is behind the figures of the run's items that pass the filters."""
    return BehindAccuracy(
        asked=Behind(run, filters, figures.n),
        right=share(run, figures.correct, **filters, **RIGHT),
        read=Behind(run, filters | READ, figures.answered.n),
        unread=Behind(run, filters | UNREAD, figures.n_unread),
        in_format=share(run, figures.kept_format, **filters, format="yes"),
    )


def one_of_tasks(tasks: Sequence[str], summary: Summary) -> dict[str, str]:
    """The filter of these tasks; none where they are all that the run has."""
    return {} if set(tasks) == set(summary.tasks) else {"task": "|".join(tasks)}


def of_task(task: str) -> dict[str, str]:
    """The filter of a task; none for the row of all items."""
    return {} if task == SUMS else {"task": task}


class BehindPaired(NamedTuple):
    """The items behind the figures of a pair, on the page of the second run.

    None where items were asked several times: the page lists replies, and the figures are of items.
    """

    shared: Behind | None
    first: Behind | None
    second: Behind | None
    changed: tuple[Behind | None, Behind | None]  # lost, won


def of_paired(items: Behind, pair: Paired) -> BehindPaired:
    """What is behind a pair's figures.

    Args:
        items: the second run's, and what they are compared with.
    """
    if pair.shares is not None:
        return BehindPaired(None, None, None, (None, None))
    run, filters, against = items.run, items.filters, items.against
    both = {**filters, "there": "asked"}
    return BehindPaired(
        shared=Behind(run, both, pair.n, None, against),
        first=Behind(run, {**filters, "there": "right"}, pair.both + pair.first_only, pair.n, against),
        second=Behind(run, {**both, **RIGHT}, pair.both + pair.second_only, pair.n, against),
        changed=(
            Behind(run, {**filters, "change": "lost"}, pair.first_only, None, against),
            Behind(run, {**filters, "change": "won"}, pair.second_only, None, against),
        ),
    )


def changed_cell(pair: Paired, changed: tuple[Behind | None, Behind | None]) -> Cell:
    """How many items the second run lost, and how many it won."""
    lost, won = changed
    return Cell.joined(Cell(str(pair.first_only), lost), Cell(str(pair.second_only), won))
