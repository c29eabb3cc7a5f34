"""Accuracy by task, by group of tasks and over all items, and what it rests on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.kinds import task_words
from mhclient.figures.accuracy import GROUPS, AccuracyFigures
from mhclient.report.blocks.averages import average_cell, average_figures, averages_in_words, known_averages
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.blocks.drilldown import of_accuracy, of_task, one_of_tasks
from mhclient.report.chart import Chart, Dots, accuracy_point, intervals_in_words, series_of
from mhclient.report.summary import Figures, Summary
from mhclient.report.table import SUMS, AnyCell, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import bounds_document, interval_of
from mhclient.show.cells import CLUSTERS, clusters, percent

COLUMNS = ("n", "Accuracy", "95 % CI", CLUSTERS, "Among read", "Unread", "Format")


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
