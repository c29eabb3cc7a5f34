"""Which ranks the compared runs may have, by the verdicts over all items."""

from collections.abc import Iterator
from typing import Any

from mhclient.figures.verdicts import Verdict
from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison
from mhclient.report.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.table import Table
from mhclient.show.counts import counted


def ranking(comparison: Comparison) -> list[Ranked]:
    """The runs with their ranks; none where they have not asked the same items, or a pair is not tested."""
    runs, pairs = comparison.runs, comparison.pairs
    every_pair = len(pairs) == len(runs) * (len(runs) - 1) // 2
    if not every_pair or any(pair.circular or pair.left_out for pair in pairs):
        return []
    place = {run.run.run_id: at for at, run in enumerate(runs)}
    accuracies = [0.0] * len(runs)
    for pair in pairs:
        accuracies[place[pair.first.run.run_id]] = pair.overall.right.first or 0.0
        accuracies[place[pair.second.run.run_id]] = pair.overall.right.second or 0.0
    better = [tuple(place[run_id] for run_id in both) for both in _better(comparison)]
    return ranked_runs(runs, pairs[0].overall.right.n, accuracies, [(one, other) for one, other in better])


def _better(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Ids of runs of which the first is shown to be better than the second."""
    for pair in comparison.pairs:
        both = pair.first.run.run_id, pair.second.run.run_id
        verdict = pair.overall.right.judged.verdict
        if verdict in (Verdict.BETTER, Verdict.WORSE):
            yield both if verdict is Verdict.BETTER else both[::-1]


def ranks_table(comparison: Comparison) -> Table | None:
    """The ranks that each run may have; for two runs the verdict says as much."""
    n_pairs = len(comparison.pairs)
    note = f"Shown: by p Holm over {counted(n_pairs, 'test')} of all items."
    return ranking_table(ranking(comparison), comparison.runs, note) if n_pairs > 1 else None


def ranks_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"ranks": ranking_document(ranking(comparison))}


BLOCK = PairBlock(table_of_all=ranks_table, document_of_all=ranks_document)
