"""Which run of a report is better, for every two of them, and which ranks they may have."""

from collections.abc import Iterator, Sequence
from typing import Any

from mhclient.report.blocks.block import Block
from mhclient.report.names import runs_of
from mhclient.report.pair_verdicts import (
    PairVerdict,
    n_tests,
    pair_verdicts,
    verdicts_document,
    verdicts_table,
)
from mhclient.report.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.show.counts import counted


def comparable(summaries: Sequence[Summary]) -> list[Summary]:
    """The finished runs of one and the same set of items; where there are several sets, the most frequent.

    A run that rests on the replies of an earlier one is the same measurement again, and left out.
    """
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if not summary.partial and summary.run.spec.reask is None:
            items = frozenset(scored.item.id for scored in summary.run.scored)
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return list(_of_own_replies(max(of_items.values(), key=len, default=[])))


def _of_own_replies(summaries: Sequence[Summary]) -> Iterator[Summary]:
    seen: set[int] = set()
    for summary in summaries:
        replies = {reply for reply in summary.run.response_ids if reply is not None}
        if seen.isdisjoint(replies):
            yield summary
        seen |= replies


def verdicts(summaries: Sequence[Summary]) -> list[PairVerdict]:
    """Of every two runs of the report, as `compare` has them."""
    return pair_verdicts(runs_of(summaries), summaries[0].settings) if len(summaries) > 1 else []


def ranking(summaries: Sequence[Summary], pairs: Sequence[PairVerdict] | None = None) -> list[Ranked]:
    """The comparable runs with their ranks; none for fewer than two.

    Args:
        pairs: their verdicts, where they are known.
    """
    chosen = comparable(summaries)
    if len(chosen) < 2:
        return []
    pairs = verdicts(summaries) if pairs is None else pairs
    place = {summary.run_id: at for at, summary in enumerate(chosen)}
    among = [pair for pair in pairs if {pair.first.run.run_id, pair.second.run.run_id} <= place.keys()]
    accuracies = [0.0] * len(chosen)
    for pair in among:
        accuracies[place[pair.first.run.run_id]] = pair.right.first or 0.0
        accuracies[place[pair.second.run.run_id]] = pair.right.second or 0.0
    shown = [pair.better for pair in among if pair.better is not None]
    better = [(place[one.run.run_id], place[other.run.run_id]) for one, other in shown]
    return ranked_runs(runs_of(chosen), among[0].right.n, accuracies, better)


def runs_ranked(summaries: Sequence[Summary]) -> Table | None:
    """The ranks that each run may have."""
    pairs = verdicts(summaries)
    note = f"Shown: by p, adjusted by Holm over {counted(n_tests(pairs), 'pair')} of runs."
    return ranking_table(ranking(summaries, pairs), runs_of(summaries), note)


def all_verdicts(summaries: Sequence[Summary]) -> Table | None:
    """Every pair of runs, and which is better."""
    return verdicts_table(verdicts(summaries), runs_of(summaries), summaries[0].settings)


def runs_ranked_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The same for programs."""
    pairs = verdicts(summaries)
    return {"ranks": ranking_document(ranking(summaries, pairs)), "verdicts": verdicts_document(pairs)}


BLOCK = Block(across={"ranking": runs_ranked, "verdicts": all_verdicts}, document_across=runs_ranked_document)
