"""Asks a grid: every cell is planned before the first request, then services are asked at once.

A cell that cannot be asked (an unknown model, say) leaves the others to be asked; Ctrl-C and a store that is
gone end all of it.

Cells of one lane are asked in turn, lanes at once. A service that is asked for two models is two lanes where
it is known to serve them side by side, each under limits of its own; a server of one's own is one lane,
because it may have to load each model anew. Models of this machine are one lane, model by model: each is
loaded once, for all that it is asked. What lanes of one address have in common (stated limits, waits
that the provider asks for) they share as two processes do, and their connections are divided among them.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

import anyio

from benchmark.errors import BenchmarkError
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.request import in_common
from mhclient.ask.run import ask_opened_run, open_run, without_row
from mhclient.ask.session import Progress
from mhclient.ask.stopping import StopCause, StopReason
from mhclient.errors import INTERRUPTED, MhclientError, RunStopped
from mhclient.machine.process import connections_that_fit
from mhclient.providers.access import SERVICES
from mhclient.providers.ask_modes import LOCAL
from mhclient.run.spec import RunSpec
from mhclient.run.stored_runs import last_runs
from mhclient.show.counts import counted
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


class CellTurn(NamedTuple):
    """A cell whose turn it is: the `number`-th, from 1, of so many."""

    cell: GridCell
    number: int
    n_cells: int
    progress: Progress


Attend: TypeAlias = Callable[[CellTurn], AbstractAsyncContextManager[Controls]]


class _OpenedCell(NamedTuple):
    """A run that is planned: what it sends, where it stands, and whether this start has made it."""

    order: RunOrder
    sent: RunSpec
    progress: Progress
    is_new: bool


@asynccontextmanager
async def noted_start(store: AsyncStore, cells: Sequence[GridCell], study: str | None) -> AsyncIterator[None]:
    """Put on record that these runs are begun together, for the selectors `@last` and `study=…`.

    Where the block is refused and no reply has come, `@last` means what it meant before.

    Args:
        study: its name; a run that is alone has none.
    """
    before, n_before = store.read(last_runs), _n_done(store, cells)
    start = await store.starts.add([cell.run_id for cell in cells], study if len(cells) > 1 else None)
    try:
        yield
    except (MhclientError, BenchmarkError):
        if _n_done(store, cells) == n_before:
            await store.starts.replace(start, before)
        raise


def _n_done(store: AsyncStore, cells: Sequence[GridCell]) -> int:
    """How many replies the cells have."""
    counts = (store.results.count_tasks(cell.run_id).values() for cell in cells)
    return sum(task.answered for of_run in counts for task in of_run)


async def ask_grid(
    store: AsyncStore,
    cells: Sequence[GridCell],
    attend: Attend,
    ended: Callable[[CellTurn, CellEnd], None] = lambda turn, end: None,
) -> list[CellEnd]:
    """Ask what the cells are missing.

    Args:
        attend: entered with each cell that has something to ask, with several at once; gives what stops it
            and watches it.
        ended: told of each cell that has been asked, as far as it could be.

    Returns:
        How each cell ended, in the cells' order.

    Raises:
        MissingKey: there is no key for one of the providers; nothing has been sent.
        RunMismatch, CacheError: the store cannot be used.
    """
    cells = with_connections_divided(cells)
    opened: list[_OpenedCell] = []
    async with AsyncExitStack() as stack:
        for cell in cells:
            order, is_new = cell.order(), not store.runs.exists(cell.run_id)
            await stack.enter_async_context(without_row(store, order.run_id))
            opened.append(_OpenedCell(order, *await open_run(store, order), is_new))
        for cell, run in zip(cells, opened, strict=True):
            if run.progress.done < run.progress.total:
                cell.model.provider.check_key()
    turns = [
        CellTurn(cell, number, len(cells), run.progress)
        for number, (cell, run) in enumerate(zip(cells, opened, strict=True), start=1)
    ]
    return await _GridUnderWay(store, turns, opened, attend, ended).ask()


class _GridUnderWay:
    """A grid whose cells are being asked.

    Attributes:
        ends: how cells have ended, by their place.
        failure: what ends all of it.
    """

    def __init__(
        self,
        store: AsyncStore,
        turns: Sequence[CellTurn],
        opened: Sequence[_OpenedCell],
        attend: Attend,
        ended: Callable[[CellTurn, CellEnd], None],
    ) -> None:
        self.store, self.turns, self.opened = store, turns, opened
        self.attend, self.ended = attend, ended
        self.ends: dict[int, CellEnd] = {}
        self.failure: Exception | None = None

    async def ask(self) -> list[CellEnd]:
        """Ask all lanes, so many at once."""
        cells = [turn.cell for turn in self.turns]
        places = anyio.Semaphore(n_at_once(cells))
        async with anyio.create_task_group() as asking:
            for lane in lanes(cells):
                asking.start_soon(self._ask_lane, lane, places)
        if self.failure is not None:
            raise self.failure
        return [self.ends[place] for place in range(len(cells))]

    async def _ask_lane(self, lane: Sequence[int], places: anyio.Semaphore) -> None:
        async with places:
            for place, following in zip(lane, [*lane[1:], None], strict=True):
                try:
                    self.ends[place] = await self._end_of(place)
                except Exception as error:  # noqa: BLE001 - raised again above, outside the group
                    self.failure = self.failure or error
                # A model leaves memory before another one comes; the last one stays for who asks it next.
                provider = self.turns[place].cell.model.provider
                if following is not None and self.turns[following].cell.model.provider is not provider:
                    provider.release()

    async def _end_of(self, place: int) -> CellEnd:
        turn, run = self.turns[place], self.opened[place]
        if self.failure is not None or any(map(ends_all, self.ends.values())):
            if run.is_new:
                await self.store.runs.forget_unbegun(run.order.run_id)
            return CellEnd(turn.cell, run.progress, begun=False)
        end = await _ask(self.store, turn, run, self.attend)
        self.ended(turn, end)
        return end


def ends_all(end: CellEnd) -> bool:
    """Whether no further cell is asked after this one."""
    return end.stopped is not None and end.stopped.reason in ENDS_ALL


def end_in_words(end: CellEnd) -> str:
    """How much a cell has got, where from, and why it is not done."""
    progress = end.progress
    if end.had_all and end.complete and not progress.from_cache:
        return f"all {counted(progress.total, 'reply')} were there already"
    parts = [f"{progress.done - progress.errors:,} of {counted(progress.total, 'reply')}"]
    if progress.n_earlier:
        parts.append(f"{progress.n_earlier:,} at earlier starts")
    if progress.from_cache:
        parts.append(f"{progress.from_cache:,} from the store")
    if progress.errors:
        parts.append(counted(progress.errors, "error"))
    if end.stopped is not None:
        parts.append(f"stopped: {end.stopped}")
    if end.failure is not None:
        parts.append(str(end.failure))
    parts += in_common(progress)
    return "; ".join(parts)


def exit_status(ends: Sequence[CellEnd]) -> int:
    """What the command line ends with: 1 while items lack a reply."""
    stated = [end.stopped.reason.exit_status for end in ends if end.stopped is not None]
    if INTERRUPTED in stated:
        return INTERRUPTED
    return 0 if all(end.complete for end in ends) else 1


async def _ask(store: AsyncStore, turn: CellTurn, run: _OpenedCell, attend: Attend) -> CellEnd:
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


AT_ONCE = 8  # lanes; more would help nobody who has to pay for it


def lanes(cells: Sequence[GridCell]) -> list[list[int]]:
    """The places of the cells, a list per lane, in the cells' order."""
    by_lane: dict[tuple[str, ...], list[int]] = {}
    for place, cell in enumerate(cells):
        address = _address(cell)
        by_model = address[-1].partition(":")[0].endswith(SERVICES)
        by_lane.setdefault((*address, cell.spec.model) if by_model else address, []).append(place)
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
    divided = []
    for cell in cells:
        share = max(1, cell.pace.concurrency // min(AT_ONCE, n_lanes[_address(cell)]))
        divided.append(replace(cell, pace=replace(cell.pace, concurrency=share)))
    return divided


def _address(cell: GridCell) -> tuple[str, ...]:
    """Whose connections a cell uses."""
    if cell.spec.provider == LOCAL:
        return (LOCAL,)
    endpoint = urlsplit(cell.spec.endpoint)
    return cell.spec.provider, endpoint.netloc or endpoint.path.partition("/")[0]
