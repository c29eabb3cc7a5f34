"""Which cells of a grid are asked at once, and which wait for one another.

Cells of one lane are asked in turn, lanes at once. A service that is asked for two models is two lanes where
it is known to serve them side by side, each under limits of its own; a server of one's own is one lane,
because it may have to load each model anew. Models of this machine are one lane, model by model: each is
loaded once, for all that it is asked. What lanes of one address have in common (stated limits, waits
that the provider asks for) they share as two processes do, and their connections are divided among them.

Decision: docs/decisions/ask.md, "Cells of a grid: services at once, one server in turn".
Decision: docs/decisions/ask.md, "A sweep over local models is a study".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from mhclient.machine.process import connections_that_fit
from mhclient.providers.reach import SERVICES
from mhclient.providers.ways import LOCAL
from mhclient.study.grid import GridCell

AT_ONCE = 8  # lanes; more would help nobody who has to pay for it


def lanes(cells: Sequence[GridCell]) -> list[list[int]]:
    """The places of the cells, a list per lane, in the cells' order."""
    by_lane: dict[tuple[str, ...], list[int]] = {}
    for place, cell in enumerate(cells):
        by_lane.setdefault(_lane(cell), []).append(place)
    return [_by_model(cells, lane) if key == (LOCAL,) else lane for key, lane in by_lane.items()]


def _by_model(cells: Sequence[GridCell], lane: Sequence[int]) -> list[int]:
    """Places of models that are to be loaded: all of one model together, the largest first.

    What does not fit is known at once, and what takes longest is not begun last.
    """
    by_model: dict[int, list[int]] = {}
    for place in lane:
        by_model.setdefault(id(cells[place].model.provider), []).append(place)
    sizes = {key: cells[places[0]].model.provider.n_bytes() or 0 for key, places in by_model.items()}
    return [place for key in sorted(by_model, key=lambda key: -sizes[key]) for place in by_model[key]]


def n_at_once(cells: Sequence[GridCell]) -> int:
    """How many lanes this machine's limit of open files lets be asked at once, at most `AT_ONCE`."""
    n_lanes = min(AT_ONCE, len(lanes(cells)))
    widest = max((cell.pace.concurrency for cell in cells), default=1)
    return max(1, connections_that_fit(n_lanes * widest) // widest)


def with_connections_divided(cells: Sequence[GridCell]) -> list[GridCell]:
    """The cells; lanes of one address have together as many connections as one cell may have."""
    n_lanes = Counter(_address(cells[lane[0]]) for lane in lanes(cells))
    return [_with_share(cell, min(AT_ONCE, n_lanes[_address(cell)])) for cell in cells]


def _with_share(cell: GridCell, n_lanes: int) -> GridCell:
    share = max(1, cell.pace.concurrency // n_lanes)
    return cell if n_lanes == 1 else replace(cell, pace=replace(cell.pace, concurrency=share))


def _lane(cell: GridCell) -> tuple[str, ...]:
    address = _address(cell)
    host = address[-1].partition(":")[0]
    return (*address, cell.spec.model) if host.endswith(SERVICES) else address


def _address(cell: GridCell) -> tuple[str, ...]:
    """Whose connections a cell uses."""
    if cell.spec.provider == LOCAL:
        return (LOCAL,)
    endpoint = urlsplit(cell.spec.endpoint)
    return cell.spec.provider, endpoint.netloc or endpoint.path.partition("/")[0]
