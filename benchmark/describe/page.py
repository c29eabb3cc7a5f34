"""Sheets and charts as one HTML page that needs nothing else: no network, no folder of assets.

The charts are drawn by plotly, whose script is put into the page once. Every bar says its number, since
tasks of seven items stand beside tasks of four thousand. The same description gives the same bytes.
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from typing import Any

import plotly.graph_objects as go
from plotly.graph_objects import Figure
from plotly.io import to_html as figure_html
from plotly.offline import get_plotlyjs

from benchmark.describe.forms import cell_text, number_columns
from benchmark.describe.sheets import Description, Sheet

_ROW, _MARGIN = 30, 60  # pixels per bar, and for the axis
_TICKS = [number * 10**power for power in range(6) for number in (1, 2, 5)]
_COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#eeca3b", "#9d755d", "#bab0ac",
            "#ff9da6")  # fmt: skip


def chart_for(sheet: Sheet, description: Description) -> Figure | None:
    """The chart of a table, or None if it has none."""
    match sheet.title:
        case "Entities by type" | "Triples by relation":
            return _counts({str(row[0]): int(row[1]) for row in sheet.rows})
        case "Items by task":
            return _counts({task: len(found) for task, found in description.lengths.items()})
        case "Label balance":
            return _shares(description.labels)
        case "Gold positions":
            return _shares(description.positions)
        case "Length of questions in characters":
            return _lengths(description.lengths)
        case "Entities of highest incidence":
            return _degrees(description.degrees)
    return None


def _counts(counts: Mapping[str, int]) -> Figure:
    """Bars on a logarithmic axis, each with its number."""
    names = list(counts)
    bar = go.Bar(
        x=[counts[name] for name in names], y=names, orientation="h", text=[f"{counts[n]:,}" for n in names],
        textposition="outside", cliponaxis=False, marker_color=_COLOURS[0], hoverinfo="skip",
    )  # fmt: skip
    figure = _figure([bar], len(names))
    top = 2 * max(counts.values(), default=1)  # room for the number beside the longest bar
    ticks = _log_ticks([1, top], powers=True)
    figure.update_xaxes(type="log", title="number (logarithmic)", range=[0, log10(max(top, 2))], **ticks)
    return figure


def _shares(counts: Mapping[str, Mapping[str, int]]) -> Figure | None:
    """A bar of 100 % for each task, divided by what is gold."""
    if not counts:
        return None
    kinds = list(dict.fromkeys(kind for found in counts.values() for kind in found))
    bars = [
        go.Bar(
            name=kind,
            y=list(counts),
            x=[found.get(kind, 0) / (sum(found.values()) or 1) for found in counts.values()],
            text=[f"{found[kind]:,}" if found.get(kind) else "" for found in counts.values()],
            orientation="h",
            marker_color=_COLOURS[place % len(_COLOURS)],
            textposition="inside",
            textangle=0,
            insidetextanchor="middle",
            hovertemplate="%{y}: %{text} items, %{x:.1%}",
        )
        for place, kind in enumerate(kinds)
    ]
    figure = _figure(bars, len(counts) + 2 + len(kinds) // 4)
    figure.update_layout(
        barmode="stack",
        showlegend=True,
        uniformtext={"minsize": 8, "mode": "hide"},
        legend={"orientation": "h", "y": 1, "yanchor": "bottom", "traceorder": "normal"},
    )
    figure.update_xaxes(tickformat=".0%", range=[0, 1])
    return figure


def _lengths(lengths: Mapping[str, Sequence[int]]) -> Figure:
    """A box per task on a logarithmic axis: evidence makes a question ten times as long."""
    boxes = [
        go.Box(x=list(found), name=task, boxpoints=False, marker_color=_COLOURS[0], hoverinfo="x")
        for task, found in lengths.items()
    ]
    figure = _figure(boxes, len(boxes))
    every = [length for found in lengths.values() for length in found]
    figure.update_xaxes(type="log", title="characters (logarithmic)", **_log_ticks(every))
    return figure


def _degrees(degrees: Sequence[int]) -> Figure:
    """Triples per entity, by rank, on two logarithmic axes."""
    line = go.Scatter(x=list(range(1, len(degrees) + 1)), y=list(degrees), mode="lines+markers",
                      marker={"size": 4, "color": _COLOURS[0]})  # fmt: skip
    figure = _figure([line], 9)
    figure.update_xaxes(type="log", title="rank of the entity", **_log_ticks([1, len(degrees)]))
    figure.update_yaxes(type="log", title="triples", autorange=True, **_log_ticks(degrees))
    return figure


def _log_ticks(values: Sequence[float], *, powers: bool = False) -> dict[str, Any]:
    """Ticks that are written out in full: plotly's own say "2 5" between powers of ten."""
    low, high = min(values, default=1), max(values, default=1)
    shown = [
        tick for tick in _TICKS if low <= tick <= max(high, 1) and (not powers or str(tick).strip("0") == "1")
    ]
    return {"tickvals": shown, "ticktext": [f"{tick:,}" for tick in shown]}


def _figure(traces: Sequence[Any], n_rows: int) -> Figure:
    layout = go.Layout(
        template="plotly_white", height=_MARGIN + _ROW * max(n_rows, 2), showlegend=False,
        margin={"t": 10, "b": 45, "l": 10, "r": 50}, yaxis={"autorange": "reversed", "automargin": True},
        xaxis={"fixedrange": True}, font={"size": 12},
    )  # fmt: skip
    return go.Figure(data=list(traces), layout=layout)


_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; } th, .n { white-space: nowrap; }
th { border-bottom: 1px solid #999; } .n { text-align: right; } .note { color: #666; }
"""


def to_html(description: Description) -> str:
    """The whole description as one page."""
    sheets = "\n".join(
        _sheet(sheet, _chart(place, sheet, description)) for place, sheet in enumerate(description.sheets)
    )
    name = escape(description.name)
    library = f"<script>{get_plotlyjs()}</script>"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(library + sheets)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n"
        f"<style>{_STYLE}</style>\n{library}\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n<p>{escape(description.source)}</p>\n{sheets}\n</body>\n</html>\n"
    )


def _policy(page: str) -> str:
    """What the page may do: run the scripts that it has now, and no others; reach nothing."""
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def _sheet(sheet: Sheet, chart: str) -> str:
    classes = [' class="n"' if right else "" for right in number_columns(sheet.rows)]
    head = _row(sheet.header, classes, "th")
    rows = "\n".join(_row(tuple(cell_text(cell) for cell in row), classes, "td") for row in sheet.rows)
    note = f'\n<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    table = f'<div class="wide"><table>\n{head}\n{rows}\n</table></div>'
    return f"<h2>{escape(sheet.title)}</h2>\n{chart}\n{table}{note}"


def _row(cells: tuple[str, ...], classes: list[str], tag: str) -> str:
    inner = "".join(f"<{tag}{css}>{escape(cell)}</{tag}>" for cell, css in zip(cells, classes, strict=True))
    return f"<tr>{inner}</tr>"


def _chart(place: int, sheet: Sheet, description: Description) -> str:
    figure = chart_for(sheet, description)
    if figure is None:
        return ""
    # A name of our own: plotly's is random, and the page would differ each time.
    config = {"displayModeBar": False, "responsive": True}
    return str(
        figure_html(
            figure, full_html=False, include_plotlyjs=False, div_id=f"chart-{place}", config=config,
            default_width="100%",
        )
    )  # fmt: skip
