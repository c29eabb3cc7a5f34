"""The end of a grid: one ranked row per run, and what can be said of each model's ways of being asked.

Ranks, differences and verdicts are those of `mhclient compare --all-pairs`; items of another benchmark are
another table.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.errors import ReportError
from mhclient.figures.estimate import Estimate
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.ranks import ranking
from mhclient.report.figures import Figures, figures
from mhclient.report.loading.basis import Basis, Sharings
from mhclient.report.loading.loaded import LoadedRun, Spent
from mhclient.report.loading.same_items import SameItems
from mhclient.report.names import full_name
from mhclient.report.settings import Settings


@dataclass(frozen=True, slots=True)
class RankedRun:
    """One run.

    Attributes:
        ranks: first and last rank that it may have among the runs of its benchmark; None where it has none.
        accuracy: over all items asked, unread ones counting as wrong.
        unread: how many items ended in each way other than an answer.
        n, n_planned: items asked, items to be asked.
        spent: what the replies cost, whoever paid for them.
    """

    run: LoadedRun
    name: str
    ranks: tuple[int, int] | None
    accuracy: Estimate
    unread: Counter[str]
    n: int
    n_planned: int
    spent: Spent

    @property
    def unread_share(self) -> float | None:
        """The share of the items asked from which no answer could be read."""
        return self.unread.total() / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The runs of one benchmark, best first, and the comparison behind their ranks; None for a single run."""

    benchmark: str
    rows: tuple[RankedRun, ...]
    comparison: Comparison | None

    def __repr__(self) -> str:
        return f"<Ranking {self.benchmark}: {', '.join(row.name for row in self.rows)}>"


def rank_runs(runs: Sequence[LoadedRun], settings: Settings | None = None) -> list[Ranking]:
    """The rankings of runs, one per set of questions, in the order in which benchmarks come."""
    return [_ranking(of, settings or Settings()) for of in SameItems(runs).by_set()]


def _ranking(runs: Sequence[LoadedRun], settings: Settings) -> Ranking:
    sharings = Sharings(settings)
    comparison = _compared(runs, settings)
    ranks = _ranks(runs, comparison)
    rows = [_row(run, runs, sharings, ranks.get(run.run.run_id)) for run in runs]
    rows.sort(key=lambda row: (-(row.accuracy.value or 0.0), row.ranks or (0, 0)))
    return Ranking(runs[0].benchmark.name, tuple(rows), comparison)


def _compared(runs: Sequence[LoadedRun], settings: Settings) -> Comparison | None:
    try:
        return compare(runs, settings, every_pair=True)
    except ReportError:  # a single run, or none that share an item
        return None


def _ranks(runs: Sequence[LoadedRun], comparison: Comparison | None) -> dict[str, tuple[int, int]]:
    """Run id → the ranks that it may have; none unless every pair has been compared on all items of both."""
    found = [] if comparison is None else ranking(comparison)
    return {each.run.run.run_id: (each.first, each.last) for each in found}


def _row(
    run: LoadedRun, among: Sequence[LoadedRun], sharings: Sharings, ranks: tuple[int, int] | None
) -> RankedRun:
    found = _overall(run, sharings)
    unread = Counter(item.ending.value for item in run.scored if item.ending.unread)
    return RankedRun(
        run=run,
        name=full_name(run, among),
        ranks=ranks,
        accuracy=found.estimate,
        unread=unread,
        n=found.accuracy.n,
        n_planned=found.accuracy.n_planned,
        spent=run.spent_in_all,
    )


def _overall(run: LoadedRun, sharings: Sharings) -> Figures:
    basis = Basis.of(run, sharings)
    return figures(basis.tally, np.arange(len(run.scored)), basis.sharing, sharings.settings)


def pairs_of_models(comparison: Comparison) -> Iterator[Pair]:
    """The pairs of runs of one model, which differ in how it was asked."""
    return (
        pair
        for pair in comparison.pairs
        if (pair.first.spec.provider, pair.first.spec.model)
        == (pair.second.spec.provider, pair.second.spec.model)
    )
