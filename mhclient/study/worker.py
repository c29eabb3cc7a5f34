"""A grid asked in a thread of its own: where an event loop runs already, and so that Ctrl-C finds somebody.

Python hands Ctrl-C, and a notebook's "interrupt the kernel", to the main thread. That one waits here, and
passes it on: the first time what is under way may finish, the second time it is given up.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future, wait
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from cache.async_store import AsyncStore
from mhclient.ask.order import Controls
from mhclient.ask.run import ASKS_THE_REST
from mhclient.machine.event_loop import run_async
from mhclient.show.errors import shortened
from mhclient.study.asking import CellEnd, CellTurn, ask_grid, end_in_words, ends_all, noted_start
from mhclient.study.display import Watch, watching
from mhclient.study.panels import PanelledGrid

T = TypeVar("T")

LOOK_EVERY_S = 0.25  # a signal that another thread was given is seen no later

STOPPING = "stopping: what is under way may finish (interrupt again to give it up)"


class GridWorker:
    """Asks a grid in a thread.

    Args:
        console: where it shows how it goes; None for nowhere.
        study: the name under which the runs are selected together.
    """

    def __init__(
        self, store: Path, grid: PanelledGrid, console: Console | None, study: str | None = None
    ) -> None:
        self._store, self._grid, self._console, self._study = store, grid, console, study
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watch: Watch | None = None
        self._interrupts = 0  # that the loop has not heard of
        self.ended: Future[list[CellEnd]] = Future()
        self.interrupted = False

    def start(self) -> "Future[list[CellEnd]]":
        """Begin; the future has how each cell ended, or the error that ended all of it."""
        threading.Thread(target=self._work, name="mhclient", daemon=True).start()
        return self.ended

    def interrupt(self) -> None:
        """Stop: see above. From any thread."""
        if not self.interrupted and self._console is not None:
            self._console.print(STOPPING, markup=False)
        self.interrupted = True
        self._interrupts += 1
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(self._pass_on)

    def tell_kept(self) -> None:
        """What came of an interrupt, for whom the error says nothing: asyncio.run makes one of its own."""
        if self._console is not None:
            self._console.print(ASKS_THE_REST, markup=False, soft_wrap=True)

    def _pass_on(self) -> None:
        """Have the loop's thread know of the interrupts that it has not heard of yet."""
        while self._watch is not None and self._interrupts:
            self._interrupts -= 1
            self._watch.stops.interrupt(signal.SIGINT)

    def _work(self) -> None:
        try:
            self.ended.set_result(run_async(self._ask))
        except BaseException as error:  # noqa: BLE001 - it belongs to who waits
            self.ended.set_exception(error)

    async def _ask(self) -> list[CellEnd]:
        self._loop = asyncio.get_running_loop()
        async with (
            AsyncStore(self._store) as store,
            watching(self._console, len(self._grid.every())) as (self._watch, _),
        ):
            self._pass_on()
            async with noted_start(store, self._grid.cells, self._study):
                ends: list[CellEnd] = []
                for part in filter(None, self._grid):  # panels at the start, runs, panels at the end
                    ends += await ask_grid(store, part, self._attend, self._tell_end)
                    if any(map(ends_all, ends)):
                        break
                return ends

    @asynccontextmanager
    async def _attend(self, turn: CellTurn) -> AsyncIterator[Controls]:
        assert self._watch is not None
        cell = turn.cell
        with self._watch.one(cell.run_id, _title(turn), turn.progress, cell.model.provider) as controls:
            yield controls

    def _tell_end(self, turn: CellTurn, end: CellEnd) -> None:
        if self._console is not None:
            self._console.print(f"{_title(turn)}: {end_in_words(end)}", markup=False, soft_wrap=True)


def _title(turn: CellTurn) -> str:
    """A cell as its display names it."""
    place = f"{turn.number} of {turn.n_cells} · " if turn.n_cells > 1 else ""
    return f"{place}{turn.cell.title}"


def wait_for(worker: GridWorker) -> list[CellEnd]:
    """Wait for a worker in this thread, passing Ctrl-C on to it."""
    ended = worker.start()
    while not ended.done():
        try:
            wait([ended], timeout=LOOK_EVERY_S)
        except KeyboardInterrupt:
            worker.interrupt()
    return ended.result()


Interrupt = TypeVar("Interrupt", KeyboardInterrupt, asyncio.CancelledError)


def in_short(error: Interrupt) -> Interrupt:
    """An interrupt that says what is kept, which a notebook shows in one line, too."""
    error.args = (ASKS_THE_REST,)
    setattr(error, "_render_traceback_", partial(shortened, error))  # noqa: B010
    return error


async def wait_for_async(worker: GridWorker) -> list[CellEnd]:
    """The same in an event loop: to cancel the waiting task interrupts the worker, whose end it waits for."""
    ended = asyncio.wrap_future(worker.start())
    cancelled: asyncio.CancelledError | None = None
    while not ended.done():
        try:
            # A notebook's loop sees that it was interrupted when something else wakes it.
            await asyncio.wait({ended}, timeout=LOOK_EVERY_S)
        except asyncio.CancelledError as error:
            cancelled = error
            worker.interrupt()
    if cancelled is not None:
        ended.exception()  # has been looked at
        worker.tell_kept()
        raise in_short(cancelled)
    return ended.result()
