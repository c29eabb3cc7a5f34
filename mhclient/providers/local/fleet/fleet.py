"""Shares requests out to machines. Read this first.

Each machine has a bucket under way and one waiting, so that it never idles. A machine that fails gets nothing
until it answers again; what it had goes to the others. A request that was with three machines when they died
is at fault itself, and ends as an error. When nothing is left to share out, a machine that idles takes what
another has had for long, and the first answer counts. What was once with a machine that died is asked by
itself, with nothing beside it on its machine. Nothing can be doubled: one process claims and keeps.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from mhclient.errors import BringsDownMachines, ModelUnusable, NeverSent, ProviderError
from mhclient.providers.local.fleet.machine import MachineGone, MachineLost, Machines, UnfitMachine
from mhclient.providers.local.fleet.seat import ENDED, Seat, SeatState
from mhclient.providers.local.fleet.wire import MachineIdentity
from mhclient.providers.local.worker import Workload

AHEAD = 2  # buckets per machine
LOOK_EVERY_S = 1.0
DEATHS_MOST = 3  # of machines that had a request, until it is the request's fault
NOBODY_S = 10.0  # without any machine, until a request counts as one that could not be sent
LATE_TIMES = 4.0
RECRUIT_EVERY_S = 5.0  # how soon a machine that has come gets work

_STATES = {UnfitMachine: SeatState.REFUSED, MachineLost: SeatState.LEFT}


@dataclass(slots=True, eq=False)
class AwaitedRequest:
    """One request, and how many machines have died with it."""

    body: str
    future: "asyncio.Future[bytes]"
    n_deaths: int = 0


@dataclass(slots=True)
class FleetTerms:
    """On which a fleet is used.

    Attributes:
        wanted: who may answer; its `computed_with` does not count.
        bucket: requests sent together at most.
        tell: shows a sentence to whoever watches.
        late_s: a bucket is late after this long, if it is LATE_TIMES as long as is usual.
    """

    wanted: MachineIdentity
    bucket: int = 32
    tell: Callable[[str], None] = lambda text: None
    late_s: float = 5.0


class Fleet:
    """Machines that answer a run's requests, in the place of a model on this one."""

    def __init__(self, machines: Machines, terms: FleetTerms) -> None:
        self.seats: list[Seat] = []
        self._machines = machines
        self.workload = Workload()
        self._terms = terms
        self._numbers = itertools.count()
        self._pending: list[AwaitedRequest] = []
        self._with: dict[int, tuple[Seat, list[AwaitedRequest]]] = {}
        self._took_s: list[float] = []
        self._changed = asyncio.Event()
        self._last_seat_at = time.monotonic()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Look for the machines, and put those that answer to work.

        Raises:
            ModelUnusable: none of them may answer, or none does.
        """
        end_at = time.monotonic() + self._machines.start_s
        while not any(seat.state is SeatState.READY for seat in self.seats):
            await self._look_for_more()
            await asyncio.gather(*(self._look_at(seat) for seat in self.seats if seat.state not in ENDED))
            if all(seat.state in ENDED for seat in self.seats) or time.monotonic() > end_at:
                break
            await asyncio.sleep(LOOK_EVERY_S)
        if not any(seat.state is SeatState.READY for seat in self.seats):
            raise ModelUnusable(f"`on`: no machine can be used: {self._listed()}.")
        self._tasks += [asyncio.create_task(self._give_up_alone()), asyncio.create_task(self._recruit())]
        for seat in self.seats:
            self._employ(seat)

    def _employ(self, seat: Seat) -> None:
        self._tasks.append(asyncio.create_task(self._watch(seat)))
        self._tasks += [asyncio.create_task(self._work(seat)) for _ in range(AHEAD)]

    async def _look_for_more(self) -> list[Seat]:
        known = {id(seat.machine) for seat in self.seats}
        more = [Seat(machine) for machine in await self._machines.found() if id(machine) not in known]
        self.seats += more
        return more

    async def _recruit(self) -> None:
        """Have machines that come later work, too."""
        while True:
            await asyncio.sleep(RECRUIT_EVERY_S)
            with suppress(ModelUnusable):  # none is left: those that there were may come back
                for seat in await self._look_for_more():
                    self._employ(seat)

    async def close(self) -> None:
        """Leave: nothing more is asked."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._machines.leave()

    async def ask(self, body: str) -> bytes:
        """The reply's body.

        Raises:
            ProviderError: why there is none; `NeverSent` while no machine can be reached.
        """
        job = AwaitedRequest(body, asyncio.get_running_loop().create_future())
        self._pending.append(job)
        self._wake()
        return await job.future

    def _listed(self) -> str:
        return "; ".join(f"{seat.name}: {seat.why}" for seat in self.seats)

    def status(self) -> str:
        """A line per machine, for the display."""
        return "\n".join(seat.line() for seat in self.seats)

    async def _look_at(self, seat: Seat) -> None:
        try:
            about = await seat.machine.about()
        except MachineGone as error:
            self._lose(seat, error)
            return
        others = [other.about for other in self.seats if other is not seat and other.about]
        wrong = self._terms.wanted.differences(about)
        if others and others[0].computed_with != about.computed_with:  # rounding would differ
            wrong.append(
                f"it computes with {about.computed_with}, another machine with {others[0].computed_with}"
            )
        if wrong:
            seat.state, seat.why = SeatState.REFUSED, "; ".join(wrong)
            self._terms.tell(f"{seat.name} is not used: {seat.why}")
            return
        seat.state, seat.about, seat.why = SeatState.READY, about, ""
        self._last_seat_at = time.monotonic()
        self._wake()

    def _lose(self, seat: Seat, error: MachineGone) -> None:
        if seat.state in ENDED:  # and a call that was with it says so, too
            return
        if seat.state is SeatState.READY:
            self._terms.tell(f"{seat.name} is gone ({error}); what it had goes to the others")
        elif isinstance(error, UnfitMachine):
            self._terms.tell(f"{seat.name} is not used: {error}")
        seat.state, seat.why = _STATES.get(type(error), SeatState.AWAY), str(error)
        self._wake()

    async def _watch(self, seat: Seat) -> None:
        while seat.state not in ENDED:
            await asyncio.sleep(LOOK_EVERY_S)
            await self._look_at(seat)

    async def _work(self, seat: Seat) -> None:
        while seat.state not in ENDED:
            jobs = self._take(seat) if seat.state is SeatState.READY else []
            if jobs:
                await self._have_answered(seat, jobs)
            else:
                await self._change()

    async def _have_answered(self, seat: Seat, jobs: list[AwaitedRequest]) -> None:
        number, began_at = next(self._numbers), time.monotonic()
        self._with[number], seat.under_way[number] = (seat, jobs), began_at
        answering = asyncio.create_task(seat.answer([job.body for job in jobs]))
        try:
            while not answering.done():
                await asyncio.wait([answering], timeout=LOOK_EVERY_S)
                # Nobody waits any more; a machine that never answers has no deadline of its own.
                if all(job.future.cancelled() for job in jobs):
                    return
                if seat.state is not SeatState.READY:  # the line is dead, and may not say so for hours
                    answering.cancel()
                    raise MachineGone(seat.why)
            answers = answering.result()
        except MachineGone as error:
            self._lose(seat, error)
            self._give_back(jobs)
            return
        finally:
            answering.cancel()
            del self._with[number], seat.under_way[number]
        self._took_s.append(time.monotonic() - began_at)
        self._settle(seat, jobs, answers)

    def _settle(
        self, seat: Seat, jobs: Sequence[AwaitedRequest], answers: Sequence[bytes | ProviderError]
    ) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            if job.future.done():  # another machine was faster, or whoever asked has gone
                continue
            seat.n_answered += 1
            self.workload.n_items += 1
            if isinstance(answer, ProviderError):
                job.future.set_exception(answer)
            else:
                job.future.set_result(answer)

    def _give_back(self, jobs: Sequence[AwaitedRequest]) -> None:
        for job in jobs:
            job.n_deaths += 1
            if job.future.done():
                continue
            if job.n_deaths >= DEATHS_MOST:
                job.future.set_exception(BringsDownMachines(f"{DEATHS_MOST} machines failed with it"))
            elif not any(job is other for other in self._pending):
                self._pending.insert(0, job)
        self._wake()

    def _take(self, seat: Seat) -> list[AwaitedRequest]:
        """The next bucket for a machine: the oldest request and those nearest to it in length."""
        self._pending = [job for job in self._pending if not job.future.done()]
        if not self._pending:
            return [] if seat.under_way else self._late(seat)
        oldest = self._pending[0]
        if any(job.n_deaths for number in seat.under_way for job in self._with[number][1]):
            return []
        if oldest.n_deaths:  # it may be what they died of: nobody else is to suffer for it
            return [] if seat.under_way else [self._pending.pop(0)]
        healthy = [job for job in self._pending if not job.n_deaths]
        near = sorted(healthy, key=lambda job: abs(len(job.body) - len(oldest.body)))[: self._terms.bucket]
        self._pending = [job for job in self._pending if not any(job is other for other in near)]
        return near

    def _late(self, seat: Seat) -> list[AwaitedRequest]:
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
                for job in waiting:
                    if not job.future.done():
                        job.future.set_exception(NeverSent(f"no machine answers ({self._listed()})"))

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
