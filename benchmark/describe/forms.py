"""Sheets as Markdown, LaTeX (which needs booktabs), JSON, and CSV with a row per cell, since sheets differ
in their columns.

Names from a graph hold what they like. Greek letters become LaTeX's math; of other characters beyond Latin
the first line of the output says that they need LuaLaTeX or XeLaTeX.
"""

import json
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from benchmark.csv_text import csv_text
from benchmark.describe.sheets import Cell, Description, Sheet


def cell_text(cell: Cell) -> str:
    """Counts with thousands separators, shares in per cent, texts as they are."""
    if isinstance(cell, float):
        return f"{100 * cell:.1f} %"
    return f"{cell:,}" if isinstance(cell, int) else cell


def is_number(cell: Cell) -> bool:
    """Whether a cell is set flush right."""
    return not isinstance(cell, str)


def number_columns(rows: tuple[tuple[Cell, ...], ...]) -> list[bool]:
    """Per column, whether it holds numbers: some of them, and nothing else but "all" or nothing."""
    return [
        any(map(is_number, column)) and all(is_number(cell) or cell in ("", "all") for cell in column)
        for column in zip(*rows, strict=True)
    ]


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


def to_markdown(description: Description) -> str:
    """The whole description as a Markdown document."""
    parts = [f"# {_plain(description.name)}", _plain(description.source), *map(_sheet, description.sheets)]
    return "\n\n".join(parts) + "\n"


def _sheet(sheet: Sheet) -> str:
    rules = ["---:" if right else "---" for right in number_columns(sheet.rows)]
    rows = [[cell_text(cell) for cell in row] for row in sheet.rows]
    lines = [f"| {' | '.join(map(_plain, row))} |" for row in (sheet.header, rules, *rows)]
    note = [f"\n{sheet.note}"] if sheet.note else []
    return "\n".join([f"## {sheet.title}\n", *lines, *note])


def _plain(text: str) -> str:
    """Text that Markdown shows as it is: names come from files."""
    for char in "\\`*_[]<>|#":
        text = text.replace(char, "\\" + char)
    return " ".join(text.split())


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "→": r"$\rightarrow$",
    "…": r"\dots{}",
    "–": "--",
    "\u2019": "'",
    # After the end of a row, a bracket would begin an option of it and a star change it.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    **{char: f"\\{char}" for char in "&%$#_"},
}
LONG = 40  # a column with longer texts is set as paragraphs: it would run off the page


def to_latex(description: Description) -> str:
    """Every sheet as a `table` environment with caption and label."""
    head = f"% {' '.join(description.name.split())}: {' '.join(description.source.split())}\n"
    tables = "\n".join(map(_table, description.sheets))
    others = sorted({char for char in tables if not _is_latin(char)})
    note = f"% Needs LuaLaTeX or XeLaTeX, with a font that has {' '.join(others)}\n" if others else ""
    return head + note + tables


def _table(sheet: Sheet) -> str:
    columns = zip(*(map(cell_text, row) for row in sheet.rows), strict=True)
    align = "".join(map(_alignment, columns, number_columns(sheet.rows)))
    caption = ". ".join(filter(None, (sheet.title, sheet.note.rstrip("."))))
    lines = [
        r"\begin{table}[ht]",
        r"\centering",
        rf"\caption{{{escape(caption)}.}}",
        rf"\label{{tab:{_label(sheet.title)}}}",
        rf"\begin{{tabular}}{{{align}}}",
        r"\toprule",
        _row(sheet.header),
        r"\midrule",
        *(_row(tuple(cell_text(cell) for cell in row)) for row in sheet.rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escape, cells)) + r" \\"


def _label(title: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split())


def _alignment(cells: tuple[str, ...], right: bool) -> str:
    if max(map(len, cells)) > LONG:
        return r"p{0.45\textwidth}"
    return "r" if right else "l"


def escape(text: str) -> str:
    """Text that LaTeX shows as it is."""
    plain = "".join(char for char in " ".join(text.split()) if unicodedata.category(char) not in ("Cc", "Cf"))
    return "".join(_SPECIAL.get(char) or _greek(char) for char in plain)


def _greek(char: str) -> str:
    name = unicodedata.name(char, "")
    letter = name.removeprefix("GREEK SMALL LETTER ").lower()
    is_plain = name.startswith("GREEK SMALL LETTER ") and letter.isalpha() and letter != "omicron"
    return rf"$\{'lambda' if letter == 'lamda' else letter}$" if is_plain else char


def _is_latin(char: str) -> bool:
    """Whether pdfLaTeX's default encodings have the character."""
    return char == "\n" or char.isascii() or unicodedata.name(char, "").startswith("LATIN")
