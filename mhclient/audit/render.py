"""The overview as rich renderables. Text from models is text, never markup."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mhclient.audit.overview import COMMONEST, OutcomeRow, Overview
from mhclient.read.collect import Collected
from mhclient.run.marks import Mark, in_brackets, meanings
from mhclient.show.counts import agreeing, counted
from mhclient.show.visible import one_line, visible

EXAMPLE_WIDTH = 60
NAMED = 5  # of the items that cannot be used


def render_overview(
    view: Overview, marks: Mapping[str, Sequence[Mark]] | None = None, commonest: int = COMMONEST
) -> RenderableType:
    """Outcomes by model and task, grades of what was read, and the commonest shapes of what was not.

    Args:
        marks: run → what sets it apart, to stand behind its name.
    """
    read = view.n - view.n_unread
    grades = ", ".join(f"{grade} {count:,}" for grade, count in view.grades.most_common())
    parts: list[RenderableType] = [
        Text(f"{counted(view.n, 'reply')}, {read:,} read, {view.n_unread:,} not read", style="bold"),
        Text(f"Grades of what was read: {grades or 'none'}", style="dim"),
        Text(),
        *_outcomes(view, marks or {}),
    ]
    if view.unread:
        parts += [Text(), *_shapes(view, commonest)]
    return Group(*parts)


def _outcomes(view: Overview, marks: Mapping[str, Sequence[Mark]]) -> Iterator[RenderableType]:
    """One table, or one per run where a model has several: what is counted together is one run's."""
    models = {row.run_id: row.model for row in view.rows}
    if len(set(models.values())) == len(models):
        rows = [replace(row, model=row.model + in_brackets(marks.get(row.run_id, ()))) for row in view.rows]
        yield _outcome_table(view.outcomes, rows, several=len(models) > 1)
        return
    for run_id in models:
        yield Text(visible(run_id) + in_brackets(marks.get(run_id, ())), style="bold")
        yield _outcome_table(view.outcomes, [row for row in view.rows if row.run_id == run_id])


def _outcome_table(outcomes: Sequence[str], rows: Sequence[OutcomeRow], *, several: bool = False) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (*(["model"] if several else []), "task"):
        table.add_column(name, overflow="fold", vertical="bottom")
    for name in ("replies", *outcomes, "low trust"):
        table.add_column(re.sub("[_ ]", "\n", name), justify="right", no_wrap=True)
    for row in rows:
        counts = [row.outcomes[outcome] for outcome in outcomes]
        names = [Text(visible(row.model))] if several else []
        numbers = [f"{count:,}" if count else "·" for count in (row.n, *counts, row.low_trust)]
        table.add_row(*names, Text(visible(row.task)), *numbers)
    return table


def _shapes(view: Overview, commonest: int) -> Iterator[RenderableType]:
    shown = view.unread[:commonest]
    yield Text(f"The commonest shapes of unread replies ({len(shown)} of {len(view.unread):,})", style="bold")
    for shape in shown:
        line = Text(f"{shape.n:6,}  ", no_wrap=True, overflow="ellipsis")
        line.append(shape.outcome.replace("_", " "), style="bold")
        line.append(f"  {visible(shape.form)[:200]}")
        yield line
        if shape.example.completion.strip():
            yield Text(f"        e.g. {one_line(shape.example.completion, EXAMPLE_WIDTH)}", style="dim")


def render_what_is_counted(collected: Collected) -> Iterator[Text]:
    """What of the runs is no case, or only a part, so that nobody takes the counts for all there is."""
    for run_id, n in collected.without_reply.items():
        if n:
            yield Text(f"{visible(run_id)}: {n:,} more without a reply (errors, or not asked)")
    for run_id, items in collected.left_out.items():
        named = ", ".join(visible(str(item))[:80] for item in items[:NAMED])
        yield Text(
            f"{visible(run_id)}: LEFT OUT: {counted(len(items), 'item')} that cannot be used, since what the "
            f"store holds of {agreeing(len(items), 'it', 'them')} is broken: {named}"
            f"{', …' if len(items) > NAMED else '.'}"
        )
    marks = {run_id: found for run_id, found in collected.marks.items() if found}
    if marks:
        listed = ", ".join(visible(run_id) + in_brackets(found) for run_id, found in marks.items())
        yield Text(f"Marks: {listed}. {meanings(list(chain.from_iterable(marks.values())))}")
    for run_id, again in collected.asked_again.items():
        n = len(again.items)
        twice = ", which is counted here too" if again.run in collected.without_reply else ""
        yield Text(
            f"ASKED AGAIN: {visible(run_id)} has only the {counted(n, 'item')} of run {visible(again.run)} "
            f"whose {agreeing(n, 'reply was', 'replies were')} {' or '.join(again.outcomes)}{twice}."
        )
