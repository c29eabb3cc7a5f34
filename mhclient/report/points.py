"""Points with intervals, as plotly takes them: shares as percentages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from mhclient.figures.bootstrap import Estimate
from mhclient.figures.intervals import Interval
from mhclient.figures.metrics import Share
from mhclient.report.chart import COLOURS, SYMBOLS, Spec, across_layout, shown
from mhclient.report.names import row_name
from mhclient.report.summary import Summary
from mhclient.report.table import Behind
from mhclient.show.cells import FEW_CLUSTERS, interval, is_rough

DOTTED = {"color": "#888888", "width": 2, "dash": "dot"}


@dataclass(frozen=True, slots=True)
class Point:
    """A share, its interval, and the items behind it.

    Attributes:
        instead: whether the interval is Wilson's because the clustered one says little.
    """

    name: str
    value: float | None
    bounds: Interval
    behind: Behind | None
    instead: bool = False


def point(name: str, value: float | None, bounds: Interval, behind: Behind | None = None) -> Point:
    """A point; its name is text, of which plotly is to take nothing for markup."""
    return Point(escape(name, quote=False), value, bounds, behind)


def share_point(
    name: str, found: Estimate, n_clusters: int, of: Share, behind: Behind | None = None
) -> Point:
    """A share with its clustered interval; with Wilson's where that is rough, or could not be made."""
    bounds = found.ci95
    if bounds is None or is_rough(bounds, n_clusters):
        return replace(point(name, found.value, of.ci95, behind), instead=True)
    return point(name, found.value, bounds, behind)


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
        "text": [interval(point.bounds) + (", Wilson" if point.instead else "") for point in points],
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
            "symbol": [symbol + ("-open" if point.instead else "") for point in points],
            "size": 8,
        },
    }


def intervals_in_words(points: Sequence[Point]) -> str:
    """What a caption says of shares' intervals: where there is a better one, the rough are not drawn."""
    instead = (
        f" Hollow points have Wilson's: of fewer than {FEW_CLUSTERS} clusters, or of clusters that are all "
        "alike, the clustered interval says little († in the tables)."
    )
    return "Bars: clustered 95 % intervals." + (instead if any(point.instead for point in points) else "")


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
