"""A grid asked in a thread of its own: where an event loop runs already, and so that Ctrl-C finds somebody.

Python hands Ctrl-C, and a notebook's "interrupt the kernel", to the main thread. That one waits here, and
passes it on: the first time what is under way may finish, the second time it is given up.
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future, wait
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import anyio
from rich.console import Console

from cache.async_store import AsyncStore
from mhclient.ask.order import Controls
from mhclient.ask.stopping import Stop
from mhclient.machine.event_loop import run_async
from mhclient.study.asking import CellEnd, Turn, ask_grid
from mhclient.study.display import REFRESH_S, RunDisplay
from mhclient.study.grid import GridCell

T = TypeVar("T")

LOOK_EVERY_S = 0.25  # a signal that another thread was given is seen no later

STOPPING = "stopping: what is under way may finish (interrupt again to give it up)"


class GridWorker:
    """Asks a grid in a thread.

    Args:
        console: where it shows how it goes; None for nowhere.
    """

    def __init__(self, store: Path, cells: Sequence[GridCell], console: Console | None) -> None:
        self._store, self._cells, self._console = store, cells, console
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: Stop | None = None
        self._interrupts = 0
        self.ended: Future[list[CellEnd]] = Future()
        self.interrupted = False

    def start(self) -> "Future[list[CellEnd]]":
        """Begin; the future has how each cell ended, or the error that ended all of it."""
        threading.Thread(target=self._work, name="mhclient", daemon=True).start()
        return self.ended

    def interrupt(self) -> None:
        """Stop: see above. From any thread."""
        self.interrupted = True
        if self._interrupts == 0 and self._console is not None:
            self._console.print(STOPPING, markup=False)
        self._interrupts += 1
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended meanwhile
                self._loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        if self._stop is not None:
            self._stop.interrupt(signal.SIGINT)

    def _work(self) -> None:
        try:
            self.ended.set_result(run_async(self._ask))
        except BaseException as error:  # noqa: BLE001 - it belongs to who waits
            self.ended.set_exception(error)

    async def _ask(self) -> list[CellEnd]:
        self._loop = asyncio.get_running_loop()
        async with AsyncStore(self._store) as store:
            return await ask_grid(store, self._cells, self._attend)

    @asynccontextmanager
    async def _attend(self, turn: Turn) -> AsyncIterator[Controls]:
        self._stop = Stop()
        for _ in range(self._interrupts):  # while nothing was under way
            self._stop.interrupt(signal.SIGINT)
        if self._console is None:
            yield Controls(self._stop)
            return
        display = _display(self._console, turn, self._stop)
        with display:
            async with _refreshed(display):
                yield Controls(self._stop, display.watch, self._tell)

    def _tell(self, text: str) -> None:
        assert self._console is not None
        self._console.print(text, markup=False, soft_wrap=True)


def _display(console: Console, turn: Turn, stop: Stop) -> RunDisplay:
    cell = turn.cell
    place = f"{turn.number} of {turn.n_cells} · " if turn.n_cells > 1 else ""
    title = f"{place}{cell.title}"
    return RunDisplay(console, title, turn.progress, stop, cell.pace.caps, cell.model.provider.status)


@asynccontextmanager
async def _refreshed(display: RunDisplay) -> AsyncIterator[None]:
    """The display drawn again and again while the block runs, whose errors stay what they are."""

    async def refresh() -> None:
        while True:
            display.update()
            await anyio.sleep(REFRESH_S)

    failure: Exception | None = None
    async with anyio.create_task_group() as beside:
        beside.start_soon(refresh)
        try:
            yield
        except Exception as error:  # noqa: BLE001 - raised again below, outside the group
            failure = error
        beside.cancel_scope.cancel()
    if failure is not None:
        raise failure


def wait_for(worker: GridWorker) -> list[CellEnd]:
    """Wait for a worker in this thread, passing Ctrl-C on to it."""
    ended = worker.start()
    while not ended.done():
        try:
            wait([ended], timeout=LOOK_EVERY_S)
        except KeyboardInterrupt:
            worker.interrupt()
    return ended.result()


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
        raise cancelled
    return ended.result()
