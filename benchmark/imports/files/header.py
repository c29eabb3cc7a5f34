"""Where the header of a table is: in its first row, below a title, or in two rows of which one is merged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from benchmark.errors import ItemFormatError
from benchmark.imports.columns import closed_columns, find_columns
from benchmark.imports.files.rows import Row, Rows
from benchmark.imports.missing_columns import how_to_say, missing_fields

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
