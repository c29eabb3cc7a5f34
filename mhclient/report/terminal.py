"""A report on the terminal: per run its figures and outcomes; for several runs their comparison first."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mhclient.report.cells import (
    FIGURE_HEAD,
    average_cells,
    figure_rows,
    notes,
    outcome_head,
    outcome_rows,
    percent,
)
from mhclient.report.summary import CAVEAT, Summary
from mhclient.scoring.averages import AVERAGES


def render_report(summaries: Sequence[Summary]) -> RenderableType:
    """Everything `mhclient report` prints."""
    parts: list[RenderableType] = []
    if len(summaries) > 1:
        parts += [render_comparison(summaries), Text()]
    for summary in summaries:
        parts += [*_one_run(summary), Text()]
    return Group(*parts, Text(CAVEAT, style="italic"))


def render_comparison(summaries: Sequence[Summary]) -> RenderableType:
    """Accuracy per task and average, one column per run; then what the accuracies rest on."""
    table = _table(("", *(summary.spec.model for summary in summaries)))
    tasks = list(dict.fromkeys(task for summary in summaries for task in summary.tasks))
    for task in tasks:
        table.add_row(task, *(percent(s.tasks[task].accuracy) if task in s.tasks else "" for s in summaries))
    table.add_section()
    for name in AVERAGES:
        values = [summary.averages.get(name) for summary in summaries]
        if any(value is not None for value in values):
            table.add_row(name, *map(percent, values))
    table.add_section()
    overall = [summary.overall for summary in summaries]
    table.add_row("all items", *(percent(figures.accuracy) for figures in overall))
    table.add_row("among read", *(percent(figures.accuracy_answered) for figures in overall))
    table.add_row("unread %", *(percent((f.n - f.n_answered) / f.n if f.n else None) for f in overall))
    return Group(Text("Accuracy in %, unread counts as wrong", style="bold"), table)


def _one_run(summary: Summary) -> Iterator[RenderableType]:
    yield Text(f"{summary.spec.model} · {summary.spec.variant.name}", style="bold")
    yield Text(
        f"run {summary.run.run_id}, benchmark {summary.run.benchmark[:12]}, parser {summary.parser_version}, "
        f"mhclient {summary.program_version}",
        style="dim",
    )
    yield _filled(FIGURE_HEAD, figure_rows(summary))
    if cells := average_cells(summary):
        yield Text("Averages of tasks: " + "  ".join(f"{name} {value}" for name, value in cells))
    yield Text()
    yield _filled(outcome_head(summary), outcome_rows(summary))
    for note in notes(summary):
        yield Padding(Text(f"* {note}"), (0, 0))


def _filled(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = _table(head)
    for row in rows:
        if row[0] == "all":
            table.add_section()
        table.add_row(*row)
    return table


def _table(head: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    first, *others = head
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", overflow="fold")
    return table
