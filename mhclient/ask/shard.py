"""A shard: one of several equal parts of a run, each asked into a store of its own, on its own machine.

The plan is the whole run's in every store, so that the stores can be merged into one run; a shard only says
which of its items this start asks. What is missing then, any start without a shard asks.

Decision: docs/decisions/ask.md, "A shard is a range of turns".
"""

import re
from dataclasses import dataclass, replace
from typing import Self

from cache import EVERY_TURN, Caps
from cache.async_store import AsyncStore
from mhclient.errors import UsageError

MOST_SHARDS = 100_000


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `index`, from 0, of `of`."""

    index: int = 0
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """The shard that is written I/N: 0/4 to 3/4, or 1/4 to 4/4, where 4/4 is the same as 0/4.

        So both ways in which array jobs are numbered name every part once.

        Raises:
            UsageError: it is no such text.
        """
        found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
        index, of = (int(number) for number in found.groups()) if found else (0, 0)
        if not (0 < of <= MOST_SHARDS and index <= of):
            raise UsageError(
                f"shard '{text}': write I/N, the I-th of N parts, as in 1/4 to 4/4 (or 0/4 to 3/4)."
            )
        return cls(index % of, of)

    def __str__(self) -> str:
        return f"{self.index or self.of} of {self.of}"

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the run."""
        return self.of == 1

    def share(self, caps: Caps) -> Caps:
        """This shard's share of what all of them may spend: each counts in a store of its own.

        Raises:
            UsageError: it may send nothing.
        """
        shared = replace(
            caps,
            requests=None if caps.requests is None else caps.requests // self.of,
            tokens=None if caps.tokens is None else caps.tokens // self.of,
            cost_usd=None if caps.cost_usd is None else caps.cost_usd / self.of,
        )
        if shared.requests == 0 or shared.tokens == 0:
            raise UsageError(f"the cap leaves nothing for each of {self.of} shards: raise it, or make fewer.")
        return shared


WHOLE = Shard()


def turns_of(store: AsyncStore, run_id: str, shard: Shard) -> range:
    """The turns of a shard, of a planned run."""
    return EVERY_TURN if shard.is_whole else store.runs.find_turns(run_id, shard.index, shard.of)
