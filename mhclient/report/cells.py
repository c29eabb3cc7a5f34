"""How shares and differences look to people: their numbers by `show.cells`, their parts from the figures."""

from mhclient.figures.metrics import Share
from mhclient.figures.paired import Paired
from mhclient.show.cells import ROUGH, is_rough, percent, points


def difference(pair: Paired) -> str:
    """A difference with its clustered interval, in percentage points."""
    figure = pair.difference
    if figure.ci95 is None:
        return points(figure.value)
    low, high = figure.ci95
    rough = ROUGH if is_rough(figure.ci95, pair.n_clusters) else ""
    return f"{points(figure.value)} ({points(low)} to {points(high)}){rough}"


def share_of(part: Share) -> str:
    """A share with its counts."""
    return f"{percent(part.value)} ({part.count}/{part.n})"
