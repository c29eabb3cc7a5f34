"""Items asked several times: how far replies vary, and what repeating is worth."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Ints
from mhclient.figures.repetitions import OFTEN, EpochFigures, Variance, epoch_figures
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Curve, Curves, Point
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, SUMS, Row, Table
from mhclient.report.wording.names import names_head, row_cell, row_name, runs_of, with_marks
from mhclient.report.wording.shapes import ALL, Columns, bounds_document, estimates_columns, interval_of
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import counted


def repetitions_of(basis: Basis) -> dict[str, EpochFigures]:
    """Task → its figures, and those of all items; nothing where each item is asked once."""
    if basis.run.spec.epochs == 1:
        return {}
    sets = {**basis.of_task, SUMS: np.arange(len(basis.run.scored))}
    whole = {name: _whole(basis, rows) for name, rows in sets.items()}
    return {name: _figures(basis, rows) for name, rows in whole.items() if len(rows)}


def _whole(basis: Basis, rows: Ints) -> Ints:
    """(n_items, n_epochs) the rows of those items of which no reply is still to come."""
    item_of, epochs = basis.sharing.item_of, basis.run.spec.epochs
    asked = rows[basis.tally.asked[rows]]
    n_asked = np.bincount(item_of[asked], minlength=int(item_of.max()) + 1)
    whole: Ints = asked[n_asked[item_of[asked]] == epochs].reshape(-1, epochs)
    return whole


def _figures(basis: Basis, rows: Ints) -> EpochFigures:
    """Args: rows: (n_items, n_epochs)."""
    scored = basis.tally.scored
    said = [[scored[row].prediction for row in of_item] for of_item in rows.tolist()]
    gold = [frozenset(scored[row].item.gold) for row in rows[:, 0].tolist()]
    return epoch_figures(said, gold, basis.sharing.mean(rows[:, 0]))


def repetitions_table(summary: Summary) -> Table | None:
    """Where the variance of accuracy comes from, and what other numbers of replies would give."""
    rows = [_row(task, figures) for task, figures in _shown(summary).items()]
    head = ("Task", "Items × replies", "Between", "Within", *SE_OF, "Agreement", CI95)
    note = (
        "An item with several replies is one item: accuracy is the mean over items of the share of its "
        "replies that are right. Between: variance of the items' own chances of being right, at least 0 and "
        "so too large on average where items are few; within: of one reply to an item. SE: standard error of "
        "accuracy in points if items were independent, with one reply to each item, with as many as here, "
        "and with any number. Agreement: pairs of replies to one item that say the same, in %; unread agrees "
        "with nothing."
    )
    return Table("Repetitions", head, rows, note) if rows else None


SE_OF = ("SE of 1", "SE", "SE of many")


def _shown(summary: Summary) -> dict[str, EpochFigures]:
    """The tasks' figures, and those of all items where there are several tasks."""
    found = summary.get(repetitions_of)
    return {name: figures for name, figures in found.items() if name != SUMS or len(found) > 2}


def _row(task: str, figures: EpochFigures) -> Row:
    found = figures.variance
    parts = [NOT_KNOWN] * 2 if found is None else [f"{found.between:.3f}", f"{found.within:.3f}"]
    return (
        task,
        f"{figures.n_items} × {figures.n_epochs}",
        *parts,
        *(percent(_se(found, k)) for k in (1, figures.n_epochs, math.inf)),
        percent(figures.agreement.value),
        interval_of(figures.agreement),
    )


def _se(found: Variance | None, n_epochs: float) -> float | None:
    """The standard error of accuracy with so many replies to each item."""
    return None if found is None else math.sqrt(found.with_epochs(n_epochs))


def attempts_table(summary: Summary) -> Table | None:
    """Some, all, or most of k replies right: of all items for every k, of each task for all its replies."""
    found = summary.get(repetitions_of)
    rows: list[Row] = []
    for task, figures in _shown(summary).items():
        every_k = task == SUMS or len(found) == 2
        rows += [_attempts_row(task, figures, k) for k in figures.some if every_k or k == figures.n_epochs]
    head = ("Task", "k", "pass@k (95 % CI)", "pass^k (95 % CI)", "Majority (95 % CI)")
    note = (
        "Of k replies to an item, whichever they are: pass@k, at least one is right; pass^k, all are; "
        "majority, what most of them say is right (where two answers are said as often, nothing is read)."
    )
    return Table("Several replies together, in %", head, rows, note, names=2) if rows else None


def _attempts_row(task: str, figures: EpochFigures, k: int) -> Row:
    return (task, str(k), *(_with_interval(of[k]) for of in (figures.some, figures.every, figures.majority)))


def _with_interval(figure: Estimate) -> str:
    return f"{percent(figure.value)} ({interval_of(figure)})"


def repetitions_across(summaries: Sequence[Summary]) -> Table | None:
    """All items, a row per run that asked them several times."""
    having = [summary for summary in summaries if SUMS in summary.get(repetitions_of)]
    rows: list[Row] = []
    for summary in having:
        figures = summary.get(repetitions_of)[SUMS]
        last = (of[figures.n_epochs].value for of in (figures.some, figures.every, figures.majority))
        rows.append(
            (
                row_cell(summary, summaries),
                f"{figures.n_items} × {figures.n_epochs}",
                percent(figures.some[1].value),
                percent(figures.variance.within_share if figures.variance else None),
                percent(figures.agreement.value),
                *map(percent, last),
            )
        )
    head = ("Items × replies", "Accuracy", "Within", "Agreement", "Some right", "All right", "Majority right")
    note = "Within: the part of the variance of one reply that is chance in replies to the same item."
    runs = runs_of(summaries)
    title = "Repetitions, in %"
    return Table(title, (names_head(runs), *head), rows, with_marks(note, runs)) if rows else None


TOGETHER = ("pass@k", "majority", "pass^k")


def repetitions_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """What k replies give, for every k."""
    curves = []
    for summary in summaries:
        figures = summary.get(repetitions_of).get(SUMS)
        if figures is None:
            continue
        of_k = (figures.some, figures.majority, figures.every)
        for style, (name, of) in enumerate(zip(TOGETHER, of_k, strict=True)):
            points = [(float(k), Point(f"k = {k}", each.value)) for k, each in of.items()]
            curves.append(Curve(f"{row_name(summary, summaries)}: {name}", points, style))
    if curves:
        words = (
            "Of k replies to each item, in % of items: at least one right (pass@k), most of them right "
            "(majority), all right (pass^k)."
        )
        yield Chart("repetitions", "Several replies together", words, Curves(curves, "k"))


def repetitions_findings(summary: Summary) -> Iterator[Finding]:
    """How much of the uncertainty is chance in the replies."""
    figures = summary.get(repetitions_of).get(SUMS)
    if figures is None or figures.variance is None:
        return
    found, k = figures.variance, figures.n_epochs
    asked = f"Each of {counted(figures.n_items, 'item')} was asked {k} times and counts as one"
    if not found.within:
        text = f"{asked}; replies to one item are all right or all wrong: one reply would have done."
    else:
        text = (
            f"{asked}; of the variance of one reply {percent(found.within_share)} % is chance. If items were "
            f"independent, the standard error of accuracy would be {percent(_se(found, 1))} points with one "
            f"reply to each item, {percent(_se(found, k))} with {k}, and no less than "
            f"{percent(_se(found, math.inf))} with any number."
        )
    yield Finding("repetitions", "overall", text)


def repetitions_document(summary: Summary) -> dict[str, Any]:
    """The same for programs, task by task and of all items."""
    found = summary.get(repetitions_of)
    return {"repetitions": {task: _document(figures) for task, figures in found.items()}} if found else {}


def _document(figures: EpochFigures) -> dict[str, Any]:
    found = figures.variance
    ks = [*OFTEN, figures.n_epochs]
    return {
        "n_items": figures.n_items,
        "n_epochs": figures.n_epochs,
        "variance_between": found and found.between,
        "variance_within": found and found.within,
        "variance_of_mean": found and found.of_mean,
        "se_by_epochs": {str(k): _se(found, k) for k in sorted({*ks})},
        "se_endless": _se(found, math.inf),
        "agreement": _estimate(figures.agreement),
        "pass_at_k": _by_k(figures.some),
        "pass_all_k": _by_k(figures.every),
        "majority_at_k": _by_k(figures.majority),
    }


def _by_k(of: Mapping[int, Estimate]) -> dict[str, Any]:
    return {str(k): _estimate(each) for k, each in of.items()}


def _estimate(figure: Estimate) -> dict[str, Any]:
    return {"value": figure.value, "ci95": bounds_document(figure.ci95)}


def repetitions_columns(summary: Summary) -> Columns:
    """What all replies to an item say together; k is how many these are."""
    found = summary.get(repetitions_of)
    return {ALL if task == SUMS else task: _columns(figures) for task, figures in found.items()}


def _columns(figures: EpochFigures) -> dict[str, Any]:
    k = figures.n_epochs
    of_all = {
        "agreement": figures.agreement,
        "pass_at_k": figures.some[k],
        "pass_all_k": figures.every[k],
        "majority_at_k": figures.majority[k],
    }
    return {"k": k, **estimates_columns(of_all)}


BLOCK = Block(
    figures=(repetitions_of,),
    tables=(RunTable(repetitions_table, usual=True), RunTable(attempts_table, usual=True, paper=True)),
    across={"repetitions": repetitions_across},
    charts=repetitions_chart,
    findings=repetitions_findings,
    document=repetitions_document,
    columns=repetitions_columns,
    decided=True,
)
