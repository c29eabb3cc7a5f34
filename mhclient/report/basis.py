"""What a run's figures are worked out from: its items counted by kind, and resamples of their clusters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from mhclient.figures.bootstrap import Ints, Resampler
from mhclient.figures.clusters import cluster_numbers
from mhclient.figures.coverage import Slice
from mhclient.figures.coverage_basis import CoverageBasis
from mhclient.figures.tally import Tally
from mhclient.read.scored import Scored
from mhclient.report.loaded import LoadedRun
from mhclient.report.settings import Settings

RowsByTask: TypeAlias = dict[str, Ints]


class Resamplers:
    """One resampler per set of items, and what their coverage rests on: runs on the same items share both."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[tuple[str, ...], Resampler] = {}
        self._coverage_bases: dict[tuple[str, Resampler, bytes], CoverageBasis] = {}

    def over(self, scored: Sequence[Scored]) -> Resampler:
        """The resampler of these items."""
        ids = tuple(item.item.id for item in scored)
        if ids not in self._made:
            numbers = cluster_numbers([item.item for item in scored], self._settings.cluster_by)
            self._made[ids] = Resampler(numbers, resamples=self._settings.resamples, seed=self._settings.seed)
        return self._made[ids]

    def coverage_basis(self, run: LoadedRun, asked: Ints, graph: Slice) -> CoverageBasis:
        """What the coverage of a run's items rests on.

        Args:
            asked: (n_asked,) the places of the items that were asked.
        """
        resampler = self.over(run.scored)
        key = run.benchmark.digest, resampler, asked.tobytes()
        if key not in self._coverage_bases:
            items = [run.scored[row].item for row in asked]
            self._coverage_bases[key] = CoverageBasis(items, graph, resampler, resampler.cluster_of[asked])
        return self._coverage_bases[key]


@dataclass(frozen=True, slots=True)
class Basis:
    """What a block works its figures of a run out from; gone once the run is summarised.

    Attributes:
        tally: the items by kind, with arrays over all of them.
        of_task: task → (n,) the places of its items.
        resampler: draws clusters of the run's items.
        resamplers: what runs on the same items share.
    """

    run: LoadedRun
    tally: Tally
    of_task: RowsByTask
    resampler: Resampler
    resamplers: Resamplers

    @classmethod
    def of(cls, run: LoadedRun, resamplers: Resamplers) -> "Basis":
        """The basis of a run's figures."""
        over = resamplers.over(run.scored)
        return cls(run, Tally(run.scored), rows_by_task(run.scored), over, resamplers)


def rows_by_task(scored: Sequence[Scored]) -> RowsByTask:
    """Task → the places of its items, the tasks in the order in which they come."""
    rows: dict[str, list[int]] = {}
    for row, item in enumerate(scored):
        rows.setdefault(item.task, []).append(row)
    return {task: np.array(places, dtype=np.int64) for task, places in rows.items()}
