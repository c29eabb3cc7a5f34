"""The verdicts of all pairs over all items, and which ranks the compared runs may have by them."""

from typing import Any

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison
from mhclient.report.pair_verdicts import verdicts_document, verdicts_table
from mhclient.report.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.table import Table
from mhclient.show.counts import counted


def ranking(comparison: Comparison) -> list[Ranked]:
    """The runs with their ranks; none where they have not asked the same items, or a pair is not tested."""
    runs, verdicts = comparison.runs, comparison.verdicts
    every_pair = len(verdicts) == len(runs) * (len(runs) - 1) // 2
    if not every_pair or any(pair.circular or pair.left_out for pair in verdicts):
        return []
    place = {run.run.run_id: at for at, run in enumerate(runs)}
    accuracies = [0.0] * len(runs)
    for pair in verdicts:
        accuracies[place[pair.first.run.run_id]] = pair.right.first or 0.0
        accuracies[place[pair.second.run.run_id]] = pair.right.second or 0.0
    shown = [pair.better for pair in verdicts if pair.better is not None]
    better = [(place[one.run.run_id], place[other.run.run_id]) for one, other in shown]
    return ranked_runs(runs, verdicts[0].right.n, accuracies, better)


def ranks_table(comparison: Comparison) -> Table | None:
    """The ranks that each run may have; for two runs the verdict says as much."""
    n_pairs = len(comparison.verdicts)
    note = f"Shown: by p Holm over {counted(n_pairs, 'pair')} of runs."
    return ranking_table(ranking(comparison), comparison.runs, note) if n_pairs > 1 else None


def ranks_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"ranks": ranking_document(ranking(comparison))}


def all_verdicts(comparison: Comparison) -> Table | None:
    """Every pair in a row, where there are several."""
    many = len(comparison.verdicts) > 1
    return verdicts_table(comparison.verdicts, comparison.runs, comparison.settings) if many else None


def all_verdicts_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"verdicts": verdicts_document(comparison.verdicts)}


BLOCK = PairBlock(table_of_all=ranks_table, document_of_all=ranks_document)
VERDICTS = PairBlock(table_of_all=all_verdicts, document_of_all=all_verdicts_document)
