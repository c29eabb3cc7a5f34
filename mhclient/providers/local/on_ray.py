"""Machines of a Ray cluster: an actor per GPU, or per node where there is none, placed and restarted by Ray.

What runs on each is `fleet.RaySeat`. Ray restarts an actor whose process died, and never repeats a call: what
was with it is the fleet's to share out. JSON goes both ways. Importing this module needs the extra `ray`.

Source: docs.ray.io, "Actor fault tolerance" (max_restarts, max_task_retries), "Scheduling" (node affinity).
"""

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import ray
from ray.exceptions import ActorDiedError, RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from mhclient.errors import MhclientError, ModelUnusable, ProviderError
from mhclient.providers.local.fleet import (
    LOOK_S,
    LoadableModel,
    MachineGone,
    MachineIdentity,
    MachineLost,
    RaySeat,
    UnfitMachine,
    answers_from_json,
)
from mhclient.providers.local.settings import LocalSettings, ModelIdentity, Placement

START_S = 1800.0  # Ray starts processes, and they load the model
JOIN_S = 30.0  # to join a cluster


class RayMachines:
    """The nodes of a cluster. See `mhclient.providers.local.fleet.machine.Machines`.

    Their actors stay, with the model loaded, until `dismiss` or the end of this process.

    Args:
        model: makes what loads the model, on a node.
    """

    def __init__(
        self,
        model: Callable[[ModelIdentity, LocalSettings, Placement], LoadableModel],
        identity: ModelIdentity,
        settings: LocalSettings,
        placement: Placement,
    ) -> None:
        self.start_s = START_S
        here = Path(identity.source).expanduser()  # an actor's working folder is another one
        source = str(here.absolute()) if identity.commit is None else identity.source
        alone = replace(placement, on_ray=False)
        self._given = (model, source, identity.commit, settings, alone)
        self._gpus_per_seat = placement.gpus_per_seat
        self._machines: dict[tuple[str, int], RayMachine] = {}

    async def found(self) -> Sequence["RayMachine"]:
        """An actor for each place there is; Ray starts the new ones meanwhile."""
        await asyncio.to_thread(self._fill)  # in a thread: Ray takes over no signals there
        return list(self._machines.values())

    async def leave(self) -> None:
        """The actors stay for the next run."""
        for machine in self._machines.values():
            machine.forget()

    def dismiss(self) -> None:
        """End the actors, which frees their GPUs."""
        for machine in self._machines.values():
            ray.kill(machine.actor)
        self._machines.clear()

    def _fill(self) -> None:
        _join()
        nodes = [node for node in ray.nodes() if node["Alive"]]
        on_gpus = any(node["Resources"].get("GPU", 0) for node in nodes)
        for node in nodes:
            for number, takes in enumerate(self._places(node["Resources"], on_gpus), start=1):
                place = (node["NodeID"], number)
                if place not in self._machines:
                    self._machines[place] = self._seated(node, number, takes)
        if not self._machines:
            what = f"{self._gpus_per_seat} GPUs" if on_gpus else "a CPU"
            raise ModelUnusable(f"`on=ray`: no node of the cluster has {what}.")

    def _places(self, resources: Mapping[str, float], on_gpus: bool) -> list[dict[str, float]]:
        if on_gpus:
            n_places = int(resources.get("GPU", 0)) // self._gpus_per_seat
            return [{"num_gpus": self._gpus_per_seat}] * n_places
        return [{"num_cpus": resources["CPU"]}] if resources.get("CPU") else []

    def _seated(self, node: Mapping[str, Any], number: int, takes: Mapping[str, float]) -> "RayMachine":
        actor = ray.remote(RaySeat).options(
            **takes,
            max_restarts=-1,
            max_task_retries=0,
            scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False),
        )
        name = f"ray {node['NodeManagerAddress']} {node['NodeID'][:6]}/{number}"
        return RayMachine(name, actor.remote(*self._given))


class RayMachine:
    """An actor. See `mhclient.providers.local.fleet.machine.Machine`."""

    def __init__(self, name: str, actor: Any) -> None:
        self.name, self.actor = name, actor
        self._looking: asyncio.Task[str] | None = None

    async def about(self) -> MachineIdentity:
        """See `Machine.about`. Looks that take longer than is waited for do not pile up."""
        if self._looking is None:
            self._looking = asyncio.create_task(_said(self.actor.about.remote()))
        done, _ = await asyncio.wait([self._looking], timeout=LOOK_S)
        if not done:
            raise MachineGone("it is being started, or hangs")
        looking, self._looking = self._looking, None
        try:
            return MachineIdentity.from_json(looking.result())
        except MhclientError as error:
            raise UnfitMachine(str(getattr(error, "cause", error))) from error
        except ValueError as error:
            raise MachineGone(str(error)) from error

    async def answer(self, bodies: Sequence[str]) -> list[bytes | ProviderError]:
        """See `Machine.answer`."""
        try:
            said: str = await _said(self.actor.answer.remote(list(bodies)))
            return answers_from_json(said.encode(), len(bodies))
        except (MhclientError, ValueError) as error:
            raise MachineGone(str(getattr(error, "cause", error))) from error

    def forget(self) -> None:
        """Leave the event loop on which it was looked at."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None


async def _said(called: Awaitable[str]) -> str:
    """What an actor's method gives, or one of our own errors that it raised.

    Raises:
        MachineGone: its process is not there.
    """
    try:
        return await called
    except MhclientError:  # Ray's error has the class of what it wraps, too
        raise
    except ActorDiedError as error:  # of one that is restarted for ever: its node has gone
        raise MachineLost(_in_a_line(error)) from error
    except RayError as error:
        raise MachineGone(_in_a_line(error)) from error


def _in_a_line(error: RayError) -> str:
    """The last sentence of Ray's: those before it say which call it was."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def _join() -> None:
    """Join the cluster of this machine, or of RAY_ADDRESS.

    Raises:
        ModelUnusable: there is none, none answers, or it has another version of Ray or Python.
    """
    if ray.is_initialized():
        return
    named = os.environ.get("RAY_ADDRESS", "")
    _knock_at(named)
    # Ray tries a silent address for many minutes, in a call that nothing interrupts: it is left behind in a
    # daemon thread.
    found: SimpleQueue[Exception | None] = SimpleQueue()
    Thread(target=_call_ray, args=(found,), name="joining Ray", daemon=True).start()
    try:
        error = found.get(timeout=JOIN_S)
    except Empty:
        what = f"what answers at RAY_ADDRESS={named}" if named else "this machine's cluster"
        raise ModelUnusable(f"`on=ray`: {what} has not let this run join within {JOIN_S:g} s.") from None
    if error is not None:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelUnusable(
            f"`on=ray`: {why.rstrip('.')}. Start one with 'ray start' (see docs/several-machines.md), or set "
            "RAY_ADDRESS."
        ) from error


def _call_ray(found: "SimpleQueue[Exception | None]") -> None:
    try:
        ray.init(address="auto", log_to_driver=False, logging_level=logging.ERROR)
        found.put(None)
    except (ConnectionError, RuntimeError, ValueError) as error:
        found.put(error)


def _knock_at(named: str) -> None:
    """Whether anything listens where RAY_ADDRESS says; Ray would find out after a page of warnings.

    Raises:
        ModelUnusable: nothing does.
    """
    address = urlsplit(named if "://" in named else f"//{named}")
    try:
        if address.hostname and address.port:
            socket.create_connection((address.hostname, address.port), timeout=LOOK_S).close()
    except (OSError, ValueError) as error:
        raise ModelUnusable(
            f"`on=ray`: no Ray cluster can be reached at RAY_ADDRESS={named} ({error}). Name the address "
            "that 'ray start' printed on the first machine."
        ) from error
