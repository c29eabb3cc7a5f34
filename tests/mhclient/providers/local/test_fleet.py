"""Machines in the place of one: the same keys, letters and scores; nothing lost, nothing doubled."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace

import pytest

from mhclient.errors import BringsDownMachines, ModelUnusable, NeverSent, PromptTooLong
from mhclient.providers.local import fleet as fleet_module
from mhclient.providers.local.fleet import (
    Fleet,
    FleetTerms,
    MachineGone,
    MachineIdentity,
    RaySeat,
    answers_from_json,
    how_of,
)
from mhclient.providers.local.settings import LocalSettings, Placement, identify
from mhclient.run.spec import Ask

SETTINGS = LocalSettings(Ask.FORCED_CHOICE, "float32", 4096, engine="packed")


async def echo(body: str) -> bytes:
    return f"reply to {body}".encode()


class Here:
    """A seat of a Ray node without Ray: a model in this process, and what it says as JSON.

    Args:
        said: what it says of itself otherwise than it is.
    """

    def __init__(self, ask, source, said):
        @asynccontextmanager
        async def at_work():
            yield ask

        def model(identity, settings, placement):
            return SimpleNamespace(
                endpoint=identity.endpoint, at_work=at_work, computed_with=lambda: "torch 2, cpu"
            )

        self.name, self.gone, self.said = "here", False, said
        self._seat = RaySeat(model, str(source), None, SETTINGS, Placement("cpu"))

    async def about(self):
        if self.gone:
            raise MachineGone("it ended")
        return MachineIdentity.from_json(json.dumps(json.loads(await self._seat.about()) | self.said))

    async def answer(self, bodies):
        try:
            return answers_from_json((await self._seat.answer(bodies)).encode(), len(bodies))
        except (RuntimeError, ValueError) as error:
            raise MachineGone(str(error)) from error


@pytest.fixture
def wanted(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    return MachineIdentity(identify(str(tmp_path), None).endpoint, how_of(SETTINGS), "")


@pytest.fixture
def serving(wanted, tmp_path):
    """Machines, and a fleet of them that is open; a machine says of itself what is given with it."""

    @asynccontextmanager
    async def serve(*asks, said=()):
        machines = [
            Here(ask, tmp_path, said[place] if place < len(said) else {}) for place, ask in enumerate(asks)
        ]

        async def found():
            return machines

        async def leave():
            pass

        there = SimpleNamespace(start_s=0.0, found=found, leave=leave)
        fleet = Fleet(there, FleetTerms(wanted, bucket=4, late_s=0.3))
        try:
            await fleet.open()
            yield fleet, machines
        finally:
            await fleet.close()

    return serve


async def test_every_request_gets_its_own_reply_and_all_machines_work(serving):
    async with serving(echo, echo) as (fleet, _):
        bodies = [f"body {number}" for number in range(100)]
        replies = await asyncio.gather(*map(fleet.ask, bodies))
        assert replies == [f"reply to {body}".encode() for body in bodies]
        assert all(seat.n_answered > 10 for seat in fleet.seats)
        assert fleet.status().count("\n") == 1


async def test_an_error_of_a_request_is_its_own(serving):
    async def choosy(body: str) -> bytes:
        if body == "long":
            raise PromptTooLong("5,000 tokens")
        return await echo(body)

    async with serving(choosy) as (fleet, _):
        found = await asyncio.gather(fleet.ask("short"), fleet.ask("long"), return_exceptions=True)
    assert found[0] == b"reply to short"
    assert isinstance(found[1], PromptTooLong)
    assert str(found[1]) == "5,000 tokens"


async def test_what_brings_down_machines_ends_alone(serving, monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)

    async def dying(body: str) -> bytes:
        if body == "poison":
            raise RuntimeError("the process ends")
        return await echo(body)

    async with serving(dying, dying) as (fleet, _):
        bodies = [*(f"body {number}" for number in range(20)), "poison"]
        found = await asyncio.gather(*map(fleet.ask, bodies), return_exceptions=True)
    assert found[:-1] == [f"reply to {body}".encode() for body in bodies[:-1]]
    assert isinstance(found[-1], BringsDownMachines)


async def test_whoever_was_with_it_at_each_death_is_not_to_blame(serving, monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)

    def mortal():
        """Takes along whatever is under way when it dies."""
        dead = asyncio.Event()

        async def answer(body: str) -> bytes:
            if body == "poison":
                await asyncio.sleep(0.1)
                dead.set()
                dead.clear()  # and there it is again
                raise RuntimeError("the process ends")
            with suppress(TimeoutError):
                await asyncio.wait_for(dead.wait(), 0.2)
                raise RuntimeError("the process ended")
            return await echo(body)

        return answer

    async with serving(mortal(), mortal()) as (fleet, _):
        bodies = ["poison", *(f"body {number}" for number in range(8))]
        found = await asyncio.gather(*map(fleet.ask, bodies), return_exceptions=True)
    assert isinstance(found[0], BringsDownMachines)
    assert found[1:] == [f"reply to {body}".encode() for body in bodies[1:]]


async def test_what_one_machine_is_late_with_another_answers(serving):
    async def stuck(body: str) -> bytes:
        await asyncio.sleep(3600)
        return b""

    async with serving(stuck, echo) as (fleet, _):
        bodies = [f"body {number}" for number in range(20)]
        async with asyncio.timeout(20):
            replies = await asyncio.gather(*map(fleet.ask, bodies))
    assert replies == [f"reply to {body}".encode() for body in bodies]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"model": "local:tiny@sha256-2"}, "it has the model local:tiny@sha256-2 instead of local:"),
        ({"version": "0.0.1"}, "it runs mhclient 0.0.1 instead of"),
        ({"how": ["forced-choice", "bfloat16", "packed"]},
         "it computes by forced-choice, bfloat16, packed instead of forced-choice, float32"),
        ({"how": 5}, "not what a machine of this version says"),
        ({"how": [1, 2]}, "not what a machine of this version says"),
        ({"model": ["x"]}, "not what a machine of this version says"),
        ({"computed_with": "\x1b[31m"}, "not what a machine of this version says"),
        ({"version": "9" * 10_000}, "not what a machine of this version says"),
        ({"more": "x"}, "not what a machine of this version says"),
    ],
)  # fmt: skip
async def test_a_machine_that_is_not_the_right_one_is_refused(serving, said, says):
    with pytest.raises((ModelUnusable, ValueError), match=says):
        async with serving(echo, said=[said]):
            pass


async def test_machines_of_two_kinds_are_no_fleet(serving):
    async with serving(echo, echo, said=[{}, {"computed_with": "torch 2, H200"}]) as (fleet, _):
        assert await asyncio.gather(*(fleet.ask(str(number)) for number in range(80)))
        assert sorted(seat.state for seat in fleet.seats) == ["answers", "refused"]
        assert "it computes with torch 2" in fleet.status()


async def test_without_any_machine_a_request_counts_as_never_sent(serving, monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(fleet_module, "NOBODY_S", 0.2)
    async with serving(echo) as (fleet, (machine,)):
        machine.gone = True
        await asyncio.sleep(0.1)
        with pytest.raises(NeverSent, match="no machine answers"):
            await fleet.ask("body")


async def test_a_machine_that_never_answers_gets_work_again_once_nobody_waits_for_that(serving):
    async def stuck(body: str) -> bytes:
        if body == "stuck":
            await asyncio.sleep(3600)
        return await echo(body)

    async with serving(stuck) as (fleet, _):
        for _ in range(2):  # as many as a machine gets at once
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(fleet.ask("stuck"), 0.2)
        assert await asyncio.wait_for(fleet.ask("body"), 10) == b"reply to body"


async def test_the_words_of_an_error_are_short_and_can_do_nothing(serving):
    async def wordy(body: str) -> bytes:
        raise PromptTooLong("\x1b[31m" + "m" * 1_000_000)

    async with serving(wordy) as (fleet, _):
        with pytest.raises(PromptTooLong, match=r"^\u241b.{200,500}$"):
            await fleet.ask("body")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b'[{"reply": "\\ud800"}]', "no Unicode text"),
        (b"[" * 100_000, "nested too deeply"),
        (b'[{"error": "SystemExit", "message": "x"}]', "neither a reply nor an error"),
        (b'[{"reply": "a"}, {"reply": "b"}]', "not 1 answers"),
        (b'{"reply": "a"}', "not 1 answers"),
        (b"\xff", "decode"),
    ],
    ids=["half a character", "deep", "no error of a request", "two", "no list", "no text"],
)
def test_an_answer_that_is_none_is_not_believed(said, why):
    with pytest.raises(ValueError, match=why):
        answers_from_json(said, 1)
