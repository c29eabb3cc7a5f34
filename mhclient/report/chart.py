"""What a chart is to the page, and what charts have in common: figures in, plotly's specifications out."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]

# Colours that people with any colour vision tell apart, on white and on black (Okabe and Ito, 2008).
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#999999")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")
LEGEND = {"orientation": "h", "y": -0.18, "traceorder": "normal"}
ROW = 26  # pixels per row of a chart of rows


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: what stands above it, what it shows in words, and plotly's data and layout.

    Colours of text and grid are the page's business (report.js), since they change with the theme. A point's
    `customdata` is the `Behind` of the items it rests on, of which the page makes an address.
    """

    name: str
    title: str
    words: str
    data: Sequence[Spec]
    layout: Spec


def layout(height: float = 380) -> Spec:
    """A layout with the legend below."""
    return {"height": round(height), "showlegend": True, "legend": LEGEND}


def across_layout() -> Spec:
    """A layout in which the runs' points stand side by side."""
    return layout() | {"scattermode": "group", "scattergap": 0.4, "yaxis": {"range": [0, 102]}}


def names_axis() -> Spec:
    """An axis of names, the first on top."""
    return {"autorange": "reversed", "automargin": True, "type": "category"}


def shown(text: str) -> str:
    """Text that plotly, which knows a few HTML tags, shows as it is."""
    return escape(text, quote=False)
