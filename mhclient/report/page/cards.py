"""A run's card on the page: accuracy over all items, and what it rests on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mhclient.report.blocks.behind import of_accuracy, one_of_tasks
from mhclient.report.cells import interval_of
from mhclient.report.names import row_name
from mhclient.report.page.linked import Figure, figure_of
from mhclient.report.page.links import Links
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell
from mhclient.show.cells import interval, percent, points
from mhclient.show.counts import agreeing, counted


def card(summary: Summary, summaries: Sequence[Summary], links: Links) -> Mapping[str, Any]:
    """What the page's template shows on a run's card."""
    overall, run = summary.overall.accuracy, summary.run_id
    behind = of_accuracy(run, overall)

    def figure(text: str, items: Behind) -> Figure:
        return figure_of(Cell(text, items), links, run)

    return {
        "name": row_name(summary, summaries),
        "value": figure(percent(overall.accuracy), behind.right),
        "interval": interval_of(summary.overall.estimate),
        "n": figure(f"{overall.n:,}", behind.asked),
        "of": f"of {counted(overall.n_planned, 'item')}"
        if summary.partial
        else agreeing(overall.n, "item", "items"),
        "marked": bool(summary.run.marks),
        "href": links.href(Behind(run)),
        "run": links.numbers[run],
        "lines": [(label, figure_of(cell, links, run)) for label, cell in _lines(summary)],
    }


def _lines(summary: Summary) -> Iterator[tuple[str, Cell]]:
    overall = summary.overall.accuracy
    behind = of_accuracy(summary.run_id, overall)
    yield "among what was read", Cell(percent(overall.answered.value), behind.read)
    yield "not read", Cell(f"{overall.n_unread} of {overall.n}", behind.unread)
    yield "in the format asked for", Cell(percent(overall.kept_format.value), behind.in_format)
    yield "if the unread were wrong – right", Cell(interval(overall.bounds), behind.unread)
    if biases := _biases(summary):
        mean = points(sum(biases.values()) / len(biases))
        yield "A said more often than right, A/B tasks", Cell(mean, _saying_a(summary, list(biases)))


def _biases(summary: Summary) -> dict[str, float]:
    """A/B tasks → the A-rate less the gold's."""
    return {
        task: figures.prediction_a_rate.value - figures.gold_a_rate
        for task, figures in summary.tasks.items()
        if figures.prediction_a_rate and figures.prediction_a_rate.value is not None and figures.gold_a_rate
    }


def _saying_a(summary: Summary, tasks: Sequence[str]) -> Behind:
    """The items of these tasks on which A was said."""
    letters = [summary.tasks[task].letters for task in tasks]
    said = [found.letters[0].said for found in letters if found]
    filters = {**one_of_tasks(tasks, summary), "said": "A"}
    return Behind(summary.run_id, filters, sum(part.count for part in said), sum(part.n for part in said))
