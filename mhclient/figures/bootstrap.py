"""The bootstrap, clustered: whole clusters of items are drawn with replacement, never single items of one.

Items share entities, so a model that does not know a drug is wrong on every item about it. An interval
that takes the items for independent is then too narrow. Which items form a cluster is decided in
`clusters.py`.

Decision: docs/decisions/figures.md, "What an interval takes for independent".
Decision: docs/decisions/figures.md, "One cluster has no interval".
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mhclient.figures.intervals import Interval

RESAMPLES = 2_000
SEED = 42

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.float32]  # (resamples, n_clusters): how often each resample holds each cluster


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval over resamples of clusters; None where undefined."""

    value: float | None
    ci95: Interval


class Resampler:
    """Draws resamples of clusters; the same draws for everything that is counted in them.

    That the draws are shared makes intervals of differences right: both sides of a difference see the same
    items. numpy's `RandomState` is used because its stream is frozen for good: the same seed gives the same
    interval under every version.

    Args:
        cluster_of: (n_items,) number of each item's cluster, from 0 without gaps.
    """

    def __init__(self, cluster_of: Ints, *, resamples: int = RESAMPLES, seed: int = SEED) -> None:
        self.cluster_of = cluster_of
        self.n_clusters = int(cluster_of.max()) + 1 if len(cluster_of) else 0
        self.resamples = resamples
        self._seed = seed

    def code_counts(self, rows: Ints, codes: Ints, n_codes: int) -> Floats:
        """How many items of each code every resample holds.

        Args:
            rows: (n,) which items are counted; one may be counted under several codes.
            codes: (n,) what each is counted as, below n_codes.

        Returns:
            (resamples, n_codes); whole numbers, so exact whatever the order of summation. NaN if the items
            are of one cluster: drawing it again and again says nothing about chance.
        """
        if self.alone(rows):
            return np.full((self.resamples, n_codes), np.nan)
        by_cluster = np.zeros((self.n_clusters, n_codes), dtype=np.float32)
        np.add.at(by_cluster, (self.cluster_of[rows], codes), 1)
        return (self.counts @ by_cluster).astype(np.float64)

    def code_sums(self, rows: Ints, codes: Ints, weights: Floats, n_codes: int) -> Floats:
        """(resamples, n_codes) as `code_counts`, but the items' weights summed, not the items counted."""
        if self.alone(rows):
            return np.full((self.resamples, n_codes), np.nan)
        by_cluster = np.zeros((self.n_clusters, n_codes))
        np.add.at(by_cluster, (self.cluster_of[rows], codes), weights)
        return self.counts.astype(np.float64) @ by_cluster

    def alone(self, rows: Ints) -> bool:
        """Whether these items are of fewer than two clusters."""
        clusters = self.cluster_of[rows]
        return len(clusters) == 0 or bool((clusters == clusters[0]).all())

    @cached_property
    def counts(self) -> Counts:
        """(resamples, n_clusters): how often each resample holds each cluster."""
        draws = np.random.RandomState(self._seed)
        counts = np.zeros((self.resamples, self.n_clusters), dtype=np.float32)
        for row in counts:
            drawn = draws.randint(0, self.n_clusters, self.n_clusters)
            row[:] = np.bincount(drawn, minlength=self.n_clusters)
        return counts


def estimate(value: float | Floats, resampled: Floats) -> Estimate:
    """A figure with the middle 95 % of its values over resamples; NaN, undefined, is left out.

    Args:
        value: the figure itself; NaN if undefined.
        resampled: (resamples,).
    """
    number = float(value)
    return Estimate(None if np.isnan(number) else number, percentile_interval(resampled))


def percentile_interval(values: Floats) -> Interval:
    """The middle 95 % of the values that are defined."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)


def ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole, NaN where there is no whole."""
    result: Floats = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=result, where=whole != 0)
    return result
