"""What a run asks: everything that decides the requests, and nothing that only decides how fast they go.

Two runs with equal specifications are one run; a run id in use refuses another specification.

A panel is a run of its own beside the run: a few of its items, the first of each task as `limit` takes them,
asked again on purpose to see whether the service still answers alike. Its requests have keys made of the
moment at which it was begun, so it is asked past what is stored and is part of no other run's figures.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar

from cache import RunRow, canonical_json
from mhclient.errors import UsageError
from mhclient.run.given import MOST_EPOCHS
from mhclient.run.parameters import Parameters
from mhclient.run.sparse import StoredSettings, check_kinds, check_known, sparse, spelled_out
from mhclient.run.variant import Variant

LAST_MOMENT = 10**14  # milliseconds since 1970: more is no moment of a panel
VERSION = 2  # of the form in the store; 1 is version 0.1.0's, which spelled everything out


class Ask(StrEnum):
    """What a run has a model do."""

    WRITE = "write"  # write an answer, over an API; a reader reads it
    GENERATE = "generate"  # the same with a model on this machine
    FORCED_CHOICE = "forced-choice"  # nothing: the option letters' own probabilities decide
    LOGPROBS = "logprobs"  # write, and give the probabilities of what it nearly wrote
    COMPOSE = "compose"  # write a text that is no answer: jobs of `mhclient.compose`


@dataclass(frozen=True, slots=True)
class Reask(StoredSettings):
    """Which items of an earlier run are asked again, and why: those whose replies had these outcomes."""

    run: str
    outcomes: tuple[str, ...]
    items: tuple[str, ...]

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None, source: str = "the store") -> "Reask | None":
        """As the store has it; None for a run that asks for the first time."""
        if stored is None:
            return None
        check_kinds({"reask": (dict,)}, {"reask": stored}, source)
        check_known(cls, stored, source)
        check_kinds({"run": (str,), "outcomes": (list,), "items": (list,)}, stored, source)
        return cls(stored["run"], tuple(stored["outcomes"]), tuple(stored["items"]))


@dataclass(frozen=True, slots=True)
class Panel(StoredSettings):
    """That a run is a panel (`mhclient.run.spec`): when in another run, and its millisecond since 1970."""

    place: str
    begun_at: int

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None, source: str = "the store") -> "Panel | None":
        """As the store has it; None for any other run."""
        if stored is None:
            return None
        check_known(cls, stored, source)
        check_kinds({"place": (str,), "begun_at": (int,)}, stored, source)
        if not 0 <= stored["begun_at"] < LAST_MOMENT:
            raise UsageError(f"{source}: broken: 'begun_at' cannot be {stored['begun_at']}.")
        return cls(stored["place"], stored["begun_at"])


@dataclass(frozen=True, slots=True)
class RunSpec(StoredSettings):
    """Model, items, variant and parameters of one run.

    Attributes:
        ask: what the model is to do; reports keep runs of different kinds apart.
        settings: what the kind of asking needs besides (surface forms, dtype, …), None if nothing.
        endpoint: the address asked, as in the requests' keys.
        benchmark: SHA-256 of the items file.
        tasks: the task families asked, None for all there are.
        limit: at most so many items in all, spread evenly over the tasks; None for no limit.
        reask: set where the run asks some items of an earlier run again, and no others.
        epochs: how often each item is asked; the repetition's number is in the request's key.
        panel: set where the run asks a few items of another one again, to see whether the service moved.
    """

    provider: str
    model: str
    endpoint: str
    benchmark: str
    variant: Variant
    parameters: Parameters = field(default_factory=Parameters)
    tasks: tuple[str, ...] | None = None
    limit: int | None = None
    ask: Ask = Ask.WRITE
    settings: Mapping[str, Any] | None = None
    reask: Reask | None = None
    epochs: int = 1
    panel: Panel | None = None

    IN_EVERY_ID: ClassVar[frozenset[str]] = frozenset(
        {"provider", "model", "endpoint", "variant", "parameters", "tasks", "limit"}
    )

    def to_json(self) -> dict[str, Any]:
        """Every setting spelled out, as reports show them and run ids are made of them.

        The benchmark is left out: it stands beside the specification wherever that goes.
        """
        return _without_benchmark(spelled_out(self))

    def to_store(self) -> dict[str, Any]:
        """What differs from the defaults, with the version of this form; the benchmark is a column there."""
        return _without_benchmark(sparse(self)) | {"version": VERSION}

    @classmethod
    def from_json(cls, benchmark: str, stored: Mapping[str, Any], source: str = "the store") -> "RunSpec":
        """The specification as a store has it: sparse, or spelled out by version 0.1.0.

        Raises:
            UsageError: a later version made it, with settings that are not known here, or it is broken;
                `source` is named.
        """
        given = {name: value for name, value in stored.items() if name != "version"}
        check_kinds({"version": (int, NoneType)}, stored, source)
        if stored.get("version", 1) > VERSION:
            raise UsageError(f"{source}: a later version of mhclient made it. Use that one to read it.")
        check_known(cls, given, source)
        check_kinds(_KINDS, given, source)
        check_known(Variant, given["variant"], source)
        ask, epochs, tasks = given.get("ask", Ask.WRITE), given.get("epochs"), given.get("tasks")
        if ask not in set(Ask):
            raise UsageError(f"{source}: it asks by '{ask}', which this version of mhclient does not know.")
        if epochs is not None and not 1 <= epochs <= MOST_EPOCHS:
            raise UsageError(f"{source}: broken: 'epochs' cannot be {epochs}.")
        read = {
            "variant": Variant.from_json(given["variant"], source),
            "parameters": Parameters.from_json(given.get("parameters") or {}, source),
            "tasks": None if tasks is None else tuple(tasks),
            "ask": Ask(ask),
            "reask": Reask.from_json(given.get("reask"), source),
            "epochs": epochs or 1,
            "panel": Panel.from_json(given.get("panel"), source),
        }
        return cls(benchmark=benchmark, **{**given, **read})

    def key_number(self, repetition: int) -> int:
        """The number that a repetition has in its request's key; those of a panel are no other run's."""
        return repetition if self.panel is None else self.panel.begun_at * 1_000 + repetition

    def run_id(self) -> str:
        """A name that people can read and that changes with every part of the specification."""
        digest = hashlib.sha256(canonical_json([self.benchmark, self.to_json()]).encode()).hexdigest()
        kind = "" if self.ask is Ask.WRITE else f"-{self.ask}"
        effort, thinking = self.parameters.effort, self.parameters.thinking
        kind += f"-{effort}" if effort else ""
        kind += f"-thinking-{thinking}" if thinking else ""
        kind += f"-panel-{self.panel.place}" if self.panel else ""
        name = f"{self.model}-{self.variant.name}{kind}".lower()
        readable = re.sub(r"[^a-z0-9.]+", "-", name).strip("-.")
        return f"{readable[:60]}-{digest[:8]}"


_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("provider", "model", "endpoint"), (str,)),
    "variant": (dict,),
    **dict.fromkeys(("parameters", "settings", "reask", "panel"), (dict, NoneType)),
    "tasks": (list, NoneType),
    "limit": (int, NoneType),
    "ask": (str, NoneType),
    "epochs": (int, NoneType),
}


def spec_of(run: RunRow) -> RunSpec:
    """What a stored run asks.

    Raises:
        UsageError: it cannot be read; names the run, and why.
    """
    source = f"run '{run.run_id}'"
    if run.broken is not None:
        raise UsageError(f"{source}: broken: {run.broken}.")
    if run.sent is not None:
        Parameters.from_json(run.sent, source)
    return RunSpec.from_json(run.benchmark, run.spec, source)


def stored_in_full(stored: Mapping[str, Any], source: str = "the store") -> dict[str, Any]:
    """A stored specification with every setting spelled out, so that two of them can be compared."""
    return RunSpec.from_json("", stored, source).to_json()


def _without_benchmark(written: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in written.items() if name != "benchmark"}


def quotas(counts: Mapping[str, int], limit: int | None) -> dict[str, int]:
    """How many items of each task a limit leaves: as evenly as the tasks' sizes allow.

    What is left over after an even share goes to the tasks that come first.

    >>> quotas({"ET": 100, "RT": 3, "RP": 50}, 20)
    {'ET': 9, 'RT': 3, 'RP': 8}
    """
    if limit is None:
        return dict(counts)
    left, taken = limit, dict.fromkeys(counts, 0)
    while left > 0 and (open_tasks := [task for task in counts if taken[task] < counts[task]]):
        share = max(1, left // len(open_tasks))
        for task in open_tasks:
            more = min(share, counts[task] - taken[task], left)
            taken[task] += more
            left -= more
    return taken


def series_of(spec: RunSpec) -> str:
    """What panels have in common that can be compared: all that is asked, but when and how much of it."""
    alike = replace(spec, panel=None, limit=None, epochs=1)
    return canonical_json([alike.benchmark, alike.to_json()])
