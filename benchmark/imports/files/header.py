"""Where the header of a table is: in its first row, below a title, in two rows of which one is merged, or
nowhere, as in MMLU's own files: question, options, and the letter of the right one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from benchmark.errors import ItemFormatError
from benchmark.imports.columns import WAYS, closed_columns, find_columns, how_to_say, missing_fields
from benchmark.imports.files.rows import Row, Rows
from benchmark.item import LETTERS

LOOK_AT = 20  # rows; titles and notes above a header are fewer


@dataclass(frozen=True, slots=True)
class Header:
    """The names of the columns, and the rows they come from, counted from 0 among those looked at.

    Both are -1 where the first row is a question already.
    """

    names: tuple[str, ...]
    first: int
    last: int

    @property
    def given(self) -> bool:
        """Whether the file has it."""
        return self.first >= 0


def find_header(rows: Sequence[Sequence[str]], mapping: Mapping[str, str]) -> Header | None:
    """The first row, or the first two together, whose cells name question, options and gold."""
    for number, row in enumerate(rows[:LOOK_AT]):
        alone = find_columns(row, mapping)
        if number + 1 < len(rows):
            below = rows[number + 1]
            joined = _joined(row, below)
            together = find_columns(joined, mapping)
            # "Antworten" over A, B, C is one column alone, and three together.
            more = alone is None or (together and len(alone.options) == 1 < len(together.options))
            if together and more and not find_columns(below, mapping):
                return Header(joined, number, number + 1)
        if alone:
            return Header(tuple(row), number, number)
    return None


def find_closed_header(rows: Sequence[Sequence[str]], mapping: Mapping[str, str]) -> Header | None:
    """The first row that names question and gold, where the golds below it are yes and no, or the like."""
    for number, row in enumerate(rows[:LOOK_AT]):
        cells = _below(rows, number)
        if set(row) <= set(cells) and closed_columns(row, cells, mapping):
            return Header(tuple(row), number, number)
    return None


def _below(rows: Sequence[Sequence[str]], number: int) -> dict[str, list[str]]:
    """What stands below each name of a row."""
    columns = zip_longest(*rows[number + 1 :], fillvalue="")
    return {
        name: [cell.strip() for cell in cells] for name, cells in zip(rows[number], columns, strict=False)
    }


def _joined(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, ...]:
    """A merged cell leaves those below it, or beside it, empty: the lower name says more."""
    width = max(len(upper), len(lower))
    above, below = ([*row, *[""] * (width - len(row))] for row in (upper, lower))
    return tuple(under.strip() or over for over, under in zip(above, below, strict=True))


def refusal(place: str, rows: Sequence[Sequence[str]], mapping: Mapping[str, str]) -> ItemFormatError:
    """What is missing in the row that comes nearest to a header."""
    filled = [sum(bool(cell.strip()) for cell in row) > 1 for row in rows[:LOOK_AT]]
    if True not in filled:
        return ItemFormatError(
            f"{place}: no column for question, options and gold but one of all, "
            f"{next(iter(rows[0]), '')!r:.60}. Text needs commas, semicolons, tabs or bars between cells; a "
            "workbook, Excel's Data, Text to Columns."
        )
    at = filled.index(True)
    names = [cell for cell in rows[at] if cell.strip()]
    return ItemFormatError(
        f"{place}: {missing_fields(names, mapping)}. Expected question, A, B, … and gold, "
        f"{how_to_say(names, mapping, _below(rows, at))}."
    )


def check_names(place: str, names: Sequence[str]) -> None:
    """A name that stands twice would lose a column."""
    repeated = [name for name in names if name.strip() and list(names).count(name) > 1]
    if repeated:
        raise ItemFormatError(f"{place}: column {repeated[0]!r} stands twice. Give each a name by itself.")


def table_rows(
    names: Sequence[str], numbered: Sequence[tuple[str, Sequence[str]]], hint: str
) -> tuple[list[Row], list[tuple[str, str]], int]:
    """Rows below a header, what is wrong with others, and how many were empty."""
    rows: list[Row] = []
    bad: list[tuple[str, str]] = []
    n_empty = 0
    for where, cells in numbered:
        beyond = any(cell.strip() for cell in cells[len(names) :])
        if not any(cell.strip() for cell in cells):
            n_empty += 1
        elif beyond or (hint and len(cells) < len(names)):
            bad.append((where, f"{len(cells)} cells, the header has {len(names)}{hint}"))
        else:
            padded = [*cells, *[""] * (len(names) - len(cells))]
            rows.append(
                Row(where, {name: cell for name, cell in zip(names, padded, strict=False) if name.strip()})
            )
    return rows, bad, n_empty


def as_rows(
    names: Sequence[str],
    numbered: Sequence[tuple[str, Sequence[str]]],
    found: Sequence[str],
    hint: str = "",
) -> Rows:
    """The rows of a table with what was found."""
    rows, bad, n_empty = table_rows(names, numbered, hint)
    if n_empty:
        found = [*found, f"{n_empty:,} empty row{'s were' if n_empty > 1 else ' was'} passed over."]
    return Rows(rows, bad, tuple(found), table=True)


ENOUGH = 0.8  # of the rows have to be such questions; others are named as bad lines


def without_header(rows: Sequence[Sequence[str]], mapping: Mapping[str, str]) -> Header | None:
    """Names for the columns of a table whose first row is a question already.

    Columns that the user names are looked for in a header.

    >>> without_header([["2 + 2?", "3", "4", "5", "B"], ["3 + 3?", "6", "7", "8", "A"]], {}).names
    ('question', 'A', 'B', 'C', 'gold')
    """
    looked = [row for row in rows[:LOOK_AT] if any(cell.strip() for cell in row)]
    if set(mapping) - {WAYS} or not rows or not _is_question(rows[0]):
        return None
    width = len(rows[0])
    fitting = sum(len(row) == width and _is_question(row) for row in looked)
    if fitting < ENOUGH * len(looked):
        return None
    return Header(("question", *LETTERS[: width - 2], "gold"), first=-1, last=-1)


def said_of(header: Header) -> str:
    """How such a table is understood."""
    return (
        f"There is no header: its {len(header.names)} columns are read as question, A to "
        f"{header.names[-2]} and gold, as in MMLU's files"
    )


def _is_question(row: Sequence[str]) -> bool:
    """A text, two options or more, and the letter of one; a header such as `Nr, Text, A, B, C` is none."""
    if len(row) < 4:
        return False
    question, *options, gold = (cell.strip() for cell in row)
    if not question or question.isdigit() or (options[-1] and f"{options[-1]}{gold}" in LETTERS):
        return False
    return len(gold) == 1 and gold.upper() in LETTERS[: len(options)]
