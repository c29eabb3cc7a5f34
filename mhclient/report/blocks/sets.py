"""Items with several right answers: sets of answers, disorder by disorder, and which is said for which."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from mhclient.figures.classification import (
    ClassRow,
    ConfusedPair,
    SetFigures,
    class_rows,
    confused_pairs,
    has_sets,
)
from mhclient.figures.proportion_intervals import Share
from mhclient.report.blocks.block import RIGHT, Block, RunTable, share
from mhclient.report.chart import Chart, Point, Shades
from mhclient.report.loading.basis import Basis
from mhclient.report.settings import TOP
from mhclient.report.summary import Figures, Summary, over_items
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import row_name
from mhclient.report.wording.shapes import share_document, share_of
from mhclient.show.cells import percent


def classes_of(basis: Basis) -> tuple[ClassRow, ...]:
    """Per disorder and task: how often it is found."""
    return over_items(class_rows, basis.asked_where("sets", has_sets), basis.tally.of_rows, basis.sharing)


def confused_of(basis: Basis) -> tuple[ConfusedPair, ...]:
    """Which disorder is said for which, the most frequent first."""
    rows = basis.asked_where("sets", has_sets)
    return tuple(confused_pairs([basis.tally.scored[row] for row in rows.tolist()]))


def sets_table(summary: Summary) -> Table | None:
    """Items with several right answers."""
    rows = [
        _sets_row(summary.run_id, task, figures.sets)
        for task, figures in summary.tasks.items()
        if figures.sets
    ]
    head = ("Task", "Exact", "Over", "Under", "Incorrect", "Unread", "Jaccard", "micro F1", "macro F1")
    note = "Over: the right set and more; under: part of it; incorrect: any other set."
    return Table("Sets of answers, in %", head, rows, note) if rows else None


def _sets_row(run: str, task: str, sets: SetFigures) -> Row:
    results = {"right": sets.exact, "over": sets.over, "under": sets.under}
    results |= {"incorrect": sets.incorrect, "unread": sets.unread}
    return (
        task,
        *(
            Cell(percent(part.value), share(run, part, task=task, result=result))
            for result, part in results.items()
        ),
        percent(sets.jaccard),
        percent(sets.micro.f1),
        percent(sets.macro.f1),
    )


def disorders_table(summary: Summary) -> Table | None:
    """Exact matches per disorder and task: the heat map in numbers."""
    classes = summary.get(classes_of)
    tasks = list(dict.fromkeys(row.task for row in classes))
    by_name: dict[str, dict[str, Cell]] = {}
    for row in classes:
        by_name.setdefault(row.name, {})[row.task] = _exact_cell(row, summary.run_id)
    rows = [(name, *(cells.get(task, "") for task in tasks)) for name, cells in by_name.items()]
    return Table("Exact matches by disorder, in %", ("Disorder", *tasks), rows) if rows else None


def _exact_cell(row: ClassRow, run: str) -> Cell:
    behind = share(run, row.correct, task=row.task, disorder=row.name, **RIGHT)
    return Cell(share_of(row.correct) if row.correct.n else "", behind)


def confusions_table(summary: Summary) -> Table | None:
    """Which disorder is said instead of which."""
    rows = [
        (pair.gold, pair.said, Cell(str(pair.n), _confused(pair, summary.run_id)))
        for pair in summary.get(confused_of)[:TOP]
    ]
    head = ("Gold left out", "Said instead", "Items")
    return Table("Most frequent confusions", head, rows, names=2) if rows else None


def _confused(pair: ConfusedPair, run: str) -> Behind:
    return Behind(run, {"disorder": pair.gold, "instead": pair.said}, pair.n)


def disorder_charts(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Exact matches by disorder and task, a table in shades for each run that has such items."""
    for place, summary in enumerate(summaries):
        found = {(row.name, row.task): row.correct for row in summary.get(classes_of)}
        tasks = list(dict.fromkeys(task for _, task in found))
        names = sorted({name for name, _ in found})
        rows = [(name, [_match(summary.run_id, name, task, found) for task in tasks]) for name in names]
        if rows:
            title = f"Exact matches by disorder: {row_name(summary, summaries)}"
            words = "Items whose right answer holds the disorder, in %."
            yield Chart(f"disorders-{place}", title, words, Shades(tasks, rows))


def _match(run: str, name: str, task: str, found: Mapping[tuple[str, str], Share]) -> Point | None:
    correct = found.get((name, task))
    if correct is None or correct.value is None:
        return None
    behind = share(run, correct, task=task, disorder=name, **RIGHT)
    return Point(f"{name}, {task}", correct.value, correct.ci95, behind)


def sets_keys(figures: Figures) -> dict[str, Any]:
    """What a set of items says of sets of answers; null where one answer is right."""
    return {"sets": figures.sets and _sets(figures.sets)}


def _sets(sets: SetFigures) -> dict[str, Any]:
    shares = ("exact", "over", "under", "incorrect", "unread")
    return {
        **{name: share_document(getattr(sets, name)) for name in shares},
        "jaccard": sets.jaccard,
        "micro": asdict(sets.micro),
        "macro": asdict(sets.macro),
        "by_item": asdict(sets.by_item),
    }


def sets_document(summary: Summary) -> dict[str, Any]:
    """Every disorder, and every confusion."""
    return {
        "classes": [_class_document(row) for row in summary.get(classes_of)],
        "confused": [asdict(pair) for pair in summary.get(confused_of)],
    }


def _class_document(row: ClassRow) -> dict[str, Any]:
    """One disorder in one task."""
    return {"name": row.name, "task": row.task, **share_document(row.correct), **asdict(row.figures)}


BLOCK = Block(
    figures=(classes_of, confused_of),
    tables=(RunTable(sets_table, usual=True), RunTable(disorders_table), RunTable(confusions_table)),
    charts=disorder_charts,
    document=sets_document,
    of_set=sets_keys,
)
