"""The blocks in their order: what every form of a report loops over."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module

from mhclient.report.blocks import ENTRIES, Entry, Part
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.finding import Finding
from mhclient.report.summary import Summary
from mhclient.report.table import Table


@cache
def listed() -> tuple[tuple[Entry, Block], ...]:
    """The list of blocks, with the blocks."""
    return tuple((entry, import_module(f"mhclient.report.blocks.{entry.file}").BLOCK) for entry in ENTRIES)


def blocks(part: Part | None = None) -> Iterator[Block]:
    """The blocks; those of a part of the page, where one is given."""
    return (block for entry, block in listed() if part in (None, entry.part))


@cache
def run_tables() -> dict[str, RunTable]:
    """Name → the table of one run, in the order in which reports show them."""
    return {
        name: table
        for entry, block in listed()
        for name, table in zip(entry.tables, block.tables, strict=True)
    }


def usual_tables() -> tuple[str, ...]:
    """The names of the tables that the terminal shows unless told."""
    return tuple(name for name, table in run_tables().items() if table.usual)


def tables_of(summary: Summary, names: Iterable[str] | None = None) -> Iterator[Table]:
    """The run's tables of these names, or all of them: those that have something in them."""
    made = run_tables()
    return filter(None, (made[name].make(summary) for name in names or made))


def across_tables(summaries: Sequence[Summary]) -> dict[str, Table]:
    """The tables with a row per run that have something in them: the paper's by number, then the others."""
    made = {name: make(summaries) for block in blocks() for name, make in block.across.items()}
    names = sorted(made, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0))
    return {name: table for name in names if (table := made[name]) is not None}


def findings(summary: Summary) -> list[Finding]:
    """The findings of one run, the gravest first."""
    return [finding for block in blocks() for finding in block.findings(summary)]
