"""Knowledge or format: accuracy by how strictly replies are read, and conclusions that depend on it."""

from collections.abc import Iterator, Sequence
from typing import Any

from mhclient.figures.accuracy import AccuracyFigures, Strictness
from mhclient.judge.decisions import RULE
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.drilldown import RIGHT, of_accuracy, of_task, share
from mhclient.report.blocks.outcomes import reasons
from mhclient.report.chart import Bar, Bars, Chart, Segment
from mhclient.report.summary import Figures, Finding, Summary, by_whom
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import row_name
from mhclient.report.wording.shapes import bounds_document
from mhclient.run.variant import FREE_FORMAT
from mhclient.show.cells import interval, percent
from mhclient.show.counts import counted

# Of nine tasks at which a model guesses, one or more lies beside chance by luck in a third of reports.
EACH_BY_ITSELF = "Each task is looked at by itself: nothing is adjusted over the tasks."


def strictness_table(summary: Summary) -> Table:
    """Accuracy with ever more readings counted."""
    rows = [_row(task, figures.accuracy, summary.run_id) for task, figures in summary.with_overall()]
    note = (
        "strict: the letter alone; explicit: also declared answers ('Answer: B'), what the paper calls "
        "strict "
        "parsing; leading, text, all: also what prose begins with, names by its text, or holds "
        "somewhere. Bounds: "
        "all unread wrong, all unread right."
    )
    head = ("Task", *summary.overall.accuracy.by_strictness, "among read", "bounds")
    return Table("Accuracy in % by how strictly replies are read", head, rows, note)


def _row(task: str, accuracy: AccuracyFigures, run: str) -> Row:
    behind = of_accuracy(run, accuracy, **of_task(task))
    steps = accuracy.by_strictness.items()
    return (
        task,
        *(
            Cell(percent(part.correct.value), share(run, part.correct, **of_task(task), grade=step, **RIGHT))
            for step, part in steps
        ),
        Cell(percent(accuracy.answered.value), behind.read),
        Cell(interval(accuracy.bounds), behind.unread),
    )


# What each step adds to the steps before it.
STEPS = {
    "strict": "the letter alone",
    "explicit": "“the answer is B”",
    "leading": "begins with the letter",
    "text": "the option’s text",
    "all": "a letter in the text",
}


def strictness_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Accuracy over all items, and how much of it each step of more generous reading adds."""
    bars = [Bar(row_name(summary, summaries), list(_steps(summary)), summary.run_id) for summary in summaries]
    words = (
        "How much accuracy rests on reading generously, in % of all items. A bar in one shade: the run "
        "writes its letter plainly. Lighter shades: right answers that only a more generous reading finds."
    )
    yield Chart("strictness", "Knowledge or format", words, Bars(bars, tuple(STEPS)))


def _steps(summary: Summary) -> Iterator[Segment]:
    overall, before = summary.overall.accuracy, 0
    for name, step in overall.by_strictness.items():
        n = step.correct.count - before
        behind = Behind(summary.run_id, {"grade": name} | RIGHT)
        yield Segment(name, STEPS[name], n / (overall.n or 1), n, behind)
        before = step.correct.count


def strictness_findings(summary: Summary) -> Iterator[Finding]:
    """Per task: conclusions that depend on which replies are read, or how.

    Free answers were asked for no letter: none is explicit, and that is no finding.
    """
    free = summary.run.spec.variant.answer_format == FREE_FORMAT
    for task, figures in summary.tasks.items():
        yield from by_whom(summary, _against_chance(task, figures))
        if not free:
            yield from by_whom(summary, _read_loosely(summary, task, figures))


def _against_chance(task: str, figures: Figures) -> Iterator[Finding]:
    """A task's verdict against guessing, if it depends on how unread replies are counted."""
    accuracy, every, read = figures.accuracy, figures.estimate.ci95, figures.answered.ci95
    if figures.chance is None or not accuracy.n_unread or every is None or read is None:
        return
    ways = {
        "with unread as wrong": (accuracy.accuracy, every),
        "among those read": (figures.answered.value, read),
    }
    verdicts = [_verdict(bounds, figures.chance) for _, bounds in ways.values()]
    if verdicts[0] != verdicts[1]:
        shares = (f"{percent(share)} %, 95 % interval {interval(bounds)}" for share, bounds in ways.values())
        listed = "; ".join(
            f"{how} ({said}) {verdict}" for how, said, verdict in zip(ways, shares, verdicts, strict=True)
        )
        text = (
            f"{task}: whether the model beats guessing ({percent(figures.chance)} %) depends on how "
            f"unread replies are counted: {listed}. {EACH_BY_ITSELF} "
            f"Of {counted(accuracy.n, 'reply')}, {reasons(accuracy)}."
        )
        yield Finding("chance_depends_on_unread", task, text)


def _verdict(bounds: tuple[float, float], chance: float) -> str:
    low, high = bounds
    if low > chance:
        return "it is better than guessing"
    return "it is worse than guessing" if high < chance else "guessing cannot be excluded"


def _read_loosely(summary: Summary, task: str, figures: Figures) -> Iterator[Finding]:
    """A task much of whose accuracy rests on readings beyond explicit answers."""
    steps = figures.accuracy.by_strictness
    explicit, every = steps["explicit"].correct, steps["all"].correct
    if explicit.ci95 and every.value is not None and every.value > explicit.ci95[1]:
        text = (
            f"{task}: accuracy is {percent(every.value)} % with every reading, {percent(explicit.value)} % "
            f"with explicit answers alone: {_beyond_explicit(summary, task, every.count - explicit.count)}."
        )
        yield Finding("depends_on_strictness", task, text)


def _beyond_explicit(summary: Summary, task: str, n: int) -> str:
    """Where right answers come from that are not explicit: what raters decided no reply need say."""
    items = [] if summary.run.decided is None else summary.run.scored
    by_raters = sum(item.rule == RULE and item.correct for item in items if item.task == task)
    in_prose = f"{counted(n - by_raters, 'right answer stands', 'right answers stand')} in prose"
    decided = counted(by_raters, "is a rater's decision", "are raters' decisions")
    return f"{in_prose}, {decided}" if by_raters else in_prose


def strictness_keys(figures: Figures) -> dict[str, Any]:
    """What was read and right in a set of items, at every step."""
    return {"by_strictness": {name: _step(step) for name, step in figures.accuracy.by_strictness.items()}}


def _step(step: Strictness) -> dict[str, Any]:
    return {
        "n_read": step.read.count,
        "read_rate": step.read.value,
        "n_correct": step.correct.count,
        "accuracy": step.correct.value,
        "ci95": bounds_document(step.correct.ci95),
    }


BLOCK = Block(
    tables=(RunTable(strictness_table),),
    charts=strictness_chart,
    findings=strictness_findings,
    of_set=strictness_keys,
)
