"""A comparison in a notebook: HTML without scripts, a row per pair."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from mhclient.show.visible import visible

HEAD = ("first", "second", "first minus second", "simultaneous 95 % interval", "verdict")
_NUMBERS = (2, 3)  # columns


def pairs_as_html(rows: Iterable[Sequence[str]]) -> str:
    """The table; differences and intervals in percentage points."""
    body = Markup("").join(_row("td", row) for row in rows)
    return str(
        Markup("<table class='mhclient'><thead>{}</thead><tbody>{}</tbody></table>").format(
            _row("th", HEAD), body
        )
    )


def _row(tag: str, texts: Sequence[str]) -> Markup:
    cells = (
        Markup("<{} style='text-align:{}'>{}</{}>").format(
            Markup(tag), "right" if column in _NUMBERS else "left", visible(text), Markup(tag)
        )
        for column, text in enumerate(texts)
    )
    return Markup("<tr>{}</tr>").format(Markup("").join(cells))
