"""Cases written from a diagnosis graph: by writer, by pair of disorders, and how many answers are named."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmark.shortcuts import CaseBaseline, case_baselines, has_baseline
from mhclient.figures.cases import (
    CardinalityRow,
    PairRow,
    WriterRow,
    cardinality_row,
    pair_of,
    pair_rows,
    paired_by_patient,
    places_by_writer,
    writer_of,
)
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Ints
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.settings import TOP
from mhclient.report.summary import Summary
from mhclient.report.table import CI95, SUMS, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of
from mhclient.report.wording.shapes import bounds_document, difference, interval_of, share_document, share_of
from mhclient.show.cells import NOT_KNOWN, percent

OWN = " (its own)"


def writers_of(basis: Basis) -> tuple[WriterRow, ...]:
    """Each writer's cases, task by task; nothing where all cases are by one writer."""
    cases = basis.run.scored
    written = basis.sharing.rows_where("written", writer_of, lambda writer: writer is not None)
    if len({writer_of(cases[row].item) for row in written.tolist()}) < 2:
        return ()
    return tuple(
        _writer_row(basis, task, writer, [cases[row] for row in rows.tolist()], places)
        for task, rows in basis.of_task.items()
        for writers in [places_by_writer(cases, rows)]
        for writer, places in writers.items()
    )


def _writer_row(basis: Basis, task: str, writer: str, asked: list[Scored], places: Any) -> WriterRow:
    theirs = [case for case in asked if case.asked and writer_of(case.item) == writer]
    return WriterRow(
        task,
        writer,
        writer.rpartition(":")[2] == basis.run.spec.model,
        Share(sum(case.correct for case in theirs), len(theirs), basis.run.spec.epochs),
        basis.sharing.mean(places).estimate(basis.tally.right[places]),
        paired_by_patient([case for case in asked if case.asked], writer),
    )


def _between_two(basis: Basis) -> Ints:
    return basis.asked_where("between two disorders", lambda item: pair_of(item) is not None)


def pairs_of(basis: Basis) -> tuple[PairRow, ...]:
    """Each pair of disorders that cases lie between, task by task."""
    between = _between_two(basis)
    return tuple(
        row
        for task, rows in _by_task(basis, between).items()
        for row in pair_rows([basis.tally.scored[place] for place in rows], task, basis.run.spec.epochs)
    )


def _by_task(basis: Basis, among: Ints) -> dict[str, list[int]]:
    """Task → the places of those of its items that are among these."""
    found = {task: rows[np.isin(rows, among)].tolist() for task, rows in basis.of_task.items()}
    return {task: rows for task, rows in found.items() if rows}


def cardinality_of(basis: Basis) -> tuple[CardinalityRow, ...]:
    """How many answers are named, in tasks whose cases lie between two disorders."""
    found, between = [], _between_two(basis)
    for task, rows in basis.of_task.items():
        asked = rows[basis.tally.asked[rows]]
        if len(asked) and np.isin(asked, between).all():
            cases = [basis.run.scored[place] for place in asked.tolist()]
            found.append(cardinality_row(cases, task, basis.run.spec.epochs))
    return tuple(found)


def baselines_of(basis: Basis) -> tuple[tuple[CaseBaseline, Share], ...]:
    """What answers that read no case would have right, each beside the run's exact sets in the task."""
    if not len(basis.asked_where("case with a baseline", has_baseline)):
        return ()
    found = []
    for task, rows in basis.of_task.items():
        asked = [case for place in rows.tolist() if (case := basis.run.scored[place]).asked]
        exact = Share(sum(case.correct for case in asked), len(asked), basis.run.spec.epochs)
        items = {case.item.id: case.item for case in asked}
        found += [(one, exact) for one in case_baselines(task, list(items.values()))]
    return tuple(found)


def baselines_table(summary: Summary) -> Table | None:
    """The run beside answers that take no reading."""
    rows: list[Row] = [
        (one.task, one.answer, str(one.n), percent(one.right), share_of(exact))
        for one, exact in summary.get(baselines_of)
    ]
    note = (
        "Exact sets. Always both main options: right in every ambiguous case and in no clear one. The option "
        "that shares most symptoms: counted from the graph, ties in part; it names one option."
    )
    head = ("Task", "Answer", "Cases", "Would be exact", "This run")
    return Table("Answers that read no case, in %", head, rows, note, names=2) if rows else None


def writers_table(summary: Summary) -> Table | None:
    """Accuracy on each writer's cases, and against the other writers' of the same patients."""
    rows: list[Row] = [
        (
            row.task,
            row.writer + (OWN if row.own else ""),
            str(row.correct.n),
            percent(row.accuracy.value),
            interval_of(row.accuracy),
            NOT_KNOWN if row.difference is None else difference(row.difference),
        )
        for row in summary.get(writers_of)
    ]
    head = ("Task", "Writer", "Cases", "Exact", CI95, "Against the other writers")
    note = (
        "Against the other writers: this writer's cases minus the mean of the others' cases of the same "
        "patients, in points with a 95 % interval, not adjusted for the number of rows; unknown where they "
        "were not given the same patients. A model that is better on its own cases may know its own style."
    )
    return Table("Cases by writer, in %", head, rows, note, names=2) if rows else None


def pairs_table(summary: Summary) -> Table | None:
    """Pairs of disorders, those that are most often both said first."""
    rows: list[Row] = []
    for task in dict.fromkeys(row.task for row in summary.get(pairs_of)):
        of_task = [row for row in summary.get(pairs_of) if row.task == task]
        shown = [row for row in of_task if row.pair is not None][:TOP]
        rows += [_pair_cells(row) for row in [*shown, *(row for row in of_task if row.pair is None)]]
    head = ("Task", "Between", "and", "Exact", "Both said", "Always both")
    note = (
        "Cases that lie between two disorders, whose differential begins at the first. Both said: replies "
        "that name both, whatever else: right where a case is ambiguous, over-commitment where it is clear. "
        "Always both: what whoever names both every time would have right."
    )
    return Table("Pairs of disorders, in %", head, rows, note, names=3) if rows else None


def _pair_cells(row: PairRow) -> Row:
    first, second = (SUMS, "") if row.pair is None else row.names
    return (
        row.task,
        first,
        second,
        share_of(row.correct),
        percent(row.both.value),
        percent(row.always_both.value),
    )


def cardinality_table(summaries: Sequence[Summary]) -> Table | None:
    """How many answers each run names, task by task: the same cases may be asked in several ways."""
    rows: list[Row] = [
        (
            row_cell(summary, summaries),
            row.task,
            summary.run.spec.variant.name,
            *(percent(share.value) for share in row.named.values()),
            share_of(row.correct),
        )
        for summary in summaries
        for row in summary.get(cardinality_of)
    ]
    head = (
        *(names_head(runs_of(summaries)), "Task", "Asked as"),
        *("One named", "Two", "More", "None read", "Exact"),
    )
    return Table("How many answers are named, in %", head, rows, names=3) if rows else None


def cases_document(summary: Summary) -> dict[str, Any]:
    """`writers`, `pairs`, `baselines` and `cardinality` of the run's JSON, where its cases have them."""
    writers, pairs = summary.get(writers_of), summary.get(pairs_of)
    found: dict[str, Any] = {}
    if writers:
        found["writers"] = [_writer_document(row) for row in writers]
    if pairs:
        found["pairs"] = [_pair_document(row) for row in pairs]
    if baselines := summary.get(baselines_of):
        found["baselines"] = [
            {"task": one.task, "answer": one.answer, "n": one.n, "value": one.right} for one, _ in baselines
        ]
    if named := summary.get(cardinality_of):
        found["cardinality"] = [_cardinality_document(row) for row in named]
    return found


def _writer_document(row: WriterRow) -> dict[str, Any]:
    return {
        "task": row.task,
        "writer": row.writer,
        "own": row.own,
        **share_document(row.correct),
        "ci95": bounds_document(row.accuracy.ci95),
        "difference": row.difference and _estimate_document(row.difference),
    }


def _estimate_document(figure: Estimate) -> dict[str, Any]:
    return {"value": figure.value, "ci95": bounds_document(figure.ci95), "n_effective": figure.n_effective}


def _pair_document(row: PairRow) -> dict[str, Any]:
    shares = {name: share_document(getattr(row, name)) for name in ("correct", "both", "always_both")}
    return {"task": row.task, "pair": row.pair, "names": list(row.names), **shares}


def _cardinality_document(row: CardinalityRow) -> dict[str, Any]:
    named = {name: share_document(share) for name, share in row.named.items()}
    return {"task": row.task, "named": named, "correct": share_document(row.correct)}


BLOCK = Block(
    figures=(writers_of, pairs_of, baselines_of, cardinality_of),
    tables=(RunTable(writers_table, usual=True), RunTable(pairs_table), RunTable(baselines_table)),
    across={"cardinality": cardinality_table},
    document=cases_document,
)
