"""Where values stand on a chart's scale, in per cent of its width: charts stretch without being redrawn."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mhclient.report.chart import Measured, Point
from mhclient.show.cells import percent, points

STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from `low` to `high`, with lines at `ticks`."""

    low: float
    high: float
    ticks: Sequence[float]
    unit: Measured = Measured.SHARE

    def at(self, value: float) -> str:
        """The place of a value, as an attribute of SVG."""
        within = min(max(value, self.low), self.high)
        return f"{round(100 * (within - self.low) / (self.high - self.low), 2):g}%"

    def wide(self, width: float) -> str:
        """The length of a difference."""
        return f"{round(100 * abs(width) / (self.high - self.low), 2):g}%"

    def label(self, tick: float) -> str:
        """What stands at a tick."""
        whole = round(100 * tick)
        return f"{whole:+d}".replace("-", "−") if self.unit is Measured.POINTS and whole else str(whole)

    def value(self, value: float | None) -> str:
        """A value as text."""
        return points(value) if self.unit is Measured.POINTS else percent(value)

    def span(self, bounds: tuple[float, float]) -> str:
        """An interval as text."""
        between = " to " if self.unit is Measured.POINTS else "–"
        return between.join(map(self.value, bounds))


SHARES = Scale(0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
QUARTERS = Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))


def scale_of(drawn: Iterable[Point], unit: Measured, least: float = 0.05) -> Scale:
    """The scale of differences: around 0, as wide as values and intervals need."""
    if unit is Measured.SHARE:
        return QUARTERS
    values = [value for point in drawn for value in (point.value, *(point.bounds or ())) if value is not None]
    low, high = min([-least, *values]), max([least, *values])
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS - 1), STEPS[-1])
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    ticks = [round(low + place * step, 6) for place in range(round((high - low) / step) + 1)]
    return Scale(low, high, ticks, unit)


def from_lowest(drawn: Iterable[Point]) -> Scale:
    """A scale of shares that begins below the lowest interval, for columns in which runs are compared."""
    values = [value for point in drawn for value in (point.value, *(point.bounds or ())) if value is not None]
    low = max(0.0, math.floor((min(values, default=0.0) - 0.03) * 10) / 10)
    ticks = [tick for tick in SHARES.ticks if tick >= low - 1e-9]
    return Scale(low, 1.0, ticks)
