"""Runs of one model under several variants, on the replies that all of them have."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mhclient.figures.numerics import Floats, Ints, summed_by
from mhclient.read.scored import Scored
from mhclient.report.compare.contrast import Comparison
from mhclient.report.loading.basis import DependentItems, RowsByTask, rows_by_task
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings
from mhclient.report.table import SUMS
from mhclient.run.variant import Variant


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
