"""Why and how a run ends early: drain (nothing new goes out, what is under way may finish), or abort.

Time is a value that is passed in (`Clock`), so that half an hour of waiting can be tested in a second.
Whatever waits to send something waits through `Stop.sleep`, so that a drain never takes longer than the
requests under way. A run drains before the disk under the store is full (`Disk`), for what cannot be kept
must not be bought.

While a server cannot be reached (`Outage`), one request tries to reach it and the others wait, for a bounded
time. What was never sent costs nothing and says nothing of the item, so no item ends in an error for it. Nor
does one for what a gateway says in the server's place, unless it says so of that item alone.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cached_property
from pathlib import Path
from threading import current_thread, main_thread
from typing import Protocol

import anyio

from cache import Caps, Spend
from mhclient.errors import INTERRUPTED as BY_CTRL_C
from mhclient.errors import ProviderError, UsageError
from mhclient.run.prices import cost_in_words
from mhclient.show.counts import counted

TICK_S = 0.001  # what a loop's timers count in: a shorter sleep is none, and any may end this much early


class Clock(Protocol):
    """A monotonic clock and a way to wait on it."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    async def sleep(self, seconds: float) -> None:
        """Wait; returns at once for zero or less."""


class LoopClock:
    """The running event loop's clock: the machine's monotonic one, unless a test's loop keeps its own.

    It serves the loop on which it was first asked. To ask which one runs takes a call of the system, several
    times what the time takes, and a request looks at the clock ten times.
    """

    @cached_property
    def now(self) -> Callable[[], float]:
        return asyncio.get_running_loop().time

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(max(0.0, seconds))


# What a session that nobody stopped is on record with.
DONE, FAILED = "done", "failed"


class StopReason(Enum):
    """Why a run drains.

    Attributes:
        phrase: what is said; details go where it holds braces.
        exit_status: what the command line ends with; None where the run's counts decide.
    """

    phrase: str
    exit_status: int | None

    INTERRUPTED = "interrupted ({})", BY_CTRL_C
    INTERRUPTED_TWICE = "interrupted twice", BY_CTRL_C
    CAP_REACHED = "{}; a higher cap lets the run go on", None
    # A reply may cost more than its request allowed, and a start without a cap may have spent more.
    CAP_PASSED = (
        "more is spent than the cap allows, by earlier starts or by replies that cost more than their "
        "requests allowed; a higher cap lets the run go on",
        None,
    )
    LONG_WAIT = "the provider asks to wait {}: {}", None
    FIRST_FAILED = "the first request failed: {}", None
    FIRST_REJECTED = "the first {} requests were rejected: {}", None
    REJECTED = "{} requests in a row were rejected; the last one: {}", None
    FAILING = "nothing has come back for {:.0f} s and {} attempts in a row failed; the last one: {}", None
    UNREACHABLE = "the server could not be reached for {:.0f} s; the last try: {}", None
    NO_ANSWERS = (
        "not one of the first {} replies holds an answer. {} `preflight=False` asks the rest all the same",
        None,
    )
    REFUSING = "the provider has refused every request for {:.0f} min: {}", None
    FATAL = "{}", None  # no request will be answered
    STORE_MOVED = "the store was moved, replaced or deleted", None  # what is bought now would be kept nowhere
    DISK_NEARLY_FULL = (
        "the disk under the store has {:,.0f} MB left, and {:,.0f} MB are needed to keep what is asked; "
        "free some space",
        None,
    )
    STORE_FAILED = "{}", None  # what cannot be kept must not be bought

    def __new__(cls, phrase: str, exit_status: int | None) -> StopReason:
        reason = object.__new__(cls)
        reason._value_ = len(cls.__members__)  # two reasons may say the same
        reason.phrase, reason.exit_status = phrase, exit_status
        return reason

    def is_of_a_cap(self) -> bool:
        """Whether the same command, with the same cap, asks nothing more."""
        return self in (StopReason.CAP_REACHED, StopReason.CAP_PASSED)

    def cause(self, *details: object) -> StopCause:
        """This reason with its details.

        >>> str(StopReason.INTERRUPTED.cause("SIGINT"))
        'interrupted (SIGINT)'
        """
        return StopCause(self, self.phrase.format(*details))


@dataclass(frozen=True, slots=True)
class StopCause:
    """Why one session ended; as text, the sentence that is shown and stored."""

    reason: StopReason
    text: str

    def __str__(self) -> str:
        return self.text


def long_wait(seconds: float) -> str:
    """How long a wait is, and when it ends, where a clock can say so."""
    hours = f"{seconds / 3600:.3g} h"
    try:
        until = datetime.now(UTC) + timedelta(seconds=seconds)
    except OverflowError:
        return hours
    return f"{hours}, until {until:%Y-%m-%d %H:%M} UTC"


def cap_in_words(caps: Caps, spent: Spend, wanted: Spend) -> str:
    """Which cap keeps the next request from being sent, and by how much.

    >>> cap_in_words(Caps(requests=9), Spend(9, 100, 0.1), Spend(1, 50, 0.2))
    'the cap is reached: 9 of 9 requests are sent'
    >>> cap_in_words(Caps(cost_usd=1.0), Spend(9, 100, 0.9), Spend(1, 50, 0.21))
    'the cap has no room for another request: 0.90 of 1.00 USD are spent, and it may cost up to 0.21'

    Args:
        spent: by all runs that have these caps together.
        wanted: the most that the next request can cost.
    """
    if caps.requests is not None and spent.requests >= caps.requests:
        return f"the cap is reached: {spent.requests:,} of {counted(caps.requests, 'request')} are sent"
    no_room = "the cap has no room for another request"
    if caps.tokens is not None and spent.tokens + wanted.tokens > caps.tokens:
        tokens = counted(caps.tokens, "token")
        return f"{no_room}: {spent.tokens:,} of {tokens} are used, and it may take up to {wanted.tokens:,}"
    usd = f"{cost_in_words(spent.cost_usd)} of {cost_in_words(caps.cost_usd)} USD are spent"
    return f"{no_room}: {usd}, and it may cost up to {cost_in_words(wanted.cost_usd)}"


NO_SIGNALS = (
    "this event loop cannot be told of Ctrl-C, so a run could not be stopped without loss. On Windows, "
    "use mhclient in WSL (docs/first-run.md)."
)


DRAINS = "Stopping: what is under way may finish. Ctrl-C again gives it up."
GIVEN_UP = "Giving up what is under way."


class Draining(Exception):
    """Raised out of a wait once the run drains; the request that waited is asked next time."""


class Stop(LoopClock):
    """A clock that a run can be stopped by.

    Attributes:
        cause: why the run drains, None while it does not.
        error: the error behind it, if one is.
        connect_scope: holds the whole session; cancelled only before it has a connection.
    """

    def __init__(self) -> None:
        self.connect_scope = anyio.CancelScope()
        self.connected = False
        self.cause: StopCause | None = None
        self.error: Exception | None = None
        self.abort_scope = anyio.CancelScope()
        self._draining = anyio.Event()
        self._listeners: list[Callable[[], None]] = []

    @property
    def draining(self) -> bool:
        return self.cause is not None

    @property
    def interrupted(self) -> bool:
        """Whether a signal has stopped it."""
        reasons = (StopReason.INTERRUPTED, StopReason.INTERRUPTED_TWICE)
        return self.cause is not None and self.cause.reason in reasons

    def on_drain(self, listener: Callable[[], None]) -> None:
        """Call back once when the run begins to drain; at once if it does already."""
        if self.draining:
            listener()
        else:
            self._listeners.append(listener)

    def drain(self, cause: StopCause, error: Exception | None = None) -> None:
        """Send nothing new. The first cause stands."""
        if self.cause is None:
            self.cause, self.error = cause, error
            self._draining.set()
            if not self.connected:  # nothing is under way that could finish: weights that load, for instance
                self.connect_scope.cancel()
            for listener in self._listeners:
                listener()

    def abort(self, cause: StopCause) -> None:
        """Give up what is under way, too; it is on record as of unknown outcome. The later cause stands."""
        self.drain(cause)
        self.cause = cause
        self.abort_scope.cancel()

    async def sleep(self, seconds: float) -> None:
        """Wait.

        Raises:
            Draining: the run began to drain meanwhile, or had already.
        """
        with anyio.move_on_after(max(0.0, seconds)):
            await self._draining.wait()
        if self.draining:
            raise Draining

    def interrupt(self, number: int) -> bool:
        """The first signal drains the run, the second gives up what is under way.

        Returns:
            Whether it was given up.
        """
        again = self.draining
        if again:
            self.abort(StopReason.INTERRUPTED_TWICE.cause())
        else:
            self.drain(StopReason.INTERRUPTED.cause(signal.Signals(number).name))
        return again


class Stops:
    """What stops several runs that are asked at once, and those that would be begun after them."""

    def __init__(self) -> None:
        self._signals: list[int] = []
        self._under_way: list[Stop] = []

    @property
    def interrupted(self) -> bool:
        """Whether a signal has come."""
        return bool(self._signals)

    def interrupt(self, number: int) -> bool:
        """Pass a signal on to all of them; see `Stop.interrupt`."""
        self._signals.append(number)
        given_up = [stop.interrupt(number) for stop in self._under_way]
        return any(given_up) or len(self._signals) > 1

    @contextmanager
    def one(self) -> Iterator[Stop]:
        """What stops one run while the block asks it."""
        stop = Stop()
        for number in self._signals:  # that came while nothing was under way
            stop.interrupt(number)
        self._under_way.append(stop)
        try:
            yield stop
        finally:
            self._under_way.remove(stop)


def interrupt_and_say(stop: Stop | Stops, number: int) -> str:
    """Pass a signal on, and what that does in a sentence."""
    return GIVEN_UP if stop.interrupt(number) else DRAINS


@contextmanager
def stopped_by_ctrl_c(tell: Callable[[str], None]) -> Iterator[Stop]:
    """What Ctrl-C stops while the block runs; only the main thread is told of it, others go on.

    Args:
        tell: is told what each Ctrl-C does, in a sentence.

    Raises:
        UsageError: this event loop cannot be told of signals, as those of Windows.
    """
    stop = Stop()
    if current_thread() is not main_thread():
        yield stop
        return
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)
    try:
        loop.add_signal_handler(signal.SIGINT, lambda: tell(interrupt_and_say(stop, signal.SIGINT)))
    except NotImplementedError as error:
        raise UsageError(NO_SIGNALS) from error
    try:
        yield stop
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


# SQLite's log may have 16 MB when it is copied into the file, and replies under way are yet to come.
FOR_THE_STORE = 40_000_000
PER_REQUEST = 64_000
LOOK_EVERY_S = 0.5
MB = 1_000_000


def free_bytes(path: Path) -> int:
    """What is free on the disk that a file lies on."""
    return shutil.disk_usage(path.absolute().parent).free


class Disk:
    """Looks now and then whether there is room for what is asked."""

    def __init__(
        self, stop: Stop, store: Path, n_requests: int, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self._stop = stop
        self._store = store
        self._needed = FOR_THE_STORE + PER_REQUEST * n_requests
        self._free = free
        self._looked_at = -LOOK_EVERY_S

    def check(self) -> None:
        """Let the run drain if the disk is nearly full.

        Raises:
            Draining: it is, or the store's folder is gone.
        """
        now = self._stop.now()
        if now - self._looked_at < LOOK_EVERY_S:
            return
        self._looked_at = now
        try:
            free = self._free(self._store)
        except FileNotFoundError:
            self._stop.drain(StopReason.STORE_MOVED.cause())
            raise Draining from None
        if free < self._needed:
            self._stop.drain(StopReason.DISK_NEARLY_FULL.cause(free / MB, self._needed / MB))
            raise Draining


PAUSE_FIRST_S = 0.5  # between two tries, doubled each time
PAUSE_LAST_S = 5.0
ALONE_S = 30.0  # so long the only request that is left waits for a server behind a gateway
NO_WAIT = nullcontext()  # what a request enters that need not wait: most requests


class Outage:
    """Whether there is a connection to the server, as far as the last requests tell.

    Args:
        longest_s: how long a session waits for the server to come back.

    Attributes:
        since: when the connection was lost; None while there is one.
    """

    def __init__(self, clock: Stop, longest_s: float) -> None:
        self.since: float | None = None
        self.longest_s = longest_s
        self._clock = clock
        self._pause_s = PAUSE_FIRST_S
        self._trying = False
        self._n_waiting = 0
        self._changed = anyio.Event()
        clock.on_drain(self._wake)

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Wait while there is no connection, but for the one whose turn it is to try.

        Raises:
            Draining: the run drains meanwhile.
        """
        return NO_WAIT if self.since is None else self._turn()

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        while self.since is not None and self._trying:
            self._n_waiting += 1
            try:
                await self._changed.wait()
            finally:
                self._n_waiting -= 1
            if self._clock.draining:
                raise Draining
        if self.since is None:
            yield
            return
        self._trying = True
        try:
            await self._clock.sleep(self._pause_s)
            yield
        finally:
            self._pause_s = min(2 * self._pause_s, PAUSE_LAST_S)
            self._trying = False
            self._wake()

    def tells_of_one(self, began_at: float, last_reply_at: float) -> bool:
        """Whether a gateway's fault may be the request's own: others are answered, or there are none to tell.

        Args:
            began_at: when the request was sent.
            last_reply_at: when the last reply came to any.
        """
        if last_reply_at >= began_at:
            return True
        alone_s = self._clock.now() - self.since if self.since is not None and not self._n_waiting else 0.0
        return alone_s >= ALONE_S

    def begin(self, error: ProviderError) -> None:
        """A request found no connection. After too long the run drains."""
        now = self._clock.now()
        if self.since is None:
            self.since, self._pause_s = now, PAUSE_FIRST_S
        elif now - self.since >= self.longest_s:
            self._clock.drain(StopReason.UNREACHABLE.cause(now - self.since, error), error)

    def end(self) -> None:
        """Something came back: there is a connection."""
        self.since = None
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
