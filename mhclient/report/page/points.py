"""Points with intervals, as plotly takes them: shares as percentages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from mhclient.figures.bootstrap import Estimate
from mhclient.figures.intervals import Interval
from mhclient.figures.metrics import Share
from mhclient.show.cells import interval, is_rough


@dataclass(frozen=True, slots=True)
class Point:
    """A share, its interval, and the address of the items behind it.

    Attributes:
        instead: whether the interval is Wilson's because the clustered one says little.
    """

    name: str
    value: float | None
    bounds: Interval
    href: str | None
    instead: bool = False


def point(name: str, value: float | None, bounds: Interval, href: str | None = None) -> Point:
    """A point; its name is text, of which plotly is to take nothing for markup."""
    return Point(escape(name, quote=False), value, bounds, href)


def share_point(name: str, found: Estimate, n_clusters: int, of: Share, href: str | None = None) -> Point:
    """A share with its clustered interval; with Wilson's where that is rough, or could not be made."""
    bounds = found.ci95
    if bounds is None or is_rough(bounds, n_clusters):
        return replace(point(name, found.value, of.ci95, href), instead=True)
    return point(name, found.value, bounds, href)


def points_of(points: Sequence[Point]) -> dict[str, Any]:
    """x, y, error bars, hover text and addresses of a trace."""
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
        "customdata": [point.href for point in points],
    }


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 3)


def _reach(point: Point, side: int) -> float | None:
    """How far the interval reaches to one side; nothing where there is none."""
    if point.value is None or point.bounds is None:
        return None
    return round(100 * abs(point.bounds[side] - point.value), 3)
