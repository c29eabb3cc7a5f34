"""How the items ended, and how accuracy depends on how strictly replies are read.

First the outcomes: answers, and what kept the others from being read. Then knowledge or format: accuracy by
strictness, and conclusions that depend on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from mhclient.figures.accuracy import AccuracyFigures, Strictness
from mhclient.figures.proportion_intervals import Share
from mhclient.judge.decisions import RULE
from mhclient.read.scored import ENDINGS, NoReply
from mhclient.report.blocks.block import RIGHT, Block, RunTable, of_accuracy, of_task, share
from mhclient.report.blocks.letters import favoured_point
from mhclient.report.chart import Bar, Bars, Chart, Segment, accuracy_point
from mhclient.report.summary import Figures, Finding, Summary, by_whom
from mhclient.report.table import SUMS, Behind, Cell, Row, Table
from mhclient.report.wording.names import row_name
from mhclient.report.wording.shapes import bounds_document, share_document
from mhclient.run.variant import FREE_FORMAT
from mhclient.show.cells import interval, percent
from mhclient.show.counts import agreeing, counted

# From the left: what was right, why the rest could not be read, what was wrong.
BAR_ORDER = (
    "right",
    *("truncated", "refusal", "ambiguous", "no_answer", "out_of_range", "empty", "filtered", "error"),
    "wrong",
)


def outcomes_table(summary: Summary) -> Table:
    """Counts of each outcome that occurs; an answer always stands first."""
    totals = summary.overall.accuracy.outcomes
    names = [name for name, count in totals.items() if count or name == "answer"]
    rows: list[Row] = [
        (task, *(_cell(summary.run_id, task, name, figures.accuracy) for name in names))
        for task, figures in summary.with_overall()
    ]
    note = "Counted: replies, of which each item has several." if summary.run.spec.epochs > 1 else ""
    return Table("How the items ended", ("Task", *(name.replace("_", " ") for name in names)), rows, note)


def _cell(run: str, task: str, ending: str, figures: AccuracyFigures) -> Cell:
    count = figures.outcomes[ending]
    return Cell(str(count), Behind(run, {**of_task(task), "ending": ending}, count))


def outcomes_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Of 100 items: right, unread by cause, wrong; a bar per run, and per task where there is one run."""
    rows = [
        (
            row_name(summary, summaries) if task == SUMS else task,
            summary,
            task,
        )
        for summary in summaries
        for task in ([SUMS] if len(summaries) > 1 or len(summary.tasks) < 2 else [SUMS, *summary.tasks])
    ]
    words = (
        "Of 100 items: how many were right, how many replies could not be read and why, how many were wrong. "
        "With every reply readable, accuracy would lie between the two ends of the middle part; the upright "
        "line marks accuracy among what was read."
    )
    bars = Bars([_bar(*row) for row in rows], BAR_ORDER, "right among read", PREFERENCE)
    yield Chart("outcomes", "Knowledge, format and letters, apart", words, bars)


PREFERENCE = "letter said too often, points"


def _bar(name: str, summary: Summary, task: str) -> Bar:
    figures = summary.overall if task == SUMS else summary.tasks[task]
    accuracy = figures.accuracy
    return Bar(
        name,
        list(_parts(accuracy, Behind(summary.run_id, of_task(task)))),
        summary.run_id if task == SUMS else None,
        accuracy_point(name, figures),
        accuracy.answered.value if accuracy.n_unread else None,
        favoured_point(summary) if task == SUMS else None,
    )


def _parts(accuracy: AccuracyFigures, items: Behind) -> Iterator[Segment]:
    """Right, the causes in their order, wrong."""
    for ending in BAR_ORDER:
        if n := _ended(accuracy, ending):
            wanted = {"result": ending} if ending in ("right", "wrong") else {"ending": str(ending)}
            behind = replace(items, filters={**items.filters, **wanted}, n=n, of=accuracy.n)
            yield Segment(ending, ending.replace("_", " "), n / (accuracy.n or 1), n, behind)


def _ended(figures: AccuracyFigures, ending: str) -> int:
    if ending == "right":
        return figures.correct.count
    if ending == "wrong":
        return figures.answered.n - figures.correct.count
    return figures.outcomes[ending]


def outcomes_findings(summary: Summary) -> Iterator[Finding]:
    """How much was not read, and why."""
    return by_whom(summary, _unread(summary))


def _unread(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if not overall.n_unread or overall.bounds is None:
        return
    low, high = (percent(bound) for bound in overall.bounds)
    among_read = f"among those read it is {percent(overall.answered.value)} %"
    text = (
        f"Accuracy counts {overall.n_unread} unread of {overall.n} as wrong: {reasons(overall)}. Had all "
        f"of them been right it would be {high} % over all items, not {low} %; "
        f"{among_read if overall.answered.n else 'none was read'}."
    )
    yield Finding("unread", "overall", text)
    if errors := overall.outcomes[NoReply.ERROR.value]:
        yield Finding("errors", "overall", _errors(summary, errors))


def _errors(summary: Summary, n: int) -> str:
    causes = summary.run.errors
    too_long = causes.get("PromptTooLong", 0)
    unit = "item" if summary.run.spec.epochs == 1 else "repetition"
    text = f"{counted(n, unit)} got no reply at all; {agreeing(n, 'it counts', 'they count')} as unread."
    if too_long:
        text += (
            f" {too_long} of them {agreeing(too_long, 'has a prompt', 'have prompts')} longer than was "
            "allowed, and not cut."
        )
    return text if too_long == n else f"{text} The run can be started again."


def reasons(accuracy: AccuracyFigures) -> str:
    """Why items were not read, most frequent first."""
    counts = [(accuracy.outcomes[ending], ending.phrase) for ending in ENDINGS if ending.unread]
    return ", ".join(
        f"{n} {words.format(were=agreeing(n, 'was', 'were'))}"
        for n, words in sorted(counts, key=lambda entry: -entry[0])
        if n
    )


def outcomes_keys(figures: Figures) -> dict[str, Any]:
    """The outcomes of a set of items, as counts and as shares, and how many replies kept to the format."""
    accuracy = figures.accuracy
    rates = {name: Share(count, accuracy.n, accuracy.epochs) for name, count in accuracy.outcomes.items()}
    return {
        "outcomes": dict(accuracy.outcomes),
        "outcome_rates": {name: share_document(rate) for name, rate in rates.items()},
        "compliance": accuracy.kept_format.value,
        "ci95_compliance": bounds_document(accuracy.kept_format.ci95),
    }


BLOCK = Block(
    tables=(RunTable(outcomes_table, usual=True),),
    charts=outcomes_chart,
    findings=outcomes_findings,
    of_set=outcomes_keys,
)


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


STRICTNESS_BLOCK = Block(
    tables=(RunTable(strictness_table),),
    charts=strictness_chart,
    findings=strictness_findings,
    of_set=strictness_keys,
)
