"""Which ranks the runs of a report or a comparison may have, by accuracy over the items they share.

Also which run is better, for every two of a report, and which questions its benchmarks have in common: runs
are compared on these alone.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from mhclient.figures.paired import Paired, Verdict
from mhclient.figures.ranks import rank_sets
from mhclient.report.blocks.block import Block
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import SameItems, TwoBenchmarks, Unlike, names_of_benchmarks
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import marked_name, names_head, runs_of, with_marks
from mhclient.report.wording.shapes import Columns, estimate_columns
from mhclient.report.wording.verdicts import (
    PairVerdict,
    n_tests,
    pair_verdicts,
    verdict_cell,
    verdicts_document,
    verdicts_table,
)
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
    pairs = [next(same[run_id, other] for other in chosen if other != run_id) for run_id in chosen]
    accuracy = [
        (pair.right.first if pair.first.run.run_id == run_id else pair.right.second) or 0.0
        for run_id, pair in zip(chosen, pairs, strict=True)
    ]
    found = [
        Ranked(runs[run_id], among, pair.right.n, right, *ranks)
        for run_id, pair, right, ranks in zip(
            chosen, pairs, accuracy, rank_sets(shown, accuracy), strict=True
        )
    ]
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
        "every run shown to be worse, and never after a less accurate one; all of this holds together at "
        f"95 %. Shown: by p, adjusted by Holm over {counted(n_tests(pairs), 'pair')} of runs."
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


MOST = 20  # pairs of benchmarks that are listed


def two_benchmarks(summaries: Sequence[Summary]) -> list[TwoBenchmarks]:
    """Every two of the report's benchmarks."""
    return summaries[0].get_beside(summaries, _two_benchmarks) if len(summaries) > 1 else []


def _two_benchmarks(summaries: Sequence[Summary]) -> list[TwoBenchmarks]:
    return SameItems(runs_of(summaries)).benchmarks()


def questions_table(summaries: Sequence[Summary]) -> Table | None:
    """How many questions every two benchmarks have in common, and how many only look so."""
    found = two_benchmarks(summaries)
    names = names_of_benchmarks(each.benchmark for each in runs_of(summaries))
    rows = [
        (
            f"{names[each.first.digest]}, {names[each.second.digest]}",
            *map(str, (*each.n, each.n_same, *each.unlike.alike.values())),
        )
        for each in found[:MOST]
    ]
    head = ("Benchmarks", "Asked, first", "second", "The same", "Same id, other words", "Other gold")
    prompts = Unlike(whole_prompts=sum(each.unlike.whole_prompts for each in found)).said
    more = counted(n, "other pair") if (n := len(found) - len(rows)) else ""
    note = (
        "Items of two benchmarks are the same where question, options and gold are, whatever their ids. "
        "Those with the same id and other words, and those with the same words and another gold, are not "
        "compared. Of a question that stands several times in both, the first copy goes with the first."
        f"{f' {prompts}' if prompts else ''}"
        f"{f' Not shown, but in the JSON: {more} of benchmarks.' if more else ''}"
    )
    return Table("Which questions do the benchmarks have in common?", head, rows, note) if rows else None


def questions_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "questions_in_common": [
            {
                "benchmarks": [each.first.digest, each.second.digest],
                "n": list(each.n),
                "n_same": each.n_same,
                **each.unlike.alike,
            }
            for each in two_benchmarks(summaries)
        ]
    }


def questions_columns(summaries: Sequence[Summary]) -> Columns:
    """How many of a run's items look like those of another benchmark: of the one with most such items."""
    found: dict[str, list[Unlike]] = {}
    for two in two_benchmarks(summaries):
        for each in (two.first, two.second):
            found.setdefault(each.digest, []).append(two.unlike)
    return {
        summary.run_id: max(found[summary.run.benchmark.digest], key=lambda each: each[:2]).alike
        for summary in (summaries if found else ())
    }


QUESTIONS_BLOCK = Block(
    across={"questions": questions_table},
    document_across=questions_document,
    columns_across=questions_columns,
)
