"""The parts of the page, in their order: the charts and tables of the blocks that stand in each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhclient.report.blocks import Part
from mhclient.report.blocks.loop import blocks
from mhclient.report.chart import Chart
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.loop import comparison_charts, comparison_tables
from mhclient.report.page.linked import LinkedTable, joined, linked_table
from mhclient.report.page.links import Links
from mhclient.report.summary import Summary


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page."""

    name: str
    title: str
    charts: Sequence[Chart]
    tables: Sequence[LinkedTable]


def sections(summaries: Sequence[Summary], comparison: Comparison | None, links: Links) -> Iterator[Section]:
    """The page's parts; those without anything in them are left out."""
    for part in Part:
        charts = [links.chart(chart) for block in blocks(part) for chart in block.charts(summaries)]
        tables = [*_across(part, summaries, links), *_of_runs(part, summaries, links)]
        if charts or tables:
            yield Section(part.value, part.heading, charts, tables)
    if comparison is not None:
        charts = [links.chart(chart) for chart in comparison_charts(comparison)]
        tables = [linked_table(table, links) for table in comparison_tables(comparison)]
        yield Section("comparison", "Comparison", charts, tables)


def _across(part: Part, summaries: Sequence[Summary], links: Links) -> Iterator[LinkedTable]:
    """The tables with a row per run, where there are several."""
    for make in [make for block in blocks(part) for make in block.across.values()]:
        table = make(summaries) if len(summaries) > 1 else None
        if table is not None:
            yield linked_table(table, links)


def _of_runs(part: Part, summaries: Sequence[Summary], links: Links) -> Iterator[LinkedTable]:
    """The tables of single runs, the usual first."""
    tables = [table for block in blocks(part) for table in block.tables]
    for table in sorted(tables, key=lambda table: not table.usual):
        if found := joined(table, summaries, links):
            yield found
