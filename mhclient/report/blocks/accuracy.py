"""Accuracy by task, by group of tasks and over all items, and what it rests on.

Also here: the benchmark's averages of tasks, and where intervals rest on few effective clusters.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from benchmark.kinds import task_words
from mhclient.figures.accuracy import GROUPS, AccuracyFigures, Weights, averages_for
from mhclient.figures.confidence_intervals import UNDEFINED, Estimate
from mhclient.figures.numerics import Floats, Ints
from mhclient.figures.proportion_intervals import ALPHA
from mhclient.report.blocks.block import Block, RunTable, of_accuracy, of_task, one_of_tasks
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.chart import Chart, Dots, accuracy_point, intervals_in_words, series_of
from mhclient.report.loading.basis import Basis, RowsByTask
from mhclient.report.summary import Figures, Finding, Summary
from mhclient.report.table import CI95, SUMS, AnyCell, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import ALL, Columns, bounds_document, estimates_columns, interval_of
from mhclient.show.cells import CLUSTERS, FEW_EFFECTIVE, FEWEST_EFFECTIVE, clusters, percent

COLUMNS = ("n", "Accuracy", CI95, CLUSTERS, "Among read", "Unread", "Format")


def accuracy_table(summary: Summary) -> Table:
    """Accuracy and what it rests on, per task and overall."""
    rows = [_row(name, figures, summary.run_id, of_task(name)) for name, figures in summary.with_overall()]
    note = (
        f"Unread counts as wrong. {summary.settings.estimand} Format: replies in % that are just what the "
        f"prompt asked for. {_tasks_in_words([summary])}"
    )
    if summary.run.spec.epochs > 1:
        of_all = summary.overall.accuracy.correct.mean is not None
        counts = "unread counts replies" if of_all else "unread and format count replies"
        note = f"n: items × replies to each; {counts}. {note}"
        if of_all:
            note = f"Items weigh the same, however many replies each has. {note}"
    return Table("Accuracy in %", ("Task", *COLUMNS), rows, note)


def _tasks_in_words(summaries: Sequence[Summary]) -> str:
    """What short names of tasks stand for, as a sentence; "" where the names say it themselves."""
    names = {
        task: task_words(summary.run.benchmark.manifest, task).name
        for summary in summaries
        for task in summary.tasks
    }
    said = ", ".join(f"{task} {name}" for task, name in names.items() if name)
    return f"Tasks: {said}." if said else ""


def groups_table(summary: Summary) -> Table | None:
    """The same for groups of tasks."""
    rows = [
        _row(name, figures, summary.run_id, _of_group(name, summary))
        for name, figures in summary.groups.items()
    ]
    if len(summary.tasks) < 2 or not rows:
        return None
    return Table("Accuracy by group of tasks, in %", ("Group", *COLUMNS), rows)


def _of_group(name: str, summary: Summary) -> dict[str, str]:
    """The filter of a group's tasks."""
    return one_of_tasks([task for task in GROUPS[name] if task in summary.tasks], summary)


def _row(name: str, figures: Figures, run: str, filters: Mapping[str, str]) -> Row:
    accuracy = figures.accuracy
    behind = of_accuracy(run, accuracy, **filters)
    return (
        name,
        Cell(_n(accuracy), behind.asked),
        Cell(percent(accuracy.accuracy), behind.right),
        interval_of(figures.estimate),
        clusters(figures.estimate.n_effective),
        Cell(percent(accuracy.answered.value), behind.read),
        Cell(str(accuracy.n_unread), behind.unread),
        Cell(percent(accuracy.kept_format.value), behind.in_format),
    )


def _n(accuracy: AccuracyFigures) -> str:
    """How many items; of a run that is under way how many of them, or of their replies, there are."""
    if accuracy.partial:
        return f"{accuracy.n}/{accuracy.n_planned}"
    if accuracy.epochs > 1:
        return f"{accuracy.n_items} × {accuracy.epochs:.3g}"
    return str(accuracy.n)


def main_table(summaries: Sequence[Summary]) -> Table:
    """Accuracy per task, then the averages, one row per run: the paper's main results."""
    tasks = list(dict.fromkeys(task for summary in summaries for task in summary.tasks))
    averages = list(dict.fromkeys(name for summary in summaries for name in known_averages(summary)))
    rows = [
        (
            row_cell(summary, summaries),
            *(_accuracy_cell(summary, task) for task in tasks),
            *(_average_cell(summary, name) for name in averages),
        )
        for summary in summaries
    ]
    head = (names_head(runs_of(summaries)), *tasks, *averages)
    best = [place for place, name in enumerate(head) if place and name != "Gap"]
    words = f"{_tasks_in_words(summaries)} {averages_in_words(averages)}".strip()
    note = with_marks(words, runs_of(summaries))
    below = ["", *(_n_of(summaries, task) for task in tasks), *("" for _ in averages)]
    return Table("Accuracy by task, and averages, in %", head, rows, note, best=best, below=below)


def _n_of(summaries: Sequence[Summary], task: str) -> str:
    """How many of a task's items the runs have asked; from the fewest to the most."""
    asked = sorted((s.tasks[task].accuracy for s in summaries if task in s.tasks), key=lambda each: each.n)
    said = [f"{each.n:,}" if each.partial or each.epochs == 1 else _n(each) for each in asked]
    return f"n {said[0]}" if said[0] == said[-1] else f"n {said[0]}–{said[-1]}"


def results_table(summaries: Sequence[Summary]) -> Table:
    """Accuracy over all items with its interval, and what it rests on, one row per run."""
    rows = [(row_cell(each, summaries), *_row(SUMS, each.overall, each.run_id, {})[1:]) for each in summaries]
    head = (names_head(runs_of(summaries)), *COLUMNS)
    note = with_marks(f"Unread counts as wrong. {summaries[0].settings.estimand}", runs_of(summaries))
    return Table("Accuracy over all items, in %", head, rows, note, best=(2,))


def _accuracy_cell(summary: Summary, task: str) -> AnyCell:
    if task not in summary.tasks:
        return ""
    accuracy = summary.tasks[task].accuracy
    behind = of_accuracy(summary.run_id, accuracy, task=task).right
    bounds = interval_of(summary.tasks[task].estimate)
    return Cell(percent(accuracy.accuracy), behind, interval=bounds)


def _average_cell(summary: Summary, name: str) -> AnyCell:
    if name in known_averages(summary):
        return average_cell(name, summary)
    return percent(None) if name in summary.get(average_figures) else ""


def accuracy_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Accuracy by task with its intervals, what guessing would give, and what the best shortcut gives."""
    series = [
        series_of(
            summary,
            summaries,
            [
                accuracy_point(task, figures, of_accuracy(summary.run_id, figures.accuracy, task=task).right)
                for task, figures in summary.tasks.items()
            ],
        )
        for summary in summaries
    ]
    drawn = [point for each in series for point in each.points]
    words = f"Accuracy in %; what could not be read counts as wrong. {intervals_in_words(drawn)}"
    lines = {"chance": _chance(summaries), "best shortcut": _shortcuts(summaries)}
    yield Chart("accuracy", "Accuracy by task", words, Dots(series, lines=lines))


def _chance(summaries: Sequence[Summary]) -> dict[str, float | None]:
    """Task → the accuracy of guessing."""
    return {task: figures.chance for summary in summaries for task, figures in summary.tasks.items()}


def _shortcuts(summaries: Sequence[Summary]) -> dict[str, float | None]:
    """Task → how often the best rule that knows no facts is right."""
    found = (summary.get(shortcuts_by_task).items() for summary in summaries)
    return {task: each.guessed for items in found for task, each in items}


def accuracy_keys(figures: Figures) -> dict[str, Any]:
    """How many of a set of items were asked, read and right."""
    accuracy = figures.accuracy
    return {
        "n_planned": accuracy.n_planned,
        "n": accuracy.n,
        "n_answered": accuracy.answered.n,
        "n_correct": accuracy.correct.count,
        "accuracy": accuracy.accuracy,
        "ci95": bounds_document(figures.estimate.ci95),
        "ci95_wilson": bounds_document(accuracy.correct.ci95),
        "n_effective": figures.estimate.n_effective,
        "accuracy_answered": accuracy.answered.value,
        "ci95_answered": bounds_document(figures.answered.ci95),
        "bounds": bounds_document(accuracy.bounds),
    }


BLOCK = Block(
    tables=(RunTable(accuracy_table, usual=True), RunTable(groups_table)),
    across={"1": main_table, "results": results_table},
    charts=accuracy_chart,
    of_set=accuracy_keys,
)


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
    head = ("", "Average", CI95, "Clusters")
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


AVERAGES_BLOCK = Block(
    figures=(average_figures,),
    tables=(RunTable(averages_table, usual=True, paper=True),),
    document=averages_document,
    columns=averages_columns,
    decided=True,
)


def clusters_findings(summary: Summary) -> Iterator[Finding]:
    """Tasks with few effective clusters, and those with too few for an interval."""
    found = {
        task: figures.estimate.n_effective
        for task, figures in summary.tasks.items()
        if figures.accuracy.n and figures.estimate.n_effective is not None
    }
    none = {task: n for task, n in found.items() if n < FEWEST_EFFECTIVE}
    few = {task: n for task, n in found.items() if FEWEST_EFFECTIVE <= n < FEW_EFFECTIVE}
    small = [task for task, n in few.items() if summary.tasks[task].accuracy.n < 2 * n]
    if none:
        why = (
            "There are too few items there."
            if summary.settings.of_items
            else f"Nearly all items there share one {summary.settings.shares}, so they say little of others; "
            "--entities fixed gives an interval about exactly these."
        )
        text = f"Too few effective clusters for an interval: {_listed(none)}. {why}"
        yield Finding("too_few_clusters", "overall", text)
    if few:
        shared = f"most items share one of a few {PLURALS.get(summary.settings.shares, 'values')}"
        why = "there are few items" if len(small) == len(few) else shared
        text = f"Few effective clusters: {_listed(few)}. Intervals are wide there, and rough: {why}."
        yield Finding("few_clusters", "overall", text)
    yield from _all_or_nothing(summary)


# Where so many clusters or more are wrong, what is right tells of what is not known. Simulated:
# perf/RESULTS.md, "known".
CLUSTERS_THAT_TELL = 4


def _all_or_nothing(summary: Summary) -> Iterator[Finding]:
    """The accuracy of a model that knows all or nothing about an entity, where it lies farthest below an
    interval; docs/statistics.md derives it.
    """
    figures = {
        **known_averages(summary),
        **{task: each.estimate for task, each in summary.tasks.items()},
        "All items": summary.overall.estimate,
    }
    missed = {}
    for name, figure in figures.items():
        value, worth, bounds = figure.value, figure.n_effective, figure.ci95
        if not value or not worth or figure.at is None or bounds is None:
            continue
        least = value * ALPHA ** (1 / worth)
        if worth * (1 - figure.at) < CLUSTERS_THAT_TELL and least < bounds[0]:
            missed[name] = bounds[0], least
    if summary.settings.these and missed:
        worst = max(missed, key=lambda name: missed[name][0] - missed[name][1])
        low, least = missed[worst]
        text = (
            f"{worst}: the interval begins at {percent(low)} %, but if a model knows all or nothing about "
            f"one {summary.settings.shares}, accuracy as low as {percent(least)} % cannot be excluded."
        )
        yield Finding("all_or_nothing", "overall", text)


PLURALS = {"entity": "entities", "triple": "triples"}


def _listed(found: dict[str, float]) -> str:
    return ", ".join(f"{clusters(n)} in {task}" for task, n in found.items())


CLUSTERS_BLOCK = Block(findings=clusters_findings)
