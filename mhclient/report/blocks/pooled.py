"""Accuracy and fairness over all models of a report that were asked the same questions of a design."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any, TypeVar

from mhclient.figures.fairness import Pooled, PooledFairness, pooled_accuracy, pooled_fairness
from mhclient.report.blocks.block import Block
from mhclient.report.blocks.fairness import strata_by_category
from mhclient.report.blocks.label_sets import default_replies
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Summary
from mhclient.report.table import Row, Table
from mhclient.show.cells import interval, percent, points
from mhclient.show.counts import counted

F = TypeVar("F")


def comparable(summaries: Sequence[Summary]) -> list[Summary]:
    """The finished runs of one and the same set of items; where there are several sets, the most frequent.

    A run that rests on the replies of an earlier one is the same measurement again, and left out.
    """
    of_items: dict[tuple[str, frozenset[str]], list[Summary]] = {}
    for summary in summaries:
        if not summary.partial and summary.run.spec.reask is None:
            items = frozenset(map(attrgetter("item.id"), summary.run.scored))
            of_items.setdefault((summary.run.benchmark.digest, items), []).append(summary)
    return list(_of_own_replies(max(of_items.values(), key=len, default=[])))


def _of_own_replies(summaries: Sequence[Summary]) -> Iterator[Summary]:
    seen: set[int] = set()
    for summary in summaries:
        replies = {reply for reply in summary.run.response_ids if reply is not None}
        if seen.isdisjoint(replies):
            yield summary
        seen |= replies


def _of_designs(summaries: Sequence[Summary], figures: Callable[[Basis], F]) -> list[F]:
    """These figures of the comparable runs; none where no run has any."""
    if not any(summary.get(figures) for summary in summaries):
        return []
    return [summary.get(figures) for summary in comparable(summaries)]


def pooled_categories(summaries: Sequence[Summary]) -> dict[str, tuple[int, Pooled]]:
    """Category → how many questions all models share, and their mean accuracy."""
    runs = _of_designs(summaries, default_replies)
    if len(runs) < 2:
        return {}
    found = {name: pooled_accuracy([of.get(name, ()) for of in runs]) for name in runs[0]}
    return {name: each for name, each in found.items() if each is not None}


def pooled_levels(summaries: Sequence[Summary]) -> dict[tuple[str, str], PooledFairness]:
    """Attribute and category → the figures over all models."""
    runs = _of_designs(summaries, strata_by_category)
    if len(runs) < 2:
        return {}
    everywhere = [key for key in runs[0] if all(key in of for of in runs)]
    found = {key: pooled_fairness([of[key] for of in runs]) for key in everywhere}
    return {key: each for key, each in found.items() if each is not None}


WHAT = (
    "Plain means over models, of finished runs of the same items. 95 % intervals are over questions like "
    "these, drawn anew for all models together: models find the same questions hard, so more models do not "
    "make them narrower without end."
)


def accuracy_table(summaries: Sequence[Summary]) -> Table | None:
    """Accuracy by category, over all models."""
    rows: list[Row] = [
        (category, str(n), f"{percent(found.value)} ({interval(found.ci95)})")
        for category, (n, found) in pooled_categories(summaries).items()
    ]
    head = ("Category", "Questions", "Accuracy (95 % CI)")
    return Table(f"Over {_models(summaries)}: accuracy in %", head, rows, WHAT) if rows else None


def fairness_table(summaries: Sequence[Summary]) -> Table | None:
    """Flips and levels, over all models."""
    rows = list(_rows(pooled_levels(summaries)))
    note = (
        f"{WHAT} Any flip: vignettes whose versions do not all choose the same option. The difference "
        "is to the mean of the other levels, in points. It is no test: verdicts are of single models."
    )
    head = (
        "Attribute",
        "Category",
        "Questions",
        "Any flip (95 % CI)",
        "Level",
        "Accuracy",
        "Against the others",
    )
    title = f"Over {_models(summaries)}: paired versions, in %"
    return Table(title, head, rows, note, names=2) if rows else None


def _models(summaries: Sequence[Summary]) -> str:
    return counted(len(comparable(summaries)), "run")


def _rows(found: dict[tuple[str, str], PooledFairness]) -> Iterator[Row]:
    for (attribute, category), figures in found.items():
        flips = f"{percent(figures.flips.value)} ({interval(figures.flips.ci95)})"
        for name, accuracy, difference in figures.levels:
            low, high = difference.ci95 or (float("nan"), float("nan"))
            against = f"{points(difference.value)} ({points(low)} to {points(high)})"
            of_level = (name, percent(accuracy.value), against)
            yield (attribute, category, str(figures.n_questions), flips, *of_level)


def pooled_document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """`pooled` of the JSON: over models, `accuracy` by category and `fairness` by attribute and category."""
    accuracy = {
        name: {"n_questions": n, **asdict(found)} for name, (n, found) in pooled_categories(summaries).items()
    }
    levels: dict[str, dict[str, Any]] = {}
    for (attribute, category), found in pooled_levels(summaries).items():
        levels.setdefault(attribute, {})[category] = asdict(found)
    return {"pooled": {"accuracy": accuracy, "fairness": levels}} if accuracy or levels else {}


BLOCK = Block(
    across={"pooled": accuracy_table, "pooled-fairness": fairness_table}, document_across=pooled_document
)
