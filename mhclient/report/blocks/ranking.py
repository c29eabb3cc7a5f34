"""Which run of a report is better, for every two of them, and which ranks they may have."""

from collections.abc import Sequence
from typing import Any

from mhclient.figures.paired import Paired, Verdict
from mhclient.report.blocks.block import Block
from mhclient.report.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.report.wording.names import runs_of
from mhclient.report.wording.shapes import Columns, estimate_columns
from mhclient.report.wording.verdicts import (
    PairVerdict,
    pair_verdicts,
    verdict_cell,
    verdicts_document,
    verdicts_table,
)


def verdicts(summaries: Sequence[Summary]) -> list[PairVerdict]:
    """Of every two runs of the report, as `compare` has them."""
    return summaries[0].get_beside(summaries, _verdicts) if len(summaries) > 1 else []


def _verdicts(summaries: Sequence[Summary]) -> list[PairVerdict]:
    return pair_verdicts(runs_of(summaries), summaries[0].settings)


def runs_ranked(summaries: Sequence[Summary]) -> Table | None:
    """The ranks that each run may have."""
    pairs = verdicts(summaries)
    return ranking_table(ranked_runs(pairs), runs_of(summaries), pairs)


def all_verdicts(summaries: Sequence[Summary]) -> Table | None:
    """Every pair of runs, and which is better."""
    return verdicts_table(verdicts(summaries), runs_of(summaries), summaries[0].settings)


def runs_ranked_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The same for programs."""
    pairs = verdicts(summaries)
    return {"ranks": ranking_document(ranked_runs(pairs)), "verdicts": verdicts_document(pairs)}


def runs_ranked_columns(summaries: Sequence[Summary]) -> Columns:
    """The ranks that each run may have, and its verdict beside the report's first run."""
    pairs = verdicts(summaries)
    ranks = {each.run.run.run_id: each for each in ranked_runs(pairs)}
    beside: dict[str, PairVerdict] = {}
    for pair in pairs:  # they come by their first run: each run stands beside the first that shares items
        if pair.first.run.run_id not in beside:
            beside.setdefault(pair.second.run.run_id, pair)
    return {
        summary.run_id: {
            **_rank_columns(ranks.get(summary.run_id)),
            **_beside_columns(beside.get(summary.run_id)),
        }
        for summary in (summaries if pairs else ())
    }


def _rank_columns(ranked: Ranked | None) -> dict[str, Any]:
    return {"rank_first": ranked and ranked.first, "rank_last": ranked and ranked.last}


BESIDE = (
    *("compared_with", "n_shared", "difference", "difference_ci95_low", "difference_ci95_high"),
    *("p", "p_holm", "verdict"),
)


def _beside_columns(pair: PairVerdict | None) -> dict[str, Any]:
    """The pair from its second run's side: above 0 that is better; all empty for the first run."""
    if pair is None:
        return dict.fromkeys(BESIDE)
    right = pair.right
    return {
        "compared_with": pair.first.run.run_id,
        "n_shared": right.n,
        **estimate_columns("difference", right.difference.negated),
        "p": right.p,
        "p_holm": right.p_holm,
        "verdict": None if pair.circular else _of_second(right),
    }


def _of_second(right: Paired) -> str:
    turned = {Verdict.BETTER.value: Verdict.WORSE.value, Verdict.WORSE.value: Verdict.BETTER.value}
    said = verdict_cell(right)
    return turned.get(said, said)


BLOCK = Block(
    across={"ranking": runs_ranked, "verdicts": all_verdicts},
    document_across=runs_ranked_document,
    columns_across=runs_ranked_columns,
)
