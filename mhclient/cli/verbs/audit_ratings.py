"""`mhclient audit ratings DIR --import FILE`: how people rate cases, and how far they agree."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from benchmark import read_benchmark, read_items
from mhclient.cli.screen.console import out, plain
from mhclient.errors import UsageError
from mhclient.judge.ratings import DIMENSIONS, CaseRating, Estimated, rating_agreement, read_ratings
from mhclient.show.counts import counted

_NOTE = (
    "Intervals: 95 %, by drawing cases again. Kappa is low where nearly all ratings are the same, however "
    "well raters agree; AC2 is not."
)


def show_ratings(folders: Sequence[str], path: Path | None) -> int:
    """Print means by type, and agreement by dimension with intervals."""
    if len(folders) != 1 or path is None:
        raise UsageError("Name one folder and a file: mhclient audit ratings DIR --import FILE.")
    tasks = {item.id: item.task for item in read_items(read_benchmark(folders[0]).items_path)}
    ratings = read_ratings(path, tasks)
    if not ratings:
        raise UsageError(f"{path} has no rating.")
    _show_means(ratings, tasks)
    out.print()
    _show_agreement(ratings)
    raters = {rating.rater for rating in ratings}
    cases = {rating.item_id for rating in ratings}
    many = counted(len(ratings), "rating"), counted(len(cases), "case"), counted(len(raters), "rater")
    out.print(plain("{} of {} by {}. {}".format(*many, _NOTE)), soft_wrap=True)
    return 0


def _show_means(ratings: Sequence[CaseRating], tasks: dict[str, str]) -> None:
    values: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rating in ratings:
        values[tasks[rating.item_id], rating.dimension].append(rating.value)
    table = Table("Task", *DIMENSIONS, box=None, pad_edge=False)
    for task in sorted({task for task, _ in values}):
        table.add_row(plain(task), *(_mean(values[task, dimension]) for dimension in DIMENSIONS))
    out.print(table)


def _mean(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):.2f} (n {len(values)})" if values else "–"


def _show_agreement(ratings: Sequence[CaseRating]) -> None:
    columns = ("Dimension", "Mean", "Cases rated twice", "Same rating", "Quadratic kappa", "Gwet's AC2")
    table = Table(*columns, box=None, pad_edge=False)
    for dimension, found in rating_agreement(ratings).items():
        cells = (_shown(found.percent, percent=True), _shown(found.kappa), _shown(found.ac2))
        table.add_row(dimension, f"{found.mean:.2f}", f"{found.n_shared:,}", *cells)
    out.print(table)


def _shown(found: Estimated, *, percent: bool = False) -> str:
    def one(value: float) -> str:
        return f"{100 * value:.1f} %" if percent else f"{value:.3f}"

    if found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return one(found.value)
    return f"{one(found.value)} ({one(found.low)} to {one(found.high)})"
