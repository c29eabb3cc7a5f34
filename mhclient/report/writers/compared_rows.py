"""A comparison as rows for pandas, R or a spreadsheet: one per pair and task, from what JSON has."""

from collections.abc import Iterator, Mapping
from typing import Any

from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.tables import accuracy_document
from mhclient.report.wording.shapes import ALL
from mhclient.show.csv_cells import Cells, csv_of


def comparison_as_csv(comparison: Comparison, cells: Cells | None = None) -> str:
    """The rows as CSV; what is not known is empty, and the row over all items has no task."""
    rows = list(comparison_rows(comparison))
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    return csv_of(columns, rows, cells)


def comparison_rows(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Each pair's tasks, then all of the items that both have asked; figures are called as in JSON."""
    return (row for pair in comparison.pairs for row in _rows(pair))


def _rows(pair: Pair) -> Iterator[dict[str, Any]]:
    found = accuracy_document(pair)
    for task, contrast in (*found["tasks"].items(), (ALL, found["overall"])):
        yield {
            "first": pair.first.run.run_id,
            "second": pair.second.run.run_id,
            "task": task,
            "circular": pair.circular,
            "left_out": pair.left_out if task == ALL else None,
            **flat(contrast),
        }


def flat(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures in figures as columns side by side; an interval has two, also where it is not known.

    >>> flat({"right": {"n": 4, "ci95": [0.1, 0.5]}, "bounds": None})
    {'right_n': 4, 'right_ci95_low': 0.1, 'right_ci95_high': 0.5, 'bounds_low': None, 'bounds_high': None}
    """
    columns: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, Mapping):
            columns |= {f"{name}_{inner}": each for inner, each in flat(value).items()}
        elif name.startswith(("ci95", "bounds")):
            low, high = value or (None, None)
            columns |= {f"{name}_low": low, f"{name}_high": high}
        else:
            columns[name] = value
    return columns
