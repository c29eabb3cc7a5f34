"""Which ranks the runs of a report may have, by accuracy over all items."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from mhclient.figures.arrays import Floats
from mhclient.figures.verdicts import Verdict, judged
from mhclient.report.basis import DependentItems
from mhclient.report.blocks.block import Block
from mhclient.report.loaded import LoadedRun
from mhclient.report.names import runs_of
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


def ranking(summaries: Sequence[Summary]) -> list[Ranked]:
    """The comparable runs with their ranks; none for fewer than two."""
    chosen = comparable(summaries)
    if len(chosen) < 2:
        return []
    items = {each.item.id: each.item for each in chosen[0].run.scored}
    mean = DependentItems(list(items.values()), chosen[0].settings).mean(np.arange(len(items)))
    right = [_right(summary.run, list(items)) for summary in chosen]
    pairs = list(combinations(range(len(chosen)), 2))
    found = judged([mean.estimate(right[one] - right[other]) for one, other in pairs])
    better = [
        pair if each.verdict is Verdict.BETTER else pair[::-1]
        for pair, each in zip(pairs, found, strict=True)
        if each.verdict in (Verdict.BETTER, Verdict.WORSE)
    ]
    return ranked_runs(runs_of(chosen), len(items), [float(each.mean()) for each in right], better)


def _right(run: LoadedRun, ids: Sequence[str]) -> Floats:
    """(n_items,) how often the run has an item right, as a share, in the order of these ids."""
    correct: dict[str, list[bool]] = {}
    for each in run.scored:
        correct.setdefault(each.item.id, []).append(each.correct)
    return np.array([sum(correct[item_id]) / len(correct[item_id]) for item_id in ids], dtype=np.float64)


def runs_ranked(summaries: Sequence[Summary]) -> Table | None:
    """The ranks that each run may have."""
    ranked = ranking(summaries)
    n_pairs = len(ranked) * (len(ranked) - 1) // 2
    note = f"Shown: by p, adjusted by Holm over {counted(n_pairs, 'pair')} of runs (`compare --all-pairs`)."
    return ranking_table(ranked, runs_of(summaries), note)


def runs_ranked_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The same for programs."""
    return {"ranks": ranking_document(ranking(summaries))}


BLOCK = Block(across={"ranking": runs_ranked}, document_across=runs_ranked_document)
