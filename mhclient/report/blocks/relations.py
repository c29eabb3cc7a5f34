"""Accuracy by relation and by entity: the parts of the graph with most items first, as in the paper."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from mhclient.figures.coverage import CoverageFigures, SlicePart
from mhclient.figures.proportion_intervals import mean
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.coverage import by_relation, coverage_of
from mhclient.report.blocks.drilldown import RIGHT, share
from mhclient.report.blocks.ranks import on_the_same_items
from mhclient.report.chart import Chart, Dots, intervals_in_words, series_of, share_point
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import interval_of
from mhclient.show.cells import CLUSTERS, clusters, interval, percent

MEAN = "mean of runs"
COLUMNS = ("Triples", "Items", "Accuracy", "95 % CI")
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


BLOCK = Block(
    tables=(RunTable(relations_table), RunTable(entities_table)),
    across={"7": relations_across, "8": entities_across},
    charts=relations_chart,
)
