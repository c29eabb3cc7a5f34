"""Several machines answer one run's requests to a local model: `Fleet` shares them out.

The run, its store and its keys know nothing of it: replies are those of a model on this machine, so a run may
be begun by one and ended by the other. `on_ray.py` finds the machines; `RaySeat`
is what runs on each.

Each machine has a bucket under way and one waiting, so that it never idles. A machine that fails gets nothing
until it answers again; what it had goes to the others. A request that was with three machines when they died
is at fault itself, and ends as an error. When nothing is left to share out, a machine that idles takes what
another has had for long, and the first answer counts. What was once with a machine that died is asked by
itself, with nothing beside it on its machine. Nothing can be doubled: one process claims and keeps.

What goes between a run and its machines is JSON: `about` → who answers (`MachineIdentity`); `answer` a list
of requests' bodies → a list of replies or errors, in that order. Nodes with another version of this program
may say something else; that is noticed here.
"""

import asyncio
import itertools
import json
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

from benchmark.untrusted import parse_json
from mhclient.errors import (
    BringsDownMachines,
    EngineFault,
    ModelUnusable,
    NeverSent,
    OutOfMemory,
    PromptTooLong,
    ProviderError,
    SurfaceFormError,
)
from mhclient.providers.local.settings import LocalSettings, ModelIdentity, Placement, identify
from mhclient.providers.local.wire import ENGINE_VERSION
from mhclient.providers.local.worker import Workload
from mhclient.show.visible import one_line
from mhclient.version import __version__

LONGEST_TEXT = 500  # characters of what a machine says of itself, or of a request

# Errors that belong to a request, wherever it was computed.
NAMED = {error.__name__: error for error in (EngineFault, OutOfMemory, PromptTooLong, SurfaceFormError)}


@dataclass(frozen=True, slots=True)
class MachineIdentity:
    """Who answers: everything that two machines of one run must have in common.

    Attributes:
        model: with its revision, as in every key.
        how: what of the settings a request's body does not say for itself.
        computed_with: versions and device; where they differ, rounding does.
    """

    model: str
    how: tuple[str, ...]
    computed_with: str
    version: str = __version__
    engine_version: str = str(ENGINE_VERSION)

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "MachineIdentity":
        """What `to_json` wrote.

        Raises:
            ValueError: it is something else.
        """
        said = parse_json(text)
        known = isinstance(said, dict) and set(said) == set(cls.__dataclass_fields__)
        if (
            not known
            or not isinstance(how := said.pop("how"), list)
            or not _are_names([*said.values(), *how])
        ):
            raise ValueError("not what a machine of this version says of itself")
        return cls(**said, how=tuple(how))

    def differences(self, other: "MachineIdentity") -> list[str]:
        """What keeps two machines from answering one run, in words."""
        return [
            f"{what} {_said(getattr(other, name))} instead of {_said(getattr(self, name))}"
            for name, what in (
                ("model", "it has the model"),
                ("how", "it computes by"),
                ("version", "it runs mhclient"),
                ("engine_version", "it has the engine"),
            )
            if getattr(self, name) != getattr(other, name)
        ]


def _are_names(values: Sequence[object]) -> bool:
    """Whether these are texts that can be shown as they are."""
    return all(isinstance(each, str) and len(each) <= LONGEST_TEXT and each.isprintable() for each in values)


def _said(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else ", ".join(filter(None, value))


def how_of(settings: LocalSettings) -> tuple[str, ...]:
    """What a machine must be started with to answer requests made with these settings."""
    return (settings.ask.value, settings.dtype, settings.engine or "")


def answers_to_json(answers: Sequence[bytes | BaseException]) -> str:
    """Replies and errors as a machine sends them.

    Raises:
        BaseException: an error that belongs to no request: the machine is at fault.
    """
    said = []
    for answer in answers:
        if isinstance(answer, bytes):
            said.append({"reply": answer.decode()})
        elif type(answer).__name__ in NAMED:
            said.append({"error": type(answer).__name__, "message": str(answer)})
        else:
            raise answer
    return json.dumps(said)


def answers_from_json(text: bytes, n_asked: int) -> list[bytes | ProviderError]:
    """What `answers_to_json` wrote.

    Raises:
        ValueError: it is something else.
    """
    said = parse_json(text)
    if not isinstance(said, list) or len(said) != n_asked:
        raise ValueError(f"not {n_asked} answers")
    return [_answer(each) for each in said]


def _answer(said: Any) -> bytes | ProviderError:
    match said:
        case {"reply": str() as reply}:
            return reply.encode()
        case {"error": str() as name, "message": str() as message} if name in NAMED:
            return NAMED[name](one_line(message, LONGEST_TEXT))
    raise ValueError("neither a reply nor an error")


LOOK_S = 5.0  # for a sign of life


class MachineGone(Exception):
    """A machine is not there, or says nonsense. It may come back."""


class MachineLost(MachineGone):
    """It will not come back; another one may."""


class UnfitMachine(MachineGone):
    """It is there, and cannot answer this run."""


class Machine(Protocol):
    """One that may answer."""

    @property
    def name(self) -> str:
        """For the display."""

    async def about(self) -> MachineIdentity:
        """Who answers there, within `LOOK_S`.

        Raises:
            MachineGone: nobody does, or somebody else.
        """

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """Replies to requests, or what each one ends in.

        Raises:
            MachineGone: nobody is there, or nonsense came.
        """


class Machines(Protocol):
    """Where machines come from.

    Attributes:
        start_s: how long the first may take until it answers.
    """

    start_s: float

    async def found(self) -> Sequence[Machine]:
        """All there are by now, each the same object every time.

        Raises:
            ModelUnusable: there can be none.
        """

    async def leave(self) -> None:
        """Nobody asks them any more."""


class SeatState(StrEnum):
    """How a machine stands."""

    AWAY = "not reached"
    READY = "answers"
    REFUSED = "refused"
    LEFT = "has left"


ENDED = frozenset({SeatState.REFUSED, SeatState.LEFT})


@dataclass(slots=True)
class Seat:
    """A machine that may answer.

    Attributes:
        why: it is away, was refused, or has left.
        n_answered: replies of its that were used.
        busy_s: seconds in which it was computing for us.
    """

    machine: Machine
    state: SeatState = SeatState.AWAY
    why: str = ""
    n_answered: int = 0
    busy_s: float = 0.0
    about: MachineIdentity | None = None
    under_way: dict[int, float] = field(default_factory=dict)  # bucket → when it was sent
    _free_at: float = 0.0

    @property
    def name(self) -> str:
        return self.machine.name

    def line(self) -> str:
        """For the display."""
        said = f" ({self.why})" if self.why and self.state is not SeatState.READY else ""
        rate = f", {self.n_answered / self.busy_s:,.1f} items/s" if self.busy_s else ""
        return f"{self.name}: {self.state}{said}, {self.n_answered:,} replies{rate}"

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """As `Machine.answer`; its time is counted, once for buckets that overlap."""
        began_at = time.monotonic()
        answers = await self.machine.answer(bodies)
        now = time.monotonic()
        self.busy_s += now - max(began_at, self._free_at)
        self._free_at = now
        return answers


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


Answer: TypeAlias = Callable[[str], Awaitable[bytes]]  # a request's body → the reply's


class LoadableModel(Protocol):
    """What a seat needs of `mhclient.providers.local.provider.LocalProvider`."""

    @property
    def endpoint(self) -> str:
        """The model and its revision."""

    def at_work(self) -> AbstractAsyncContextManager[Answer]:
        """The model, loaded."""

    def computed_with(self) -> str:
        """Versions and device."""


@dataclass(slots=True, repr=False)  # Ray writes it into its logs
class RaySeat:
    """A model in a process of its own, loaded when it is first asked who it is.

    Attributes:
        model: makes what loads it.
        source, revision: the model as the node is to look for it; its hash is taken there anew.
    """

    model: Callable[[ModelIdentity, LocalSettings, Placement], LoadableModel]
    source: str
    revision: str | None
    settings: LocalSettings
    placement: Placement
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack, init=False)
    _at_work: tuple[Answer, MachineIdentity] | None = field(default=None, init=False)

    async def about(self) -> str:
        """`MachineIdentity` as JSON.

        Raises:
            ModelUnusable: this node cannot load the model.
        """
        return (await self._loaded())[1].to_json()

    async def answer(self, bodies: list[str]) -> str:
        """As `answers_to_json` writes it; see there for what it raises."""
        ask, _ = await self._loaded()
        return answers_to_json(await asyncio.gather(*map(ask, bodies), return_exceptions=True))

    async def _loaded(self) -> tuple[Answer, MachineIdentity]:
        async with self._loading:
            if self._at_work is None:
                identity = await asyncio.to_thread(identify, self.source, self.revision)
                model = self.model(identity, self.settings, self.placement)
                ask = await self._stack.enter_async_context(model.at_work())
                about = MachineIdentity(model.endpoint, how_of(self.settings), model.computed_with())
                self._at_work = ask, about
            return self._at_work
