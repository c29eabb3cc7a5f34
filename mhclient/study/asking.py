"""Asks a grid: every cell is planned before the first request, then one is asked after the other.

A cell that cannot be asked (an unknown model, say) leaves the others to be asked; Ctrl-C and a store that is
gone end all of it.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cache.async_store import AsyncStore
from mhclient.ask.causes import StopCause, StopReason
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.progress import Progress
from mhclient.ask.run import ask_opened_run
from mhclient.ask.start import open_run, without_row
from mhclient.errors import INTERRUPTED, RunStopped
from mhclient.run.spec import RunSpec
from mhclient.study.grid import GridCell

# Nothing else is begun after one of these.
ENDS_ALL = frozenset(
    {
        StopReason.INTERRUPTED,
        StopReason.INTERRUPTED_TWICE,
        StopReason.STORE_MOVED,
        StopReason.STORE_FAILED,
        StopReason.DISK_NEARLY_FULL,
    }
)


@dataclass(frozen=True, slots=True)
class CellEnd:
    """How asking a cell ended here.

    Attributes:
        progress: where it stands.
        stopped: why it stopped early; None if it did not.
        failure: what kept it from being asked, or from being asked to its end.
        had_all: nothing was missing to begin with.
        begun: False for a cell that was not come to.
    """

    cell: GridCell
    progress: Progress
    stopped: StopCause | None = None
    failure: RunStopped | None = None
    had_all: bool = False
    begun: bool = True

    @property
    def complete(self) -> bool:
        """Whether every item has a reply."""
        return self.progress.done == self.progress.total and not self.progress.errors


class Turn(NamedTuple):
    """A cell whose turn it is: the `number`-th, from 1, of so many."""

    cell: GridCell
    number: int
    n_cells: int
    progress: Progress


Attend: TypeAlias = Callable[[Turn], AbstractAsyncContextManager[Controls]]


class _OpenedCell(NamedTuple):
    """A run that is planned: what it sends, where it stands, and whether this start has made it."""

    order: RunOrder
    sent: RunSpec
    progress: Progress
    is_new: bool


async def ask_grid(
    store: AsyncStore,
    cells: Sequence[GridCell],
    attend: Attend,
    ended: Callable[[Turn, CellEnd], None] = lambda turn, end: None,
) -> list[CellEnd]:
    """Ask what the cells are missing.

    Args:
        attend: entered with each cell that has something to ask; gives what stops it and watches it.
        ended: told of each cell that has been asked, as far as it could be.

    Raises:
        MissingKey: there is no key for one of the providers; nothing has been sent.
        RunMismatch, CacheError: the store cannot be used.
    """
    async with AsyncExitStack() as stack:
        opened = [await _open(store, cell, stack) for cell in cells]
        for cell, run in zip(cells, opened, strict=True):
            if run.progress.done < run.progress.total:
                cell.model.provider.check_key()
    ends: list[CellEnd] = []
    for number, (cell, run) in enumerate(zip(cells, opened, strict=True), start=1):
        if any(ends_all(end) for end in ends):
            ends.append(await _not_begun(store, cell, run))
            continue
        turn = Turn(cell, number, len(cells), run.progress)
        ends.append(await _ask(store, turn, run, attend))
        ended(turn, ends[-1])
    return ends


def ends_all(end: CellEnd) -> bool:
    """Whether no further cell is asked after this one."""
    return end.stopped is not None and end.stopped.reason in ENDS_ALL


def exit_status(ends: Sequence[CellEnd]) -> int:
    """What the command line ends with: 1 while items lack a reply."""
    stated = [end.stopped.reason.exit_status for end in ends if end.stopped is not None]
    if INTERRUPTED in stated:
        return INTERRUPTED
    return 0 if all(end.complete for end in ends) else 1


async def _open(store: AsyncStore, cell: GridCell, stack: AsyncExitStack) -> _OpenedCell:
    order, is_new = cell.order(), not store.runs.exists(cell.run_id)
    await stack.enter_async_context(without_row(store, order.run_id))
    return _OpenedCell(order, *await open_run(store, order), is_new)


async def _not_begun(store: AsyncStore, cell: GridCell, run: _OpenedCell) -> CellEnd:
    if run.is_new:
        await store.runs.forget_unbegun(run.order.run_id)
    return CellEnd(cell, run.progress, begun=False)


async def _ask(store: AsyncStore, turn: Turn, run: _OpenedCell, attend: Attend) -> CellEnd:
    @asynccontextmanager
    async def attended(_: Progress) -> AsyncIterator[Controls]:
        async with attend(turn) as controls:
            yield controls

    try:
        asked = await ask_opened_run(store, run.order, run.sent, run.progress, attended)
    except RunStopped as error:
        if run.is_new:
            await store.runs.forget_unanswered(run.order.run_id)
        return CellEnd(turn.cell, run.progress, failure=error)
    return CellEnd(turn.cell, asked.progress, asked.stopped, had_all=asked.had_all)
