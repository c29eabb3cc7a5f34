"""Sheets for programs: as JSON, and as CSV with a row per cell, since sheets differ in their columns."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from benchmark.csv_text import csv_text
from benchmark.describe.sheet import Cell, Sheet
from benchmark.describe.sheets import Description

SCHEMA = "mhclient-description/1"
COLUMNS = ("sheet", "row", "name", "column", "value")


def to_json(description: Description) -> str:
    """Every sheet as objects by column; numbers are as they are, shares from 0 to 1."""
    document = {
        "schema": SCHEMA,
        "benchmark": description.name,
        "source": description.source,
        "sheets": [_document(sheet) for sheet in description.sheets],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _document(sheet: Sheet) -> dict[str, Any]:
    rows = [dict(zip(sheet.header, row, strict=True)) for row in sheet.rows]
    return {"title": sheet.title, "columns": list(sheet.header), "rows": rows, "note": sheet.note}


def as_it_is(cell: Cell) -> Cell:
    """A cell for programs."""
    return cell


def as_csv(description: Description, write: Callable[[Cell], Cell] = as_it_is) -> str:
    """The sheets below each other, a row per cell: its sheet, the row's number and name, its column.

    Args:
        write: how a cell is written, for programs that calculate some.
    """
    rows = (map(write, row) for sheet in description.sheets for row in _cells(sheet))
    return csv_text([COLUMNS, *rows])


def _cells(sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    """The first column names the rows, of which several may have one name."""
    for number, (name, *cells) in enumerate(sheet.rows, 1):
        for column, cell in zip(sheet.header[1:], cells, strict=True):
            yield sheet.title, number, name, column, cell
