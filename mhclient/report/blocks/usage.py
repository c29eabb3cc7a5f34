"""Contraindication, indication, off-label use: what a run has right of each, and which way it errs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mhclient.figures.drug_use import CALLED_A_USE, CALLED_A_WARNING, CONTRAINDICATION, USAGE, WRONG_WAYS
from mhclient.figures.proportion_intervals import share as share_of
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Dots, Point, intervals_in_words, series_of, share_point
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, Behind, Cell, Row, Table
from mhclient.report.usage import (
    UsageFigures,
    UsagePair,
    UsageShare,
    usage_figures,
    usage_pairs,
    usage_pairs_document,
    usage_pairs_table,
)
from mhclient.report.wording.names import NOT_MEASURED, names_head, row_cell, runs_of, with_marks
from mhclient.report.wording.shapes import (
    ALL,
    Columns,
    bounds_document,
    column_name,
    estimate_columns,
    interval_of,
)
from mhclient.show.cells import CLUSTERS, clusters, percent
from mhclient.show.counts import agreeing, counted


def usage_columns(summary: Summary) -> Columns:
    """How often each usage is right, of all items and by task, and how often errors go each way."""
    found = summary.get(usage_figures)
    if found is None:
        return {}
    columns: dict[str, dict[str, Any]] = {ALL: {}}
    for name, share in found.right.items():
        columns[ALL] |= _columns(f"usage right {name}", share)
        for task, of_task in found.by_task.get(name, {}).items():
            columns.setdefault(task, {}).update(_columns(f"usage right {name}", of_task))
    for key, share in found.wrong.items():
        columns[ALL] |= _columns(f"usage wrong {key}", share)
    return columns


def _columns(words: str, share: UsageShare) -> dict[str, float | None]:
    return estimate_columns(column_name(words), share.estimate)


NOT_SAFE = f"Nothing here measures {NOT_MEASURED}."
COUNTED = (
    "As the graph records it, which is no clinical guidance. Counted: items that ask for the relation by its "
    "name (relation prediction, two-hop selection), and items that state it, truly or falsely, where a right "
    "no counts, too (fact checking). Unread counts as wrong. Where the graph records no relation, a drug is "
    "not shown to be safe."
)
RIGHT = ("Items", "Right, %", CI95, CLUSTERS, "Unread", "Among read, %", "Guessing, %")
SAID = ("Items", "Said so", "Share, %", CI95, CLUSTERS)


def usage_table(summary: Summary) -> Table | None:
    """Right answers by relation."""
    found = summary.get(usage_figures)
    if found is None:
        return None
    rows = [(name, *_right_cells(share, summary.run_id)) for name, share in found.right.items()]
    note = f"{COUNTED} {NOT_SAFE} {summary.settings.estimand}"
    return Table("Contraindication, indication, off-label use", ("Relation", *RIGHT), rows, note)


def _right_cells(share: UsageShare, run: str) -> Row:
    items = right = None
    if share.filters is not None:
        items = Behind(run, share.filters, share.counted.n)
        right = Behind(run, {**share.filters, "result": "right"}, share.counted.count, share.counted.n)
    return (
        Cell(str(share.n_items), items),
        Cell(percent(share.estimate.value), right),
        interval_of(share.estimate),
        clusters(share.estimate.n_effective),
        str(share.n_unread),
        percent(share_of(share.counted.count, share.counted.n - share.n_unread)),
        percent(share.guessed),
    )


def by_task_table(summary: Summary) -> Table | None:
    """Right answers by relation and task, of tasks that ask something else of the relation, too."""
    found = summary.get(usage_figures)
    rows = [
        (relation, task, *_right_cells(share, summary.run_id))
        for relation, by_task in (found.by_task if found else {}).items()
        for task, share in by_task.items()
    ]
    note = (
        "RT asks which types of entities the relation links, R1 whether there is any of the three relations, "
        "and tasks with evidence ask the same items again: the table of relations does not count these."
    )
    head = ("Relation", "Task", *RIGHT)
    return Table("Usage relations by task", head, rows, note, names=2) if rows else None


def wrong_table(summary: Summary) -> Table | None:
    """Which way answers err."""
    found = summary.get(usage_figures)
    rows = [
        (way.name, way.side, *_said_cells(found.wrong[way.key])[:-1])
        for way in WRONG_WAYS
        if found and way.key in found.wrong
    ]
    note = (
        "Of the items that can be answered so, how many were; unread replies are among the items. A use: "
        "indication or off-label use. Dangerous: what the graph warns of is called a use. A model that "
        f"always warns is never dangerous: read it beside “over-cautious”. {NOT_SAFE}"
    )
    head = ("Wrong answer", "What that is", *SAID[:-1])
    return Table("Which way answers on usage err", head, rows, note, names=2) if rows else None


def _said_cells(share: UsageShare) -> Row:
    return (
        str(share.n_items),
        str(share.counted.count),
        percent(share.estimate.value),
        interval_of(share.estimate),
        clusters(share.estimate.n_effective),
    )


def said_table(summary: Summary) -> Table | None:
    """What was said for each relation that is right."""
    found = summary.get(usage_figures)
    if found is None or not found.said:
        return None
    columns = list(next(iter(found.said.values())))
    rows = [
        (right, str(sum(said.values())), *(str(said[name]) for name in columns))
        for right, said in found.said.items()
    ]
    note = "Replies to items that ask for the relation by its name and have one right answer."
    return Table("What was said for each relation", ("Right", "Replies", *columns), rows, note)


def usage_across(summaries: Sequence[Summary]) -> Table | None:
    """Right answers by relation, contraindications first, under each the best run first."""
    rows: list[Row] = [
        (relation, row_cell(each, summaries), *_right_cells(share, each.run_id))
        for relation in USAGE
        for each, share in _sorted(summaries, relation)
    ]
    head = ("Relation", names_head(runs_of(summaries)), *RIGHT)
    note = with_marks(f"{COUNTED} {NOT_SAFE} {summaries[0].settings.estimand}", runs_of(summaries))
    title = "Contraindication, indication, off-label use, run by run"
    return Table(title, head, rows, note, names=2) if rows else None


def _sorted(summaries: Sequence[Summary], of: str) -> list[tuple[Summary, UsageShare]]:
    """The runs that have the share of a relation, or of a wrong way; the largest first."""
    known = [
        (each, share)
        for each in summaries
        if (found := each.get(usage_figures)) and (share := found.share(of)) is not None
    ]
    return sorted(known, key=lambda both: -(both[1].estimate.value or 0.0))


def wrong_across(summaries: Sequence[Summary]) -> Table | None:
    """How often each run calls a contraindication a use, and a use a contraindication; the rarest first."""
    rows: list[Row] = [
        (way.side, row_cell(each, summaries), *_said_cells(share))
        for way in (CALLED_A_USE, CALLED_A_WARNING)
        for each, share in reversed(_sorted(summaries, way.key))
    ]
    note = (
        "Dangerous: of items whose right answer is contraindication, those answered with indication or "
        "off-label use. Over-cautious: of items whose right answer is one of these two, those answered with "
        f"contraindication. Unread replies are neither, and are among the items. {NOT_SAFE}"
    )
    head = ("Side", names_head(runs_of(summaries)), *SAID)
    title = "Contraindications called a use, and uses called a contraindication"
    return Table(title, head, rows, with_marks(note, runs_of(summaries)), names=2) if rows else None


def pairs_of(summaries: Sequence[Summary]) -> list[UsagePair]:
    """Every two runs that have asked for a usage relation."""
    runs = [(each.run, found) for each in summaries if (found := each.get(usage_figures)) is not None]
    return usage_pairs(runs, summaries[0].settings) if len(runs) > 1 else []


def pairs_across(summaries: Sequence[Summary]) -> Table | None:
    """Which run is better on which relation."""
    return usage_pairs_table(pairs_of(summaries), runs_of(summaries), summaries[0].settings)


def usage_charts(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """Right answers by relation, and the two ways between warning and use."""
    words = f"Right answers in %; what could not be read counts as wrong. {_guessing(summaries)}{NOT_SAFE}"
    yield from _chart("usage", "Right answers by usage relation", words, summaries, _right_points)
    words = "In % of the items with this right answer. A contraindication called a use is the dangerous side."
    yield from _chart("usage-errors", "Between warning and use", words, summaries, _wrong_points)


def _guessing(summaries: Sequence[Summary]) -> str:
    """What guessing at random would give, as a sentence; "" where no run has asked for a relation."""
    found = next((figures for each in summaries if (figures := each.get(usage_figures))), None)
    if found is None:
        return ""
    listed = ", ".join(f"{relation} {percent(share.guessed)} %" for relation, share in found.right.items())
    return f"Guessing at random among the options gives: {listed}. "


def _right_points(found: UsageFigures) -> list[Point]:
    return [_point(name, share) for name, share in found.right.items()]


def _wrong_points(found: UsageFigures) -> list[Point]:
    ways = [way for way in (CALLED_A_USE, CALLED_A_WARNING) if way.key in found.wrong]
    return [_point(way.name, found.wrong[way.key]) for way in ways]


def _point(name: str, share: UsageShare) -> Point:
    return replace(share_point(name, share.estimate), n=share.n_items)


def _chart(
    name: str,
    title: str,
    words: str,
    summaries: Sequence[Summary],
    points_of: Callable[[UsageFigures], list[Point]],
) -> Iterator[Chart]:
    known = [(each, points_of(found)) for each in summaries if (found := each.get(usage_figures))]
    series = [series_of(each, summaries, points) for each, points in known if points]
    drawn = [point for one in series for point in one.points]
    if drawn:
        yield Chart(name, title, f"{words} {intervals_in_words(drawn)}", Dots(series))


def usage_findings(summary: Summary) -> Iterator[Finding]:
    """That the run calls contraindications a use, where it does."""
    found = summary.get(usage_figures)
    share = found.wrong.get(CALLED_A_USE.key) if found else None
    if share is None or not share.counted.count:
        return
    n, bounds = share.counted, interval_of(share.estimate)
    text = (
        f"Dangerous side: {n.count:,} of {counted(n.n, 'reply', 'replies')} to items whose right answer is "
        f"{CONTRAINDICATION} {agreeing(n.count, 'says', 'say')} indication or off-label use "
        f"({percent(share.estimate.value)} %; 95 % interval: {bounds}). {NOT_SAFE}"
    )
    yield Finding("contraindication_called_a_use", "overall", text)


def usage_document(summary: Summary) -> dict[str, Any]:
    """The figures of a run that was asked for usage relations; others have no such key."""
    found = summary.get(usage_figures)
    if found is None:
        return {}
    return {
        "usage": {
            "right": [{"relation": name, **_document(share)} for name, share in found.right.items()],
            "by_task": [
                {"relation": name, "task": task, **_document(share)}
                for name, by_task in found.by_task.items()
                for task, share in by_task.items()
            ],
            "wrong": [{"way": key, **_document(share)} for key, share in found.wrong.items()],
            "said": [
                {"right": right, "said": said, "n": n}
                for right, of_right in found.said.items()
                for said, n in of_right.items()
            ],
        }
    }


def _document(share: UsageShare) -> Mapping[str, Any]:
    return {
        "n_items": share.n_items,
        "count": share.counted.count,
        "n": share.counted.n,
        "share": share.estimate.value,
        "ci95": bounds_document(share.estimate.ci95),
        "n_effective": share.estimate.n_effective,
        "n_unread": share.n_unread,
    }


def pairs_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """Every two runs, where any two ask for usage relations."""
    return {"usage_verdicts": usage_pairs_document(pairs_of(summaries))}


BLOCK = Block(
    figures=(usage_figures,),
    tables=(
        RunTable(usage_table, usual=True),
        RunTable(wrong_table, usual=True),
        RunTable(said_table),
        RunTable(by_task_table),
    ),
    across={"usage": usage_across, "usage-errors": wrong_across, "usage-verdicts": pairs_across},
    charts=usage_charts,
    findings=usage_findings,
    document=usage_document,
    document_across=pairs_document,
    columns=usage_columns,
)
