"""The verdicts of all pairs over all items, and which ranks the compared runs may have by them."""

from typing import Any

from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison
from mhclient.report.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.table import Table
from mhclient.report.wording.verdicts import verdicts_document, verdicts_table


def ranking(comparison: Comparison) -> list[Ranked]:
    """The runs with their ranks; none where only the first run's pairs are tested."""
    return [] if comparison.first_only else ranked_runs(comparison.verdicts)


def ranks_table(comparison: Comparison) -> Table | None:
    """The ranks that each run may have; for two runs the verdict says as much."""
    if len(comparison.verdicts) < 2:
        return None
    return ranking_table(ranking(comparison), comparison.runs, comparison.verdicts)


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
