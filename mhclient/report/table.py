"""What a table is to the writers: cells under a head. A cell knows which items its figure rests on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from mhclient.show.cells import CLUSTERS, CLUSTERS_NOTE, ROUGH, ROUGH_NOTE

SUMS = "all"  # names the row that stands apart
BEST_NOTE = "Bold: the highest of its column, whether or not a difference between runs is shown."
STRONG_NOTE = "Bold: the run that is shown to be better."
BETWEEN = "/"  # stands between the figures of a cell that has several

CI95 = "95 % CI"  # heads the column of an interval in every table


@dataclass(frozen=True, slots=True)
class Behind:
    """The items behind a figure: a run's items that were asked and pass filters.

    Attributes:
        run: the run's id.
        filters: name → value, as the page of a run's items knows them (see filters.js).
        n: how many items they are; None where nobody needs to be told.
        of: what `n` is a share of, where the figure is one.
        against: the id of the run that the filters `there` and `change` compare the items with.
    """

    run: str
    filters: Mapping[str, str] = field(default_factory=dict)
    n: int | None = None
    of: int | None = None
    against: str | None = None

    @property
    def counted(self) -> str:
        """How many items they are, and of how many."""
        if self.n is None:
            return ""
        return f"{self.n:,}" if self.of is None else f"{self.n:,}/{self.of:,}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, and the items behind it.

    Attributes:
        parts: the figures of a cell that has several, each with the items behind it; see `joined`.
        interval: of its figure, in words, for forms that have room for it.
        strong: whether it is the best of what it stands beside.
    """

    text: str
    behind: Behind | None = None
    parts: tuple["Cell", ...] = ()
    interval: str = ""
    strong: bool = False

    @classmethod
    def joined(cls, *parts: "Cell") -> "Cell":
        """A cell of several figures.

        >>> Cell.joined(Cell("3"), Cell("4")).text
        '3/4'
        """
        return cls(BETWEEN.join(part.text for part in parts), parts=parts)

    @property
    def figures(self) -> Sequence["Cell"]:
        """The cell's figures, of which few cells have several."""
        return self.parts or (self,)


# A text alone is a cell that rests on no items.
AnyCell: TypeAlias = Cell | str
Row: TypeAlias = Sequence[AnyCell]


def text_of(cell: AnyCell) -> str:
    """What a cell says."""
    return cell if isinstance(cell, str) else cell.text


def as_cell(cell: AnyCell) -> Cell:
    """A cell as one that may have items behind it."""
    return Cell(cell) if isinstance(cell, str) else cell


@dataclass(frozen=True, slots=True)
class Table:
    """Cells under a head; the first columns name the row.

    Attributes:
        own_note: what the table's maker says below it.
        names: how many columns, from the left, name the row.
        best: columns in which the highest figure of a run is the best.
        below: what stands small below each head, such as how many items a column is of; "" for none.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Row]
    own_note: str = ""
    names: int = 1
    best: Sequence[int] = ()
    below: Sequence[str] = ()

    @property
    def texts(self) -> list[list[str]]:
        """What the cells say, row by row."""
        return [[text_of(cell) for cell in row] for row in self.rows]

    @property
    def best_places(self) -> frozenset[tuple[int, int]]:
        """Row and column of the best figure of each such column, as shown; only runs' rows compete.

        >>> rows = [(Cell("a", Behind("a")), "60.0"), (Cell("b", Behind("b")), "70.0"), ("mean", "65.0")]
        >>> sorted(Table("", ("", "RP"), rows, best=(1,)).best_places)
        [(1, 1)]
        """
        runs = [place for place, row in enumerate(self.rows) if as_cell(row[0]).behind is not None]
        if len(runs) < 2:
            return frozenset()
        found = set()
        for column in self.best:
            shown = {place: _number(text_of(self.rows[place][column])) for place in runs}
            highest = max((number for number in shown.values() if number is not None), default=None)
            found |= {(place, column) for place, number in shown.items() if number == highest is not None}
        return frozenset(found)

    @property
    def note(self) -> str:
        """What stands below the table: its own note, and what signs in its cells mean."""
        return joined_note([self.own_note, *self.signs])

    @property
    def note_with_intervals(self) -> str:
        """The same in a form that shows the intervals of cells."""
        rough = any(as_cell(cell).interval.endswith(ROUGH) for row in self.rows for cell in row)
        return joined_note([self.own_note, *self.signs, *([ROUGH_NOTE] if rough else []), *self.bold])

    @property
    def bold(self) -> list[str]:
        """What bold means, in forms that have it; nothing where no figure is bold."""
        strong = any(as_cell(cell).strong for row in self.rows for cell in row)
        return [*([BEST_NOTE] if self.best_places else []), *([STRONG_NOTE] if strong else [])]

    @property
    def signs(self) -> list[str]:
        """What signs in the cells mean, and heads that no field knows."""
        rough = any(text_of(cell).endswith(ROUGH) for row in self.rows for cell in row)
        return [*([CLUSTERS_NOTE] if CLUSTERS in self.head else []), *([ROUGH_NOTE] if rough else [])]


def joined_note(parts: Iterable[str]) -> str:
    """Notes in a row, each once."""
    return " ".join(dict.fromkeys(part for part in parts if part))


def _number(text: str) -> float | None:
    """The number that a cell shows; None where it shows none."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None
