"""The benchmark's averages of tasks."""

from collections.abc import Collection
from typing import Any

import numpy as np

from mhclient.figures.accuracy import Weights, averages_for
from mhclient.figures.estimate import UNDEFINED, Estimate
from mhclient.figures.numerics import Floats, Ints
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.drilldown import one_of_tasks
from mhclient.report.loading.basis import Basis, RowsByTask
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell, Table
from mhclient.report.wording.shapes import ALL, Columns, bounds_document, estimates_columns, interval_of
from mhclient.show.cells import clusters, percent


def average_figures(basis: Basis) -> dict[str, Estimate]:
    """Name → the mean of task accuracies, where one of the tasks was asked; None if another was not."""
    asked = {task: rows[basis.tally.asked[rows]] for task, rows in basis.of_task.items()}
    averages = averages_for(basis.of_task, basis.run.benchmark.sizes)
    return {name: _estimate(name, weights, asked, basis) for name, weights in averages.items()}


def _estimate(name: str, weights: Weights, asked: RowsByTask, basis: Basis) -> Estimate:
    """The weighted sum of tasks' means: each item has its task's weight over the task's items."""

    def of_items(rows: Ints, weight: float) -> Floats:
        counts = basis.sharing.weights(rows)
        return np.full(len(rows), weight / len(rows)) if counts is None else weight * counts / counts.sum()

    if not all(len(asked.get(task, ())) for task in weights):
        return UNDEFINED
    rows = np.concatenate([asked[task] for task in weights])
    of_each = np.concatenate([of_items(asked[task], weight) for task, weight in weights.items()])
    figure = basis.sharing.weighted(name, rows, of_each)
    return figure.estimate(basis.tally.right[rows].astype(np.float64))


def known_averages(summary: Summary) -> dict[str, Estimate]:
    """The averages that are defined for what was asked."""
    return {name: figure for name, figure in summary.get(average_figures).items() if figure.value is not None}


def average_cell(name: str, summary: Summary) -> Cell:
    """An average; behind it are the items of the tasks that it is over."""
    weights = averages_for(summary.tasks, summary.run.benchmark.sizes)[name]
    n = sum(summary.tasks[task].accuracy.n for task in weights if task in summary.tasks)
    behind = Behind(summary.run_id, one_of_tasks(list(weights), summary), n)
    return Cell(percent(summary.get(average_figures)[name].value), behind)


def averages_table(summary: Summary) -> Table | None:
    """The averages with their intervals."""
    known = known_averages(summary)
    rows = [
        (name, average_cell(name, summary), interval_of(figure), clusters(figure.n_effective))
        for name, figure in known.items()
    ]
    head = ("", "Average", "95 % CI", "Clusters")
    note = f"{averages_in_words(known)} {summary.settings.estimand}"
    return Table("Averages of tasks in %", head, rows, note) if rows else None


def averages_in_words(names: Collection[str]) -> str:
    """What the averages of these names are over, as sentences."""
    said = {
        "AvgE": "AvgE: mean of ET and EC.",
        "AvgR": "AvgR: mean of FC, RT and RP.",
        "AvgS": "AvgS: mean of R1 and R2; with evidence, AvgS+E.",
        "AvgAll": "AvgAll: mean of all nine tasks.",
        "AvgR*": "With a star: without RT.",
        "Gap": "Gap: AvgE minus the mean of RP, R1 and R2, in points.",
    }
    return " ".join(sentence for name, sentence in said.items() if name in names)


def averages_document(summary: Summary) -> dict[str, Any]:
    """Every average, undefined ones as null."""
    averages = summary.get(average_figures)
    return {
        "averages": {name: figure.value for name, figure in averages.items()},
        "averages_ci95": {name: bounds_document(figure.ci95) for name, figure in averages.items()},
    }


def averages_columns(summary: Summary) -> Columns:
    """The averages that are defined, as JSON names them."""
    return {ALL: estimates_columns(known_averages(summary))}


BLOCK = Block(
    figures=(average_figures,),
    tables=(RunTable(averages_table, usual=True, paper=True),),
    document=averages_document,
    columns=averages_columns,
    decided=True,
)
