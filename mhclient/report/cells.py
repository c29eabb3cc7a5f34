"""How shares and differences look to people: their numbers by `show.cells`, their parts from the figures."""

from mhclient.figures.estimate import Estimate
from mhclient.figures.proportion_intervals import Interval, Share
from mhclient.show.cells import NOT_KNOWN, ROUGH, is_rough, percent, points, rough_interval


def difference(figure: Estimate) -> str:
    """A difference with its interval, in percentage points."""
    if figure.ci95 is None:
        return points(figure.value)
    rough = ROUGH if is_rough(figure.ci95, figure.n_effective) else ""
    return f"{points(figure.value)} ({points_interval(figure.ci95)}){rough}"


def points_interval(bounds: Interval) -> str:
    """An interval of a difference, in percentage points."""
    return NOT_KNOWN if bounds is None else f"{points(bounds[0])} to {points(bounds[1])}"


def interval_of(figure: Estimate) -> str:
    """An estimate's interval, in per cent."""
    return rough_interval(figure.ci95, figure.n_effective)


def share_of(part: Share) -> str:
    """A share with its counts."""
    return f"{percent(part.value)} ({part.count}/{part.n})"
