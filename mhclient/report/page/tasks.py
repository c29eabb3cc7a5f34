"""Tasks by their names, with what they ask and what can be had there without knowing a fact."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.kinds import task_words
from mhclient.report.blocks.chance import shortcuts_by_task
from mhclient.report.summary import Summary
from mhclient.show.cells import percent


@dataclass(frozen=True, slots=True)
class TaskHead:
    """What stands above a task's chart.

    Attributes:
        name: in words; "" where the code is the name.
        asks: what it asks; "" where nobody has said.
        without: what guessing gives, and the best rule that knows no facts.
    """

    code: str
    name: str = ""
    asks: str = ""
    n: str = ""
    without: str = ""


def spoken(manifest: Mapping[str, Any], task: str) -> str:
    """A task as a sentence names it."""
    name = task_words(manifest, task).name
    return f"{name} ({task})" if name else task


def task_heads(summaries: Sequence[Summary]) -> dict[str, TaskHead]:
    """Task → its head, for the tasks of all runs."""
    found: dict[str, TaskHead] = {}
    for summary in summaries:
        for task in summary.tasks:
            if task not in found:
                found[task] = _head(summary, task)
    return found


def _head(summary: Summary, task: str) -> TaskHead:
    words = task_words(summary.run.benchmark.manifest, task)
    figures = summary.tasks[task]
    parts = [] if figures.chance is None else [f"Guessing {percent(figures.chance)} %"]
    shortcut = summary.get(shortcuts_by_task).get(task)
    parts += (
        [] if shortcut is None else [f"best shortcut {percent(shortcut.guessed)} % ({shortcut.shortcut})"]
    )
    n = round(figures.accuracy.n_planned / figures.accuracy.epochs)
    return TaskHead(task, words.name, words.asks, f"{n:,} {'item' if n == 1 else 'items'}", "; ".join(parts))
