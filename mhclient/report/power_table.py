"""What a planned comparison could find: one row per task, and how it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mhclient.figures.power import Design, detectable_paired, detectable_unpaired
from mhclient.figures.proportion_intervals import wilson
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import counted


@dataclass(frozen=True, slots=True)
class PowerRow:
    """What n items could show.

    Attributes:
        half_width: of one run's 95 % interval at the accuracy expected. paired, unpaired: the smallest
        difference found with the power wanted, in two runs on these items, and in
            two runs on as many items each that are not the same; None if there is none.
        level: of the test, after Holm's first step.
    """

    task: str
    n: int
    half_width: float
    paired: float | None
    unpaired: float | None
    level: float


def plan(sizes: Mapping[str, int], design: Design, pairs: int) -> list[PowerRow]:
    """One row per task, and one for all items if there are several tasks.

    The families are those of `compare`: all pairs' tests of tasks are one, all pairs' tests of all items
    another.
    """
    of_tasks = replace(design, comparisons=pairs * len(sizes))
    rows = [_row(task, n, of_tasks) for task, n in sizes.items()]
    if len(sizes) > 1:
        rows.append(_row(SUMS, sum(sizes.values()), replace(design, comparisons=pairs)))
    return rows


def _row(task: str, n: int, design: Design) -> PowerRow:
    effective = design.effective(n)
    low, high = wilson(round(design.accuracy * effective), effective) or (0.0, 1.0)
    return PowerRow(
        task=task,
        n=n,
        half_width=(high - low) / 2,
        paired=detectable_paired(n, design),
        unpaired=detectable_unpaired(n, design),
        level=design.level,
    )


def power_table(rows: Sequence[PowerRow], design: Design, pairs: int) -> Table:
    """The rows as text."""
    cells = [
        (row.task, f"{row.n:,}", f"±{percent(row.half_width)}", _or_none(row.paired), _or_none(row.unpaired))
        for row in rows
    ]
    note = (
        f"Found with {percent(design.power)} % power if items were independent: exact McNemar test on the "
        "same items, where the runs "
        f"differ on {percent(design.discordant)} % of them; beside it, two runs on different items. Accuracy "
        f"{percent(design.accuracy)} %, family level {design.alpha:g}, "
        f"{counted(pairs, 'pair')} of runs, design effect {design.design_effect:g}. {_families(rows, pairs)}"
    )
    if any(NOT_KNOWN in (row[3], row[4]) for row in cells):
        note += (
            f" {NOT_KNOWN}: no difference can be detected with so few items, or so few that differ; on the "
            f"same items it is {percent(design.largest)} points at the most."
        )
    head = ("Task", "Items", "95 % CI of one run", "Same items", "Different items")
    return Table("Smallest difference found, in points", head, cells, note)


def _families(rows: Sequence[PowerRow], pairs: int) -> str:
    """Which tests are adjusted together."""
    n_tasks = sum(row.task != SUMS for row in rows)
    n_tests = n_tasks * pairs
    if n_tests == 1:
        return "One test, which needs no adjustment."
    if n_tasks == 1:
        return f"Holm's first step: {counted(n_tests, 'test')} are a family."
    of_all = f"{counted(pairs, 'test')} of all items another"
    return f"Holm's first step: {counted(n_tests, 'test')} of tasks are a family, {of_all}."


def _or_none(difference: float | None) -> str:
    return NOT_KNOWN if difference is None else percent(difference)
