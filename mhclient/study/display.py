"""What a run shows while it works: a live table in a terminal; elsewhere a line at once, and now and then."""

import math
import time
from collections import deque
from collections.abc import Callable, Mapping

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cache import NO_CAPS, Caps, RunningSpend, Spend, Store
from mhclient.ask.pacing import Hold
from mhclient.ask.progress import Progress
from mhclient.ask.session import Session
from mhclient.ask.stopping import Stop
from mhclient.run.prices import at_most_usd
from mhclient.show.console import can_redraw
from mhclient.show.counts import counted

REFRESH_S = 0.125
PLAIN_EVERY_S = 10.0
RATE_OVER_S = 10.0
STUCK_AFTER_S = 30.0
SPENT_EVERY_S = 1.0


class RunDisplay:
    """Draws a run's progress; `update` is called often, and draws when it is time to.

    Args:
        status: what the provider itself has to show: a local model its speed and memory.
    """

    def __init__(
        self,
        console: Console,
        title: str,
        progress: Progress,
        stop: Stop,
        caps: Caps = NO_CAPS,
        status: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._console = console
        self._title = title
        self._progress = progress
        self._stop = stop
        self._caps = caps
        self._status = status
        self._session: Session | None = None
        self._spending: RunningSpend | None = None
        self._spent_line, self._spent_at = "", -math.inf
        self._began_at = time.monotonic()
        self._printed_at = self._began_at
        self._done_at: deque[tuple[float, int]] = deque([(self._began_at, progress.done)])
        self._live = (
            Live(console=console, auto_refresh=False, transient=True) if can_redraw(console) else None
        )

    def __enter__(self) -> "RunDisplay":
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def watch(self, session: Session) -> None:
        """Show this session's pacing and requests under way, too."""
        if self._live is None and self._session is None:  # at once, but not before there is a key
            self._print(f"{self._title}: {where_it_stands(self._progress)}")
        self._session = session
        self._spending = RunningSpend(session.run_id, self._caps)

    def update(self) -> None:
        """Draw, if enough time has passed since the last drawing."""
        now = time.monotonic()
        self._done_at.append((now, self._progress.done))
        while now - self._done_at[0][0] > RATE_OVER_S:
            self._done_at.popleft()
        if self._live:
            self._live.update(Group(self._title_line(), self._bars(), *self._lines()), refresh=True)
        elif now - self._printed_at >= PLAIN_EVERY_S:
            self._printed_at = now
            self._print(f"{self._title}: {' · '.join(line.plain for line in self._lines())}")

    def _print(self, line: str) -> None:
        self._console.print(line, markup=False, soft_wrap=True)

    def _title_line(self) -> Text:
        return Text.from_markup(f"[bold]{escape(self._title)}[/bold]")

    def _bars(self) -> RenderableType:
        table = Table.grid(padding=(0, 2))
        for name, task in self._progress.tasks.items():
            bar = ProgressBar(total=task.total, completed=task.done, width=30)
            table.add_row(Text(name), bar, Text(f"{task.done:,}/{task.total:,}", justify="right"))
        return table

    def _lines(self) -> list[Text]:
        progress = self._progress
        parts = [
            where_it_stands(progress),
            *([retried_in_words(progress.retries)] if progress.retries else []),
            f"{progress.n_unread:,} unreadable so far",
        ]
        if progress.errors:
            parts.append(counted(progress.errors, "error"))
        own = [Text(status)] if (status := self._status()) else []
        lines = [Text(" · ".join([*parts, self._speed()])), *own, *self._pacing()]
        if spent := self._spent():
            lines.append(Text(spent))
        return lines

    def _spent(self) -> str:
        """What has been spent of the caps, and what is reserved for requests under way; "" without caps."""
        if self._session is None or self._spending is None or not self._caps.bind():
            return ""
        now = time.monotonic()
        if now - self._spent_at >= SPENT_EVERY_S:
            self._spent_at = now
            self._spent_line = against_caps(*self._session.store.read(self._booked), self._caps)
        return self._spent_line

    def _booked(self, store: Store) -> tuple[Spend, Spend]:
        """What is booked in all, and how much of it is reserved."""
        assert self._spending is not None
        rate = self._caps.unpriced_usd_per_token
        return self._spending.add_up(store.ledger), store.ledger.add_up_reserved(self._spending.runs, rate)

    def _speed(self) -> str:
        (since, done_then), (now, done_now) = self._done_at[0], self._done_at[-1]
        per_s = (done_now - done_then) / (now - since) if now > since else 0.0
        if per_s <= 0:
            return "no replies in the last seconds" if now - self._began_at > RATE_OVER_S else "starting"
        left_s = (self._progress.total - done_now) / per_s
        return f"{per_s:.1f}/s · {duration(left_s)} left"

    def _pacing(self) -> list[Text]:
        if self._session is None:
            return []
        state = self._session.pacer.state()
        under_way = self._session.under_way
        most = min(state.window, under_way.n_connections)
        parts = [f"{len(under_way)} under way, at most {most}"]
        if state.hold is Hold.GATE and state.gate_s:
            parts.append(f"waiting {duration(state.gate_s)}: the provider asks for it")
        elif state.hold in (Hold.REQUESTS, Hold.TOKENS):
            parts.append(f"held at {state.requests_per_s:.1f} requests/s by the limit on {state.hold}")
        if (since := self._session.outage.since) is not None:
            away_s, longest_s = self._session.stop.now() - since, self._session.outage.longest_s
            parts.append(
                f"the server cannot be reached for {duration(away_s)}: one request tries, the others wait, "
                f"for {duration(longest_s)} at most"
            )
        if stuck := self._stuck():
            parts.append(stuck)
        if self._stop.draining:
            parts.append("stopping: waiting for what is under way (Ctrl-C again gives it up)")
        return [Text(" · ".join(parts))]

    def _stuck(self) -> str | None:
        """Names the request that has been under way for suspiciously long."""
        assert self._session is not None
        if (oldest := self._session.under_way.oldest()) is None:
            return None
        item_id, since = oldest
        waited_s = self._session.stop.now() - since
        return f"{item_id} has been waiting {duration(waited_s)}" if waited_s > STUCK_AFTER_S else None


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


def against_caps(booked: Spend, reserved: Spend, caps: Caps) -> str:
    """What has been spent of what may be spent, and what is reserved for requests under way.

    >>> against_caps(Spend(3, 500, 0.25), Spend(1, 200, 0.05), Caps(requests=10, cost_usd=2.0))
    'spent: 2 of 10 requests · $0.2000 of $2.0000; reserved for what is under way: 1 request · $0.0500'
    """
    spent, kept = [], []
    if caps.requests is not None:
        spent.append(f"{booked.requests - reserved.requests:,} of {counted(caps.requests, 'request')}")
        kept.append(counted(reserved.requests, "request"))
    if caps.tokens is not None:
        spent.append(f"{booked.tokens - reserved.tokens:,} of {counted(caps.tokens, 'token')}")
        kept.append(counted(reserved.tokens, "token"))
    if caps.cost_usd is not None:
        held = reserved.cost_usd or 0.0
        spent.append(f"${at_most_usd(max(0.0, (booked.cost_usd or 0.0) - held))} of ${caps.cost_usd:.4f}")
        kept.append(f"${at_most_usd(held)}")
    said = f"spent: {' · '.join(spent)}"
    return f"{said}; reserved for what is under way: {' · '.join(kept)}" if reserved.requests else said


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
