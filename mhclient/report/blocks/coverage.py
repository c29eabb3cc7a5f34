"""Coverage of the graph: how much of its entities, relations and triples the model agrees with."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from benchmark import Item
from mhclient.figures.coverage import COVERAGE_NAMES, CoverageFigures, CoverageItems, SlicePart, is_denial
from mhclient.figures.estimate import Estimate
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Dots, Point, series_of
from mhclient.report.loading.basis import Basis
from mhclient.report.settings import Settings
from mhclient.report.summary import Summary, about
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import (
    ALL,
    Columns,
    bounds_document,
    estimates_columns,
    interval_of,
    share_document,
)
from mhclient.show.cells import clusters, percent
from mhclient.show.counts import counted

IN_WORDS = (
    "Cov: share answered rightly, by entities (E), relations (R) or triples (T); Avg: each entity or "
    "relation counts alike; Deg: by how many triples it has."
)


def coverage_of(basis: Basis) -> CoverageFigures | None:
    """Coverage from the items asked; None without a graph."""
    run, asked = basis.run, np.flatnonzero(basis.tally.asked)
    graph = run.benchmark.graph
    if graph is None or not len(asked):
        return None
    right = basis.tally.right[asked].astype(float)
    return basis.sharing.coverage_basis(asked, graph).coverage(right)


def by_relation(basis: Basis) -> dict[str, Estimate]:
    """Relation → accuracy on the items that count for it; none without a graph."""
    coverage = basis.get(coverage_of)
    return {part.key: _of_relation(basis, part) for part in coverage.relations} if coverage else {}


def _of_relation(basis: Basis, part: SlicePart) -> Estimate:
    facts = basis.settings.coverage is CoverageItems.FACTS

    def counts(fact: tuple[str | None, bool]) -> bool:
        relation, denied = fact
        return relation == part.key and not (facts and denied)

    rows = basis.sharing.rows_where(f"relation: {part.key}", _relation_and_denial, counts)
    rows = rows[basis.tally.asked[rows]]
    found = basis.sharing.mean(rows).estimate(basis.tally.right[rows].astype(float))
    return about(found, part.correct, basis.sharing)


def _relation_and_denial(item: Item) -> tuple[str | None, bool]:
    return item.relation, is_denial(item)


def items_counted(basis: Basis) -> tuple[int, int]:
    """How many of the items asked count for a relation, and how many for an entity."""
    facts = basis.settings.coverage is CoverageItems.FACTS

    def counts_for(item: Item) -> tuple[bool, bool]:
        counts = not (facts and is_denial(item))
        return counts and item.relation is not None, counts and bool(item.entities)

    of_relations = basis.asked_where("counts for a relation", lambda item: counts_for(item)[0])
    return len(of_relations), len(basis.asked_where("counts for an entity", lambda item: counts_for(item)[1]))


def by_cov_t(summaries: Sequence[Summary]) -> list[Summary]:
    """The runs by falling Cov(T), as the paper lists them in its tables 2 and 6; those without it last."""

    def place(summary: Summary) -> float:
        coverage = summary.get(coverage_of)
        return -(coverage.cov_t.value or 0.0) if coverage else 1.0

    return sorted(summaries, key=place)


def coverage_estimates(coverage: CoverageFigures) -> dict[str, Estimate]:
    """Name → figure of coverage."""
    return {name: getattr(coverage, field) for name, field in COVERAGE_NAMES.items()}


def coverage_table(summary: Summary) -> Table | None:
    """The figures of coverage, and what they were measured on."""
    coverage = summary.get(coverage_of)
    if coverage is None:
        return None
    behind = _behind(summary)
    rows = [
        (name, Cell(percent(figure.value), behind[name]), interval_of(figure), clusters(figure.n_effective))
        for name, figure in coverage_estimates(coverage).items()
    ]
    note = (
        f"Measured: {len(coverage.entities):,} of {counted(coverage.n_entities, 'entity')}, "
        f"{len(coverage.relations)} of {counted(coverage.n_relations, 'relation')}, "
        f"{coverage.n_triples_measured:,} of {counted(coverage.n_triples, 'triple')}. "
        f"{IN_WORDS} {_which(summary)} {summary.settings.estimand}"
    )
    return Table("Coverage of the graph in %", ("", "Coverage", "95 % CI", "Clusters"), rows, note)


def _which(summary: Summary) -> str:
    """Whether denials count, as a sentence."""
    if summary.settings.coverage is CoverageItems.FACTS:
        return "FC's items whose answer is no count for no entity and no relation (--coverage facts)."
    return "FC's items whose answer is no count for what they name, as in the paper (--coverage all)."


def _behind(summary: Summary) -> dict[str, Behind]:
    """The items that figures of coverage rest on."""
    n_of_relations, n_of_entities = summary.get(items_counted)
    relations = Behind(summary.run_id, {"relation": "*"}, n_of_relations)
    entities = Behind(summary.run_id, {"entity": "*"}, n_of_entities)
    return {name: relations if name.endswith("(R)") else entities for name in COVERAGE_NAMES}


def coverages_table(summaries: Sequence[Summary]) -> Table | None:
    """The figures of coverage, one row per run."""
    covered = [(summary, found) for summary in by_cov_t(summaries) if (found := summary.get(coverage_of))]
    rows = [_coverages_row(summary, coverage, summaries) for summary, coverage in covered]
    head = (names_head(runs_of(summaries)), *COVERAGE_NAMES)
    note = with_marks(IN_WORDS, [summary.run for summary, _ in covered])
    best = range(1, len(head))
    return Table("Coverage of the graph, in %", head, rows, note, best=best) if rows else None


def _coverages_row(summary: Summary, coverage: CoverageFigures, among: Sequence[Summary]) -> Row:
    behind = _behind(summary)
    figures = coverage_estimates(coverage).items()
    return row_cell(summary, among), *(Cell(percent(figure.value), behind[name]) for name, figure in figures)


def coverage_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """The five figures of coverage."""
    series = []
    for summary in summaries:
        if coverage := summary.get(coverage_of):
            behind = _behind(summary)
            points = [
                Point(name, found.value, found.ci95, behind[name] if behind[name].n else None)
                for name, found in coverage_estimates(coverage).items()
            ]
            series.append(series_of(summary, summaries, points))
    words = (
        "Mean correctness over entities (E), relations (R) and triples (T), in %; Deg: weighted by triples."
    )
    if series:
        yield Chart("coverage", "Coverage of the graph", words, Dots(series))


def coverage_document(summary: Summary) -> dict[str, Any]:
    """Coverage, with the relations and the first entities; null without a graph."""
    coverage = summary.get(coverage_of)
    return {"coverage": coverage and _document(coverage, summary.get(by_relation), summary.settings)}


def _document(
    coverage: CoverageFigures, relations: Mapping[str, Estimate], settings: Settings
) -> dict[str, Any]:
    estimates = coverage_estimates(coverage)
    return {
        "items": settings.coverage.value,
        **{name: estimate.value for name, estimate in estimates.items()},
        "ci95": {name: bounds_document(estimate.ci95) for name, estimate in estimates.items()},
        "n_entities": coverage.n_entities,
        "n_entities_measured": len(coverage.entities),
        "n_relations": coverage.n_relations,
        "n_relations_measured": len(coverage.relations),
        "n_triples": coverage.n_triples,
        "n_triples_measured": coverage.n_triples_measured,
        "relations": [_relation(part, relations[part.key]) for part in coverage.relations],
        "entities": [_part(part) for part in coverage.entities[: settings.top]],
    }


def _relation(part: SlicePart, found: Estimate) -> dict[str, Any]:
    return {**_part(part), "ci95": bounds_document(found.ci95), "n_effective": found.n_effective}


def _part(part: SlicePart) -> dict[str, Any]:
    return {"key": part.key, "name": part.name, "degree": part.degree, **share_document(part.correct)}


def coverage_columns(summary: Summary) -> Columns:
    """The figures of coverage, as JSON names them; none without a graph."""
    coverage = summary.get(coverage_of)
    return {ALL: estimates_columns(coverage_estimates(coverage))} if coverage else {}


BLOCK = Block(
    figures=(coverage_of, by_relation, items_counted),
    tables=(RunTable(coverage_table, usual=True, paper=True),),
    across={"2": coverages_table},
    charts=coverage_chart,
    document=coverage_document,
    columns=coverage_columns,
    decided=True,
)
