"""The pacer, on a clock that jumps: who is held back, who waits for a place, and what overload teaches."""

import math
import random
from collections.abc import Awaitable, Callable

import anyio
import pytest

from mhclient.ask.congestion import SLOW_START
from mhclient.ask.pacing import Hold, Pacer
from mhclient.ask.stopping import LoopClock
from mhclient.providers.headers import Quota
from tests.support.virtual_time import run_in_virtual_time


@pytest.mark.parametrize("told_s", [None, 0.0, 0.02])
@pytest.mark.parametrize("kind", ["congested", "overloaded"])
def test_who_refuses_everything_is_asked_ever_more_rarely_whatever_wait_it_names(kind, told_s):
    async def scenario(pacer, clock):
        n_asked = 0
        while clock.now() < 60:
            permit = await pacer.admit(1)
            await clock.sleep(0.01)
            getattr(pacer, kind)(permit, told_s)
            n_asked += 1
        assert n_asked <= 30

    run_with_pacer(scenario)


def run_with_pacer(scenario: Callable[[Pacer, LoopClock], Awaitable[None]], **pacing) -> None:
    async def main() -> None:
        await scenario(Pacer(LoopClock(), window_max=64, **pacing), LoopClock())

    run_in_virtual_time(main)


def test_retry_after_holds_every_request_back():
    async def scenario(pacer, clock):
        first, second = await pacer.admit(1), await pacer.admit(1)
        pacer.congested(first, 7.0)
        pacer.ended()
        assert second.given_at == 0.0
        third = await pacer.admit(1)
        assert third.given_at == pytest.approx(7.0, abs=0.2)

    run_with_pacer(scenario)


def test_one_congestion_event_cuts_once_however_many_refusals_it_brings():
    async def scenario(pacer, clock):
        permits = [await pacer.admit(1) for _ in range(30)]
        await clock.sleep(0.1)
        for permit in permits[:10]:
            pacer.answered(permit, tokens_used=None, quota=None)
        await clock.sleep(0.01)
        for permit in permits[10:]:
            pacer.congested(permit, None)
        assert pacer.state().window >= 0.6 * SLOW_START

    run_with_pacer(scenario)


def test_a_full_window_waits_for_a_place_and_says_so():
    async def scenario(pacer, clock):
        permits = [await pacer.admit(1) for _ in range(SLOW_START)]
        async with anyio.create_task_group() as group:
            group.start_soon(pacer.admit, 1)
            await clock.sleep(1.0)
            assert pacer.state().hold is Hold.WINDOW
            pacer.ended()
        assert pacer.state().in_flight == len(permits)

    run_with_pacer(scenario)


def test_a_closed_pacer_sends_whoever_waits_away():
    async def scenario(pacer, clock):
        for _ in range(SLOW_START):
            await pacer.admit(1)
        async with anyio.create_task_group() as group:

            async def wait() -> None:
                assert await pacer.admit(1) is None

            group.start_soon(wait)
            await clock.sleep(0.1)
            pacer.close()

    run_with_pacer(scenario)


def test_two_processes_share_a_stated_limit():
    async def scenario(pacer, clock):
        pacer.share_with(2)
        assert pacer.state().requests_per_s == pytest.approx(5.0)

    run_with_pacer(scenario, stated=Quota(requests_per_min=600))


def test_a_permit_that_is_given_back_goes_to_who_waits_at_once():
    """Another process has asked the item already: its turn must not be lost, nor slept through."""

    async def scenario(pacer, clock):
        taken = await pacer.admit(1)
        began_at = clock.now()
        async with anyio.create_task_group() as group:

            async def next_one() -> None:
                await pacer.admit(1)
                assert clock.now() - began_at == pytest.approx(0.2)

            group.start_soon(next_one)
            await clock.sleep(0.2)
            pacer.unsent(taken)

    run_with_pacer(scenario, stated=Quota(requests_per_min=60))


@pytest.mark.parametrize(("share", "least", "most"), [(0.01, 64, 64), (0.5, 1, 16)])
def test_an_overloaded_provider_is_spared_only_where_it_turns_many_away(share, least, most):
    """One in a hundred is its weather; no rate is learned of either."""

    async def scenario(pacer, clock):
        draw = random.Random(3)
        for _ in range(3_000):
            permit = await pacer.admit(1)
            await clock.sleep(0.01)
            if draw.random() < share:
                pacer.overloaded(permit, None)
            else:
                pacer.answered(permit, tokens_used=None, quota=None)
        assert least <= pacer.state().window <= most
        assert math.isinf(pacer.state().requests_per_s)

    run_with_pacer(scenario)
