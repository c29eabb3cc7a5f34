"""How much of a published score is format: of runs that were adopted from another tool's log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mhclient.figures.proportion_intervals import Share
from mhclient.figures.published_score import ReadTwice, Step, Waterfall, places_of, waterfall
from mhclient.report.blocks.block import Block, RunTable, of_task, share
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import SUMS, Cell, Row, Table
from mhclient.report.wording.shapes import bounds_document
from mhclient.run.adopted import scored_in_words
from mhclient.show.cells import interval, percent
from mhclient.show.counts import counted

STEPS = (*Step,)
HEAD = (
    "n",
    *(step.value for step in STEPS),
    f"{Step.READ.value}, 95 %",
    "among read",
    "among read, 95 %",
    "bounds",
    "they read, we did not (right)",
    "we read, they did not (right)",
    "read differently",
)
NOTE = (
    "Accuracy in %, over the replies of which the log says what its tool made of them. "
    + "; ".join(f"{step.value}: {step.what}" for step in STEPS)
    + ". Among read: of the replies that give an answer here. 95 %: Wilson's interval. "
    "Bounds: everything unread wrong, and right."
)
SEVERAL = (
    "Scored by: the tool has scored each reply in several ways; counts of the first lead to their replies."
)


def published_figures(basis: Basis) -> Mapping[str, Mapping[str, Waterfall]]:
    """Task → the steps from the tool's score to what its replies say; of all tasks under `SUMS`.

    The steps are by the name of each filter, metric or scorer of the log, "" where it has one. Of a task that
    is scored in fewer ways than another, the sum over all tasks has the replies that are scored so.
    """
    several = len({scored.task for scored in basis.run.scored}) > 1
    of_way: dict[str, list[ReadTwice]] = {}
    for scored, theirs in zip(basis.run.scored, basis.run.published, strict=False):
        for each in (theirs, *theirs.others):
            of_way.setdefault(each.by, []).append(ReadTwice(scored, each))
    found: dict[str, dict[str, Waterfall]] = {}
    for way, judged in of_way.items():
        of_task: dict[str, list[ReadTwice]] = {}
        for reply in judged:
            of_task.setdefault(reply.scored.task, []).append(reply)
        for task, replies in ({**of_task, SUMS: judged} if several else of_task).items():
            if (steps := waterfall(replies)) is not None:
                found.setdefault(task, {})[way] = steps
    return {task: found[task] for task in sorted(found, key=SUMS.__eq__)}


def published_table(summary: Summary) -> Table | None:
    """The steps, a row per task; a row for each way of scoring where there are several."""
    found = [(summary, task, task, ways) for task, ways in summary.get(published_figures).items()]
    return _table("How much of the published score is format", "Task", found)


def published_across(summaries: Sequence[Summary]) -> Table | None:
    """The same over all items, a row per run."""
    found = [(summary, summary.run_id, SUMS, overall(summary)) for summary in summaries]
    return _table("How much of published scores is format", "Run", found)


def _table(
    title: str, of: str, found: Iterable[tuple[Summary, str, str, Mapping[str, Waterfall]]]
) -> Table | None:
    """A row for each of run, how the row is called, task, and way of scoring."""
    rows = [
        (name, way, *_cells(summary.run_id, task, steps, leads=way == _marked(summary, task)))
        for summary, name, task, ways in found
        for way, steps in ways.items()
    ]
    if not rows:
        return None
    if any(way for _, way, *_ in rows):
        return Table(title, (of, "scored by", *HEAD), rows, f"{NOTE} {SEVERAL}")
    return Table(title, (of, *HEAD), [(name, *cells) for name, _, *cells in rows], NOTE)


def _marked(summary: Summary, task: str) -> str | None:
    """The way of scoring that a task's replies are marked by; None over tasks that are marked by several."""
    found = summary.get(published_figures)
    marked = {next(iter(ways)) for name, ways in found.items() if task in (name, SUMS) and name != SUMS}
    return next(iter(marked)) if len(marked) == 1 else None


def overall(summary: Summary) -> Mapping[str, Waterfall]:
    """The steps over all items of a run, by way of scoring; none where no other tool has read its replies."""
    found = summary.get(published_figures)
    return found.get(SUMS) or next(iter(found.values()), {})


# Step → the filter that picks the replies that are right there.
_FILTERS: Mapping[Step, Mapping[str, str]] = {
    Step.PUBLISHED: {"theirs": "published"},
    Step.OWN_LETTER: {"theirs": "letter"},
    Step.NOT_FROM_NOTHING: {"theirs": "something"},
    Step.READ: {"theirs": "known", "result": "right"},
}


def _cells(run: str, task: str, steps: Waterfall, *, leads: bool) -> Row:
    """Every count leads to its replies, if these are marked as this way of scoring has it."""

    def leading(text: str, part: Share, **filters: str) -> Cell:
        return Cell(text, share(run, part, **of_task(task), **filters) if leads else None)

    def counted_as(n: int, right: int | None, name: str) -> Cell:
        text = str(n) if right is None else f"{n} ({right})"
        return leading(text, Share(n, steps.n), theirs=name)

    right = (
        leading(_percent_of(steps.right[step], steps.n), steps.right[step], **_FILTERS[step])
        if step in steps.right
        else "–"
        for step in STEPS
    )
    return (
        leading(str(steps.n), Share(steps.n, steps.n), theirs="known"),
        *right,
        _likely(steps.right.get(Step.READ)),
        leading(percent(steps.among_read.value), steps.among_read, **_FILTERS[Step.READ]),
        _likely(steps.among_read),
        interval(steps.bounds),
        counted_as(steps.only_they, steps.only_they_right, "only-they"),
        counted_as(steps.only_we, steps.only_we_right, "only-we"),
        counted_as(steps.differ, None, "differ"),
    )


def _percent_of(part: Share, n: int) -> str:
    return percent(part.value) if part.n == n else f"{percent(part.value)} (of {part.n:,})"


def _likely(part: Share | None) -> str:
    return interval(part.ci95 if part else None)


def readings_beside(run: LoadedRun) -> list[list[str]]:
    """Of each reply of an adopted run: the tool's letters, where it counts, and why readings differ."""
    twice = (ReadTwice(*each) for each in zip(run.scored, run.published, strict=True))
    return [
        [(each.theirs.said or "").replace("&", " & "), " ".join(places_of(each)), explained(each)]
        for each in twice
    ]


def explained(reply: ReadTwice) -> str:
    """Why the tool's reading and ours are the same, or are not, in a sentence; "" where the log says nothing.

    The rule is the reader's: it names what decided in the text.
    """
    scored, theirs = reply.scored, reply.theirs
    if not (theirs.known and scored.asked):
        return ""
    said = "&".join(sorted(scored.said or ()))
    tool = "The tool read no letter" if theirs.said is None else f"The tool read {theirs.said}"
    score = {True: " and scored it as right", False: " and scored it as wrong", None: ""}[theirs.right]
    here = f"here it says {said}" if said else f"here it {scored.ending.phrase.format(were='was')}"
    same = theirs.letters == scored.said
    return f"{tool}{score}; {'so it is read here, too' if same else here} (rule {scored.rule})."


def published_findings(summary: Summary) -> Iterator[Finding]:
    """What the score owes to replies that give no answer."""
    ways = overall(summary)
    published = {
        way: steps.right[Step.PUBLISHED] for way, steps in ways.items() if Step.PUBLISHED in steps.right
    }
    if len(ways) > 1 and published:
        right = {way: (part.count, part.n) for way, part in published.items()}
        yield Finding("published", "overall", scored_in_words(right))
    steps = next(iter(ways.values()), None)
    if steps is None or not steps.only_they:
        return
    yield Finding(
        "published",
        "overall",
        "The tool took a letter from "
        f"{counted(steps.only_they, 'reply that gives', 'replies that give')} no answer as read here "
        f"({percent(steps.only_they / steps.n)} %); in {steps.only_they_right} of them the letter is right.",
    )


def published_document(summary: Summary) -> dict[str, Any]:
    """The steps of each task, for programs."""
    found = summary.get(published_figures)
    return {"published": {task: _of_ways(ways) for task, ways in found.items()}} if found else {}


def _of_ways(ways: Mapping[str, Waterfall]) -> dict[str, Any]:
    """The steps by the first way of scoring; where there are several, its name, and the others by theirs."""
    name, *others = ways
    document = _document(ways[name])
    return (
        {**document, "by": name, "others": {way: _document(ways[way]) for way in others}}
        if others
        else document
    )


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
        "wilson95": share.ci95,
    }


BLOCK = Block(
    figures=(published_figures,),
    tables=(RunTable(published_table, usual=True),),
    findings=published_findings,
    document=published_document,
    across={"published": published_across},
)
