"""Coverage of the graph: how much of its entities, relations and triples the model agrees with.

Accuracy by relation and by entity has the parts of the graph with most items first, as in the paper. Across
runs: whether coverage ranks them as averages of tasks do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Literal, TypeAlias

import numpy as np

from benchmark import Item
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.coverage import COVERAGE_NAMES, CoverageFigures, CoverageItems, SlicePart, is_denial
from mhclient.figures.proportion_intervals import mean
from mhclient.figures.ranks import FEWEST, RankCorrelation
from mhclient.report.blocks.accuracy import average_figures, known_averages
from mhclient.report.blocks.block import RIGHT, Block, RunTable, share
from mhclient.report.chart import Chart, Dots, Point, intervals_in_words, series_of, share_point
from mhclient.report.loading.basis import Basis
from mhclient.report.settings import Settings
from mhclient.report.summary import Summary
from mhclient.report.table import CI95, AnyCell, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import (
    ALL,
    Columns,
    bounds_document,
    estimates_columns,
    interval_of,
    share_document,
)
from mhclient.show.cells import CLUSTERS, clusters, coefficient, interval, percent
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
    return basis.sharing.mean(rows).estimate(basis.tally.right[rows].astype(float))


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
    return Table("Coverage of the graph in %", ("", "Coverage", CI95, "Clusters"), rows, note)


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


MEAN = "mean of runs"
COLUMNS = ("Triples", "Items", "Accuracy", CI95)
# What the parts are, which is also the filter of their items.
Kind: TypeAlias = Literal["relation", "entity"]


def relations_table(summary: Summary) -> Table | None:
    """Accuracy per relation."""
    found = summary.get(by_relation)
    rows = [
        (
            *_part_cells("relation", part, summary.run_id),
            interval_of(found[part.key]),
            clusters(found[part.key].n_effective),
        )
        for part in sorted(_parts("relation", summary), key=_by_items)
    ]
    head = ("Relation", *COLUMNS, CLUSTERS)
    return Table("Accuracy by relation", head, rows, summary.settings.estimand) if rows else None


def entities_table(summary: Summary) -> Table | None:
    """Accuracy per entity, those with most items first."""
    parts = sorted(_parts("entity", summary), key=_by_items)[: summary.settings.top]
    rows = [(*_part_cells("entity", part, summary.run_id), interval(part.correct.ci95)) for part in parts]
    note = (
        "Those with the most items. Intervals are Wilson's, about questions like these about the same "
        "entity: its items are taken as independent."
    )
    note = " ".join(filter(None, [note, _phenotypes_note([part.key for part in parts])]))
    return Table("Accuracy by entity", ("Entity", *COLUMNS), rows, note) if rows else None


def _phenotypes_note(keys: Iterable[str]) -> str:
    """How the entities differ from those of the paper's table 8, where they do."""
    n = sum(key.startswith("effect/phenotype|") for key in keys)
    said = f"{n} of them {'is a phenotype' if n == 1 else 'are phenotypes'}"
    return f"{said}, which EC draws again and again; the paper's table 8 lists diseases." if n else ""


def _part_cells(kind: Kind, part: SlicePart, run: str) -> Row:
    n = part.correct.n
    return (
        part.name,
        str(part.degree),
        Cell(str(n), Behind(run, {kind: part.key}, n)),
        _accuracy(kind, part, run),
    )


def _accuracy(kind: Kind, part: SlicePart, run: str) -> Cell:
    return Cell(percent(part.correct.value), share(run, part.correct, **{kind: part.key}, **RIGHT))


def _parts(kind: Kind, summary: Summary) -> Sequence[SlicePart]:
    coverage: CoverageFigures | None = summary.get(coverage_of)
    if coverage is None:
        return ()
    return coverage.relations if kind == "relation" else coverage.entities


def _top(kind: Kind, summary: Summary) -> int | None:
    """How many parts are listed: relations are few."""
    return None if kind == "relation" else summary.settings.top


def relations_across(summaries: Sequence[Summary]) -> Table | None:
    """Accuracy per relation, one row per run."""
    return _across("Accuracy by relation, in %", "relation", summaries)


def entities_across(summaries: Sequence[Summary]) -> Table | None:
    """Accuracy of the entities with most items, one row per run."""
    return _across("Accuracy by entity, in %; those with most items", "entity", summaries)


def _across(title: str, kind: Kind, summaries: Sequence[Summary]) -> Table | None:
    chosen = _chosen_parts(kind, summaries)
    covered = [summary for summary in summaries if summary.get(coverage_of)]
    rows: list[Row] = [
        (row_cell(summary, summaries), *_across_cells(kind, chosen, summary)) for summary in covered
    ]
    alike = on_the_same_items(summaries)
    if len(alike) > 1:
        rows.append((MEAN, *(percent(_mean_of(key, kind, alike)) for key in chosen)))
    said = [_mean_note(len(alike), len(covered)), *([_phenotypes_note(chosen)] if kind == "entity" else [])]
    note = with_marks(" ".join(filter(None, said)), runs_of(covered))
    head = (names_head(runs_of(summaries)), *chosen.values())
    return Table(title, head, rows, note, best=range(1, len(head))) if chosen else None


def _across_cells(kind: Kind, chosen: Sequence[str] | dict[str, str], summary: Summary) -> list[AnyCell]:
    own = {part.key: part for part in _parts(kind, summary)}
    return [_accuracy(kind, own[key], summary.run_id) if key in own else "" for key in chosen]


def _chosen_parts(kind: Kind, summaries: Sequence[Summary]) -> dict[str, str]:
    """Key → name of the parts that any of the runs measured, those with most items in a run first."""
    found: dict[str, SlicePart] = {}
    for part in (part for summary in summaries for part in _parts(kind, summary)):
        found[part.key] = min(part, found.get(part.key, part), key=_by_items)
    parts = sorted(found.values(), key=_by_items)[: _top(kind, summaries[0])]
    return {part.key: part.name for part in parts}


def _by_items(part: SlicePart) -> tuple[int, int, str]:
    return -part.correct.n, -part.degree, part.key


def _mean_note(n_alike: int, n: int) -> str:
    """Which runs the mean is over, or why there is none."""
    if n < 2:
        return ""
    if n_alike < 2:
        return f"No {MEAN}: no two of them have asked all of the same items."
    which = f"{n} runs" if n_alike == n else f"{n_alike} of the {n} runs"
    return f"{MEAN.capitalize()}: over the {which} that have asked all of the same items."


def _mean_of(key: str, kind: Kind, summaries: Sequence[Summary]) -> float | None:
    """A part's mean over runs of the same items, each run counting the same."""
    return mean(
        [part.correct.value for summary in summaries for part in _parts(kind, summary) if part.key == key]
    )


def relations_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Accuracy by relation."""
    series = []
    for summary in summaries:
        found = summary.get(by_relation)
        points = [
            share_point(
                part.name,
                found[part.key],
                share(summary.run_id, part.correct, relation=part.key, **RIGHT),
            )
            for part in _parts("relation", summary)
        ]
        if points:
            series.append(series_of(summary, summaries, points))
    said = intervals_in_words([point for one in series for point in one.points])
    words = f"Accuracy of the items that count for a relation, in %. {said}"
    if series:
        yield Chart("relations", "Accuracy by relation", words, Dots(series))


RELATIONS_BLOCK = Block(
    tables=(RunTable(relations_table), RunTable(entities_table)),
    across={"7": relations_across, "8": entities_across},
    charts=relations_chart,
)


def on_the_same_items(summaries: Sequence[Summary]) -> list[Summary]:
    """The runs that can be ranked and averaged: they have coverage, and have asked all of the same items.

    A run of some of the items ranks by which it was given, and one that asks items again was given those that
    went badly. Where there are several sets of items, the one that most runs have asked counts, the first of
    those asked equally often.
    """
    return summaries[0].get_beside(summaries, _on_the_same_items) if summaries else []


def _on_the_same_items(summaries: Sequence[Summary]) -> list[Summary]:
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if summary.get(coverage_of) and not summary.partial and summary.run.spec.reask is None:
            items = frozenset(map(attrgetter("item.id"), summary.run.scored))
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return max(of_items.values(), key=len, default=[])


def rank_correlations(summaries: Sequence[Summary]) -> dict[str, dict[str, RankCorrelation]]:
    """Figure of coverage → average → Spearman's correlation over the runs."""
    runs = on_the_same_items(summaries)
    averages = dict.fromkeys(name for run in runs for name in known_averages(run))
    return {
        label: {average: _correlation(runs, label, average) for average in averages}
        for label in COVERAGE_NAMES
    }


def _correlation(runs: Sequence[Summary], label: str, average: str) -> RankCorrelation:
    pairs = [
        (coverage_estimates(coverage)[label].value, run.get(average_figures)[average].value)
        for run in runs
        if (coverage := run.get(coverage_of))
    ]
    known = [(first, second) for first, second in pairs if first is not None and second is not None]
    return RankCorrelation.of([first for first, _ in known], [second for _, second in known])


def ranks_table(summaries: Sequence[Summary]) -> Table | None:
    """Whether coverage ranks the runs as the averages do: Spearman's correlation over the runs."""
    n = len(on_the_same_items(summaries))
    found = rank_correlations(summaries) if n >= FEWEST else {}
    rows = [(label, *map(_in_words, by_average.values())) for label, by_average in found.items()]
    head = ("Coverage", *next(iter(found.values()), ()))
    note = (
        f"Spearman's rank correlation over the {counted(n, 'run')} that have asked all of the same items, "
        "with 95 % intervals for other models like these; no interval for fewer than four runs, or where all "
        "are in the same order."
    )
    return Table("Do coverage and averages rank alike?", head, rows, note) if len(head) > 1 else None


def _in_words(found: RankCorrelation) -> str:
    if found.ci95 is None:
        return coefficient(found.value)
    low, high = map(coefficient, found.ci95)
    return f"{coefficient(found.value)} ({low} to {high})"


def ranks_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The correlations, whether or not they are shown as a table."""
    found = rank_correlations(summaries)

    def each(of: Callable[[RankCorrelation], Any]) -> dict[str, Any]:
        return {label: {name: of(one) for name, one in by.items()} for label, by in found.items()}

    return {
        "rank_correlations": each(lambda one: one.value),
        "rank_correlations_ci95": each(lambda one: bounds_document(one.ci95)),
    }


RANKS_BLOCK = Block(across={"ranks": ranks_table}, document_across=ranks_document)
