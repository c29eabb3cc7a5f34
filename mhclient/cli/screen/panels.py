"""Panels while they are asked, and the sentence on what they say."""

from collections.abc import Sequence
from functools import partial

from rich.markup import escape

from cache import Store
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import err
from mhclient.cli.screen.running import Screen, ask_and_show, print_counts, print_next
from mhclient.report.drift import PanelSeries, find_series, verdict
from mhclient.study.grid import GridCell

GOES_ON = (0, 1)  # exit statuses after which the next part is asked: done, or items that got no reply


async def ask_panels(store: AsyncStore, cells: Sequence[GridCell], screen: Screen) -> int:
    """Ask panels one after the other; returns the worst exit status, 0 for none."""
    status = 0
    for cell in cells:
        ended = await ask_and_show(store, cell.order(), screen)
        print_counts(err, store, cell.run_id, ended)
        progress = ended.progress
        mine = ended.exit_status(0 if progress.done == progress.total and not progress.errors else 1)
        status = max(status, mine)
        if mine not in GOES_ON:
            break
    return status


def print_drift(store: AsyncStore, run_ids: Sequence[str]) -> None:
    """What the panels of these runs say so far."""
    for series in store.read(partial(_find, run_ids=run_ids)):
        err.print(escape(f"{series.title}: {verdict(series)}"), soft_wrap=not err.is_terminal)
    print_next(err, ["drift", *run_ids[:1], "--store", str(store.path)])


def _find(store: Store, run_ids: Sequence[str]) -> list[PanelSeries]:
    return list(find_series(store, run_ids))
