"""Panels: a few items of a run, asked again past what is stored, to see whether the service has moved.

A panel is a run of its own (`mhclient.run.spec.Panel`), asked before the runs of a grid and after them, under
the grid's caps; `mhclient.report.drift_panels` says what panels show.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from cache import RunRow, Store
from mhclient.errors import UsageError
from mhclient.run.spec import Ask, Panel, RunSpec, series_of, spec_of
from mhclient.study.grid import GridCell, as_grid

EPOCHS = 2  # each item of a panel is asked so often: replies of one moment show the service's own noise
UNFINISHED_S = 3_600  # a panel that was begun within this time is finished; an older one is made anew


class PanelPlace(StrEnum):
    """When a panel is asked."""

    START = "start"
    END = "end"
    ALONE = "alone"


def panel_spec(spec: RunSpec, n_items: int, place: PanelPlace, begun_at: int) -> RunSpec:
    """A panel of a run.

    Args:
        begun_at: milliseconds since 1970.
    """
    limit = n_items if spec.limit is None else min(n_items, spec.limit)
    return replace(spec, limit=limit, epochs=EPOCHS, panel=Panel(place.value, begun_at))


MS = 1_000


class PanelledGrid(NamedTuple):
    """A grid with its panels: what is asked first, the runs, what is asked last."""

    start: Sequence[GridCell]
    cells: Sequence[GridCell]
    end: Sequence[GridCell]

    def every(self) -> list[GridCell]:
        """All of them, in the order of asking."""
        return [*self.start, *self.cells, *self.end]


def with_panels(
    cells: Sequence[GridCell], n_items: int | None, store: Path, *, alone: bool = False
) -> PanelledGrid:
    """A grid and its panels, under one set of caps.

    Args:
        n_items: of each panel; None for no panels.
        store: where panels may lie that were begun a moment ago: those are gone on with.
        alone: one panel of each run, and none of the runs.

    Raises:
        UsageError: a run cannot have a panel.
    """
    if n_items is None:
        if alone:
            raise UsageError("`panel_only` needs `panel`: how many items.")
        return PanelledGrid((), cells, ())
    for cell in cells:
        _check(cell)
    now_ms = int(time.time() * MS)
    places = [PanelPlace.ALONE] if alone else [PanelPlace.START, PanelPlace.END]
    known = list(_recent(store, now_ms))
    made = [[_panel(cell, n_items, place, known, now_ms) for cell in cells] for place in places]
    every = as_grid([*made[0], *([] if alone else cells), *([] if alone else made[1])])
    n = len(cells)
    return PanelledGrid(every[:n], every[n : 2 * n], every[2 * n :])


def _check(cell: GridCell) -> None:
    if cell.spec.ask not in (Ask.WRITE, Ask.LOGPROBS):
        raise UsageError(
            "`panel`: only models that write over an API have panels: no other service can move."
        )
    if not cell.pace.shard.is_whole or cell.pace.only_preflight:
        raise UsageError("`panel`: a panel is asked at one moment: leave out `batch` and any shard.")


class _KnownPanel(NamedTuple):
    """A panel that the store has."""

    panel: Panel
    spec: RunSpec
    has_all: bool


def _recent(path: Path, now_ms: int) -> Iterator[_KnownPanel]:
    """The panels of a store that were begun a moment ago."""
    if not path.exists():
        return
    with Store.open(path, read_only=True) as store:
        panels = (_known(store, run) for run in store.runs.get_all() if run.broken is None)
        yield from (each for each in panels if each and now_ms - each.panel.begun_at < UNFINISHED_S * MS)


def _known(store: Store, run: RunRow) -> _KnownPanel | None:
    try:
        spec = spec_of(run)
    except UsageError:  # of a later version: not ours to go on with
        return None
    if spec.panel is None:
        return None
    counts = store.results.count_tasks(run.run_id).values()
    has_all = all(count.answered + count.errors == count.total for count in counts)
    return _KnownPanel(spec.panel, spec, has_all)


def _panel(
    cell: GridCell, n_items: int, place: PanelPlace, known: Sequence[_KnownPanel], now_ms: int
) -> GridCell:
    """A cell's panel: one that was begun a moment ago and is not done with, or a new one."""
    mine = [each for each in known if series_of(each.spec) == series_of(cell.spec)]
    for each in mine:
        again = panel_spec(cell.spec, n_items, place, each.panel.begun_at)
        if again == each.spec and not _is_done_with(each, mine):
            return replace(cell, spec=again, name=None)
    begun_at = now_ms + (place is PanelPlace.END)  # no two panels have the same keys
    return replace(cell, spec=panel_spec(cell.spec, n_items, place, begun_at), name=None)


def _is_done_with(known: _KnownPanel, series: Sequence[_KnownPanel]) -> bool:
    """Whether all of it is there; of one at the start, whether all is there of one at the end after it."""
    if known.panel.place != PanelPlace.START:
        return known.has_all
    after = [other for other in series if other.panel.begun_at > known.panel.begun_at]
    return any(other.panel.place == PanelPlace.END and other.has_all for other in after)
