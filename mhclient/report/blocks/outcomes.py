"""How the items ended: answers, and what kept the others from being read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from mhclient.figures.accuracy import AccuracyFigures
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import ENDINGS, NoReply
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.drilldown import of_task
from mhclient.report.blocks.preference import favoured_point
from mhclient.report.chart import Bar, Bars, Chart, Segment, accuracy_point
from mhclient.report.summary import Figures, Finding, Summary, by_whom
from mhclient.report.table import SUMS, Behind, Cell, Row, Table
from mhclient.report.wording.names import row_name
from mhclient.report.wording.shapes import bounds_document, share_document
from mhclient.show.cells import percent
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
    rates = {name: share_document(Share(count, accuracy.n)) for name, count in accuracy.outcomes.items()}
    return {
        "outcomes": dict(accuracy.outcomes),
        "outcome_rates": rates,
        "compliance": accuracy.kept_format.value,
        "ci95_compliance": bounds_document(accuracy.kept_format.ci95),
    }


BLOCK = Block(
    tables=(RunTable(outcomes_table, usual=True),),
    charts=outcomes_chart,
    findings=outcomes_findings,
    of_set=outcomes_keys,
)
