"""The parts of the page, in their order: which charts and tables each has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhclient.report.compare.contrast import Comparison
from mhclient.report.page import bars, charts
from mhclient.report.page.addresses import Addresses
from mhclient.report.page.linked import LinkedTable, across_linked, comparison_linked, joined
from mhclient.report.page.spec import Chart
from mhclient.report.summary import Summary

# Part of the page → its title, its tables across runs (as numbered in `across_tables`), its tables of runs.
PARTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "accuracy": ("Accuracy", ("1",), ("decisions", "accuracy", "averages", "groups")),
    "strictness": ("Knowledge or format", (), ("strictness",)),
    "outcomes": ("Outcomes", (), ("outcomes",)),
    "letters": ("Letters", ("6",), ("letters", "shares")),
    "calibration": ("Confidence", (), ("calibration",)),
    "coverage": ("Coverage", ("2", "ranks"), ("coverage",)),
    "relations": ("Relations and entities", ("7", "8"), ("relations", "entities")),
    "evidence": ("Evidence", (), ("evidence",)),
    "sets": ("Several right answers", (), ("sets", "disorders", "confusions")),
    "judgements": ("Judgements", (), ("raters", "reader")),
}


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page."""

    name: str
    title: str
    charts: Sequence[Chart]
    tables: Sequence[LinkedTable]


def sections(
    summaries: Sequence[Summary], comparison: Comparison | None, addresses: Addresses, top: int | None
) -> Iterator[Section]:
    """The page's parts; those without anything in them are left out."""
    across = across_linked(summaries, addresses, top) if len(summaries) > 1 else {}
    for name, (title, numbers, names) in PARTS.items():
        drawn = list(_charts(name, summaries, addresses))
        tables = [across[number] for number in numbers if number in across]
        tables += _of_runs(names, summaries, addresses, top)
        if drawn or tables:
            yield Section(name, title, drawn, tables)
    if comparison is not None:
        tables = list(comparison_linked(comparison, summaries, addresses))
        yield Section(
            "comparison", "Comparison", [bars.comparison_chart(comparison, summaries, addresses)], tables
        )


def _of_runs(
    names: Sequence[str], summaries: Sequence[Summary], addresses: Addresses, top: int | None
) -> Iterator[LinkedTable]:
    for name in names:
        if table := joined(name, summaries, addresses, top):
            yield table


def _charts(name: str, summaries: Sequence[Summary], addresses: Addresses) -> Iterator[Chart]:
    if name == "sets":
        yield from bars.disorder_charts(summaries, addresses)
        return
    draw = {
        "accuracy": charts.accuracy_chart,
        "strictness": charts.strictness_chart,
        "outcomes": bars.outcomes_chart,
        "letters": charts.letters_chart,
        "calibration": charts.calibration_chart,
        "coverage": charts.coverage_chart,
        "relations": charts.relations_chart,
        "evidence": charts.evidence_chart,
    }
    if name in draw and (chart := draw[name](summaries, addresses)):
        yield chart
