"""Which ranks runs may have, by accuracy over the items they share: as reports and comparisons show it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mhclient.figures.ranks import rank_sets
from mhclient.report.loaded import LoadedRun
from mhclient.report.names import marked_name, names_head, with_marks
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.show.cells import percent
from mhclient.show.counts import counted


@dataclass(frozen=True, slots=True)
class Ranked:
    """A run among those of the same items.

    Attributes:
        first, last: the ranks that it may have, from 1, the best.
    """

    run: LoadedRun
    n: int
    accuracy: float
    first: int
    last: int

    @property
    def ranks(self) -> str:
        """The ranks in words."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def ranked_runs(
    runs: Sequence[LoadedRun], n: int, accuracies: Sequence[float], better: Iterable[tuple[int, int]]
) -> list[Ranked]:
    """The runs with their ranks, the most accurate first.

    Args:
        n: items that each of them has asked.
        better: pairs of places in `runs`, of which the first is shown to be better than the second.
    """
    shown = np.zeros((len(runs), len(runs)), dtype=bool)
    for above, below in better:
        shown[above, below] = True
    found = [
        Ranked(run, n, accuracy, *ranks)
        for run, accuracy, ranks in zip(runs, accuracies, rank_sets(shown), strict=True)
    ]
    return sorted(found, key=lambda each: -each.accuracy)


def ranking_table(ranked: Sequence[Ranked], among: Sequence[LoadedRun], note: str) -> Table | None:
    """A row per run; None for fewer than two.

    Args:
        among: the runs that names tell apart.
        note: which verdicts the ranks come from.
    """
    if len(ranked) < 2:
        return None
    rows = [_row(each, among) for each in ranked]
    n = counted(ranked[0].n, "item")
    words = (
        f"Over {n} that all of them have asked. A run ranks after every run shown to be better and before "
        f"every run shown to be worse; all of this holds together at 95 %. {note}"
    )
    head = (names_head(among), "Accuracy in %", "Possible ranks")
    note = with_marks(words, [each.run for each in ranked])
    return Table("Which rank may each run have?", head, rows, note)


def _row(each: Ranked, among: Sequence[LoadedRun]) -> Row:
    run_id = each.run.run.run_id
    n_replies = each.n * each.run.spec.epochs
    right = Behind(run_id, {"result": "right"}, round(each.accuracy * n_replies), n_replies)
    return (
        Cell(marked_name(each.run, among), Behind(run_id)),
        Cell(percent(each.accuracy), right),
        each.ranks,
    )


def ranking_document(ranked: Sequence[Ranked]) -> list[dict[str, Any]]:
    """The same as JSON has it."""
    return [
        {
            "run": each.run.run.run_id,
            "n": each.n,
            "accuracy": each.accuracy,
            "rank_first": each.first,
            "rank_last": each.last,
        }
        for each in ranked
    ]
