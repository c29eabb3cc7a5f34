"""Pacing, on a clock that jumps: how soon requests go out, and what refusals teach."""

import math
import random
from dataclasses import dataclass, field
from functools import cache

import anyio
import pytest

from mhclient.ask.congestion import LearnedRate, Lesson, SendLog
from mhclient.ask.pacing import BURST_S, Bucket, Pacer
from mhclient.ask.stopping import LoopClock
from mhclient.providers.headers import Quota
from mhclient.simulator.server import RateLimit
from tests.support.virtual_time import run_in_virtual_time


def test_a_bucket_lets_out_its_rate_and_a_small_burst():
    bucket = Bucket()
    bucket.set_rate(100.0, 0.0)
    taken = 0
    for now in (n / 1000 for n in range(2000)):
        while bucket.wait_s(1, now) == 0:
            bucket.take(1, now)
            taken += 1
    assert 199 <= taken <= 200 + 100 * BURST_S


def test_an_amount_above_the_burst_goes_out_of_a_full_bucket_and_is_paid_back():
    bucket = Bucket()
    bucket.set_rate(10.0, 0.0)
    assert bucket.wait_s(50, 1.0) == 0
    bucket.take(50, 1.0)
    assert bucket.wait_s(1, 1.0) == pytest.approx(5.0)


def test_an_overestimate_is_given_back():
    bucket = Bucket()
    bucket.set_rate(10.0, 0.0)
    bucket.take(50, 1.0)
    bucket.give_back(40)
    assert bucket.wait_s(1, 1.0) == pytest.approx(1.0)


def test_a_pause_stays_as_long_when_the_rate_turns_out_lower():
    bucket = Bucket()
    bucket.set_rate(10_000.0, 0.0)
    bucket.drain(debt_s=0.1)
    bucket.set_rate(10.0, 0.0)
    assert bucket.wait_s(1, 0.0) == pytest.approx(0.1 + 1 / 10)


@dataclass
class Provider:
    """Answers after `latency_s`, or refuses: the other side of a pacer, without sockets."""

    limit: RateLimit
    latency_s: float = 0.05
    tells_wait: bool = True
    refuses_after_s: float | None = None  # after the latency of a reply, if None
    storm: tuple[float, float] = (math.inf, math.inf)
    replied_at: list[float] = field(default_factory=list)
    refused_at: list[float] = field(default_factory=list)

    async def answer(self, clock: LoopClock) -> float | bool | None:
        """True for a reply; else how long to wait, if it says so."""
        way_s = (self.latency_s if self.refuses_after_s is None else self.refuses_after_s) / 2
        await clock.sleep(way_s)
        stormy = self.storm[0] <= clock.now() < self.storm[1]
        wait_s = 1.0 if stormy else self.limit.refuse_s(clock.now())
        await clock.sleep(self.latency_s - way_s if wait_s is None else way_s)
        if wait_s is None:
            self.replied_at.append(clock.now())
            return True
        self.refused_at.append(clock.now())
        return wait_s if self.tells_wait and not stormy else None


class Capricious(RateLimit):
    """A limit, or none, that also refuses a share of what it would let in."""

    def __init__(self, per_s: float, share: float, seed: int = 7) -> None:
        super().__init__(min(per_s, 1e9))
        self._share, self._random = share, random.Random(seed)

    def refuse_s(self, now: float) -> float | None:
        return 0.0 if self._random.random() < self._share else super().refuse_s(now)


async def drive(pacer: Pacer, provider: Provider, n: int, quota: Quota | None = None) -> None:
    """Ask n times through the pacer, each until it is answered; 512 are under way at most."""
    clock = LoopClock()
    waiting = iter(range(n))

    async def one_after_the_other() -> None:
        for _ in waiting:
            while True:
                permit = await pacer.admit(100)
                assert permit is not None
                answer = await provider.answer(clock)
                if answer is True:
                    pacer.answered(permit, tokens_used=None, quota=quota)
                    break
                pacer.congested(permit, answer or None)

    async with anyio.create_task_group() as requests:
        for _ in range(512):
            requests.start_soon(one_after_the_other)


def outcome(provider: Provider, n: int, **pacing) -> Provider:
    async def main() -> None:
        quota = pacing.pop("quota", None)
        await drive(Pacer(LoopClock(), window_max=256, **pacing), provider, n, quota)

    run_in_virtual_time(main)
    return provider


LIMIT_PER_S = 200.0


def told() -> Quota:
    return Quota(requests_per_min=LIMIT_PER_S * 60)


@pytest.mark.parametrize("latency_s", [0.005, 0.05, 0.3])
def test_a_limit_that_headers_tell_is_kept_from_the_first_reply_on(latency_s):
    provider = outcome(Provider(RateLimit(LIMIT_PER_S), latency_s), 1000, quota=told())
    assert len(provider.refused_at) <= 10
    assert provider.replied_at[-1] <= 1.15 * 1000 / LIMIT_PER_S


@pytest.mark.slow
@pytest.mark.parametrize("latency_s", [0.01, 0.05, 0.3])
@pytest.mark.parametrize("tells_wait", [True, False])
def test_a_limit_that_nobody_tells_is_learned_from_refusals(latency_s, tells_wait):
    provider = outcome(
        Provider(RateLimit(LIMIT_PER_S), latency_s, tells_wait=tells_wait, refuses_after_s=0.005), 1000
    )
    assert len(provider.refused_at) <= 100
    assert provider.replied_at[-1] <= 1.15 * 1000 / LIMIT_PER_S


@pytest.mark.slow
@pytest.mark.parametrize("latency_s", [0.01, 0.05, 0.3])
def test_where_refusals_take_as_long_as_replies_what_was_under_way_is_refused_and_no_more(latency_s):
    provider = outcome(Provider(RateLimit(LIMIT_PER_S), latency_s, tells_wait=False), 1000)
    assert len(provider.refused_at) <= 256
    assert provider.replied_at[-1] <= 1.15 * 1000 / LIMIT_PER_S


@pytest.mark.parametrize("limit_per_s", [5.0, 50.0])
def test_refusals_that_come_sooner_than_replies_are_no_storm(limit_per_s):
    """Probes were refused before the first of them was answered, and each answer widened the window."""
    provider = outcome(Provider(RateLimit(limit_per_s), tells_wait=False, refuses_after_s=0.005), 500)
    assert len(provider.refused_at) <= 100
    assert provider.replied_at[-1] <= 1.15 * 500 / limit_per_s


def test_what_was_never_sent_was_not_let_in():
    rate = LearnedRate()
    for number in range(18):
        rate.send(number / 10)
        if number % 2:
            rate.unsend(number / 10)
    rate.send(1.8)
    rate.refuse(1.8, 1.81)
    assert rate.tried_per_s == pytest.approx(9 / 1.8)


def test_a_hold_of_some_seconds_says_nothing_of_the_rate():
    log = SendLog()
    for number in range(11):
        log.send(number / 10, longest_gap_s=0.5)
    log.send(9.0, longest_gap_s=0.5)
    log.take_out(0.5)
    n_let_in, seconds = log.let_in(0.1, 9.0)
    assert n_let_in == 9
    assert seconds == pytest.approx(0.9 + 0.5)


@pytest.mark.slow
def test_a_learned_limit_is_held_with_few_refusals_and_well_used():
    provider = outcome(Provider(RateLimit(LIMIT_PER_S), 0.05, tells_wait=False), 20_000)
    late = [moment for moment in provider.refused_at if moment > 20]
    assert len(late) <= 0.02 * LIMIT_PER_S * (provider.replied_at[-1] - 20)
    assert provider.replied_at[-1] <= 1.1 * 20_000 / LIMIT_PER_S


@pytest.mark.slow
@pytest.mark.parametrize(
    ("latency_s", "n", "seed"), [*((0.05, 3_000, seed) for seed in range(3)), (0.5, 12_000, 0)]
)
def test_random_refusals_are_no_limit(latency_s, n, seed):
    """One request in a hundred is refused once, whatever the rate: at least 90 % of the speed is kept."""
    provider = outcome(Provider(Capricious(math.inf, 0.01, seed), latency_s, tells_wait=False), n)
    assert len(provider.refused_at) < 0.015 * n
    assert provider.replied_at[-1] < without_refusals_s(latency_s, n) / 0.9


@cache
def without_refusals_s(latency_s: float, n: int) -> float:
    """How long it takes where nothing is refused, and so nothing is drawn."""
    provider = outcome(Provider(Capricious(math.inf, 0.0, 0), latency_s, tells_wait=False), n)
    return provider.replied_at[-1]


def test_a_limit_is_kept_to_beside_random_refusals():
    provider = outcome(Provider(Capricious(LIMIT_PER_S, 0.01, 0), 0.05, tells_wait=False), 4_000)
    assert len(provider.refused_at) < 0.1 * 4_000
    assert provider.replied_at[-1] < 1.15 * 4_000 / LIMIT_PER_S


def test_three_refusals_of_chance_that_cut_the_rate_are_found_out_by_what_is_let_in_behind_them():
    rate = LearnedRate()
    for number in range(200):
        rate.send(number / 1000)
    lessons = [rate.refuse(sent_at / 1000, 0.2) for sent_at in (100, 101, 102)]
    assert lessons == [Lesson.OLD, Lesson.OLD, Lesson.CUT]
    assert rate.per_s < 1_000
    delivered = [rate.deliver(number / 1000, 0.21) for number in range(103, 130)]
    assert delivered.count(Lesson.RANDOM) == 1
    assert math.isinf(rate.per_s)


@pytest.mark.slow
def test_after_a_storm_of_half_an_hour_the_old_rate_is_back_within_thirty_seconds():
    storm = (60.0, 60.0 + 1800.0)
    provider = outcome(Provider(RateLimit(100.0), 0.3, tells_wait=False, storm=storm), 30_000)
    in_storm = [moment for moment in provider.refused_at if storm[0] <= moment < storm[1]]
    assert len(in_storm) <= 300  # it probes, it does not hammer
    back = [moment for moment in provider.replied_at if storm[1] + 30 <= moment < storm[1] + 40]
    assert len(back) >= 0.9 * 100 * 10
    steady = [moment for moment in provider.refused_at if moment > storm[1] + 60]
    assert len(steady) <= 0.02 * sum(moment > storm[1] + 60 for moment in provider.replied_at)


@pytest.mark.parametrize("limit_per_s", [0.1, 1.0, 5.0])
def test_a_limit_of_a_few_requests_and_without_a_burst_is_learned_too(limit_per_s):
    limit = RateLimit(limit_per_s, burst=1)
    provider = outcome(Provider(limit, tells_wait=False, refuses_after_s=0.01), 100)
    half = provider.replied_at[50]
    late = [moment for moment in provider.refused_at if moment > half]
    assert len(late) <= 10
    assert provider.replied_at[-1] - half <= 2 * 50 / limit_per_s


def test_a_storm_leaves_the_rate_as_it_was_learned():
    """Two probes at a time: the second refusal is of the same event, and tells no rate either."""
    rate = LearnedRate()
    for number in range(96):
        rate.send(number / 100)
    for sent_at in (0.93, 0.94, 0.95):
        rate.refuse(sent_at, 1.0)
    learned = rate.per_s
    for probe in range(2, 40):
        rate.send(float(probe))
        rate.send(probe + 0.01)
        assert rate.refuse(float(probe), probe + 0.1) is Lesson.SILENCE
        assert rate.refuse(probe + 0.01, probe + 0.1) is Lesson.OLD
    assert rate.per_s == learned


def test_a_users_limit_holds_even_where_the_provider_allows_more():
    provider = outcome(
        Provider(RateLimit(1e9), 0.01), 300, stated=Quota(requests_per_min=600), quota=Quota(6000)
    )
    assert provider.replied_at[-1] >= 0.95 * 300 / 10


def test_tokens_per_minute_are_kept():
    provider = outcome(Provider(RateLimit(1e9), 0.01), 100, stated=Quota(tokens_per_min=60_000))
    assert provider.replied_at[-1] == pytest.approx(
        100 * 100 / 1000, rel=0.1
    )  # 100 tokens each, 1,000 a second
