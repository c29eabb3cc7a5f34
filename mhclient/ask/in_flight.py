"""The requests in flight, and the end of what takes too long: one timer for all attempts of a session.

All have the same time, so the oldest is the next one due. A timer of its own for each attempt
(`asyncio.timeout`) costs several times as much as the rest of its bookkeeping.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import anyio

from mhclient.ask.stopping import TICK_S, Clock

# How often it is looked whether the loop keeps up. A look that is late tells of a slow machine, where what
# has arrived is not read yet and what is asked not sent; such time is not the server's. One that is late by
# STOPPED_S tells of a process that was stopped (Ctrl-Z, a laptop's lid): what came meanwhile is read first.
LOOK_S, LATE_S, STOPPED_S = 0.1, 0.003, 1.0
LOST_MOST_S = 60.0  # of an attempt's time; a connection does not outlive a longer stop


@dataclass(slots=True, eq=False)
class Sent:
    """An attempt that is under way, and the task that waits for its answer."""

    since: float
    lost_s: float  # by this process until then
    task: asyncio.Task[Any]
    n_cancels: int  # that others had asked of the task before
    overdue: bool = False

    def timed_out(self) -> bool:
        """Whether the task was cancelled for its attempt's time alone, not by anybody else as well."""
        return self.overdue and self.task.cancelling() == self.n_cancels + 1


class InFlight:
    """The attempts that have been sent and not ended.

    Args:
        deadline_s: what each of them may take, from before the first byte is sent to the last one received.
            Time in which this process did not keep up is not counted, up to a minute: a reply that has
            arrived is read, not bought twice.
        n_connections: how many may be under way at once. The pacer gives a few permits more; who has none of
            the connections waits for one before the deadline begins.
    """

    def __init__(self, clock: Clock, deadline_s: float, n_connections: int) -> None:
        self.deadline_s = deadline_s
        self.n_connections = n_connections
        self.connection = asyncio.Semaphore(n_connections)
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._sent: dict[str, Sent] = {}  # by job, the oldest first
        self._lost_s = 0.0  # in which the loop did not keep up

    async def lower(self) -> None:
        """One request fewer at once, from now on: the machine has no room for more."""
        if self.n_connections > 1:
            self.n_connections -= 1
            await self.connection.acquire()

    def begin(self, name: str) -> Sent:
        """The current task is about to send an attempt for the job of that name."""
        task = asyncio.current_task(self._loop)  # without it, the system is asked which loop runs
        assert task is not None
        sent = self._sent[name] = Sent(self._clock.now(), self._lost_s, task, task.cancelling())
        return sent

    def end(self, name: str) -> None:
        """The attempt has ended, one way or another."""
        sent = self._sent.pop(name)
        if sent.overdue:
            sent.task.uncancel()

    def oldest(self) -> tuple[str, float] | None:
        """The job whose attempt has been under way for longest, and since when; None if nothing is."""
        return next(((name, sent.since) for name, sent in self._sent.items()), None)

    def __len__(self) -> int:
        return len(self._sent)

    async def end_overdue(self) -> None:
        """Cancel the task of every attempt that takes too long, until cancelled oneself."""
        look_s, looked_at = LOOK_S, self._clock.now()
        was_late = was_stopped = False
        while True:
            await anyio.sleep(look_s)
            now = self._clock.now()
            late_s = now - looked_at - look_s
            if was_late or late_s > LATE_S:  # under load a look may be on time by chance
                self._lost_s += now - looked_at
            was_late, looked_at = late_s > LATE_S, now
            was_stopped = late_s > STOPPED_S and not was_stopped
            look_s = STOPPED_S if was_stopped else min(max(self._cancel_overdue(now), TICK_S), LOOK_S)

    def _cancel_overdue(self, now: float) -> float:
        """Seconds until the next attempt can be due."""
        for sent in self._sent.values():
            lost_s = min(self._lost_s - sent.lost_s, LOST_MOST_S)
            left_s = sent.since + self.deadline_s + lost_s - now
            if left_s > 0:
                return left_s
            if not sent.overdue:
                sent.overdue = True
                sent.task.cancel()
        return self.deadline_s
