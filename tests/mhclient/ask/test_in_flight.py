"""One timer ends every attempt that takes too long, each at its own time, and nothing else."""

import asyncio
import time

import pytest

from mhclient.ask.in_flight import STOPPED_S, InFlight
from mhclient.ask.stopping import LoopClock
from tests.support.virtual_time import run_in_virtual_time

DEADLINE_S = 10.0


async def attempt(in_flight: InFlight, item_id: str, *, starts_s: float, takes_s: float) -> str:
    """One attempt; how it ended, and when."""
    clock = LoopClock()
    await clock.sleep(starts_s)
    sent = in_flight.begin(item_id)
    try:
        await clock.sleep(takes_s)
        ended = "answered"
    except asyncio.CancelledError:
        if not sent.timed_out():
            raise
        ended = "timed out"
    finally:
        in_flight.end(item_id)
    await clock.sleep(0)  # where a cancellation that was left over would strike
    return f"{ended} at {clock.now():.0f} s"


def test_each_attempt_is_ended_at_its_own_deadline():
    async def main() -> list[str]:
        in_flight = InFlight(LoopClock(), DEADLINE_S, 8)
        watch = asyncio.create_task(in_flight.end_overdue())
        ended = await asyncio.gather(
            attempt(in_flight, "1", starts_s=0, takes_s=99),
            attempt(in_flight, "2", starts_s=3, takes_s=9),
            attempt(in_flight, "3", starts_s=4, takes_s=99),
            attempt(in_flight, "4", starts_s=25, takes_s=99),  # after a time with nothing in flight
        )
        watch.cancel()
        assert in_flight.oldest() is None
        return list(ended)

    assert run_in_virtual_time(main) == [
        "timed out at 10 s",
        "answered at 12 s",
        "timed out at 14 s",
        "timed out at 35 s",
    ]


def test_an_attempt_that_is_slow_to_go_does_not_keep_the_others_waiting():
    async def main() -> list[str]:
        in_flight = InFlight(LoopClock(), DEADLINE_S, 8)
        watch = asyncio.create_task(in_flight.end_overdue())

        async def slow_to_go() -> str:
            sent = in_flight.begin("slow")
            try:
                await asyncio.sleep(99)
            except asyncio.CancelledError:
                assert sent.timed_out()
                await asyncio.sleep(50)
            in_flight.end("slow")
            return f"gone at {LoopClock().now():.0f} s"

        both = await asyncio.gather(slow_to_go(), attempt(in_flight, "2", starts_s=1, takes_s=99))
        watch.cancel()
        return list(both)

    assert run_in_virtual_time(main) == ["gone at 60 s", "timed out at 11 s"]


def test_a_run_given_up_at_the_deadline_is_given_up():
    """Somebody else's cancellation is never taken for the deadline's, even if both come at once."""

    async def main() -> str:
        in_flight = InFlight(LoopClock(), DEADLINE_S, 8)
        watch = asyncio.create_task(in_flight.end_overdue())
        asked = asyncio.create_task(attempt(in_flight, "1", starts_s=0, takes_s=99))
        await asyncio.sleep(DEADLINE_S)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        watch.cancel()
        return "given up"

    assert run_in_virtual_time(main) == "given up"


def test_what_came_while_the_process_was_stopped_is_read_before_anything_is_given_up():
    class Stopped(LoopClock):
        """Jumps ahead of the loop's timers, as the machine's clock does while a process is stopped."""

        jumped_s = 0.0

        def now(self) -> float:
            return super().now() + self.jumped_s

    async def main() -> str:
        clock = Stopped()
        in_flight = InFlight(clock, DEADLINE_S, 8)
        watch = asyncio.create_task(in_flight.end_overdue())
        asked = asyncio.create_task(attempt(in_flight, "1", starts_s=0, takes_s=5 + STOPPED_S / 2))
        await asyncio.sleep(5)
        clock.jumped_s = 600.0
        ended = await asked
        watch.cancel()
        return ended

    assert run_in_virtual_time(main).startswith("answered")


async def turns_of_a_busy_loop(n: int) -> None:
    for _ in range(n):
        time.sleep(0.08)  # noqa: ASYNC251 - that is what is tested
        await asyncio.sleep(0)


async def test_time_in_which_the_loop_does_not_keep_up_is_not_the_servers():
    """On a slow machine what has arrived waits to be read, and what is asked waits to be sent."""
    in_flight = InFlight(LoopClock(), 0.3, 8)
    watch = asyncio.create_task(in_flight.end_overdue())
    sent = in_flight.begin("1")
    await turns_of_a_busy_loop(8)
    assert not sent.overdue
    in_flight.end("1")
    assert "timed out" in await attempt(in_flight, "2", starts_s=0, takes_s=9)  # the loop keeps up again
    watch.cancel()


async def test_a_loop_that_never_keeps_up_keeps_no_attempt_for_ever(monkeypatch):
    monkeypatch.setattr("mhclient.ask.in_flight.LOST_MOST_S", 1.0)
    in_flight = InFlight(LoopClock(), 0.3, 8)
    watch = asyncio.create_task(in_flight.end_overdue())
    sent = in_flight.begin("1")
    with pytest.raises(asyncio.CancelledError):
        await turns_of_a_busy_loop(100)
    assert sent.timed_out()
    in_flight.end("1")
    watch.cancel()
