"""What runs show while they work: a live table in a terminal; elsewhere a line at once, and now and then.

A `RunView` is one run, a `RunsDisplay` draws all of them with what they have spent, and `watching` has them
drawn and stopped while a block asks them.
"""

import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import partial
from typing import Protocol, TypeAlias

import anyio
from anyio.abc import TaskGroup
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cache import Caps, RunningSpend, Spend, Store
from mhclient.ask.order import Controls
from mhclient.ask.pacing import Hold
from mhclient.ask.session import Progress, Session, TaskProgress
from mhclient.ask.stopping import Stop, Stops
from mhclient.providers.base import Provider
from mhclient.run.prices import at_most_usd
from mhclient.show.console import can_redraw
from mhclient.show.counts import counted

REFRESH_S = 0.125
PLAIN_EVERY_S = 10.0
RATE_OVER_S = 10.0
STUCK_AFTER_S = 30.0
LONGEST_FAILURE = 200
MOST_IN_FULL = 4  # runs under way; of more, each has fewer lines


class RunView:
    """What one run shows.

    Args:
        status: what the provider itself has to show: a local model its speed and memory.
    """

    def __init__(
        self,
        title: str,
        progress: Progress,
        stop: Stop,
        status: Callable[[], str | None] = lambda: None,
    ) -> None:
        self.title, self.progress, self.stop = title, progress, stop
        self.session: Session | None = None
        self._status = status
        self._began_at = time.monotonic()
        self.told, self.told_at = "", -math.inf  # where it stood when a line last said so, and when that was
        self._done_at: deque[tuple[float, int]] = deque([(self._began_at, progress.done)])

    def follow(self, now: float) -> None:
        """Take down how much is done by now."""
        self._done_at.append((now, self.progress.done))
        while now - self._done_at[0][0] > RATE_OVER_S:
            self._done_at.popleft()

    def lines(self, now: float) -> list[str]:
        """Where it stands, how fast it goes, and what holds it up."""
        progress = self.progress
        parts = [
            where_it_stands(progress),
            *([retried_in_words(progress.retries)] if progress.retries else []),
            f"{progress.n_unread:,} unreadable so far",
            *([counted(progress.errors, "error")] if progress.errors else []),
            self._speed(now),
        ]
        own = [status] if (status := self._status()) else []
        return [" · ".join(parts), *own, *self._pacing()]

    def _speed(self, now: float) -> str:
        (since, done_then), (at, done) = self._done_at[0], self._done_at[-1]
        per_s = (done - done_then) / (at - since) if at > since else 0.0
        if per_s <= 0:
            return "no replies in the last seconds" if now - self._began_at > RATE_OVER_S else "starting"
        return f"{per_s:.1f}/s · {duration((self.progress.total - done) / per_s)} left"

    def _pacing(self) -> list[str]:
        if self.session is None:
            return []
        state = self.session.pacer.state()
        in_flight = self.session.in_flight
        parts = [f"{len(in_flight)} under way, at most {min(state.window, in_flight.n_connections)}"]
        if state.hold is Hold.GATE and state.gate_s:
            parts.append(f"waiting {duration(state.gate_s)}: the provider asks for it")
        elif state.hold in (Hold.REQUESTS, Hold.TOKENS):
            parts.append(f"held at {state.requests_per_s:.1f} requests/s by the limit on {state.hold}")
        if failure := self.session.health.last_failure:
            parts.append(f"the last try: {str(failure)[:LONGEST_FAILURE]}")
        now, outage, oldest = self.session.stop.now(), self.session.outage, in_flight.oldest()
        if outage.since is not None:
            parts.append(
                f"the server cannot be reached for {duration(now - outage.since)}: one request tries, the "
                f"others wait, for {duration(outage.longest_s)} at most"
            )
        if oldest is not None and now - oldest[1] > STUCK_AFTER_S:
            parts.append(f"{oldest[0]} has been waiting {duration(now - oldest[1])}")
        if self.stop.draining:
            parts.append("stopping: waiting for what is under way (Ctrl-C again gives it up)")
        return [" · ".join(parts)]


class RunsDisplay:
    """Draws the runs that are being asked; `update` is called often, and draws when it is time to.

    Args:
        n_runs: how many there are in all; of several, each is drawn with one bar.
    """

    def __init__(self, console: Console, n_runs: int = 1) -> None:
        self._console = console
        self._n_runs, self._n_ended = n_runs, 0
        self._views: list[RunView] = []
        self._spent: SpentLine | None = None
        self._printed_at = time.monotonic()
        self._live = (
            Live(console=console, auto_refresh=False, transient=True) if can_redraw(console) else None
        )

    def __enter__(self) -> "RunsDisplay":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    @contextmanager
    def showing(self, view: RunView) -> Iterator[None]:
        """Show a run while the block asks it."""
        self._views.append(view)
        try:
            yield
        finally:
            self._views.remove(view)
            self._n_ended += 1

    def watch(self, view: RunView, session: Session) -> None:
        """Show this session's pacing and requests under way, too."""
        if self._live is None and view.session is None:  # at once, but not before there is a key
            self._tell(view, time.monotonic())
        view.session = session
        if self._spent is None or not self._spent.shown:
            self._spent = SpentLine(session)

    def update(self) -> None:
        """Draw, if enough time has passed since the last drawing."""
        now = time.monotonic()
        for view in self._views:
            view.follow(now)
        if self._live:
            self._live.update(Group(*self._drawn(now)), refresh=True)
        elif now - self._printed_at >= PLAIN_EVERY_S:
            self._tell_all(now)

    def _tell(self, view: RunView, now: float) -> None:
        """A line on a run that begins, unless one has said as much."""
        if (stands := where_it_stands(view.progress)) != view.told:
            self._print(f"{view.title}: {stands}")
            view.told, view.told_at = stands, now

    def _tell_all(self, now: float) -> None:
        """A line on each run, but for those that have only just begun, and what has been spent."""
        self._printed_at = now
        due = [view for view in self._views if now - view.told_at >= PLAIN_EVERY_S]
        for view in due:
            self._print(f"{view.title}: {' · '.join(view.lines(now))}")
            view.told, view.told_at = where_it_stands(view.progress), now
        if due and (spent := self._spent_at(now)):
            self._print(f"all runs: {spent}" if self._n_runs > 1 else spent)

    def _drawn(self, now: float) -> Iterator[RenderableType]:
        if self._n_runs > 1:
            yield Text(f"{self._n_ended} of {self._n_runs} runs done · {len(self._views)} under way")
        for view in self._views:
            if self._n_runs == 1:
                yield Text(view.title, style="bold")
            yield _bars(view, each_task=self._n_runs == 1)
            yield from map(Text, view.lines(now)[: None if len(self._views) <= MOST_IN_FULL else 1])
        if spent := self._spent_at(now):
            yield Text(spent)

    def _spent_at(self, now: float) -> str:
        return "" if self._spent is None else self._spent.at(now)

    def _print(self, line: str) -> None:
        self._console.print(line, markup=False, soft_wrap=True)


def _bars(view: RunView, *, each_task: bool) -> RenderableType:
    """A bar for each task where there are several, or one for all."""
    progress = view.progress
    each_task = each_task and len(progress.tasks) > 1
    bars: Mapping[str, Progress | TaskProgress] = progress.tasks if each_task else {view.title: progress}
    table = Table.grid(padding=(0, 2))
    for name, part in bars.items():
        bar = ProgressBar(total=part.total, completed=part.done, width=30)
        n_done = Text(f"{part.done:,}/{part.total:,}", justify="right")
        if each_task:
            table.add_row(Text(name), bar, n_done)
        else:
            table.add_row(bar, n_done, Text(name, style="bold"))
    return table


def where_it_stands(progress: Progress) -> str:
    """How much is done, and how much of that was not asked now."""
    parts = [f"{progress.done:,} of {progress.total:,} done"]
    if progress.n_earlier:
        parts.append(f"{progress.n_earlier:,} at earlier starts")
    if progress.from_cache:
        parts.append(f"{progress.from_cache:,} from the store")
    return " · ".join(parts)


def retried_in_words(retries: Mapping[str, int]) -> str:
    """How many attempts were made again, and why.

    >>> retried_in_words({"server errors": 3, "no answer in time": 9})
    '12 retried (9 no answer in time, 3 server errors)'
    """
    causes = sorted(retries.items(), key=lambda cause: -cause[1])
    listed = ", ".join(f"{n:,} {why}" for why, n in causes)
    return f"{sum(retries.values()):,} retried ({listed})"


def duration(seconds: float) -> str:
    """Seconds for people.

    >>> duration(4.2), duration(75), duration(4000)
    ('4 s', '1 min 15 s', '1 h 6 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, left = divmod(whole, 60)
    return f"{minutes} min {left} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


LOOKED_AT_EVERY_S = 1.0


class SpentLine:
    """The line.

    Args:
        session: of any of the runs that spend together; its store is asked.

    Attributes:
        shown: whether there is a cap or a price; else the line is "".
    """

    def __init__(self, session: Session) -> None:
        self._store, self._caps = session.store, session.caps
        self._spending = RunningSpend(session.run_id, session.caps)
        self._assumed = RunningSpend(session.run_id, session.caps, unknown=True)
        price = session.price
        self.shown = session.caps.bind() or (price is not None and price.dearest_usd_per_token() > 0)
        self._line, self._looked_at = "", -math.inf

    def at(self, now: float) -> str:
        """The line, at most a second old."""
        if self.shown and now - self._looked_at >= LOOKED_AT_EVERY_S:
            self._looked_at = now
            self._line = against_caps(*self._store.read(self._booked), self._caps)
        return self._line

    def _booked(self, store: Store) -> tuple[Spend, Spend, Spend]:
        """What is booked in all, and how much of it is reserved and is assumed."""
        rate = self._caps.unpriced_usd_per_token
        spent = self._spending.add_up_anyway(store.ledger)
        assumed = self._assumed.add_up_anyway(store.ledger)
        return spent, store.ledger.add_up_reserved(self._spending.runs, rate), assumed


def against_caps(booked: Spend, reserved: Spend, assumed: Spend, caps: Caps) -> str:
    """What has been spent, of what may be spent where that is capped, what is assumed, and what is reserved.

    Requests of which nobody knows whether they were answered are assumed to have cost the most they may.

    >>> against_caps(Spend(3, 500, 0.25), Spend(1, 200, 0.05), Spend(0, 0, 0.0), Caps(cost_usd=2.0))
    'spent: $0.2000 of $2.0000; reserved for what is under way: $0.0500'
    >>> against_caps(Spend(3, 500, 0.25), Spend(0, 0, 0.0), Spend(1, 200, 0.05), Caps())
    'spent: $0.2000; 1 request may have been answered, at most: $0.0500'
    """
    spent, kept, most = [], [], []
    if caps.requests is not None:
        spent.append(f"{booked.requests - reserved.requests:,} of {counted(caps.requests, 'request')}")
        kept.append(counted(reserved.requests, "request"))
    if caps.tokens is not None:
        known = booked.tokens - reserved.tokens - assumed.tokens
        spent.append(f"{known:,} of {counted(caps.tokens, 'token')}")
        most.append(counted(assumed.tokens, "token"))
        kept.append(counted(reserved.tokens, "token"))
    if booked.cost_usd is not None or caps.cost_usd is not None:
        held, at_most = reserved.cost_usd or 0.0, assumed.cost_usd or 0.0
        of_cap = "" if caps.cost_usd is None else f" of ${caps.cost_usd:.4f}"
        spent.append(f"${at_most_usd(max(0.0, (booked.cost_usd or 0.0) - held - at_most))}{of_cap}")
        most.append(f"${at_most_usd(at_most)}")
        kept.append(f"${at_most_usd(held)}")
    said = [f"spent: {' · '.join(spent)}"] if spent else []
    if most and assumed.requests:
        n = counted(assumed.requests, "request")
        said.append(f"{n} may have been answered, at most: {' · '.join(most)}")
    if spent and reserved.requests:
        said.append(f"reserved for what is under way: {' · '.join(kept)}")
    return "; ".join(said)


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
