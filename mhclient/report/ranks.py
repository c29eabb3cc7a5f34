"""Runs that can be set side by side, and whether coverage of the graph ranks them as averages of tasks do."""

from collections.abc import Sequence

from mhclient.figures.coverage import COVERAGE_NAMES
from mhclient.figures.ranks import rank_correlation
from mhclient.report.summary import Summary


def on_the_same_items(summaries: Sequence[Summary]) -> list[Summary]:
    """The runs that can be ranked and averaged: they have coverage, and have asked all of the same items.

    A run of some of the items ranks by which it was given, and one that asks items again was given those that
    went badly. Where there are several sets of items, the one that most runs have asked counts, the first of
    those asked equally often.
    """
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if summary.coverage and not summary.partial and summary.run.spec.reask is None:
            items = frozenset(scored.item.id for scored in summary.run.scored)
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return max(of_items.values(), key=len, default=[])


def rank_correlations(summaries: Sequence[Summary]) -> dict[str, dict[str, float | None]]:
    """Figure of coverage → average → Spearman's correlation over the runs; None for too few runs."""
    runs = on_the_same_items(summaries)
    averages = dict.fromkeys(
        name for run in runs for name, figure in run.averages.items() if figure.value is not None
    )
    return {
        label: {average: _correlation(runs, field, average) for average in averages}
        for label, field in COVERAGE_NAMES.items()
    }


def _correlation(runs: Sequence[Summary], field: str, average: str) -> float | None:
    pairs = [(getattr(run.coverage, field).value, run.averages[average].value) for run in runs]
    known = [(first, second) for first, second in pairs if first is not None and second is not None]
    return rank_correlation([first for first, _ in known], [second for _, second in known])
