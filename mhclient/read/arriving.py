"""Reading replies as they come, in a thread beside the event loop on which connections wait."""

import asyncio
import contextlib
import math
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from time import sleep
from typing import Self, TypeAlias

from mhclient.read.reading import BriefReading, ShownCompletion, keyless, read_completion

MOST_WAITING = 1_000_000  # characters
READ_EVERY_S = 0.02  # a thread that is woken for each reply takes the interpreter from the others each time

LAST_S = 1.0  # once a run is to end

Taken: TypeAlias = Callable[[BriefReading], None]


class ArrivingReplies:
    """Reads replies in a thread of its own.

    As an asynchronous context it ends the thread; what waits then is left unread.

    Attributes:
        n_waiting: replies that have not been read yet.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._arrived: SimpleQueue[tuple[ShownCompletion, Taken] | None] = SimpleQueue()
        self.n_waiting = self._n_characters = 0
        self._fewer_wait = asyncio.Event()
        self._failure: Exception | None = None
        self._ended, self._last_at = False, math.inf

    async def __aenter__(self) -> Self:
        threading.Thread(target=self._work, name="reads replies", daemon=True).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ended = True
        self._arrived.put(None)

    async def read(self, reply: ShownCompletion, take: Taken) -> None:
        """Have a reply read; returns once few characters wait.

        Args:
            take: is given what was read, on the loop.
        """
        self.n_waiting += 1
        self._n_characters += len(reply.completion)
        self._arrived.put((reply, take))
        await self.until(lambda: self._n_characters <= MOST_WAITING)

    def hurry(self) -> None:
        """Let nobody wait for it any more, but the end for a moment: the rest is read with the table."""
        self._last_at = min(self._last_at, self._loop.time() + LAST_S)
        self._fewer_wait.set()

    async def finish(self) -> None:
        """Wait until all has been read."""
        while self._failure is None and self.n_waiting and self._loop.time() < self._last_at:
            self._fewer_wait.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._fewer_wait.wait(), LAST_S / 4)
        if self._failure is not None:
            raise self._failure

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until this is so, which may change whenever something has been read."""
        while self._failure is None and self._last_at == math.inf and not is_so():
            self._fewer_wait.clear()
            await self._fewer_wait.wait()
        if self._failure is not None:
            raise self._failure

    def _work(self) -> None:
        while (first := self._arrived.get()) is not None:
            sleep(READ_EVERY_S)
            arrived = [first]
            while not self._arrived.empty() and (following := self._arrived.get()) is not None:
                arrived.append(following)
            if not self._read(arrived):
                return

    def _read(self, arrived: Sequence[tuple[ShownCompletion, Taken]]) -> bool:
        """Read these and hand over what was read; whether more is to be read."""
        read: list[BriefReading] = []
        try:
            for reply in keyless([reply for reply, _ in arrived]):
                if self._ended:
                    return False
                read.append(read_completion(reply))
        except Exception as error:  # noqa: BLE001 - raised on the loop
            self._failure = error
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._deliver, arrived, read)
        return self._failure is None

    def _deliver(
        self, arrived: Sequence[tuple[ShownCompletion, Taken]], read: Sequence[BriefReading]
    ) -> None:
        try:
            for (reply, take), reading in zip(arrived, read, strict=False):
                self.n_waiting -= 1
                self._n_characters -= len(reply.completion)
                take(reading)
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            self._failure = error
        self._fewer_wait.set()
