"""Whether coverage of the graph ranks runs as averages of tasks do; which runs can be set side by side."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from mhclient.figures.coverage import COVERAGE_NAMES
from mhclient.figures.ranks import FEWEST, RankCorrelation
from mhclient.report.blocks.averages import average_figures, known_averages
from mhclient.report.blocks.block import Block
from mhclient.report.blocks.coverage import coverage_estimates, coverage_of
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.report.wording.shapes import bounds_document
from mhclient.show.cells import coefficient
from mhclient.show.counts import counted


def on_the_same_items(summaries: Sequence[Summary]) -> list[Summary]:
    """The runs that can be ranked and averaged: they have coverage, and have asked all of the same items.

    A run of some of the items ranks by which it was given, and one that asks items again was given those that
    went badly. Where there are several sets of items, the one that most runs have asked counts, the first of
    those asked equally often.
    """
    return summaries[0].get_beside(summaries, _on_the_same_items) if summaries else []


def _on_the_same_items(summaries: Sequence[Summary]) -> list[Summary]:
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if summary.get(coverage_of) and not summary.partial and summary.run.spec.reask is None:
            items = frozenset(map(attrgetter("item.id"), summary.run.scored))
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return max(of_items.values(), key=len, default=[])


def rank_correlations(summaries: Sequence[Summary]) -> dict[str, dict[str, RankCorrelation]]:
    """Figure of coverage → average → Spearman's correlation over the runs."""
    runs = on_the_same_items(summaries)
    averages = dict.fromkeys(name for run in runs for name in known_averages(run))
    return {
        label: {average: _correlation(runs, label, average) for average in averages}
        for label in COVERAGE_NAMES
    }


def _correlation(runs: Sequence[Summary], label: str, average: str) -> RankCorrelation:
    pairs = [
        (coverage_estimates(coverage)[label].value, run.get(average_figures)[average].value)
        for run in runs
        if (coverage := run.get(coverage_of))
    ]
    known = [(first, second) for first, second in pairs if first is not None and second is not None]
    return RankCorrelation.of([first for first, _ in known], [second for _, second in known])


def ranks_table(summaries: Sequence[Summary]) -> Table | None:
    """Whether coverage ranks the runs as the averages do: Spearman's correlation over the runs."""
    n = len(on_the_same_items(summaries))
    found = rank_correlations(summaries) if n >= FEWEST else {}
    rows = [(label, *map(_in_words, by_average.values())) for label, by_average in found.items()]
    head = ("Coverage", *next(iter(found.values()), ()))
    note = (
        f"Spearman's rank correlation over the {counted(n, 'run')} that have asked all of the same items, "
        "with 95 % intervals for other models like these; no interval for fewer than four runs, or where all "
        "are in the same order."
    )
    return Table("Do coverage and averages rank alike?", head, rows, note) if len(head) > 1 else None


def _in_words(found: RankCorrelation) -> str:
    if found.ci95 is None:
        return coefficient(found.value)
    low, high = map(coefficient, found.ci95)
    return f"{coefficient(found.value)} ({low} to {high})"


def ranks_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """The correlations, whether or not they are shown as a table."""
    found = rank_correlations(summaries)

    def each(of: Callable[[RankCorrelation], Any]) -> dict[str, Any]:
        return {label: {name: of(one) for name, one in by.items()} for label, by in found.items()}

    return {
        "rank_correlations": each(lambda one: one.value),
        "rank_correlations_ci95": each(lambda one: bounds_document(one.ci95)),
    }


BLOCK = Block(across={"ranks": ranks_table}, document_across=ranks_document)
