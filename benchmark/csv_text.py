"""CSV as every part of the program writes it: line ends of any kind are quoted, rows end with a line feed."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A CSV file to be: its text with the header, and how many rows follow the header."""

    text: str
    n_rows: int


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Rows, the header first, as CSV (RFC 4180, but for the line feed); None is an empty cell.

    Python's csv quotes a carriage return only where it belongs to the end of a row: left bare in a cell, it
    would end the row there, and begin one with whatever follows.
    """
    written = _Rows()
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return "".join(written)


class _Rows(list[str]):
    """Takes a row at a time, as `csv.writer` hands them over."""

    def write(self, row: str) -> None:
        self.append(row.removesuffix("\r\n") + "\n")
