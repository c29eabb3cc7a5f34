"""An event loop whose clock jumps: whatever waits, waits in no time at all.

Sockets and threads still run in real time; before each jump the loop gives them a moment to report.
"""

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    def __init__(self, moment_s: float) -> None:
        super().__init__()
        self.moment_s = moment_s
        self.jumped_s = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:  # nothing is due: only a socket or a thread can go on
            return super().select(None)
        events = super().select(min(timeout, self.moment_s))
        if not events:
            self.jumped_s += timeout
        return events


class JumpingLoop(asyncio.SelectorEventLoop):
    """`time()` is the sum of all waits; `moment_s` is what threads and sockets get before each jump."""

    def __init__(self, moment_s: float = 0.0) -> None:
        self._jumping = _JumpingSelector(moment_s)
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.jumped_s


def run_in_virtual_time(main: Callable[[], Awaitable[T]], *, moment_s: float = 0.0) -> T:
    """Run an async function to its end on a loop of virtual time."""
    with asyncio.Runner(loop_factory=lambda: JumpingLoop(moment_s)) as runner:

        async def whole() -> T:
            return await main()

        return runner.run(whole())
