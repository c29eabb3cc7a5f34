"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

from collections.abc import Collection, Iterable, Sequence

from rich.cells import cell_len
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from mhclient.cli.as_options import as_options
from mhclient.cli.screen.streams import printable
from mhclient.show.console import make_console

out = make_console(stderr=False)
err = make_console(stderr=True)
GAP, NARROWEST = "  ", 10  # between columns; characters of a column that is folded


def plain(text: str) -> str:
    """Text from a file, a graph or a model as text: no markup, and no character that moves the cursor."""
    return escape(printable(text))


def tell(sentence: str) -> None:
    """Say something besides the results, on standard error."""
    err.print(plain(as_options(sentence)), soft_wrap=True)


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = (), *, head: bool = True
) -> None:
    """A small table of texts.

    Args:
        right: the columns whose cells stand at the right.
        head: whether the headings are shown.
    """
    table = Table(*headings, box=None, pad_edge=False, show_header=head)
    for column in right:
        table.columns[column].justify = "right"
    for row in rows:
        table.add_row(*map(plain, row))
    out.print(table)


def print_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    """A table of thousands of rows: rich takes a second for 2,000. The widest columns are folded to fit.

    Args:
        right: the headings of the columns whose cells stand at the right.
    """
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(headings, *cells, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > out.width and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    at_right = [heading in right for heading in headings]
    for line in _folded(headings, widths, at_right):
        out.print(escape(line), style="bold", soft_wrap=True)
    out.out("\n".join(line for row in cells for line in _folded(row, widths, at_right)), highlight=False)


def _folded(row: Sequence[str], widths: Sequence[int], at_right: Sequence[bool]) -> list[str]:
    """The lines of a row, all of one width."""
    columns = []
    for cell, width, right in zip(row, widths, at_right, strict=True):
        fits = cell_len(cell) <= width
        lines = [cell] if fits else [each.plain for each in Text(cell).wrap(out, width, overflow="fold")]
        columns.append([_padded(line, width, right) for line in lines])
    empty = [" " * width for width in widths]
    n_lines = max(map(len, columns))
    return [
        GAP.join(
            lines[at] if at < len(lines) else nothing for lines, nothing in zip(columns, empty, strict=True)
        )
        for at in range(n_lines)
    ]


def _padded(line: str, width: int, right: bool) -> str:
    space = " " * (width - cell_len(line.rstrip()))
    return space + line.rstrip() if right else line.rstrip() + space
