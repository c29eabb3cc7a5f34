"""Runs with somebody watching: the display, and what stops all that is asked at once."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from typing import Protocol, TypeAlias

import anyio
from anyio.abc import TaskGroup
from rich.console import Console

from mhclient.ask.order import Controls
from mhclient.ask.progress import Progress
from mhclient.ask.session import Session
from mhclient.ask.stopping import Stop, Stops
from mhclient.providers.base import Provider
from mhclient.study.display import REFRESH_S, RunsDisplay, RunView


class Watcher(Protocol):
    """Looks at a run while it works."""

    def watch(self, session: Session) -> None: ...

    def update(self) -> None: ...


# Entered with a run's id, its progress and what stops it; gives those who watch it besides the display.
Logs: TypeAlias = Callable[[str, Progress, Stop], AbstractContextManager[Sequence[Watcher]]]


def no_logs(run_id: str, progress: Progress, stop: Stop) -> AbstractContextManager[Sequence[Watcher]]:
    """Nobody else watches."""
    return nullcontext(())


class Watch:
    """Watches the runs of a grid, those that are asked at once together.

    Attributes:
        stops: what stops all of them.
    """

    def __init__(self, console: Console | None, n_runs: int, logs: Logs) -> None:
        self.stops = Stops()
        self.display = None if console is None else RunsDisplay(console, n_runs)
        self._console, self._logs = console, logs
        self._watchers: list[Watcher] = []

    @contextmanager
    def one(self, run_id: str, title: str, progress: Progress, provider: Provider) -> Iterator[Controls]:
        """Watch a run while the block asks it."""
        with self.stops.one() as stop, self._logs(run_id, progress, stop) as logs:
            view = RunView(title, progress, stop, provider.status)
            self._watchers += logs
            try:
                with nullcontext() if self.display is None else self.display.showing(view):
                    yield Controls(stop, partial(self._begun, view, logs), self._tell)
            finally:
                self._watchers = [each for each in self._watchers if each not in logs]

    async def refresh(self) -> None:
        """Draw again and again, until cancelled."""
        while True:
            if self.display is not None:
                self.display.update()
            for watcher in self._watchers:
                watcher.update()
            await anyio.sleep(REFRESH_S)

    def _begun(self, view: RunView, logs: Sequence[Watcher], session: Session) -> None:
        if self.display is not None:
            self.display.watch(view, session)
        for log in logs:
            log.watch(session)

    def _tell(self, text: str) -> None:
        if self._console is not None:
            self._console.print(text, markup=False, soft_wrap=True)


@asynccontextmanager
async def watching(
    console: Console | None, n_runs: int = 1, logs: Logs = no_logs
) -> AsyncIterator[tuple[Watch, TaskGroup]]:
    """Somebody who watches so many runs while the block asks them, and who else may work meanwhile.

    Args:
        console: None for a watch that shows nothing.

    Raises:
        What the block raises, as it is.
    """
    watch = Watch(console, n_runs, logs)
    failure: Exception | None = None
    with nullcontext() if watch.display is None else watch.display:
        async with anyio.create_task_group() as beside:
            beside.start_soon(watch.refresh)
            try:
                yield watch, beside
            except Exception as error:  # noqa: BLE001 - raised again below, outside the group
                failure = error
            beside.cancel_scope.cancel()
    if failure is not None:
        raise failure
