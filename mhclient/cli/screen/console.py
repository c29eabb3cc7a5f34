"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

from collections.abc import Collection, Sequence

from rich.cells import cell_len, chop_cells
from rich.markup import escape

from mhclient.cli.as_options import as_options
from mhclient.cli.screen.streams import printable
from mhclient.show.console import make_console

out = make_console(stderr=False)
err = make_console(stderr=True)
GAP = "  "  # between columns


def plain(text: str) -> str:
    """Text from a file, a graph or a model as text: no markup, and no character that moves the cursor."""
    return escape(printable(text))


def tell(sentence: str) -> None:
    """Say something besides the results, on standard error."""
    err.print(plain(as_options(sentence)), soft_wrap=True)


def print_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str]) -> None:
    """A table of thousands of rows: rich takes a second for 2,000. The first column is folded to fit.

    Args:
        right: the headings of the columns whose cells stand at the right.
    """
    cells = [[printable(cell) for cell in row] for row in rows]
    columns = zip(headings, *cells, strict=True)
    widths = [max(map(cell_len, column)) for column in columns]
    widths[0] = min(
        widths[0], max(len(headings[0]), out.width - sum(widths[1:]) - len(GAP) * (len(widths) - 1))
    )
    lines = [line for row in cells for line in _folded(row, widths, headings, right)]
    for line in _folded(headings, widths, headings, right):
        out.print(escape(line), style="bold", soft_wrap=True)
    out.out("\n".join(lines), highlight=False)


def _folded(
    row: Sequence[str], widths: Sequence[int], headings: Sequence[str], right: Collection[str]
) -> list[str]:
    """The lines of a row, all of one width."""
    first, *more = chop_cells(row[0], widths[0]) if cell_len(row[0]) > widths[0] else [row[0]]
    padded = []
    for cell, width, heading in zip((first, *row[1:]), widths, headings, strict=True):
        space = " " * (width - cell_len(cell))
        padded.append(space + cell if heading in right else cell + space)
    return [GAP.join(padded), *more]
