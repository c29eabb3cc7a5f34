"""Tables as text: commas, semicolons, tabs or bars between cells, in whatever encoding."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.imports.files.header import (
    LOOK_AT,
    Header,
    as_rows,
    check_names,
    find_closed_header,
    find_header,
    refusal,
    said_of,
    without_header,
)
from benchmark.imports.files.rows import MAX_COLUMNS, MAX_ROWS, Rows
from benchmark.imports.files.text import read_text

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
CELL_MAX = 1 << 22  # characters; the csv module's own limit is 131,072


def read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The rows of a .csv or .tsv file.

    Raises:
        ItemFormatError: it cannot be read, or has no header.
    """
    if sheet is not None:
        raise ItemFormatError(f"{path} has no sheets: leave out `sheet`.")
    decoded = read_text(path)
    text, marked = _without_mark(decoded.text)
    if not text.strip():
        raise ItemFormatError(f"{path} is empty: it holds no question.")
    rows = {mark: _rows(path, text, mark, LOOK_AT + 1) for mark in DELIMITERS}
    finders = (find_header, without_header, find_closed_header)
    fitting = next((there for find in finders if (there := _fitting(rows, mapping, find))), {})
    usual = "\t" if path.suffix.lower() == ".tsv" else ","
    delimiter = marked or next(iter(fitting), None)
    if delimiter is None or delimiter not in fitting:
        delimiter = delimiter or _most_likely(rows, usual)
        raise refusal(_place(path, rows[delimiter]), _cells(rows[delimiter]), mapping)
    header = fitting[delimiter]
    numbered = _rows(path, text, delimiter, MAX_ROWS + LOOK_AT)
    _refuse_open_quote(path, text, delimiter, numbered)
    at = f"line {numbered[header.last][0]}" if header.given else "line 1"
    check_names(f"{path}, {at}", header.names)
    hint = (
        ". A text with a comma needs quotes"
        if delimiter == ","
        else ". A text with the delimiter needs quotes"
    )
    found = f"Cells are separated by {DELIMITERS[delimiter]}, the encoding is {decoded.encoding}"
    found += f", the header is in {at}." if header.given else f". {said_of(header)}."
    body = [(f"line {number}", cells) for number, cells in numbered[header.last + 1 :]]
    return as_rows(header.names, body, [found], hint)


def _fitting(
    rows: Mapping[str, list[tuple[int, list[str]]]],
    mapping: Mapping[str, str],
    find: Callable[[Sequence[Sequence[str]], Mapping[str, str]], Header | None],
) -> dict[str, Header]:
    """The delimiters with which a header is found."""
    return {mark: header for mark in DELIMITERS if (header := find(_cells(rows[mark]), mapping))}


def _without_mark(text: str) -> tuple[str, str | None]:
    """Excel's first line `sep=;` names the delimiter; it becomes an empty line."""
    first, end, rest = text.partition("\n")
    if first.lower().startswith("sep=") and first[4:5] in DELIMITERS and not first[5:].strip():
        return end + rest, first[4]
    return text, None


def _rows(path: Path, text: str, delimiter: str, at_most: int) -> list[tuple[int, list[str]]]:
    """Numbered rows that have a cell; at most so many."""
    csv.field_size_limit(CELL_MAX)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if len(row) > MAX_COLUMNS:
                raise ItemFormatError(f"{path}, line {reader.line_num}: more than {MAX_COLUMNS} cells.")
            if row:
                rows.append((reader.line_num, row))
            if len(rows) > MAX_ROWS:
                raise ItemFormatError(f"{path} has more than {MAX_ROWS:,} rows.")
            if len(rows) >= at_most:
                break
    except csv.Error as error:
        raise ItemFormatError(f"{path}, line {reader.line_num}: {error}.") from error
    return rows


def _refuse_open_quote(path: Path, text: str, delimiter: str, numbered: Sequence[tuple[int, object]]) -> None:
    """A quotation mark that nothing closes makes one cell of all that follows; told where it opens."""
    begins = numbered[-2][0] if len(numbered) > 1 else 0
    last = list(islice(io.StringIO(text, newline=""), begins, None))  # lines as the reader counted them
    if len(last) < 2:
        return
    try:
        for _ in csv.reader(last, delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        if "unexpected end" not in str(error):  # of other looseness the usual reader makes sense
            return
        at = begins + 1 + next((i for i, line in enumerate(last) if '"' in line), 0)
        raise ItemFormatError(
            f"{path}, line {at}: a quotation mark opens a cell and is never closed, so that all below would "
            "be one cell. Close it, or leave it out."
        ) from error


def _cells(rows: list[tuple[int, list[str]]]) -> list[list[str]]:
    return [cells for _, cells in rows]


def _most_likely(rows: Mapping[str, list[tuple[int, list[str]]]], usual: str) -> str:
    """The delimiter that gives most cells; the usual one where none does."""
    widths = Counter(
        {mark: max((len(cells) for _, cells in found), default=0) for mark, found in rows.items()}
    )
    return usual if widths[usual] == max(widths.values()) else widths.most_common(1)[0][0]


def _place(path: Path, rows: list[tuple[int, list[str]]]) -> str:
    return f"{path}, line {rows[0][0] if rows else 1}"
