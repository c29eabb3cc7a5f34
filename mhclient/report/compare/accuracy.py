"""Accuracy of two runs on the items they share: the difference, and the verdict."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mhclient.figures.paired import Verdict
from mhclient.report.blocks.drilldown import changed_cell, of_paired, of_task
from mhclient.report.chart import Chart, Dots, Measured, Point, Series, rough_note
from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Contrast, Pair
from mhclient.report.compare.pairs import compared_items, contrasts, of_pair, pair_names, pair_title
from mhclient.report.compare.reading import WAYS
from mhclient.report.summary import Finding
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.shapes import bounds_document, difference, paired_document, points_interval
from mhclient.report.wording.verdicts import (
    margin_note,
    n_tests,
    verdict_cell,
    verdict_in_words,
    verdict_notes,
)
from mhclient.show.cells import CLUSTERS, clusters, is_rough, p_value, percent
from mhclient.show.counts import agreeing, counted

HEAD = ("Difference (95 % CI)", "simultaneous", CLUSTERS)
UNTESTED = "No test: the items were chosen because one of the runs could not be read on them."


def accuracy_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: both accuracies, their difference, and the items that changed."""
    rows = [_row(task, contrast, pair) for task, contrast in contrasts(pair)]
    head = ("Task", "n", "first", "second", *HEAD, "only first/second", "p Holm", "Verdict")
    tests = UNTESTED if pair.circular else _tests_note(pair, comparison)
    note = f"Unread counts as wrong. {comparison.settings.estimand} {tests}"
    return of_pair(pair, comparison, Table("accuracy in %", head, rows, note))


def _row(task: str, contrast: Contrast, pair: Pair) -> Row:
    right = contrast.right
    behind = of_paired(compared_items(pair, **of_task(task)), right)
    return (
        task,
        Cell(str(right.n), behind.shared),
        Cell(percent(right.first), behind.first, strong=right.judged.verdict is Verdict.BETTER),
        Cell(percent(right.second), behind.second, strong=right.judged.verdict is Verdict.WORSE),
        difference(right.difference),
        points_interval(right.judged.simultaneous),
        clusters(right.difference.n_effective),
        changed_cell(right, behind.changed),
        p_value(contrast.p_holm),
        "" if pair.circular else verdict_cell(right),
    )


def _tests_note(pair: Pair, comparison: Comparison) -> str:
    n_pairs, margin = n_tests(comparison.verdicts), comparison.settings.equivalence
    shown = (contrast.right for _, contrast in contrasts(pair))
    alone = "alone has right" if pair.overall.right.shares is None else "has right more often"
    return (
        "Difference: first minus second, in points; above 0 the first is better. Verdict: by p Holm, "
        f"adjusted over {counted(comparison.n_tests, 'test')} of tasks and over "
        f"{counted(n_pairs, 'test')} of all items{_of_every_pair(comparison)}. "
        "Simultaneous: intervals that hold together over the same tests; the others hold one by one. Only "
        f"first/second: items that one of them {alone}. {margin_note(comparison.settings)}"
        f"{verdict_notes(shown, margin)}"
    ).rstrip()


def _of_every_pair(comparison: Comparison) -> str:
    """Where the family has more pairs than are told of."""
    return ", of every two runs" if len(comparison.verdicts) > len(comparison.pairs) else ""


def comparison_chart(comparison: Comparison) -> Iterator[Chart]:
    """The difference of every pair, over all items: a forest of intervals."""
    points = [
        Point(
            pair_title(pair, comparison),
            pair.overall.right.difference.value,
            pair.overall.right.judged.simultaneous,
            _changed(pair),
            is_rough(pair.overall.right.judged.simultaneous, pair.overall.right.difference.n_effective),
            n=pair.overall.right.n,
        )
        for pair in comparison.pairs
    ]
    shown = (pair.overall.right for pair in comparison.pairs)
    beside = verdict_notes(shown, comparison.settings.equivalence, alone=False)
    words = (
        "Difference in accuracy on the items both have asked, first minus second, in points; above 0 the "
        "first is better. Bars: simultaneous 95 % intervals, which hold for all pairs together, as in the "
        "matrix."
        f"{rough_note(points)} {beside}"
    ).rstrip()
    drawing = Dots(
        [Series("first minus second", points)],
        Measured.POINTS,
        axis="percentage points, first minus second: above 0 the first is better",
        notes=[beside] if beside else [],
    )
    yield Chart("differences", "Differences between runs", words, drawing)


def _changed(pair: Pair) -> Behind | None:
    """The items that one of the runs alone has right; None where items were asked several times."""
    right = pair.overall.right
    n = right.first_only + right.second_only
    return None if right.shares is not None else replace(compared_items(pair, change="any"), n=n)


def accuracy_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """The verdict over all items, and which items it is not about."""
    first, second = pair_names(pair, comparison)
    if pair.circular:
        yield Finding("no_verdict", "overall", _circular(pair, (first, second)))
        return
    right = pair.overall.right
    found = verdict_in_words(right, (first, second), comparison.settings.equivalence)
    text = (
        f"{first} against {second}: {found}. They have {percent(right.first)} and "
        f"{percent(right.second)} % of "
        f"{counted(right.n, 'shared item')} right{_p_in_words(pair, comparison)}."
    )
    yield Finding("verdict", "overall", text)
    if pair.left_out:
        left_out = counted(pair.left_out, "item")
        verb = agreeing(pair.left_out, "is", "are")
        text = f"{left_out} that only one of {first} and {second} has asked {verb} left out."
        yield Finding("not_shared", "overall", " ".join(filter(None, [text, pair.unlike.said])))


def _p_in_words(pair: Pair, comparison: Comparison) -> str:
    """The p over all items, and what it is adjusted over; nothing where there is no test."""
    if pair.overall.right.p is None:
        return ""
    p = p_value(pair.overall.right.p_holm)
    return f"; p {p}, adjusted over {counted(n_tests(comparison.verdicts), 'test')} of all items (Holm)"


def _circular(pair: Pair, names: tuple[str, str]) -> str:
    source = names[1] if pair.second.run.run_id in pair.first.asked_again_of else names[0]
    right = pair.overall.right
    return (
        f"{names[0]} against {names[1]}: no verdict, {percent(right.first)} against {percent(right.second)} "
        f"of {counted(right.n, 'shared item')}, chosen because {source} could not be read on them: that it "
        "has few of them right says nothing about it. How the items ended shows what became of them."
    )


def accuracy_document(pair: Pair) -> dict[str, Any]:
    """The contrasts of all items and of each task, in every way of counting."""
    return {
        "overall": _contrast(pair.overall),
        "tasks": {task: _contrast(contrast) for task, contrast in pair.tasks.items()},
    }


def _contrast(contrast: Contrast) -> dict[str, Any]:
    names = (*WAYS, "read", "kept_format")
    ways = {name: paired_document(getattr(contrast, name)) for name in names}
    return {**ways, "bounds": bounds_document(contrast.bounds), "p_holm": contrast.p_holm}


BLOCK = PairBlock(
    table=accuracy_table, charts=comparison_chart, findings=accuracy_findings, document=accuracy_document
)
