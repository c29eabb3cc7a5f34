"""Shares requests out to machines. Read this first.

Each machine has a bucket under way and one waiting, so that it never idles. A machine that fails gets nothing
until it answers again; what it had goes to the others. A request that was with three machines when they died
is at fault itself, and ends as an error. When nothing is left to share out, a machine that idles takes what
another has had for long, and the first answer counts. Nothing can be doubled: one process claims and keeps.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import aiohttp

from mhclient.errors import BringsDownMachines, ModelUnusable, NeverSent, ProviderError
from mhclient.providers.local.fleet.seat import GONE, Seat, SeatState
from mhclient.providers.local.fleet.wire import About
from mhclient.providers.local.worker import Workload

AHEAD = 2  # buckets per machine
LOOK_EVERY_S = 1.0
DEATHS_MOST = 3  # of machines that had a request, until it is the request's fault
NOBODY_S = 10.0  # without any machine, until a request counts as one that could not be sent
LATE_TIMES = 4.0


@dataclass(slots=True, eq=False)
class Awaited:
    """One request, and how many machines have died with it."""

    body: str
    future: "asyncio.Future[bytes]"
    n_deaths: int = 0


@dataclass(slots=True)
class Terms:
    """On which a fleet is used.

    Attributes:
        wanted: who may answer; its `computed_with` counts only where machines must be of one kind.
        mixed: machines of different kinds may answer one run.
        token: what they want to see.
        bucket: requests sent together at most.
        tell: shows a sentence to whoever watches.
        late_s: a bucket is late after this long, if it is LATE_TIMES as long as is usual.
    """

    wanted: About
    mixed: bool
    token: str = field(repr=False)
    bucket: int = 32
    tell: Callable[[str], None] = lambda text: None
    late_s: float = 5.0


class Fleet:
    """Machines that answer a run's requests, in the place of a model on this one."""

    def __init__(self, urls: Sequence[str], terms: Terms) -> None:
        self.seats = [Seat(url.rstrip("/")) for url in urls]
        self.workload = Workload()
        self._terms = terms
        self._numbers = itertools.count()
        self._pending: list[Awaited] = []
        self._with: dict[int, tuple[Seat, list[Awaited]]] = {}
        self._took_s: list[float] = []
        self._changed = asyncio.Event()
        self._last_seat_at = time.monotonic()
        headers = {"Authorization": f"Bearer {terms.token}"} if terms.token else {}
        self._session = aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(limit=0))
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Look for the machines, and put those that answer to work.

        Raises:
            ModelUnusable: none of them may answer, or none does.
        """
        await asyncio.gather(*(self._look_at(seat) for seat in self.seats))
        if not any(seat.state is SeatState.READY for seat in self.seats):
            await self._session.close()
            listed = "; ".join(f"{seat.url}: {seat.why}" for seat in self.seats)
            raise ModelUnusable(f"`on`: no machine can be used: {listed}.")
        self._tasks = [asyncio.create_task(self._watch(seat)) for seat in self.seats]
        self._tasks += [asyncio.create_task(self._work(seat)) for seat in self.seats for _ in range(AHEAD)]
        self._tasks.append(asyncio.create_task(self._give_up_alone()))

    async def close(self) -> None:
        """Leave; machines go on with what they have, and nobody takes it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()

    async def ask(self, body: str) -> bytes:
        """The reply's body.

        Raises:
            ProviderError: why there is none; `NeverSent` while no machine can be reached.
        """
        job = Awaited(body, asyncio.get_running_loop().create_future())
        self._pending.append(job)
        self._wake()
        return await job.future

    def status(self) -> str:
        """A line per machine, for the display."""
        return "\n".join(seat.line() for seat in self.seats)

    async def _look_at(self, seat: Seat) -> None:
        try:
            about = await seat.look(self._session)
        except GONE as error:
            self._lose(seat, str(error) or type(error).__name__)
            return
        others = [other.about for other in self.seats if other is not seat and other.about]
        wrong = self._terms.wanted.differences(about)
        if not self._terms.mixed and others and others[0].computed_with != about.computed_with:
            wrong.append(
                f"it computes with {about.computed_with}, another machine with {others[0].computed_with}: "
                "`mixed` allows that"
            )
        if wrong:
            seat.state, seat.why = SeatState.REFUSED, "; ".join(wrong)
            self._terms.tell(f"{seat.url} is not used: {seat.why}")
            return
        seat.state, seat.about, seat.why = SeatState.READY, about, ""
        self._last_seat_at = time.monotonic()
        self._wake()

    def _lose(self, seat: Seat, why: str) -> None:
        if seat.state is SeatState.READY:
            self._terms.tell(f"{seat.url} is gone ({why}); what it had goes to the others")
        seat.state, seat.why = SeatState.AWAY, why
        self._wake()

    async def _watch(self, seat: Seat) -> None:
        while seat.state is not SeatState.REFUSED:
            await asyncio.sleep(LOOK_EVERY_S)
            await self._look_at(seat)

    async def _work(self, seat: Seat) -> None:
        while seat.state is not SeatState.REFUSED:
            jobs = self._take(seat) if seat.state is SeatState.READY else []
            if jobs:
                await self._have_answered(seat, jobs)
            else:
                await self._change()

    async def _have_answered(self, seat: Seat, jobs: list[Awaited]) -> None:
        number, began_at = next(self._numbers), time.monotonic()
        self._with[number], seat.under_way[number] = (seat, jobs), began_at
        answering = asyncio.create_task(seat.answer(self._session, [job.body for job in jobs]))
        try:
            while not answering.done():
                await asyncio.wait([answering], timeout=LOOK_EVERY_S)
                if seat.state is not SeatState.READY:  # the line is dead, and may not say so for hours
                    answering.cancel()
                    raise TimeoutError(seat.why)
            answers = answering.result()
        except GONE as error:
            self._lose(seat, str(error) or type(error).__name__)
            self._give_back(jobs)
            return
        finally:
            answering.cancel()
            del self._with[number], seat.under_way[number]
        self._took_s.append(time.monotonic() - began_at)
        self._settle(seat, jobs, answers)

    def _settle(self, seat: Seat, jobs: Sequence[Awaited], answers: Sequence[bytes | ProviderError]) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            if job.future.done():  # another machine was faster, or whoever asked has gone
                continue
            seat.n_answered += 1
            self.workload.n_items += 1
            if isinstance(answer, ProviderError):
                job.future.set_exception(answer)
            else:
                job.future.set_result(answer)

    def _give_back(self, jobs: Sequence[Awaited]) -> None:
        for job in jobs:
            job.n_deaths += 1
            if job.future.done():
                continue
            if job.n_deaths >= DEATHS_MOST:
                job.future.set_exception(BringsDownMachines(f"{DEATHS_MOST} machines failed with it"))
            elif not any(job is other for other in self._pending):
                self._pending.insert(0, job)
        self._wake()

    def _take(self, seat: Seat) -> list[Awaited]:
        """The next bucket for a machine: the oldest request and those nearest to it in length."""
        self._pending = [job for job in self._pending if not job.future.done()]
        if not self._pending:
            return [] if seat.under_way else self._late(seat)
        oldest = self._pending[0]
        if oldest.n_deaths:  # it may be what they died of: nobody else is to suffer for it
            return [self._pending.pop(0)]
        healthy = [job for job in self._pending if not job.n_deaths]
        near = sorted(healthy, key=lambda job: abs(len(job.body) - len(oldest.body)))[: self._terms.bucket]
        self._pending = [job for job in self._pending if not any(job is other for other in near)]
        return near

    def _late(self, seat: Seat) -> list[Awaited]:
        """What another machine has had for longer than is usual, while this one has nothing to do."""
        usual_s = statistics.median(self._took_s) if self._took_s else 0.0
        late_since = time.monotonic() - max(self._terms.late_s, LATE_TIMES * usual_s)
        for number, (other, jobs) in self._with.items():
            left = [job for job in jobs if not job.future.done()]
            if other is not seat and other.under_way[number] < late_since and left:
                other.under_way[number] = time.monotonic()  # asked again once, not by each that idles
                return left
        return []

    async def _give_up_alone(self) -> None:
        """While no machine is there, requests end as ones that could not be sent: the run waits and tries."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            if any(seat.state is SeatState.READY for seat in self.seats):
                self._last_seat_at = time.monotonic()
            elif time.monotonic() - self._last_seat_at > NOBODY_S:
                waiting, self._pending = self._pending, []
                listed = "; ".join(f"{seat.url}: {seat.why}" for seat in self.seats)
                for job in waiting:
                    if not job.future.done():
                        job.future.set_exception(NeverSent(f"no machine answers ({listed})"))

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _change(self) -> None:
        """Until there is something new to look at, or something may be late by now."""
        try:
            async with asyncio.timeout(LOOK_EVERY_S):
                await self._changed.wait()
        except TimeoutError:
            return
