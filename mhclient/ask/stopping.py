"""How a run ends early: drain (nothing new goes out, what is under way may finish), or abort.

Whatever waits to send something waits through `Stop.sleep`, so that a drain never takes longer than the
requests under way.
"""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

import anyio

from mhclient.ask.causes import StopCause, StopReason
from mhclient.ask.clock import LoopClock
from mhclient.errors import UsageError

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
    """

    def __init__(self) -> None:
        self.cause: StopCause | None = None
        self.error: Exception | None = None
        self.abort_scope = anyio.CancelScope()
        self._draining = anyio.Event()
        self._listeners: list[Callable[[], None]] = []

    @property
    def draining(self) -> bool:
        return self.cause is not None

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
