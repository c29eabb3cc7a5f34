"""What a run shows while it works: a live table in a terminal, a line now and then elsewhere."""

import math
import time
from collections import deque
from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cache import NO_CAPS, Caps, Spend
from mhclient.ask.pacing import Hold
from mhclient.ask.progress import Progress
from mhclient.ask.session import Session
from mhclient.ask.stopping import Stop
from mhclient.run.prices import at_most_usd
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
        self._spent, self._spent_at = Spend(0, 0, 0.0), -math.inf
        self._began_at = time.monotonic()
        self._printed_at = self._began_at
        self._done_at: deque[tuple[float, int]] = deque([(self._began_at, progress.done)])
        self._live = (
            Live(console=console, auto_refresh=False, transient=True) if console.is_terminal else None
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
        self._session = session

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
            self._console.print(" ".join(line.plain for line in self._lines()), soft_wrap=True)

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
            f"{progress.done:,} of {progress.total:,} done",
            f"{progress.from_cache:,} from the store",
            f"{progress.n_retried + progress.n_congested:,} retried",
            f"{progress.n_unread:,} unreadable so far",
        ]
        if progress.errors:
            parts.append(counted(progress.errors, "error"))
        own = [Text(status)] if (status := self._status()) else []
        lines = [Text(" · ".join([*parts, self._speed()])), *own, *self._pacing()]
        if (spending := self._spending()) is not None:
            lines.append(Text(spending))
        return lines

    def _spending(self) -> str | None:
        """What has been spent against the caps; None without caps."""
        if self._session is None or not self._caps.bind():
            return None
        now = time.monotonic()
        if now - self._spent_at >= SPENT_EVERY_S:
            self._spent_at = now
            self._spent = self._session.store.ledger.add_up(self._session.run_id)
        return against_caps(self._spent, self._caps)

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


def against_caps(spend: Spend, caps: Caps) -> str:
    """What has been spent of what may be spent, requests under way at their bound.

    >>> against_caps(Spend(3, 500, 0.25), Caps(requests=10, cost_usd=2.0))
    'spent: 3 of 10 requests · $0.2500 of $2.0000'
    """
    parts = []
    if caps.requests is not None:
        parts.append(f"{spend.requests:,} of {counted(caps.requests, 'request')}")
    if caps.tokens is not None:
        parts.append(f"{spend.tokens:,} of {counted(caps.tokens, 'token')}")
    if caps.cost_usd is not None:
        parts.append(f"${at_most_usd(spend.cost_usd or 0.0)} of ${caps.cost_usd:.4f}")
    return f"spent: {' · '.join(parts)}"


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
