"""What a run asks: everything that decides the requests, and nothing that only decides how fast they go.

Two runs with equal specifications are one run; a run id in use refuses another specification.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from cache import canonical_json
from mhclient.run.prompt import Parameters
from mhclient.run.prompts import Variant


class Ask(StrEnum):
    """What a run has a model do."""

    WRITE = "write"  # write an answer, over an API; a reader reads it
    GENERATE = "generate"  # the same with a model on this machine
    FORCED_CHOICE = "forced-choice"  # nothing: the option letters' own probabilities decide
    LOGPROBS = "logprobs"  # write, and give the probabilities of what it nearly wrote


@dataclass(frozen=True, slots=True)
class Reask:
    """Which items of an earlier run are asked again, and why: those whose replies had these outcomes."""

    run: str
    outcomes: tuple[str, ...]
    items: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        return {"run": self.run, "outcomes": list(self.outcomes), "items": list(self.items)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> "Reask | None":
        """As the store has it; None for a run that asks for the first time."""
        if stored is None:
            return None
        return cls(stored["run"], tuple(stored["outcomes"]), tuple(stored["items"]))


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Model, items, variant and parameters of one run.

    Attributes:
        ask: what the model is to do; reports keep runs of different kinds apart.
        settings: what the kind of asking needs besides (surface forms, dtype, …), None if nothing.
        endpoint: the address asked, as in the requests' keys.
        benchmark: SHA-256 of the items file.
        tasks: the task families asked, None for all there are.
        limit: at most so many items in all, spread evenly over the tasks; None for no limit.
        reask: set where the run asks some items of an earlier run again, and no others.
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

    def to_json(self) -> dict[str, Any]:
        """For the store; without the benchmark, which is a column of its own there.

        What a run that has a model write does not need is left out: such runs keep the ids they always had.
        """
        ways: dict[str, Any] = {} if self.ask is Ask.WRITE else {"ask": self.ask.value}
        if self.settings is not None:
            ways["settings"] = dict(self.settings)
        return ways | {
            "provider": self.provider,
            "model": self.model,
            "endpoint": self.endpoint,
            "variant": self.variant.to_json(),
            "parameters": asdict(self.parameters),
            "tasks": None if self.tasks is None else list(self.tasks),
            "limit": self.limit,
            **({} if self.reask is None else {"reask": self.reask.to_json()}),
        }

    @classmethod
    def from_json(cls, benchmark: str, stored: Mapping[str, Any]) -> "RunSpec":
        """The specification as the store has it."""
        tasks = stored["tasks"]
        return cls(
            provider=stored["provider"],
            model=stored["model"],
            endpoint=stored["endpoint"],
            benchmark=benchmark,
            variant=Variant.from_json(stored["variant"]),
            parameters=Parameters(**stored["parameters"]),
            tasks=None if tasks is None else tuple(tasks),
            limit=stored["limit"],
            ask=Ask(stored.get("ask", Ask.WRITE)),
            settings=stored.get("settings"),
            reask=Reask.from_json(stored.get("reask")),
        )

    def run_id(self) -> str:
        """A name that people can read and that changes with every part of the specification."""
        digest = hashlib.sha256(canonical_json([self.benchmark, self.to_json()]).encode()).hexdigest()
        kind = "" if self.ask is Ask.WRITE else f"-{self.ask}"
        name = f"{self.model}-{self.variant.name}{kind}".lower()
        readable = re.sub(r"[^a-z0-9.]+", "-", name).strip("-.")
        return f"{readable[:60]}-{digest[:8]}"


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
