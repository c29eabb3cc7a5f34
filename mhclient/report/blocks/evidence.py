"""What evidence in the prompt changes, on the items asked with and without it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmark import Item
from benchmark.same import adds_to
from mhclient.figures.paired import Paired, adjusted, paired
from mhclient.report.blocks.block import Block, RunTable, changed_cell, of_paired
from mhclient.report.chart import Chart, Dots, Measured, Point, series_of
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.shapes import difference, paired_document
from mhclient.show.cells import p_value, percent
from mhclient.show.counts import counted

# What the same items were without evidence, on the page of the run; see filters.js.
BARE = {"against": "base"}


@dataclass(frozen=True, slots=True)
class EvidenceEffect:
    """One task without and with evidence, on the items asked both ways; the first is without."""

    task: str
    with_evidence: str
    right: Paired
    read: Paired


def evidence_effects(basis: Basis) -> tuple[EvidenceEffect, ...]:
    """What evidence changes, per task asked with it; the tests of a run are one family."""
    return _one_family(list(_effects(basis)))


def _one_family(effects: Sequence[EvidenceEffect]) -> tuple[EvidenceEffect, ...]:
    """With Holm's p over the run's tasks, of what is right and of what is read."""
    right, read = adjusted([each.right for each in effects]), adjusted([each.read for each in effects])
    return tuple(replace(each, right=right[place], read=read[place]) for place, each in enumerate(effects))


def _effects(basis: Basis) -> Iterator[EvidenceEffect]:
    """Each task with evidence against the task whose items it repeats, on the items asked both ways.

    Of items asked several times, the replies of one repetition are paired. An item names what it repeats by
    its id in the same benchmark; it counts where that one's words, options and gold are in it.
    """
    again = basis.asked_where("with evidence", lambda item: item.details.get("base_item") is not None)
    if not len(again):
        return
    tally, sharing, names = basis.tally, basis.sharing, basis.run.names
    scored = tally.scored
    base_of = {row: base for row in again.tolist() if (base := _base(scored[row].item, names[row]))}
    wanted = set(base_of.values())
    place = {names[row]: row for row in np.flatnonzero(tally.asked).tolist() if names[row] in wanted}
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for row, name in base_of.items():
        if (without := place.get(name)) is not None and adds_to(scored[row].item, scored[without].item):
            pairs.setdefault((scored[without].task, scored[row].task), []).append((without, row))
    for (task, with_evidence), rows in pairs.items():
        without, having = np.array(rows, dtype=np.int64).T
        yield EvidenceEffect(
            task,
            with_evidence,
            paired(tally.right[without], tally.right[having], sharing.mean(without)),
            paired(tally.read[without], tally.read[having], sharing.mean(without)),
        )


def _base(item: Item, name: str) -> str | None:
    """What the reply is called that an item's, of this name, repeats with evidence; None for other items."""
    base = item.details.get("base_item")
    return None if base is None else str(base) + name.removeprefix(item.id)


def evidence_table(summary: Summary) -> Table | None:
    """What evidence changes."""
    rows = [_row(effect, summary.run_id) for effect in summary.get(evidence_effects)]
    head = ("Tasks", "n", "without", "with", "Gain (95 % CI)", "lost/won", "p", "p Holm")
    note = (
        f"On the same items; gain: with minus without, in points. {summary.settings.estimand} p: of no "
        f"difference; Holm over the run's {counted(len(rows), 'test')} here."
    )
    if summary.run.spec.epochs > 1:
        note += " n and lost/won count replies, of which each item has several."
    return Table("Effect of evidence on accuracy", head, rows, note) if rows else None


def _row(effect: EvidenceEffect, run: str) -> Row:
    right = effect.right
    behind = of_paired(Behind(run, {"task": effect.with_evidence, **BARE}), right)
    return (
        f"{effect.task} → {effect.with_evidence}",
        Cell(str(right.n), behind.shared),
        Cell(percent(right.first), behind.first),
        Cell(percent(right.second), behind.second),
        difference(right.difference.negated),
        changed_cell(right, behind.changed),
        p_value(right.p),
        p_value(right.p_holm),
    )


def evidence_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """What evidence changes."""
    series = [
        series_of(summary, summaries, points)
        for summary in summaries
        if (points := [_gain(effect, summary.run_id) for effect in summary.get(evidence_effects)])
    ]
    words = "Gain in accuracy on the same items, in points; above 0, it helps. Bars: 95 % intervals."
    if series:
        yield Chart("evidence", "Effect of evidence", words, Dots(series, Measured.POINTS))


def _gain(effect: EvidenceEffect, run: str) -> Point:
    gain = effect.right.difference.negated
    n = effect.right.first_only + effect.right.second_only
    changed: Behind | None = Behind(run, {"task": effect.with_evidence, "change": "any", **BARE}, n)
    changed = None if effect.right.shares is not None else changed
    return Point(f"{effect.task} → {effect.with_evidence}", gain.value, gain.ci95, changed)


def evidence_document(summary: Summary) -> dict[str, Any]:
    """The effects, of what is right and of what is read."""
    effects = summary.get(evidence_effects)
    return {"evidence_effect": [_document(effect) for effect in effects]}


def _document(effect: EvidenceEffect) -> dict[str, Any]:
    return {
        "task": effect.task,
        "with_evidence": effect.with_evidence,
        "right": paired_document(effect.right),
        "read": paired_document(effect.read),
    }


BLOCK = Block(
    figures=(evidence_effects,),
    tables=(RunTable(evidence_table, usual=True),),
    charts=evidence_chart,
    document=evidence_document,
)
