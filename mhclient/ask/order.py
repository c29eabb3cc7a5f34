"""A run as it is ordered: what to ask of whom, how fast, and how it is watched and stopped."""

from collections.abc import Callable
from dataclasses import dataclass, field

from benchmark import Benchmark
from cache import NO_CAPS, SERVED, Caps
from mhclient.ask.pacing import NO_LIMITS
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.session import Endurance, Session
from mhclient.ask.shard import WHOLE, Shard
from mhclient.ask.stopping import Stop
from mhclient.providers.base import Provider
from mhclient.providers.headers import Quota
from mhclient.providers.reach import MOST_BYTES, Reach
from mhclient.run.prices import Price
from mhclient.run.spec import RunSpec

# Permits per connection: who has just got one commits its claim before it sends, and who has a reply commits
# it after. What is sent at once, `UnderWay` bounds.
PERMITS = 1.1


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast, how patiently and how often to ask: nothing here changes what is asked."""

    concurrency: int = 64
    limits: Quota = NO_LIMITS
    deadline_s: float = 300.0  # for one attempt
    reply_bytes_max: int = MOST_BYTES
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    first: RetryPolicy = field(default_factory=lambda: RetryPolicy(attempts_max=3))  # for the preflight
    preflight: bool = True
    only_preflight: bool = False  # the rest goes another way
    endurance: Endurance = field(default_factory=Endurance)
    caps: Caps = NO_CAPS
    price: Price | None = None
    again: frozenset[str] = frozenset()  # endings that are asked again: of `cache.ASKABLE_AGAIN`
    shard: Shard = WHOLE  # which part of the run this start asks

    def n_permits(self) -> int:
        """The most attempts with an intent in the store and no end: what a kill can leave `unknown`."""
        return int(PERMITS * self.concurrency)

    def served(self) -> tuple[str, ...]:
        """Which stored replies the run may rest on."""
        return tuple(kind for kind in SERVED if kind not in self.again)

    def reach(self) -> Reach:
        return Reach(
            max_connections=self.concurrency,
            read_timeout_s=self.deadline_s,
            most_bytes=self.reply_bytes_max,
        )


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What is to be asked of whom, and as which run.

    Attributes:
        benchmark: the folder that has the items; None where the store has them already.
        pace: of what is asked online.
        adapt: let parameters that the model does not take be changed.
    """

    benchmark: Benchmark | None
    spec: RunSpec
    provider: Provider
    run_id: str
    pace: Pace = field(default_factory=Pace)
    adapt: bool = False


@dataclass(frozen=True, slots=True)
class Controls:
    """How a run is stopped and watched.

    Attributes:
        stop: ends the run early when it is drained or aborted from outside.
        watch: told of the session before the first request, for a display.
        tell: what is said meanwhile, a sentence at a time.
    """

    stop: Stop = field(default_factory=Stop)
    watch: Callable[[Session], None] = lambda _: None
    tell: Callable[[str], None] = lambda _: None
