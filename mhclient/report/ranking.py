"""Which ranks runs may have, by accuracy over the items they share: as reports and comparisons show it.

Decision: docs/decisions/report.md, "Four verdicts, three points, one rule for unfinished runs".
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from mhclient.figures.ranks import rank_sets
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import SameItems, names_of_benchmarks
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import marked_name, names_head, with_marks
from mhclient.report.wording.verdicts import PairVerdict, n_tests
from mhclient.show.cells import percent
from mhclient.show.counts import agreeing, counted


@dataclass(frozen=True, slots=True)
class Ranked:
    """A run among those of the same items.

    Attributes:
        first, last: the ranks that it may have, from 1, the best.
        among: what the set of questions is called that it is ranked on.
    """

    run: LoadedRun
    among: str
    n: int
    accuracy: float
    first: int
    last: int

    @property
    def ranks(self) -> str:
        """The ranks in words."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def ranked_runs(pairs: Sequence[PairVerdict]) -> list[Ranked]:
    """The runs that have asked the same items, benchmark by benchmark, the most accurate of each first.

    Benchmarks with different questions have a ranking each; with fewer than two runs there is none. Where
    runs of one have asked several sets of its items, it is the set that most of them have asked. A run that
    rests on the replies of one before it, or asked again what that could not be read on, is not ranked
    beside it.

    Args:
        pairs: the verdicts of every two runs, as one family.
    """
    same = {ids: pair for pair in pairs if not pair.left_out and not pair.circular for ids in _either(pair)}
    runs = {run.run.run_id: run for pair in pairs for run in (pair.first, pair.second)}
    sets = SameItems(list(runs.values())).by_set()
    names = names_of_benchmarks(of_set[0].benchmark for of_set in sets)
    return [
        ranked
        for of_set in sets
        for ranked in _ranked_of_set(names[of_set[0].benchmark.digest], of_set, same)
    ]


def _ranked_of_set(
    among: str, of_set: Sequence[LoadedRun], same: Mapping[tuple[str, str], PairVerdict]
) -> Iterator[Ranked]:
    """The runs of one set of questions, which is called so."""
    runs = {run.run.run_id: run for run in of_set}
    chosen = max(_groups(list(runs), same), key=len, default=[])
    if len(chosen) < 2:
        return
    shown = np.zeros((len(chosen), len(chosen)), dtype=bool)
    for place, other in permutations(range(len(chosen)), 2):
        better = same[chosen[place], chosen[other]].better
        shown[place, other] = better is not None and better[0].run.run_id == chosen[place]
    found = []
    for run_id, ranks in zip(chosen, rank_sets(shown), strict=True):
        pair = next(same[run_id, other] for other in chosen if other != run_id)
        accuracy = pair.right.first if pair.first.run.run_id == run_id else pair.right.second
        found.append(Ranked(runs[run_id], among, pair.right.n, accuracy or 0.0, *ranks))
    yield from sorted(found, key=lambda each: -each.accuracy)


def _either(pair: PairVerdict) -> tuple[tuple[str, str], tuple[str, str]]:
    """The ids of both runs, in either order."""
    first, second = pair.first.run.run_id, pair.second.run.run_id
    return (first, second), (second, first)


def _groups(runs: Sequence[str], same: Container[tuple[str, str]]) -> list[list[str]]:
    """The runs in sets, of which every two have asked the same items."""
    groups: list[list[str]] = []
    for run in runs:
        fitting = (group for group in groups if all((run, other) in same for other in group))
        if (group := next(fitting, None)) is None:
            groups.append([run])
        else:
            group.append(run)
    return groups


def ranking_table(
    ranked: Sequence[Ranked], among: Sequence[LoadedRun], pairs: Sequence[PairVerdict]
) -> Table | None:
    """A row per run; None for fewer than two.

    Args:
        among: the runs that names tell apart.
        pairs: the verdicts that the ranks come from.
    """
    if len(ranked) < 2:
        return None
    sets = dict.fromkeys((each.among, each.n) for each in ranked)
    n, others = counted(ranked[0].n, "item"), len(among) - len(ranked)
    over = f"Over {n} that all of them have asked."
    if len(sets) > 1:
        named = ", ".join(f"{name} {counted(n, 'item')}" for name, n in sets)
        over = (
            f"One ranking for each set of questions, over the items that all of its runs have asked: {named}."
        )
    words = (
        f"{over} A run ranks after every run shown to be better and before "
        "every run shown to be worse; all of this holds together at 95 %. Shown: by p, adjusted by Holm over "
        f"{counted(n_tests(pairs), 'pair')} of runs."
    )
    if others:
        words += (
            f" Not ranked: {counted(others, 'run')} that {agreeing(others, 'has', 'have')} asked other items "
            "(an unfinished run has), the same ones with another gold, or again. Verdicts are on what "
            "both runs have asked."
        )
    head = (names_head(among), "Accuracy in %", "Possible ranks")
    rows = [_row(each, among) for each in ranked]
    note, title = with_marks(words, [each.run for each in ranked]), "Which rank may each run have?"
    if len(sets) < 2:
        return Table(title, head, rows, note)
    rows = [(each.among, *row) for each, row in zip(ranked, rows, strict=True)]
    return Table(title, ("Questions", *head), rows, note, names=2)


def _row(each: Ranked, among: Sequence[LoadedRun]) -> Row:
    run_id = each.run.run.run_id
    tally = each.run.tally
    right = Behind(run_id, {"result": "right"}, int(tally.right.sum()), int(tally.asked.sum()))
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
            "among": each.among,
            "n": each.n,
            "accuracy": each.accuracy,
            "rank_first": each.first,
            "rank_last": each.last,
        }
        for each in ranked
    ]
