"""Cells of a sheet as a spreadsheet shows them, where their bare values say something else.

A share of 0.5 is shown as 50%, 0.5 as 1/2, and 30 hours as 30:00, as the cell's number format says
(`number_formats.py`). Excel makes dates of "1-2" and of the gene MARCH1: what was typed is lost. A formula
that no spreadsheet has calculated, as programs write them, has no value: read as empty, an option would be
gone without a word.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils.cell import coordinate_to_tuple

from benchmark.imports.files.number_formats import Unshown, date_text, number_text, text_in_format
from benchmark.imports.files.values import UNCALCULATED, FormattedCell, cell_text

_CHUNK = 1 << 20
_ROW = re.compile(rb"<(?:\w+:)?row\b")
_ROW_MAX = 8  # chunks of one row: each byte takes up to fifty in memory, and a row is held whole
_FORMULA = re.compile(  # with no value; the result of a formula that is an empty text is of the type "str"
    rb'<c r="([A-Z]{1,3}\d{1,7})"(?![^>]*\bt="str")[^>]*><f[^>]*>(?:[^<]*</f>)?(?:<v\s*/>|<v></v>)?</c>'
)
_AS_IT_IS = ("general", "@")
_OWN_FORMATS = 164  # the first number of a format that is not Excel's own


def cells_of(sheet: Any, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows of an open sheet, as text."""
    missing, formats = _uncalculated(sheet), _has_formats(sheet.parent)
    for number, row in enumerate(sheet.iter_rows(max_col=most_columns, values_only=not formats), 1):
        cells = [shown(cell) if formats else _plain(cell) for cell in row]
        for column in missing.get(number, ()):
            cells[column - 1 : column] = [UNCALCULATED]
        yield number, cells


def shown(cell: Any) -> str:
    """A cell as the text that its number format shows."""
    value = cell.value
    if value is None or isinstance(value, bool) or (form := cell.number_format).lower() in _AS_IT_IS:
        return _plain(value)
    is_date, unknown = isinstance(value, dt.date | dt.time | dt.timedelta), ""
    what = "text" if isinstance(value, str) else "number"
    try:
        if isinstance(value, dt.date | dt.time | dt.timedelta):
            what = "date" if isinstance(value, dt.date) else "time"
            text = date_text(value, form)
        else:
            text = text_in_format(value, form) if isinstance(value, str) else number_text(value, form)
    except Unshown as why:
        text = _plain(value)
        advice = "Format the cell as text and type what it is to say"
        if is_date:
            advice = f'Excel makes dates of texts such as "1-2" and "MARCH1": {advice[0].lower()}{advice[1:]}'
        unknown = f"{why}. {advice}"
    held = f"{cell.coordinate} holds the {what} {_plain(value)} in the format {form[:40]!r}"
    return FormattedCell(text, is_date=is_date, held=held, unknown=unknown)


def _plain(value: object) -> str:
    """As it is; of a number no more digits than a spreadsheet has."""
    return cell_text(float(f"{value:.15g}") if isinstance(value, float) else value)


def _has_formats(book: Any) -> bool:
    """Whether any format shows its value otherwise: to look at each cell's takes half as long again."""
    own = [form.lower() not in _AS_IT_IS for form in book._number_formats]
    used = {style.numFmtId for style in book._cell_styles}
    as_numbers = any(own[n - _OWN_FORMATS] for n in used if 0 <= n - _OWN_FORMATS < len(own))
    return as_numbers or any(0 < n < _OWN_FORMATS and BUILTIN_FORMATS.get(n) != "@" for n in used)


def _uncalculated(sheet: Any) -> dict[int, list[int]]:
    """Row → columns of formulas without a value.

    Raises:
        ValueError: a row is larger than any that people write.
    """
    found: dict[int, list[int]] = {}
    rest, n_chunks = b"", 0
    with sheet.parent._archive.open(sheet._worksheet_path) as part:
        while chunk := part.read(_CHUNK):
            n_chunks = 0 if _ROW.search(chunk) else n_chunks + 1
            if n_chunks > _ROW_MAX:
                raise ValueError(f"a row has more than {_ROW_MAX * _CHUNK >> 20} MB")
            text = rest + chunk
            for match in _FORMULA.finditer(text):
                row, column = coordinate_to_tuple(match[1].decode())
                found.setdefault(row, []).append(column)
            rest = text[text.rfind(b"<c ") :][-_CHUNK:] if b"<c " in text else b""
    return found
