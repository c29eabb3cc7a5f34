"""What a planned comparison could find, before it is asked.

By a table of assumed differences, a row per task; by two runs of a pilot, the verdict itself simulated; and
for a paired design, what it can show of one attribute, category by category.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark import Item
from mhclient.errors import UsageError
from mhclient.figures.fairness import FEW, MARGIN
from mhclient.figures.numerics import Floats
from mhclient.figures.paired import ALPHA, paired
from mhclient.figures.power import (
    MOST_DISCORDANT,
    Design,
    DesignPower,
    Pilot,
    VerdictPower,
    design_power,
    detectable_paired,
    detectable_unpaired,
    share_of_entities,
)
from mhclient.figures.proportion_intervals import wilson
from mhclient.report.compare.comparing import AskedItems, compare, shared_ids
from mhclient.report.compare.contrast import Pair
from mhclient.report.loading.basis import DependentItems
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import SameItems
from mhclient.report.settings import Settings
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import counted


def plan_design(
    items: Sequence[Item], attribute: str, discordant: float, alpha: float, power: float
) -> dict[str, DesignPower]:
    """Category, and all → what its questions can show; Holm's family is the categories with enough of them.

    Args:
        discordant: share of vignettes that two versions answer differently.

    Raises:
        UsageError: more vignettes are to differ than can.
    """
    if discordant > MOST_DISCORDANT:
        raise UsageError(f"`discordant` {discordant:g}: of versions that are alike at most half can differ.")
    questions: dict[str, set[int]] = defaultdict(set)
    levels: dict[str, None] = {}
    for item in items:
        if not item.details.get("null"):
            questions[item.task].add(int(str(item.details["q_id"])))
            levels[str(item.details[attribute])] = None
    sizes = {category: len(found) for category, found in questions.items()}
    sizes |= {SUMS: sum(sizes.values())} if len(sizes) > 1 else {}
    tests = max(1, sum(n >= FEW for n in sizes.values()))
    return {
        category: design_power(n, len(levels), discordant, level=alpha / tests, power=power)
        for category, n in sizes.items()
    }


def design_table(found: Mapping[str, DesignPower], attribute: str, discordant: float, power: float) -> Table:
    """A row per category."""
    rows = [
        (category, str(row.n_questions), str(row.n_levels), _points(row.found), _points(row.provable))
        for category, row in found.items()
    ]
    tested = [row for row in found.values() if row.n_questions >= FEW]
    note = (
        f"Simulated with the report's own tests. Assumed (`discordant`): in {100 * discordant:g} % of the "
        "questions one of any two versions is answered rightly and the other is not, as a model does that "
        "wavers. Smallest difference: how far one version must lie from all others, in points, to be called "
        f"different in {100 * power:g} % of such runs, after Holm's adjustment over "
        f"{counted(len(tested), 'test')}; {NOT_KNOWN}: even the largest possible one is found less often. "
        "Smallest margin: that within which versions that differ by chance alone are called equivalent in "
        f"{100 * power:g} % of such runs, in points; a report's is {100 * MARGIN:g} unless `margin` names "
        f"another. Under {FEW} questions there is no verdict."
    )
    head = ("Category", "Questions", "Versions", "Smallest difference", "Smallest margin")
    return Table(f"What versions that differ in {attribute} can show", head, rows, note)


def _points(value: float | None) -> str:
    return NOT_KNOWN if value is None else percent(value)


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


POWER = 0.8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is planned.

    Attributes:
        pairs: of runs that are to be compared.
        alpha: chance of any false finding among all tests together.
        power: chance of finding the difference.
    """

    pairs: int = 1
    alpha: float = ALPHA
    power: float = POWER


@dataclass(frozen=True, slots=True)
class PilotRow:
    """What the items of a task could show.

    Attributes:
        n: items that are planned; `n_pilot` have been asked in both runs of the pilot.
        discordant: share of the pilot's items that exactly one of the runs has right; of items asked several
            times, that one has right more often than the other; None without any.
        design_effect: of the pilot's paired difference; None where it has no interval.
        smallest: the smallest difference found with the power wanted, as a share; None if there is none.
        level: of the test, after Holm's first step.
    """

    task: str
    n: int
    n_pilot: int
    discordant: float | None
    design_effect: float | None
    smallest: float | None
    level: float


def plan_comparison(
    pilot: Sequence[LoadedRun],
    items: Sequence[Item] | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> list[PilotRow]:
    """The smallest difference that a comparison would find: a row per task, and one for all items.

    Args:
        pilot: two runs, compared on the items that both have asked.
        items: those that are planned; all of the pilot's benchmark unless told.
        plan: pairs of runs, level and power; one pair, 5 % and 80 % unless told.
        settings: how intervals are worked out.
        tell: is told how long it takes, once nothing is wrong.

    Raises:
        UsageError: these are not two runs, they ask each item differently often, or none of the planned items
            is of a task of the pilot's.
        ReportError: they cannot be compared.

    Example:
        >>> rows = plan_comparison(runs)
        >>> rows[-1].n_pilot
        20
    """
    if len(pilot) != 2:
        raise UsageError(f"a pilot is two runs, not {len(pilot)}.")
    if len(epochs := sorted({run.spec.epochs for run in pilot})) > 1:
        raise UsageError(
            f"one of these runs asks each item {counted(epochs[0], 'time')}, the other {epochs[1]} "
            "times: a pilot is two runs that ask each item as often as the planned runs will."
        )
    chosen, wanted = settings or Settings(), plan or Plan()
    (pair,) = compare(pilot, chosen).pairs
    if pair.circular:
        raise UsageError("a pilot is two runs of the same items: one of these asked the other's items again.")
    planned = list(pilot[0].benchmark.items.values()) if items is None else items
    planned = [item for item in planned if item.task in pair.tasks]
    if not planned:
        raise UsageError(
            f"the pilot has asked {', '.join(pair.tasks)}: none of the planned items is of these."
        )
    tell("Simulating the verdict; some seconds for 10,000 items.")
    return list(_rows(pair, planned, wanted, chosen))


@dataclass(frozen=True, slots=True)
class _Asked:
    """Items that both runs of the pilot have asked, and (n_items,) how often each run has each right."""

    items: Sequence[Item]
    first: Floats
    second: Floats

    @classmethod
    def of(cls, pair: Pair) -> "_Asked":
        same = SameItems([pair.first, pair.second])
        first, second = AskedItems.of(pair.first, same), AskedItems.of(pair.second, same)
        ids = shared_ids(first, second)
        one, other = first.of_items(ids), second.of_items(ids)
        return cls([each.item for each in one.items], one.right, other.right)

    def of_tasks(self, *tasks: str) -> "_Asked":
        rows = [row for row, item in enumerate(self.items) if item.task in tasks]
        return _Asked([self.items[row] for row in rows], self.first[rows], self.second[rows])


def _rows(pair: Pair, planned: Sequence[Item], plan: Plan, settings: Settings) -> Iterator[PilotRow]:
    asked = _Asked.of(pair)
    tasks = [task for task in pair.tasks if any(item.task == task for item in planned)]
    of_tasks = plan.alpha / (plan.pairs * len(tasks))
    for task in tasks:
        of_task = [item for item in planned if item.task == task]
        yield _pilot_row(task, asked.of_tasks(task), of_task, (of_tasks, plan.power), settings)
    if len(tasks) > 1:  # of the pilot's items, too, those of the tasks that are planned
        overall = plan.alpha / plan.pairs, plan.power
        yield _pilot_row(SUMS, asked.of_tasks(*tasks), planned, overall, settings)


def _pilot_row(
    task: str,
    asked: _Asked,
    planned: Sequence[Item],
    wanted: tuple[float, float],
    settings: Settings,
) -> PilotRow:
    """Args: wanted: level and power."""
    (level, power), n_pilot = wanted, len(asked.items)
    sides = DependentItems(asked.items, settings), DependentItems(planned, settings)
    mean = sides[0].mean(np.arange(n_pilot))
    found = paired(asked.first, asked.second, mean)
    pilot = smallest = None
    if found.discordant is not None:
        by_kind = mean.by_kind(asked.first - asked.second)
        pilot = Pilot.of(found.difference, found.discordant, n_pilot, found.sizes, by_kind)
        smallest = None if pilot is None else _simulated(pilot, *sides, level).smallest(power)
    return PilotRow(
        task=task,
        n=len(planned),
        n_pilot=n_pilot,
        discordant=found.discordant,
        design_effect=None if pilot is None else pilot.design_effect,
        smallest=smallest,
        level=level,
    )


def _simulated(pilot: Pilot, asked: DependentItems, planned: DependentItems, level: float) -> VerdictPower:
    share = share_of_entities(asked.shared, pilot, asked.parts(np.arange(len(asked.tasks))))
    parts = planned.parts(np.arange(len(planned.tasks)))
    return VerdictPower(planned.shared, pilot, parts=parts, of_entities=share, level=level)


def pilot_table(
    rows: Sequence[PilotRow], names: tuple[str, str], plan: Plan, settings: Settings, epochs: int = 1
) -> Table:
    """The rows as text.

    Args:
        names: of the pilot's runs.
        epochs: how often these ask each item.
    """
    cells = [
        (
            row.task,
            f"{row.n:,}",
            f"{row.n_pilot:,}",
            percent(row.discordant),
            NOT_KNOWN if row.design_effect is None else f"{row.design_effect:.1f}",
            percent(row.smallest),
        )
        for row in rows
    ]
    head = ("Task", "Items", "in pilot", "Differ, %", "Design effect", "Smallest found")
    note = _note(rows, names, plan, settings, epochs)
    return Table("Smallest difference found, in points", head, cells, note)


def _note(
    rows: Sequence[PilotRow], names: tuple[str, str], plan: Plan, settings: Settings, epochs: int
) -> str:
    n_tasks = sum(row.task != SUMS for row in rows)
    words = [
        f"Found with {percent(plan.power)} % power: the verdict of `mhclient compare`, simulated.",
        f"The pilot, {names[0]} against {names[1]}, says on how many items runs differ, and how far that "
        "depends on what items share. Design effect: how many items carry as much information about the "
        "difference as one independent item would.",
        f"Family level {plan.alpha:g}: {counted(plan.pairs * n_tasks, 'test')} of tasks, "
        f"{counted(plan.pairs, 'test')} of all items.",
        settings.estimand,
    ]
    if epochs > 1:
        words.append(
            f"The planned runs are taken to ask each item {epochs} times, as the pilot's do; an item's value "
            "is the mean of its replies, and runs differ on it where one is right more often."
        )
    if any(row.smallest is None for row in rows):
        words.append(f"{NOT_KNOWN}: no difference can be found, or the pilot says too little there.")
    return " ".join(words)
