"""The blocks in their order: what every form of a report loops over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from mhclient.report.blocks import ENTRIES, Entry, Part
from mhclient.report.blocks.block import Across, Block, RunTable
from mhclient.report.loading.same_items import SameItems
from mhclient.report.summary import Figures, Finding, Summary
from mhclient.report.table import Table, joined_note
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import Columns

# A set's figures in schema 1 began with these, in this order; what blocks have besides follows in theirs.
FIRST_OF_SET = (
    *("n_planned", "n", "n_answered", "n_correct", "accuracy", "ci95", "ci95_wilson", "n_effective"),
    *("accuracy_answered", "ci95_answered", "bounds", "by_strictness"),
)
V = TypeVar("V")


def merged(parts: Iterable[Mapping[str, V]]) -> dict[str, V]:
    """What several blocks have under their names, together.

    Raises:
        ValueError: two blocks have the same name, and one of them would be lost.
    """
    together: dict[str, V] = {}
    for part in parts:
        if taken := sorted(together.keys() & part.keys()):
            raise ValueError(f"two blocks of the report have '{taken[0]}'")
        together |= part
    return together


@cache
def listed() -> tuple[tuple[Entry, Block], ...]:
    """The list of blocks, with the blocks."""
    folder = "mhclient.report.blocks"
    return tuple((entry, getattr(import_module(f"{folder}.{entry.file}"), entry.block)) for entry in ENTRIES)


def blocks(part: Part | None = None) -> Iterator[Block]:
    """The blocks; those of a part of the page, where one is given."""
    return (block for entry, block in listed() if part in (None, entry.part))


@cache
def run_tables() -> dict[str, RunTable]:
    """Name → the table of one run, in the order in which reports show them."""
    return merged(dict(zip(entry.tables, block.tables, strict=True)) for entry, block in listed())


def usual_tables() -> tuple[str, ...]:
    """The names of the tables that the terminal shows unless told."""
    return tuple(name for name, table in run_tables().items() if table.usual)


def tables_of(summary: Summary, names: Iterable[str] | None = None) -> Iterator[Table]:
    """The run's tables of these names, or all of them: those that have something in them."""
    made = run_tables()
    return filter(None, (made[name].make(summary) for name in names or made))


def across_tables(summaries: Sequence[Summary]) -> dict[str, Table]:
    """The tables with a row per run that have something in them: the paper's by number, then the others."""
    of = merged(block.across for block in blocks())
    made = {name: across_table(make, summaries) for name, make in of.items()}
    names = sorted(made, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0))
    return {name: table for name in names if (table := made[name]) is not None}


def across_table(make: Across, summaries: Sequence[Summary]) -> Table | None:
    """A table with a row per run; of runs of different questions none is said to be the highest."""
    table = make(summaries)
    several = len(SameItems([summary.run for summary in summaries]).by_set()) > 1
    return replace(table, best=()) if several and table is not None else table


def paper_tables(summaries: Sequence[Summary]) -> dict[str, Table]:
    """The tables of one run that a paper has too, each with the rows of every run that has any."""
    chosen = {name: table for name, table in run_tables().items() if table.paper}
    made = {name: _below_each_other(table, summaries) for name, table in chosen.items()}
    return {name: table for name, table in made.items() if table is not None}


def _below_each_other(table: RunTable, summaries: Sequence[Summary]) -> Table | None:
    made = [(summary, found) for summary in summaries if (found := table.make(summary)) is not None]
    if not made:
        return None
    first = made[0][1]
    rows = [(row_cell(summary, summaries), *row) for summary, found in made for row in found.rows]
    note = with_marks(joined_note(found.own_note for _, found in made), [summary.run for summary, _ in made])
    head = (names_head(runs_of(summaries)), *first.head)
    return Table(first.title, head, rows, note, names=first.names + 1)


def columns_of(summary: Summary) -> Columns:
    """Task, or `ALL`, → the columns that all blocks add to its row."""
    return _columns(block.columns(summary) for block in blocks())


def columns_across(summaries: Sequence[Summary]) -> Columns:
    """A run's id → the columns that all blocks add to its row over all items."""
    return _columns(block.columns_across(summaries) for block in blocks())


def _columns(of_blocks: Iterable[Columns]) -> Columns:
    parts: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for columns in of_blocks:
        for name, part in columns.items():
            parts[name].append(part)
    return {name: merged(of_row) for name, of_row in parts.items()}


def findings(summary: Summary) -> list[Finding]:
    """The findings of one run, the gravest first."""
    return [finding for block in blocks() for finding in block.findings(summary)]


def document_of(summary: Summary) -> dict[str, Any]:
    """What all blocks have in a run's JSON document."""
    return merged([_sets(summary), *(block.document(summary) for block in blocks())])


def document_across(summaries: Sequence[Summary]) -> dict[str, Any]:
    """What all blocks have in a document about several runs."""
    return merged(block.document_across(summaries) for block in blocks())


def decided_figures(summary: Summary) -> dict[str, Any]:
    """What people's decisions about replies can change, with every entity there is."""
    of_all = replace(summary, settings=replace(summary.settings, top=None))
    return merged([_sets(of_all), *(block.document(of_all) for block in blocks() if block.decided)])


def _sets(summary: Summary) -> dict[str, Any]:
    """The figures of every task, of groups of tasks, and of all items."""
    return {
        "tasks": {task: of_set(figures) for task, figures in summary.tasks.items()},
        "groups": {name: of_set(figures) for name, figures in summary.groups.items()},
        "overall": of_set(summary.overall),
    }


def of_set(figures: Figures) -> dict[str, Any]:
    """The figures of one set of items; those that do not apply to it are null."""
    found = merged(block.of_set(figures) for block in blocks())
    return {name: found[name] for name in sorted(found, key=_place)}


def _place(name: str) -> int:
    return FIRST_OF_SET.index(name) if name in FIRST_OF_SET else len(FIRST_OF_SET)
