"""`mhclient audit ratings DIR --import FILE`: how people rate cases, and how far they agree."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.table import Table

from benchmark import Item, read_benchmark, read_items
from benchmark.item import new_letters
from benchmark.kinds import BenchmarkKind
from mhclient.cli.screen.console import out, plain, tell
from mhclient.errors import UsageError
from mhclient.judge.ratings import (
    DIMENSIONS,
    OPTION_DIMENSIONS,
    CaseRating,
    Estimated,
    rating_agreement,
    rating_sheet,
    read_option_ratings,
    read_ratings,
    unit_of,
)
from mhclient.show.counts import counted
from mhclient.show.csv_cells import Cells
from mhclient.show.files import write_file

_NOTE = (
    "Intervals: 95 %, by drawing cases again. Kappa is low where nearly all ratings are the same, however "
    "well raters agree; AC2 is not."
)


def show_ratings(folders: Sequence[str], path: Path | None, sheet: Path | None, cells: Cells) -> int:
    """Write the sheet that raters of hardened items fill in; or print means and agreement of ratings."""
    if len(folders) != 1 or (path is None) == (sheet is None):
        raise UsageError(
            "Name one folder and a file: mhclient audit ratings DIR --import FILE (or --out FILE, for the "
            "sheet that raters of a hardened benchmark fill in)."
        )
    benchmark = read_benchmark(folders[0])
    items = {item.id: item for item in read_items(benchmark.items_path)}
    hardened = BenchmarkKind.of(benchmark.manifest) is BenchmarkKind.HARDENED
    if sheet is not None:
        return _write_sheet(folders[0], items, sheet, cells if hardened else None)
    assert path is not None, "one of both is given"
    dimensions = OPTION_DIMENSIONS if hardened else DIMENSIONS
    units = _options_by_kind(items) if hardened else {key: item.task for key, item in items.items()}
    ratings = read_option_ratings(path, items) if hardened else read_ratings(path, units)
    if not ratings:
        raise UsageError(f"{path} has no rating.")
    _show_means(ratings, units, dimensions)
    out.print()
    _show_agreement(ratings, dimensions)
    raters = {rating.rater for rating in ratings}
    rated = {rating.item_id for rating in ratings}
    unit = "option" if hardened else "case"
    many = counted(len(ratings), "rating"), counted(len(rated), unit), counted(len(raters), "rater")
    if hardened:
        out.print("Correct: yes counts as 5, no as 1.")
    out.print(plain("{} of {} by {}. {}".format(*many, _NOTE)), soft_wrap=True)
    return 0


def _write_sheet(folder: str, items: Mapping[str, Item], sheet: Path, cells: Cells | None) -> int:
    if cells is None:
        raise UsageError(f"{folder} is no hardened benchmark: only its options are rated on a sheet.")
    write_file(sheet, rating_sheet(items.values(), cells).encode())
    n = sum(len(item.options) for item in items.values())
    tell(f"{counted(n, 'option')} to be rated in {sheet}; the key is not marked. Read it with --import.")
    if changed := cells.what_changed():
        tell(changed)
    return 0


def _options_by_kind(items: Mapping[str, Item]) -> dict[str, str]:
    """Option → whether it is the key, new, or the parent's."""
    return {
        unit_of(item.id, letter): "key"
        if letter in item.gold
        else "new option"
        if letter in new_letters(item)
        else "old option"
        for item in items.values()
        for letter in item.options
    }


def _show_means(ratings: Sequence[CaseRating], tasks: Mapping[str, str], dimensions: Sequence[str]) -> None:
    values: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rating in ratings:
        values[tasks[rating.item_id], rating.dimension].append(rating.value)
    table = Table("Task", *dimensions, box=None, pad_edge=False)
    for task in sorted({task for task, _ in values}):
        table.add_row(plain(task), *(_mean(values[task, dimension]) for dimension in dimensions))
    out.print(table)


def _mean(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):.2f} (n {len(values)})" if values else "–"


def _show_agreement(ratings: Sequence[CaseRating], dimensions: Sequence[str]) -> None:
    columns = ("Dimension", "Mean", "Cases rated twice", "Same rating", "Quadratic kappa", "Gwet's AC2")
    table = Table(*columns, box=None, pad_edge=False)
    for dimension, found in rating_agreement(ratings, dimensions).items():
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
