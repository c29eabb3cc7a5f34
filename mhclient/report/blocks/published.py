"""How much of a published score is format: of runs that were adopted from another tool's log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mhclient.figures.intervals import wilson
from mhclient.figures.metrics import Share
from mhclient.figures.waterfall import ReadTwice, Step, Waterfall, waterfall
from mhclient.report.basis import Basis
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.finding import Finding
from mhclient.report.shapes import bounds_document
from mhclient.report.summary import Summary
from mhclient.report.table import SUMS, Row, Table
from mhclient.show.cells import interval, percent
from mhclient.show.counts import counted

STEPS = (*Step,)
HEAD = (
    "n",
    *(step.value for step in STEPS),
    "among read",
    "bounds",
    "they read, we did not (right)",
    "we read, they did not (right)",
    "read differently",
)
NOTE = (
    "Accuracy in %, over the replies of which the log says what its tool made of them. "
    + "; ".join(f"{step.value}: {step.what}" for step in STEPS)
    + ". Among read: of the replies that give an answer here. Bounds: everything unread wrong, and right."
)


def published_figures(basis: Basis) -> Mapping[str, Waterfall]:
    """Task → the steps from the tool's score to what its replies say; of all tasks under `SUMS`."""
    judged = [
        ReadTwice(scored, theirs)
        for scored, theirs in zip(basis.run.scored, basis.run.published, strict=False)
    ]
    of_task: dict[str, list[ReadTwice]] = {}
    for each in judged:
        of_task.setdefault(each.scored.task, []).append(each)
    sets = of_task if len(of_task) == 1 else {**of_task, SUMS: judged}
    found = {name: waterfall(replies) for name, replies in sets.items()}
    return {name: steps for name, steps in found.items() if steps is not None}


def published_table(summary: Summary) -> Table | None:
    """The steps, a row per task."""
    rows = [(task, *_cells(steps)) for task, steps in summary.get(published_figures).items()]
    return Table("How much of the published score is format", ("Task", *HEAD), rows, NOTE) if rows else None


def published_across(summaries: Sequence[Summary]) -> Table | None:
    """The same over all items, a row per run."""
    rows = [
        (summary.run_id, *_cells(steps)) for summary in summaries if (steps := overall(summary)) is not None
    ]
    return Table("How much of published scores is format", ("Run", *HEAD), rows, NOTE) if rows else None


def overall(summary: Summary) -> Waterfall | None:
    """The steps over all items of a run; None for a run whose replies no other tool has read."""
    found = summary.get(published_figures)
    return found.get(SUMS) or next(iter(found.values()), None)


def _cells(steps: Waterfall) -> Row:
    low, high = steps.bounds
    return (
        str(steps.n),
        *(percent(steps.right[step].value) if step in steps.right else "–" for step in STEPS),
        percent(steps.among_read.value),
        interval((low, high)),
        f"{steps.only_they} ({steps.only_they_right})",
        f"{steps.only_we} ({steps.only_we_right})",
        str(steps.differ),
    )


def published_findings(summary: Summary) -> Iterator[Finding]:
    """What the score owes to replies that give no answer."""
    steps = overall(summary)
    if steps is None or not steps.only_they:
        return
    yield Finding(
        "published",
        "overall",
        f"The tool took a letter from {counted(steps.only_they, 'reply')} that give no answer as read here "
        f"({percent(steps.only_they / steps.n)} %); {steps.only_they_right} of these letters are right.",
    )


def published_document(summary: Summary) -> dict[str, Any]:
    """The steps of each task, for programs."""
    found = summary.get(published_figures)
    return {"published": {task: _document(steps) for task, steps in found.items()}} if found else {}


def _document(steps: Waterfall) -> dict[str, Any]:
    right = {step.value.replace(" ", "_"): _share(share) for step, share in steps.right.items()}
    counts = ("only_they", "only_they_right", "only_we", "only_we_right", "differ")
    return {
        "n": steps.n,
        **right,
        "among_read": _share(steps.among_read),
        "bounds": bounds_document(steps.bounds),
        **{name: getattr(steps, name) for name in counts},
    }


def _share(share: Share) -> dict[str, Any]:
    return {
        "count": share.count,
        "n": share.n,
        "share": share.value,
        "wilson95": wilson(share.count, share.n),
    }


BLOCK = Block(
    figures=(published_figures,),
    tables=(RunTable(published_table, usual=True),),
    findings=published_findings,
    document=published_document,
    across={"published": published_across},
)
