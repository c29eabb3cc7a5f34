"""How figures look to people: one place, for the terminal and for Markdown alike."""

from mhclient.report.summary import Summary
from mhclient.scoring.metrics import TaskFigures
from mhclient.scoring.scored import Ending

NOT_KNOWN = "–"


def percent(value: float | None) -> str:
    """A share as a percentage with one decimal.

    >>> percent(0.7346), percent(None)
    ('73.5', '–')
    """
    return NOT_KNOWN if value is None else f"{100 * value:.1f}"


def interval(bounds: tuple[float, float] | None) -> str:
    """An interval of shares as percentages."""
    return NOT_KNOWN if bounds is None else f"{percent(bounds[0])}–{percent(bounds[1])}"


FIGURE_HEAD = ("Task", "n", "Accuracy", "95 % CI", "Among read", "Unread", "A-rate", "Balanced")


def figure_rows(summary: Summary) -> list[tuple[str, ...]]:
    """One row per task, then one for all items; under `FIGURE_HEAD`."""
    return [_figure_row(task, figures) for task, figures in _with_overall(summary)]


def _figure_row(task: str, figures: TaskFigures) -> tuple[str, ...]:
    binary = figures.binary
    asked = str(figures.n) if figures.n == figures.n_planned else f"{figures.n}/{figures.n_planned}"
    return (
        task,
        asked,
        percent(figures.accuracy),
        interval(figures.ci95),
        percent(figures.accuracy_answered),
        str(figures.n - figures.n_answered),
        percent(binary.prediction_a_rate) if binary else "",
        percent(binary.balanced_accuracy) if binary else "",
    )


def outcome_head(summary: Summary) -> tuple[str, ...]:
    """The outcomes that occur in the run; an answer always stands first."""
    occurring = [name for name, count in summary.overall.outcomes.items() if count or name == "answer"]
    return ("Task", *occurring)


def outcome_rows(summary: Summary) -> list[tuple[str, ...]]:
    """Counts of each occurring outcome per task; under `outcome_head`."""
    names = outcome_head(summary)[1:]
    return [
        (task, *(str(figures.outcomes[name]) for name in names)) for task, figures in _with_overall(summary)
    ]


def _with_overall(summary: Summary) -> list[tuple[str, TaskFigures]]:
    overall = [("all", summary.overall)] if len(summary.tasks) > 1 else []
    return [*summary.tasks.items(), *overall]


def average_cells(summary: Summary) -> list[tuple[str, str]]:
    """The benchmark's averages that are defined for what was asked."""
    return [(name, percent(value)) for name, value in summary.averages.items() if value is not None]


def notes(summary: Summary) -> list[str]:
    """What a reader must know to read the figures rightly."""
    overall = summary.overall
    unread = overall.n - overall.n_answered
    errors = overall.outcomes[Ending.ERROR.value]
    lines = []
    if summary.partial:
        lines.append(
            f"PARTIAL: {overall.n_planned - overall.n} of {overall.n_planned} items have not been asked. "
            "The figures are of those that were."
        )
    if unread and overall.bounds:
        lines.append(
            f"Accuracy counts {unread} unread of {overall.n} as wrong. Had all of them been right it would "
            f"be {percent(overall.bounds[1])} over all items, not {percent(overall.bounds[0])}."
        )
    if errors:
        lines.append(
            f"{errors} items got no reply at all; they count as unread. The run can be started again."
        )
    return lines
