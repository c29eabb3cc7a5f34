"""Runs of one model under several variants, on the replies that all of them have.

How far its accuracy depends on the wording of the prompt; and where runs differ only in the order of options,
whether the same text is chosen wherever it stands.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from benchmark.fixed_places import speaking
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Floats, Ints, summed_by
from mhclient.figures.repetitions import (
    Place,
    PromptVariance,
    agreement_values,
    circular_values,
    position_curve,
    prompt_variance,
)
from mhclient.read.scored import Scored
from mhclient.report.chart import Chart, Curve, Curves, Point
from mhclient.report.compare.contrast import Comparison, PairBlock
from mhclient.report.loading.basis import DependentItems, RowsByTask, rows_by_task
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings
from mhclient.report.table import CI95, SUMS, Row, Table
from mhclient.report.wording.shapes import bounds_document, interval_of, share_document
from mhclient.run.variant import Variant
from mhclient.show.cells import percent
from mhclient.show.counts import counted


@dataclass(frozen=True, slots=True)
class VariantRuns:
    """Runs of one model under different variants.

    Attributes:
        replies: what each run has, for each item that all have asked as often as all did: (n_rows, n_runs).
        dependent: which of the rows are of items that depend on each other.
        n_fixed: how many rows are left out, because their options keep their places in every order.
    """

    runs: Sequence[LoadedRun]
    replies: Sequence[Sequence[Scored]]
    dependent: DependentItems
    n_fixed: int = 0

    @property
    def model(self) -> str:
        return self.runs[0].spec.model

    def rows(self) -> RowsByTask:
        """Task → rows, and all of them where there are several tasks."""
        of_task = rows_by_task([of_row[0] for of_row in self.replies])
        every = {SUMS: np.arange(len(self.replies))} if len(of_task) > 1 else {}
        return {**of_task, **every}

    def right(self) -> Floats:
        """(n_rows, n_runs) 1 where right."""
        return np.array([[reply.correct for reply in of_row] for of_row in self.replies], dtype=np.float64)

    def item_means(self, values: Floats) -> Floats:
        """(n_items, n_runs) the mean of each item's rows. Args: values: (n_rows, n_runs)."""
        item_of = self.dependent.item_of
        n_of = np.bincount(item_of)
        means = [summed_by(item_of, column, len(n_of)) / n_of for column in values.T]
        return np.column_stack(means)

    def n_items(self, rows: Ints) -> int:
        """How many items these rows are of."""
        return len(np.unique(self.dependent.item_of[rows]))


def runs_by_variant(
    comparison: Comparison, wording: Callable[[Variant], Hashable] = lambda _: None
) -> Iterator[VariantRuns]:
    """The runs of each model that differ in their variants, where there are several of them.

    Args:
        wording: what their variants have in common.
    """
    alike: dict[Hashable, dict[Variant, LoadedRun]] = {}
    for run in comparison.runs:
        spec = run.spec
        if spec.reask is None:
            asked = replace(spec.parameters, max_tokens=None, extra={}), str(spec.parameters.extra)
            key = spec.provider, spec.endpoint, spec.model, spec.ask, asked[1], repr(asked[0])
            group = (run.benchmark.digest, *key, wording(spec.variant))  # letters mean the same in it
            alike.setdefault(group, {}).setdefault(spec.variant, run)
    for runs in alike.values():
        if len(runs) > 1 and (found := _shared(list(runs.values()), comparison.settings)):
            yield found


def _shared(runs: Sequence[LoadedRun], settings: Settings) -> VariantRuns | None:
    """What all of the runs have a reply to; None where that is nothing."""
    asked = [
        {name: scored for name, scored in zip(run.names, run.scored, strict=True) if scored.asked}
        for run in runs
    ]
    names = [name for name in asked[0] if all(name in others for others in asked[1:])]
    if not names:
        return None
    replies = [[of_run[name] for of_run in asked] for name in names]
    return VariantRuns(runs, replies, DependentItems([of_row[0].item for of_row in replies], settings))


def over_prompts(comparison: Comparison) -> list[tuple[VariantRuns, PromptVariance]]:
    """The runs of each model under several variants, with what differs between them."""
    groups = list(runs_by_variant(comparison))
    found = [prompt_variance(group.item_means(group.right())) for group in groups]
    return [(group, each) for group, each in zip(groups, found, strict=True) if each is not None]


def prompts_table(comparison: Comparison) -> Table | None:
    """Accuracy over variants: its mean, its quantiles, and how far variants differ beyond chance."""
    rows: list[Row] = [_row(group, found) for group, found in over_prompts(comparison)]
    head = (
        "Model",
        "Items × variants",
        "Mean",
        "5 %",
        "Median",
        "95 %",
        "Worst–best",
        "SD",
        "Prompts",
        "Rest",
    )
    note = (
        "Runs of one model that differ in their variant, on the items that all have asked. 5 %, median, "
        "95 %: quantiles of the variants' accuracies. SD: the standard deviation over prompts in points, "
        "chance in the items taken off (0 where variants differ no more than chance makes them); prompts: "
        "its square; rest: the variance of one reply that neither its item nor its variant explains. They "
        "are about variants like these, so few variants say little."
    )
    return Table("Accuracy over variants, in %", head, rows, note) if rows else None


def _row(group: VariantRuns, found: PromptVariance) -> Row:
    n_items = len(set(group.dependent.item_of.tolist()))
    return (
        group.model,
        f"{n_items} × {len(group.runs)}",
        *(percent(each) for each in (found.mean, found.low, found.median, found.high)),
        f"{percent(found.worst)}–{percent(found.best)}",
        percent(found.spread),
        f"{found.prompts:.4f}",
        f"{found.residual:.3f}",
    )


def prompts_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"prompt_variance": [_document(group, found) for group, found in over_prompts(comparison)]}


def _document(group: VariantRuns, found: PromptVariance) -> Mapping[str, Any]:
    return {
        "model": group.model,
        "runs": [run.run.run_id for run in group.runs],
        "n": len(set(group.dependent.item_of.tolist())),
        **asdict(found),
        "sd": found.spread,
    }


PROMPTS_BLOCK = PairBlock(table_of_all=prompts_table, document_of_all=prompts_document)


@dataclass(frozen=True, slots=True)
class OrderFigures:
    """One task under several orders; estimates are over items.

    Attributes:
        accuracy: the mean over the orders.
        consistency: pairs of orders under which the same text is chosen.
        circular: right under every order.
    """

    n_items: int
    accuracy: Estimate
    consistency: Estimate
    circular: Estimate


def in_other_orders(comparison: Comparison) -> Iterator[VariantRuns]:
    """Runs of one model and one wording, in different orders; without items whose options keep places."""
    for group in runs_by_variant(comparison, _wording):
        moved = [not speaking(of_row[0].item.options) for of_row in group.replies]
        if left := [of_row for of_row, is_moved in zip(group.replies, moved, strict=True) if is_moved]:
            dependent = DependentItems([of_row[0].item for of_row in left], comparison.settings)
            yield replace(group, replies=left, dependent=dependent, n_fixed=len(moved) - len(left))


def _wording(variant: Variant) -> Hashable:
    """The variant but for the order of options, and for its name, in which settings stand."""
    seed = variant.seed if variant.shots else 0
    return replace(
        variant,
        name="",
        description="",
        option_order="as-is",
        shift=1,
        keep_letters=False,
        seed=seed,
        keep_places=False,
    )


def order_figures(group: VariantRuns) -> dict[str, OrderFigures]:
    """Task, or all of them, → its figures."""
    orders = [_different(of_row) for of_row in group.replies]
    several = np.array([len(of_row) > 1 for of_row in orders])
    found = {}
    for task, of_task in group.rows().items():
        rows = of_task[several[of_task]]
        if not len(rows):
            continue
        of_rows = [orders[row] for row in rows.tolist()]
        right = [sum(reply.correct for reply in of_row) / len(of_row) for of_row in of_rows]
        said = [[reply.prediction for reply in of_row] for of_row in of_rows]
        gold = [frozenset(of_row[0].item.gold) for of_row in of_rows]
        mean = group.dependent.mean(rows)
        found[task] = OrderFigures(
            n_items=group.n_items(rows),
            accuracy=mean.estimate(np.array(right)),
            consistency=mean.estimate(agreement_values(said)),
            circular=mean.estimate(circular_values(said, gold)),
        )
    return found


def _different(of_row: Sequence[Scored]) -> list[Scored]:
    """One reply for each order: of two options, rotated by one and reversed are the same."""
    by_order = {tuple(reply.shown.letter_of.items()): reply for reply in reversed(of_row)}
    return list(by_order.values())[::-1]


def places_of(group: VariantRuns) -> list[Place]:
    """How replies depend on where an option stands; of items with one right answer."""
    single = [reply for of_row in group.replies for reply in of_row if reply.asked and len(reply.gold) == 1]
    n_places = max((len(reply.shown.letter_of) for reply in single), default=0)
    n_items = len({reply.item.id for reply in single})
    return position_curve([_places(reply) for reply in single], n_places, len(single) / max(1, n_items))


def _places(reply: Scored) -> tuple[int, int | None]:
    """The place of the gold and of what was said, from 1."""
    place = reply.shown.places()
    (gold,) = reply.gold
    said = None if reply.said is None or len(reply.said) != 1 else place[next(iter(reply.said))] + 1
    return place[gold] + 1, said


def orders_table(comparison: Comparison) -> Table | None:
    """Whether the same text is chosen under every order."""
    rows: list[Row] = [
        (group.model, task, f"{each.n_items} × {len(group.runs)}", *_cells(each))
        for group in in_other_orders(comparison)
        for task, each in order_figures(group).items()
    ]
    head = ("Model", "Task", "Items × runs", "Accuracy", "Same text", CI95, "Right in all", "CI of it")
    note = (
        "Runs of one model that differ in the order of options alone, on the items that all have asked, each "
        "order of an item once. "
        "Accuracy: the mean over orders. Same text: pairs of orders under which the same option's text is "
        "chosen; unread agrees with nothing. Right in all: right under every order (circular accuracy)."
    )
    fixed = [
        f" Left out of {group.model}: {counted(group.n_fixed, 'item')} whose options speak of other options."
        for group in in_other_orders(comparison)
        if group.n_fixed
    ]
    return Table("Orders of options, in %", head, rows, note + "".join(fixed), names=2) if rows else None


def _cells(found: OrderFigures) -> tuple[str, ...]:
    return (
        percent(found.accuracy.value),
        percent(found.consistency.value),
        interval_of(found.consistency),
        percent(found.circular.value),
        interval_of(found.circular),
    )


def places_table(comparison: Comparison) -> Table | None:
    """What is said, and how often it is right, by the place where it stands."""
    rows: list[Row] = [
        (
            group.model,
            str(place.place),
            percent(place.gold.value),
            percent(place.said.value),
            percent(place.correct.value),
            f"{place.correct.count}/{place.correct.n}",
        )
        for group in in_other_orders(comparison)
        for place in places_of(group)
    ]
    head = ("Model", "Place", "Gold there", "Said", "Right there", "of")
    note = (
        "Over all replies of these runs. Gold there, said: among what was read; right there: replies to "
        "items whose right option stood at this place, unread ones counted as wrong."
    )
    return Table("Places among the options, in %", head, rows, note, names=2) if rows else None


def places_chart(comparison: Comparison) -> Iterator[Chart]:
    """How often the right option is found, by the place where it stands."""
    curves = [
        Curve(group.model, [(float(place.place), _found_at(place)) for place in places])
        for group in in_other_orders(comparison)
        if (places := places_of(group))
    ]
    words = "Replies in % that are right, by the place among the options where the right one stood."
    if curves:
        yield Chart("places", "Accuracy by place", words, Curves(curves, "place"))


def _found_at(place: Place) -> Point:
    """Nothing is behind it: the replies are of several runs."""
    return Point(f"place {place.place}", place.correct.value, place.correct.ci95)


def orders_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {
        "option_orders": [
            {
                "model": group.model,
                "runs": [run.run.run_id for run in group.runs],
                **({"n_keeping_places": group.n_fixed} if group.n_fixed else {}),
                "tasks": {task: _orders_of_task(each) for task, each in order_figures(group).items()},
                "places": [_place(place) for place in places_of(group)],
            }
            for group in in_other_orders(comparison)
        ]
    }


def _orders_of_task(found: OrderFigures) -> Mapping[str, Any]:
    names = ("accuracy", "consistency", "circular")
    estimates = {name: getattr(found, name) for name in names}
    return {
        "n": found.n_items,
        **{name: each.value for name, each in estimates.items()},
        **{f"ci95_{name}": bounds_document(each.ci95) for name, each in estimates.items()},
    }


def _place(place: Place) -> Mapping[str, Any]:
    return {
        "name": str(place.place),
        "gold": share_document(place.gold),
        "said": share_document(place.said),
        "recall": share_document(place.correct),
    }


ORDERS_BLOCK = PairBlock(table_of_all=orders_table, charts=places_chart, document_of_all=orders_document)
PLACES = PairBlock(table_of_all=places_table)
