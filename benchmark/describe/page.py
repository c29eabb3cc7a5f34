"""Sheets and charts as one HTML page that needs nothing else: no network, no folder of assets.

The charts are drawn by plotly, whose script is put into the page once. The same description gives the same
bytes.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from benchmark.describe.cells import cell_text, number_columns
from benchmark.describe.sheets import Description, Sheet

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #999; } .n { text-align: right; } .note { color: #666; }
"""


def to_html(description: Description) -> str:
    """The whole description as one page."""
    from plotly.offline import get_plotlyjs

    charts = "\n".join(_chart(place, figure) for place, figure in enumerate(_figures(description)))
    sheets = "\n".join(map(_sheet, description.sheets))
    name = escape(description.name)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{name}</title>\n'
        f"<style>{_STYLE}</style>\n<script>{get_plotlyjs()}</script>\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n<p>{escape(description.source)}</p>\n{sheets}\n<h2>Charts</h2>\n{charts}\n</body>\n</html>\n"
    )


def _sheet(sheet: Sheet) -> str:
    classes = [' class="n"' if right else "" for right in number_columns(sheet.rows)]
    head = _row(sheet.header, classes, "th")
    rows = "\n".join(_row(tuple(cell_text(cell) for cell in row), classes, "td") for row in sheet.rows)
    note = f'\n<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    return f"<h2>{escape(sheet.title)}</h2>\n<table>\n{head}\n{rows}\n</table>{note}"


def _row(cells: tuple[str, ...], classes: list[str], tag: str) -> str:
    inner = "".join(f"<{tag}{css}>{escape(cell)}</{tag}>" for cell, css in zip(cells, classes, strict=True))
    return f"<tr>{inner}</tr>"


def _chart(place: int, figure: "Figure") -> str:
    from plotly.io import to_html as figure_html

    # A name of our own: plotly's is random, and the page would differ each time.
    return str(figure_html(figure, full_html=False, include_plotlyjs=False, div_id=f"chart-{place}"))


def _figures(description: Description) -> Iterator["Figure"]:
    import plotly.graph_objects as go

    tasks = list(description.lengths)
    yield _titled("Items by task", go.Bar(x=tasks, y=[len(description.lengths[task]) for task in tasks]))
    yield _positions(description)
    boxes = [go.Box(y=list(description.lengths[task]), name=task, boxpoints=False) for task in tasks]
    yield _titled("Length of questions, in characters", *boxes)
    if description.degrees:
        ranks = list(range(1, len(description.degrees) + 1))
        degrees = _titled("Triples per entity, by rank", go.Scatter(x=ranks, y=list(description.degrees)))
        degrees.update_xaxes(type="log", title="rank of the entity")
        degrees.update_yaxes(type="log", title="triples")
        yield degrees


def _positions(description: Description) -> "Figure":
    """Share of each letter among the golds of a task; equal heights are what is wanted."""
    import plotly.graph_objects as go

    letters = sorted({letter for counts in description.positions.values() for letter in counts})
    tasks = list(description.positions)
    bars = []
    for letter in letters:
        counts = [description.positions[task].get(letter, 0) for task in tasks]
        totals = [sum(description.positions[task].values()) or 1 for task in tasks]
        shares = [count / total for count, total in zip(counts, totals, strict=True)]
        bars.append(
            go.Bar(name=letter, x=tasks, y=shares, customdata=counts, hovertemplate="%{customdata} items")
        )
    figure = _titled("Gold positions: share of each letter", *bars)
    figure.update_layout(barmode="group", showlegend=True)
    figure.update_yaxes(tickformat=".0%")
    return figure


def _titled(title: str, *traces: object) -> "Figure":
    import plotly.graph_objects as go

    layout = go.Layout(title=title, template="plotly_white", height=360, showlegend=False, margin={"t": 60})
    return go.Figure(data=list(traces), layout=layout)
