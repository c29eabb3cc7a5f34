"""What a planned comparison could find, before it is asked.

The verdict itself is simulated on the items that are planned, a row per task: as two runs of a pilot say how
runs differ, or as is assumed. Of a paired design: what it can show of one attribute, category by category.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark import Item
from mhclient.errors import UsageError
from mhclient.figures.cluster_robust import LinearFigure, mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import SHARE
from mhclient.figures.fairness import FEW, MARGIN
from mhclient.figures.numerics import Floats, Ints
from mhclient.figures.paired import ALPHA, paired
from mhclient.figures.power import (
    MOST_DISCORDANT,
    SEED,
    DesignPower,
    Pilot,
    VerdictPower,
    design_power,
    pilot_range,
    share_of_entities,
)
from mhclient.figures.proportion_intervals import Interval
from mhclient.report.compare.comparing import AskedItems, compare, shared_ids
from mhclient.report.compare.contrast import Pair
from mhclient.report.loading.basis import DependentItems
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import SameItems
from mhclient.report.settings import Settings
from mhclient.report.table import SUMS, Table
from mhclient.report.wording.verdicts import NOT_TESTED
from mhclient.show.cells import CLUSTERS, FEWEST_EFFECTIVE, NOT_KNOWN, clusters, percent
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
class Assumed:
    """What is assumed of two runs where there is no pilot.

    Attributes:
        accuracy: of the first run.
        discordant: share of the items that exactly one of the two runs has right. Which these are does not
            depend on what items share: the design effect is 1.
    """

    accuracy: float = 0.6
    discordant: float = 0.2

    @property
    def largest(self) -> float:
        """The largest difference that two runs can have: on no more items than those on which they differ.

        Of the discordant items (discordant + difference) / 2 are right in the better run alone, which may be
        either; no run has fewer than none, or more than all, of the items right.
        """
        one_sided = 2 * max(self.accuracy, 1 - self.accuracy) - self.discordant
        return max(0.0, min(self.discordant, one_sided))

    @property
    def most_discordant(self) -> float:
        """The largest share of discordant items of two runs that are equally accurate."""
        return 2 * min(self.accuracy, 1 - self.accuracy)


@dataclass(frozen=True, slots=True)
class PowerRow:
    """What the items of a task could show.

    Attributes:
        n: items that are planned; `n_pilot` have been asked in both runs of the pilot, if there is one.
        n_effective: effective clusters of the planned items; below two nothing is tested.
        discordant: share of the items that exactly one of the runs has right, as the pilot's have or as is
            assumed; of items asked several times, that one has right more often than the other.
        design_effect: of the paired difference; None where the pilot's says nothing of it.
        smallest: the smallest difference found with the power wanted, as a share; None if there is none.
        smallest_range: of a pilot, between what the true smallest difference lies for nine in ten pilots.
        half_width: of one run's 95 % interval, at the accuracy that is assumed.
        level: of the test, after Holm's first step.
    """

    task: str
    n: int
    n_effective: float
    discordant: float | None
    design_effect: float | None
    smallest: float | None
    level: float
    n_pilot: int | None = None
    smallest_range: Interval = None
    half_width: float | None = None

    @property
    def tested(self) -> bool:
        """Whether `compare` tests anything on so many effective clusters."""
        return self.n_effective >= FEWEST_EFFECTIVE


@dataclass(frozen=True, slots=True)
class _Planned:
    """Items of one task, or of all.

    Attributes:
        parts: (n_items,) numbers of the tasks.
        scale: how much smaller differences are found than on these, where more are planned.
    """

    task: str
    n: int
    shared: ItemClusters
    parts: Ints
    level: float
    scale: float = 1.0

    @classmethod
    def of(cls, task: str, items: Sequence[Item], level: float, settings: Settings) -> "_Planned":
        dependent = DependentItems(items, settings)
        return cls(task, len(items), dependent.shared, dependent.parts(np.arange(len(items))), level)

    @property
    def accuracy(self) -> LinearFigure:
        return mean_of(self.shared, parts=self.parts, within=SHARE)

    @property
    def is_tested(self) -> bool:
        """Whether `compare` tests anything on so many effective clusters."""
        return self.accuracy.n_effective >= FEWEST_EFFECTIVE

    def smallest(self, pilot: Pilot, of_entities: float, power: float) -> float | None:
        power_of = VerdictPower(
            self.shared, pilot, parts=self.parts, of_entities=of_entities, level=self.level
        )
        found = power_of.smallest(power) if self.is_tested else None
        return None if found is None else found * self.scale


def _planned(items: Sequence[Item], plan: Plan, settings: Settings) -> list[_Planned]:
    """A task after the other, then all together; levels are those of Holm's first step.

    Families are those of `compare`: all pairs' tests of tasks are one, all pairs' tests of all items another.
    A task that is never tested counts in none.
    """
    of_task: dict[str, list[Item]] = {}
    for item in items:
        of_task.setdefault(item.task, []).append(item)
    of_pairs = plan.alpha / plan.pairs
    found = [_Planned.of(task, of, of_pairs, settings) for task, of in of_task.items()]
    n_tested = max(1, sum(each.is_tested for each in found))
    rows = [replace(each, level=of_pairs / n_tested) for each in found]
    return rows if len(rows) == 1 else [*rows, _Planned.of(SUMS, items, of_pairs, settings)]


MOST = 10_000  # independent items that are simulated: of more, differences that are found go with 1/√n
DRAWS = 100  # of one run's interval


def plan_assumed(
    items: Sequence[Item] | int,
    assumed: Assumed | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
) -> list[PowerRow]:
    """The smallest difference that a comparison would find: a row per task, and one for all items.

    Args:
        items: those that are planned; or how many, which have nothing in common.
    """
    assumed, plan = assumed or Assumed(), plan or Plan()
    if isinstance(items, int):
        n = min(items, MOST)
        shared, parts = ItemClusters.of([()] * n), np.zeros(n, dtype=np.int64)
        planned = [_Planned("", items, shared, parts, plan.alpha / plan.pairs, math.sqrt(n / items))]
    else:
        planned = _planned(items, plan, settings or Settings())
    return [_assumed_row(each, assumed, plan.power) for each in planned]


def _assumed_row(planned: _Planned, assumed: Assumed, power: float) -> PowerRow:
    smallest = planned.smallest(Pilot(assumed.discordant, 1.0), 0.0, power)
    return PowerRow(
        task=planned.task,
        n=planned.n,
        n_effective=planned.accuracy.n_effective / planned.scale**2,
        discordant=assumed.discordant,
        design_effect=1.0,
        smallest=None if smallest is None or smallest > assumed.largest else smallest,
        level=planned.level,
        half_width=_half_width(planned, assumed.accuracy),
    )


def _half_width(planned: _Planned, accuracy: float) -> float | None:
    """Of one run's interval, where items are right or wrong each for itself: the mean of some draws."""
    figure, draw = planned.accuracy, np.random.default_rng(SEED)
    right = draw.random((DRAWS, planned.shared.n_items)) < accuracy
    bounds = [figure.estimate(each.astype(np.float64)).ci95 for each in right]
    given = [(high - low) / 2 for low, high in filter(None, bounds)]
    return float(np.mean(given)) * planned.scale if given else None


SIMULATING = "Simulating the verdict; a minute or so for 10,000 items."


def plan_comparison(
    pilot: Sequence[LoadedRun],
    items: Sequence[Item] | None = None,
    plan: Plan | None = None,
    settings: Settings | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> list[PowerRow]:
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
    tell(SIMULATING)
    asked = _Asked.of(pair)
    rows = _planned(planned, wanted, chosen)
    tasks = [row.task for row in rows if row.task != SUMS]  # of the pilot's items, too, only those
    return [
        _pilot_row(asked.of_tasks(*(tasks if row.task == SUMS else [row.task])), row, wanted.power, chosen)
        for row in rows
    ]


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


def _pilot_row(asked: _Asked, planned: _Planned, power: float, settings: Settings) -> PowerRow:
    n_pilot = len(asked.items)
    dependent = DependentItems(asked.items, settings)
    mean, parts = dependent.mean(np.arange(n_pilot)), dependent.parts(np.arange(n_pilot))
    found = paired(asked.first, asked.second, mean)
    pilot = smallest = smallest_range = None
    if found.discordant is not None:
        by_kind = mean.by_kind(asked.first - asked.second)
        pilot = Pilot.of(found.difference, found.discordant, n_pilot, found.sizes, by_kind)
    if pilot is not None:
        of_entities = share_of_entities(dependent.shared, pilot, parts)
        smallest = planned.smallest(pilot, of_entities, power)
        low, high = pilot_range(dependent.shared, pilot, of_entities, parts)
        smallest_range = None if smallest is None else (low * smallest, min(1.0, high * smallest))
    return PowerRow(
        task=planned.task,
        n=planned.n,
        n_effective=planned.accuracy.n_effective,
        discordant=found.discordant,
        design_effect=None if pilot is None else pilot.design_effect,
        smallest=smallest,
        level=planned.level,
        n_pilot=n_pilot,
        smallest_range=smallest_range,
    )


def power_table(rows: Sequence[PowerRow], plan: Plan, about: str) -> Table:
    """The rows as text.

    Args:
        about: what is assumed, or which the pilot is, in sentences.
    """
    of_pilot = any(row.n_pilot is not None for row in rows)
    columns: list[tuple[str, Callable[[PowerRow], str]]] = [
        ("Task", lambda row: row.task),
        ("Items", lambda row: f"{row.n:,}"),
    ]
    if any(round(row.n_effective) < row.n for row in rows):
        columns.append((CLUSTERS, lambda row: clusters(row.n_effective)))
    if of_pilot:
        columns += [
            ("In pilot", lambda row: f"{row.n_pilot:,}"),
            ("Differ, %", lambda row: percent(row.discordant)),
            ("Design effect", lambda row: _number(row.design_effect)),
        ]
    else:
        columns.append(("95 % CI of one run", lambda row: _plus_minus(row.half_width)))
    columns.append(("Smallest found", lambda row: percent(row.smallest) if row.tested else NOT_TESTED))
    if of_pilot:
        columns.append(("90 % range", _range))
    cells = [tuple(cell(row) for _, cell in columns) for row in rows]
    head = tuple(name for name, _ in columns)
    words = [
        f"Found with {percent(plan.power)} % power: the verdict of `mhclient compare`, simulated on "
        f"{'these items' if rows[0].task else 'so many items'}. {about}",
        _families(rows, plan),
    ]
    if never := [row.task for row in rows if not row.tested]:
        words.append(
            f"{', '.join(never) or 'So few items'}: worth fewer than two effective clusters, so that "
            "`compare` tests nothing there and gives no verdict, however large the difference is."
        )
    if any(row.tested and row.smallest is None for row in rows):
        words.append(
            f"{NOT_KNOWN}: no difference that two such runs can have is detected with this power"
            f"{', or the pilot says too little' if of_pilot else ''}."
        )
    return Table("Smallest difference found, in points", head, cells, " ".join(words))


def about_assumed(assumed: Assumed, settings: Settings | None) -> str:
    """What is assumed, in sentences. Args: settings: None for a number of items."""
    known = (
        f"Assumed: accuracy {percent(assumed.accuracy)} %, runs that differ on "
        f"{percent(assumed.discordant)} % of the items, design effect 1."
    )
    if settings is None or settings.of_items:
        return f"{known} Items are taken as independent."
    return (
        f"{known} That is, items that share {settings.plural} are no more alike than others. If a model "
        "knows some of these and not others, only larger differences are detected; a pilot, two runs of some "
        f"of the items (`pilot`), shows how much larger. {settings.estimand}"
    )


def about_pilot(names: tuple[str, str], settings: Settings, epochs: int = 1) -> str:
    """Which the pilot is, and what it says, in sentences.

    Args:
        names: of the pilot's runs.
        epochs: how often these ask each item.
    """
    words = [
        f"The pilot, {names[0]} against {names[1]}, says on how many items runs differ, and how far that "
        "depends on what items share. Design effect: how many items carry as much information about the "
        "difference as one independent item would. Another pilot would say something else: for nine in ten "
        f"pilots the smallest difference in truth lies in the range. {settings.estimand}"
    ]
    if epochs > 1:
        words.append(
            f"The planned runs are taken to ask each item {epochs} times, as the pilot's do; an item's value "
            "is the mean of its replies, and runs differ on it where one is right more often."
        )
    return " ".join(words)


def _families(rows: Sequence[PowerRow], plan: Plan) -> str:
    """Which tests are adjusted together."""
    n_tasks = sum(row.task != SUMS and row.tested for row in rows)
    n_tests = n_tasks * plan.pairs
    family = f"Family level {plan.alpha:g}"
    if n_tests <= 1 and len(rows) == 1:
        return f"{family}: one test, which needs no adjustment."
    if len(rows) == 1:
        return f"{family}, Holm's first step: {counted(n_tests, 'test')} are a family."
    of_all = f"{counted(plan.pairs, 'test')} of all items another"
    return f"{family}, Holm's first step: {counted(n_tests, 'test')} of tasks are a family, {of_all}."


def _number(value: float | None) -> str:
    return NOT_KNOWN if value is None else f"{value:.1f}"


def _plus_minus(half_width: float | None) -> str:
    return NOT_KNOWN if half_width is None else f"±{percent(half_width)}"


def _range(row: PowerRow) -> str:
    return NOT_KNOWN if row.smallest_range is None else " to ".join(map(percent, row.smallest_range))
