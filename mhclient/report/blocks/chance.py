"""Beyond chance: answers by what they say, and accuracy where the best shortcut is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mhclient.figures.classification import (
    LabelFigures,
    LabelRow,
    label_codes,
    label_figures,
    labels_of,
    table_shares,
)
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Bools
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, Row, Table
from mhclient.report.wording.shapes import (
    Columns,
    bounds_document,
    estimate_columns,
    estimates_columns,
    interval_of,
    share_document,
)
from mhclient.show.cells import coefficient, percent


@dataclass(frozen=True, slots=True)
class BesideShortcut:
    """A task's items by whether the best shortcut guesses them.

    Attributes:
        shortcut: what it goes by. guessed: how often it is right.
        right, wrong: the run's accuracy where the shortcut is right, and where it is wrong.
        n_wrong: items asked on which it is wrong.
    """

    shortcut: str
    guessed: float
    right: Estimate
    wrong: Estimate
    n_wrong: int


def labels_by_task(basis: Basis) -> dict[str, LabelFigures]:
    """Task → answers by their texts, for tasks in which texts are labels."""
    found = {}
    for task, rows in basis.of_task.items():
        asked = rows[basis.tally.asked[rows]]
        items = [basis.tally.scored[row] for row in asked]
        labels = labels_of(item.item for item in items)
        if labels and items:
            found[task] = label_figures(label_codes(items, labels), labels, basis.sharing.mean(asked))
    return found


def shortcuts_by_task(basis: Basis) -> dict[str, BesideShortcut]:
    """Task → accuracy beside its best shortcut, for tasks that have one; none where no options were shown."""
    found: dict[str, BesideShortcut] = {}
    if basis.run.spec.variant.free:
        return found
    for task, rows in basis.of_task.items():
        best = basis.sharing.best_guesses(task, rows, basis.run.benchmark.graph)
        asked = basis.tally.asked[rows]
        if best is not None and asked.any():
            guessed = np.array(best.right, dtype=bool)[asked]
            right, wrong = (_accuracy(basis, rows[asked], where) for where in (guessed, ~guessed))
            n_wrong = len(np.unique(basis.sharing.item_of[rows[asked]][~guessed]))
            found[task] = BesideShortcut(best.shortcut, best.accuracy, right, wrong, n_wrong)
    return found


def _accuracy(basis: Basis, rows: Any, where: Bools) -> Estimate:
    mean = basis.sharing.mean(rows, where.astype(np.float64))
    return mean.estimate(basis.tally.right[rows].astype(np.float64))


def chance_table(summary: Summary) -> Table | None:
    """What is had beyond always saying the most frequent answer."""
    rows = [_row(task, figures) for task, figures in summary.get(labels_by_task).items()]
    head = ("Task", "Best constant", "Skill", CI95, "Balanced", "Kappa", "MCC")
    note = (
        "By what answers say, not by their letters. Best constant: accuracy of always giving the answer that "
        "is right most often. Skill: how much of the way from there to all right. For a constant kappa is 0 "
        "and MCC is undefined; what is 0 whatever items are drawn has no interval."
    )
    return Table("Beyond chance, in %", head, rows, note) if rows else None


def _row(task: str, figures: LabelFigures) -> Row:
    return (
        task,
        percent(figures.best_constant),
        percent(figures.skill.value),
        interval_of(figures.skill),
        percent(figures.balanced_accuracy.value),
        coefficient(figures.kappa.value),
        coefficient(figures.mcc.value),
    )


def shortcuts_table(summary: Summary) -> Table | None:
    """Accuracy where the best shortcut is wrong, beside the rest."""
    rows = [
        (
            task,
            each.shortcut,
            percent(each.guessed),
            percent(each.right.value),
            str(each.n_wrong),
            percent(each.wrong.value),
            interval_of(each.wrong),
        )
        for task, each in summary.get(shortcuts_by_task).items()
    ]
    head = ("Task", "Best shortcut", "guesses", "Accuracy there", "Not guessed", "Accuracy there", CI95)
    note = (
        "A shortcut takes no knowledge of the fact asked about; 'mhclient describe' lists them all. A model "
        "that goes by it is right where it guesses, and seldom where it does not."
    )
    return Table("Beside what can be guessed, in %", head, rows, note, names=2) if rows else None


def recall_table(summary: Summary) -> Table | None:
    """Every label: how often right, said, and found; and what was said instead."""
    rows: list[Row] = []
    for task, figures in summary.get(labels_by_task).items():
        shares = table_shares(figures.table)
        for place, row in enumerate(figures.rows):
            rows.append((task, row.text, *_shares(row), _instead(figures, place, shares[place].tolist())))
    head = ("Task", "Answer", "n", "Is right", "Said", "Found", "Said instead, most often")
    note = (
        "n: replies to the items where this answer is right, of which so many % found it. Is right and said: "
        "in % of all."
    )
    return Table("Answers by their texts, in %", head, rows, note, names=2) if rows else None


def _shares(row: LabelRow) -> tuple[str, ...]:
    return f"{row.recall.n:,}", *(percent(each.value) for each in (row.gold, row.said, row.recall))


def _instead(figures: LabelFigures, place: int, shares: Sequence[float]) -> str:
    """The answer that is given most often where this one is right, but this one."""
    texts = [row.text for row in figures.rows]
    others = [
        (share, text) for at, (share, text) in enumerate(zip(shares, texts, strict=False)) if at != place
    ]
    share, text = max(others, default=(0.0, ""))
    return f"{text} ({percent(share)})" if share else ""


def chance_findings(summary: Summary) -> Iterator[Finding]:
    """Tasks in which a constant answer, or the best shortcut, does as well as the model."""
    for task, figures in summary.get(labels_by_task).items():
        bounds = figures.skill.ci95
        if bounds is not None and bounds[1] < 0:
            text = (
                f"{task}: always giving one answer is right more often ({percent(figures.best_constant)} %)."
            )
            yield Finding("below_constant", task, text)


def chance_document(summary: Summary) -> dict[str, Any]:
    """The figures over texts, and beside the best shortcut, task by task."""
    return {
        "labels": {task: _labels(figures) for task, figures in summary.get(labels_by_task).items()},
        "shortcuts": {task: _shortcut(each) for task, each in summary.get(shortcuts_by_task).items()},
    }


def chance_columns(summary: Summary) -> Columns:
    """The same figures, without the answers one by one."""
    labels, shortcuts = summary.get(labels_by_task), summary.get(shortcuts_by_task)
    return {
        task: {
            **(_label_columns(labels[task]) if task in labels else {}),
            **(_shortcut_columns(shortcuts[task]) if task in shortcuts else {}),
        }
        for task in {**labels, **shortcuts}
    }


def _label_columns(figures: LabelFigures) -> Mapping[str, Any]:
    return {"best_constant": figures.best_constant, **estimates_columns(_estimates(figures))}


def _shortcut_columns(each: BesideShortcut) -> Mapping[str, Any]:
    return {
        "shortcut": each.shortcut,
        "shortcut_guessed": each.guessed,
        **estimate_columns("accuracy_guessed", each.right),
        **estimate_columns("accuracy_not_guessed", each.wrong),
        "n_not_guessed": each.n_wrong,
    }


def _estimates(figures: LabelFigures) -> dict[str, Estimate]:
    return {
        "skill": figures.skill,
        "balanced_accuracy": figures.balanced_accuracy,
        "kappa": figures.kappa,
        "mcc": figures.mcc,
    }


def _labels(figures: LabelFigures) -> Mapping[str, Any]:
    estimates = _estimates(figures)
    return {
        "best_constant": figures.best_constant,
        **{name: each.value for name, each in estimates.items()},
        **{f"ci95_{name}": bounds_document(each.ci95) for name, each in estimates.items()},
        "answers": [
            {
                "name": row.text,
                "gold": share_document(row.gold),
                "said": share_document(row.said),
                "recall": share_document(row.recall),
                "said_instead": figures.table[place].tolist(),
            }
            for place, row in enumerate(figures.rows)
        ],
    }


def _shortcut(each: BesideShortcut) -> Mapping[str, Any]:
    return {
        "shortcut": each.shortcut,
        "guessed": each.guessed,
        "accuracy_guessed": each.right.value,
        "accuracy_not_guessed": each.wrong.value,
        "ci95_accuracy_not_guessed": bounds_document(each.wrong.ci95),
        "n_not_guessed": each.n_wrong,
    }


BLOCK = Block(
    figures=(labels_by_task, shortcuts_by_task),
    tables=(
        RunTable(chance_table, usual=True, paper=True),
        RunTable(shortcuts_table, usual=True, paper=True),
        RunTable(recall_table),
    ),
    findings=chance_findings,
    document=chance_document,
    columns=chance_columns,
)
