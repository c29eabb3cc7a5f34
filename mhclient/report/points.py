"""Points with intervals, as plotly takes them: shares as percentages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from mhclient.figures.intervals import Interval
from mhclient.figures.linear import Estimate
from mhclient.report.chart import COLOURS, SYMBOLS, Spec, across_layout, shown
from mhclient.report.names import row_name
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.show.cells import FEW_EFFECTIVE, interval, is_rough

DOTTED = {"color": "#888888", "width": 2, "dash": "dot"}


@dataclass(frozen=True, slots=True)
class Point:
    """A share, its interval, and the items behind it.

    Attributes:
        rough: whether the interval rests on few effective clusters.
    """

    name: str
    value: float | None
    bounds: Interval
    behind: Behind | None
    rough: bool = False


def point(name: str, value: float | None, bounds: Interval, behind: Behind | None = None) -> Point:
    """A point; its name is text, of which plotly is to take nothing for markup."""
    return Point(escape(name, quote=False), value, bounds, behind)


def share_point(name: str, found: Estimate, behind: Behind | None = None) -> Point:
    """A share with its interval."""
    made = point(name, found.value, found.ci95, behind)
    return replace(made, rough=is_rough(found.ci95, found.n_effective))


def points_of(points: Sequence[Point]) -> dict[str, Any]:
    """x, y, error bars, hover text and what is behind the points of a trace."""
    return {
        "x": [point.name for point in points],
        "y": [_percent(point.value) for point in points],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [_reach(point, 1) for point in points],
            "arrayminus": [_reach(point, 0) for point in points],
            "thickness": 1.2,
            "width": 3,
        },
        "text": [interval(point.bounds) + (", rough" if point.rough else "") for point in points],
        "customdata": [point.behind for point in points],
    }


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 3)


def _reach(point: Point, side: int) -> float | None:
    """How far the interval reaches to one side; nothing where there is none."""
    if point.value is None or point.bounds is None:
        return None
    return round(100 * abs(point.bounds[side] - point.value), 3)


def dots(place: int, summaries: Sequence[Summary], points: Sequence[Point]) -> Spec:
    """The trace of the points of the run at this place, with their intervals, in its colour."""
    symbol = SYMBOLS[place // len(COLOURS) % len(SYMBOLS)]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": shown(row_name(summaries[place], summaries)),
        **points_of(points),
        "hovertemplate": "%{x}: %{y:.1f} (%{text})",
        "marker": {
            "color": COLOURS[place % len(COLOURS)],
            "symbol": [symbol + ("-open" if point.rough else "") for point in points],
            "size": 8,
        },
    }


def intervals_in_words(points: Sequence[Point]) -> str:
    """What a caption says of shares' intervals."""
    found = "Bars: 95 % intervals."
    if any(point.rough for point in points):
        found += f" Hollow points are rough: fewer than {FEW_EFFECTIVE} effective clusters († in the tables)."
    if any(point.value is not None and point.bounds is None for point in points):
        found += " Points without a bar rest on too few effective clusters for an interval."
    return found


def with_lines(shares: Mapping[str, float | None]) -> Spec:
    """A layout with a short line at each category's share."""
    lines = [
        {
            "type": "line",
            "x0": place - 0.4,
            "x1": place + 0.4,
            "y0": 100 * share,
            "y1": 100 * share,
            "line": DOTTED,
            "layer": "below",
        }
        for place, share in enumerate(shares.values())
        if share is not None
    ]
    return across_layout() | {"shapes": lines}
