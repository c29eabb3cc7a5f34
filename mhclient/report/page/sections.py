"""The parts of the page that open, in their order, and the table of findings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mhclient.figures.drug_use import CALLED_A_USE
from mhclient.report.blocks import Part
from mhclient.report.blocks.loop import across_table, blocks, findings
from mhclient.report.chart import Chart
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.tables import BLOCKS, comparison_charts
from mhclient.report.page.charts import LinkedTable, joined, linked_table
from mhclient.report.page.runs import Links, PageRun
from mhclient.report.summary import HEADINGS, Finding, Summary
from mhclient.report.table import SUMS, Table, joined_note, text_of
from mhclient.report.usage import usage_figures
from mhclient.show.counts import counted

MakeTable: TypeAlias = Callable[[Pair, Comparison], Table | None]

# Comparing more pairs than this task by task fills a page with tables that nobody reads.
MOST_PAIRS = 15
COMPARED = ("ranking", "verdicts")  # tables across runs that stand among the comparisons


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page."""

    name: str
    title: str
    asks: str
    charts: Sequence[Chart]
    tables: Sequence[LinkedTable]

    @property
    def empty(self) -> bool:
        return not (self.charts or self.tables)


def sections(summaries: Sequence[Summary], links: Links) -> Iterator[Section]:
    """The parts that blocks stand in; those without anything in them are left out."""
    for part in Part:
        charts = [chart for block in blocks(part) for chart in block.charts(summaries)]
        tables = [*_across(part, summaries, links), *_of_runs(part, summaries, links)]
        section = Section(part.value, part.heading, part.asks, charts, tables)
        if not section.empty:
            yield section


def _across(part: Part, summaries: Sequence[Summary], links: Links) -> Iterator[LinkedTable]:
    """The tables with a row per run, where there are several."""
    named = [each for block in blocks(part) for each in block.across.items() if each[0] not in COMPARED]
    for _, make in named:
        table = across_table(make, summaries) if len(summaries) > 1 else None
        if table is not None:
            yield linked_table(table, links)


def _of_runs(part: Part, summaries: Sequence[Summary], links: Links) -> Iterator[LinkedTable]:
    """The tables of single runs, the usual first."""
    tables = [table for block in blocks(part) for table in block.tables]
    for table in sorted(tables, key=lambda table: not table.usual):
        if found := joined(table, summaries, links):
            yield found


def comparison_section(comparison: Comparison, links: Links) -> Section:
    """All pairs' tables, each topic's as one; of many pairs only the rows over all items."""
    made = [_of_pairs(block.table, comparison) for block in BLOCKS]
    made += [block.table_of_all(comparison) for block in BLOCKS]
    charts = list(comparison_charts(comparison))
    tables = [linked_table(table, links) for table in made if table is not None]
    asks = "differences task by task, what changed, what it cost"
    return Section("comparison", "Comparisons in numbers", asks, charts, tables)


def _of_pairs(make: MakeTable, comparison: Comparison) -> Table | None:
    """One topic's tables of all pairs, with a column that names the pair."""
    made = (make(pair, comparison) for pair in comparison.pairs)
    tables = [(*_named(table.title), table) for table in made if table is not None]
    if not tables:
        return None
    only = len(comparison.pairs) > MOST_PAIRS
    _, name, first = tables[0]
    head = list(dict.fromkeys(column for _, _, table in tables for column in table.head))
    rows = [
        (title, *(cells.get(column, "") for column in head))
        for title, _, table in tables
        for row in table.rows
        if not only or len(table.rows) == 1 or text_of(row[0]) == SUMS
        for cells in [dict(zip(table.head, row, strict=True))]
    ]
    note = joined_note(table.own_note for _, _, table in tables)
    note += " Task by task: `mhclient compare` with two of the runs." if only else ""
    shown = replace(first, title=name[0].upper() + name[1:], own_note=note, names=first.names + 1, best=())
    return replace(shown, head=["Runs", *head], rows=rows)


def _named(title: str) -> tuple[str, str]:
    """What the title of a pair's table calls the pair, and what it shows."""
    pair, _, shown = title.rpartition(": ")
    return pair, shown


@dataclass(frozen=True, slots=True)
class FoundTable:
    """The findings of all runs.

    Attributes:
        kinds: code → heading, of the kinds that occur.
        of: the runs, each with its findings by code.
    """

    kinds: Mapping[str, str]
    of: Sequence[tuple[PageRun, Mapping[str, Sequence[Finding]]]]

    @staticmethod
    def cell(who: PageRun, code: str, found: Sequence[Finding]) -> str:
        """What a run's cell shows: how much there is, in how many tasks, or that there is something."""
        if code in SIZES and (size := SIZES[code](who)):
            return size
        of_tasks = sum(finding.where != "overall" for finding in found)
        return counted(of_tasks, "task") if of_tasks else FOUND


def _unread(who: PageRun) -> str:
    accuracy = who.summary.overall.accuracy
    return f"{accuracy.n_unread:,} of {accuracy.n:,}"


def _called_a_use(who: PageRun) -> str:
    figures = who.summary.get(usage_figures)
    share = figures.share(CALLED_A_USE.key) if figures else None
    return f"{share.counted.count:,} of {share.counted.n:,}" if share else ""


FOUND = "●"  # a finding about the run as a whole
# Code of a finding → how much was found: a number of findings would be taken for it.
SIZES: Mapping[str, Callable[[PageRun], str]] = {
    "unread": _unread,
    "contraindication_called_a_use": _called_a_use,
}


def found_table(runs: Sequence[PageRun]) -> FoundTable:
    """The table."""
    of = [(who, _by_code(findings(who.summary))) for who in runs]
    codes = dict.fromkeys(code for _, found in of for code in found)
    known = [code for code in HEADINGS if code in codes]
    others = [code for code in codes if code not in HEADINGS]
    kinds = {code: HEADINGS.get(code, code.replace("_", " ").capitalize()) for code in (*known, *others)}
    return FoundTable(kinds, of)


def _by_code(found: Sequence[Finding]) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = {}
    for finding in found:
        by_code.setdefault(finding.code, []).append(finding)
    return by_code
