"""A run as it is ordered: what to ask of whom, which part of it, how fast, up to what cost, how it is
stopped.

A shard is one of several equal parts of a run, each asked into a store of its own, on its own machine. The
plan is the whole run's in every store, so that the stores can be merged into one run; a shard only says which
of its items this start asks. What is missing then, any start without a shard asks.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Annotated, Self, TypedDict

from benchmark import Benchmark
from cache import ASKABLE_AGAIN, EVERY_TURN, NO_CAPS, SERVED, Caps
from cache.async_store import AsyncStore
from mhclient.ask.pacing import NO_LIMITS
from mhclient.ask.retry import RetryPolicy
from mhclient.ask.session import Endurance, Session
from mhclient.ask.stopping import Stop
from mhclient.errors import UsageError
from mhclient.providers.access import MOST_BYTES, NetworkOptions
from mhclient.providers.ask_modes import LOCAL
from mhclient.providers.base import Model, Provider
from mhclient.providers.headers import Quota
from mhclient.run.checks import Amount, Count, Text, are_names, check, that, whole_to
from mhclient.run.parameters import TIMEOUT_S
from mhclient.run.prices import Price, look_up_price
from mhclient.run.spec import Ask, RunSpec

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


# Permits per connection: who has just got one commits its claim before it sends, and who has a reply commits
# it after. What is sent at once, `InFlight` bounds.
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

    def reach(self) -> NetworkOptions:
        return NetworkOptions(
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


MOST_AT_ONCE = 10_000  # connections; a machine has hardly more ports and files for them
MOST_REPLY_BYTES = 100_000_000  # what the store unpacks has a bound


IN_AND_OUT = "USD of a million tokens in and out, as (0.15, 0.6)"
ENDINGS = f"a tuple of some of {', '.join(ASKABLE_AGAIN)}, as in ('cut',)"


def _is_price(value: object) -> bool:
    match value:
        case None | Price():
            return True
        case (int() | float() as prompt, int() | float() as completion):
            return min(prompt, completion) >= 0
    return False


def _are_askable(value: object) -> bool:
    return value is None or (are_names(value) and set(value) <= set(ASKABLE_AGAIN))  # type: ignore[call-overload]


class Limits(TypedDict, total=False):
    """How fast, for how much, and what is asked again; None and what is left out mean the default.

    Keys:
        concurrency: requests under way at most.
        requests_per_min, tokens_per_min: default: learned from the provider.
        timeout_s: for one attempt.
        away_s: wait this long for a server that can no longer be reached (default: 600).
        reply_bytes: of one reply, packed or unpacked (default: 32 million).
        max_cost_usd, max_requests, max_total_tokens: never more than this, over all starts of the run;
            requests under way and prompts count in full.
        price: USD of a million tokens in and out, as (0.15, 0.6), where no list has the model.
        ask_again: items that ended so: cut, filtered, empty, unfinished, errors.
        preflight: look at the first replies before the rest is asked (default: yes).
        shard: "I/N": ask the I-th of N parts only, up to its share of the caps; each into a store of its own,
            which `Store.take_over` puts together.
    """

    concurrency: Annotated[int, whole_to(MOST_AT_ONCE)] | None
    requests_per_min: Amount | None
    tokens_per_min: Amount | None
    timeout_s: Amount | None
    away_s: Amount | None
    reply_bytes: Annotated[int, whole_to(MOST_REPLY_BYTES)] | None
    max_cost_usd: Amount | None
    max_requests: Count | None
    max_total_tokens: Count | None
    price: Annotated[Price | tuple[float, float] | None, *that(_is_price, IN_AND_OUT)]
    ask_again: Annotated[Collection[str] | None, *that(_are_askable, ENDINGS)]
    preflight: bool
    shard: Text | None


def make_pace(
    model: Model, limits: Limits, *, priced: bool = False, by_batch: bool = False, tier: str | None = None
) -> Pace:
    """How fast and up to what cost to ask.

    Args:
        priced: find out the model's price, even if nothing caps the cost.
        by_batch: all but the preflight goes by batch.
        tier: of service that requests name, some of which take long.

    Raises:
        UsageError: a limit is not known or has no usable value, the cost is capped and nobody knows the
            price, or the caps would not hold.
    """
    check(Limits, limits)
    _check_caps(model, limits)
    if by_batch and tier is not None:
        raise UsageError(f"`tier={tier}`: a batch is a tier of its own. Leave out `tier` or `batch`.")
    price = _price(model, limits, wanted=priced or by_batch)
    away_s, shard = limits.get("away_s"), Shard.parse(limits.get("shard") or "1/1")
    dearest = None if price is None else price.dearest_usd_per_token() * price.most_share(tier)
    caps = Caps(
        limits.get("max_requests"),
        limits.get("max_total_tokens"),
        limits.get("max_cost_usd"),
        unpriced_usd_per_token=dearest,
    )
    return Pace(
        concurrency=limits.get("concurrency") or model.concurrency,
        limits=Quota(limits.get("requests_per_min"), limits.get("tokens_per_min")),
        deadline_s=limits.get("timeout_s") or TIMEOUT_S.get(tier or "", model.timeout_s),
        endurance=Endurance() if away_s is None else Endurance(away_s=away_s),
        reply_bytes_max=limits.get("reply_bytes") or MOST_BYTES,
        caps=shard.share(caps),
        price=price,
        preflight=limits.get("preflight", True),
        again=frozenset(limits.get("ask_again") or ()),
        only_preflight=by_batch,
        shard=shard,
    )


def _check_caps(model: Model, limits: Limits) -> None:
    """Refuse caps that would not hold."""
    on_a_server = model.ask is Ask.FORCED_CHOICE and model.provider.name != LOCAL
    if on_a_server and (limits.get("max_cost_usd") is not None or limits.get("max_total_tokens") is not None):
        raise UsageError(
            "`max_cost_usd` and `max_total_tokens` count a prompt once, but a forced choice on a server "
            "sends it once per form. Cap with `max_requests`."
        )


def _price(model: Model, limits: Limits, *, wanted: bool) -> Price | None:
    given, cap = limits.get("price"), limits.get("max_cost_usd")
    if given is not None:
        return given if isinstance(given, Price) else Price(*given, "given")
    if model.provider.name == LOCAL:
        return Price(0.0, 0.0, "a model on this machine")
    price = look_up_price(model.provider.name, model.name) if wanted or cap is not None else None
    if cap is not None and price is None:
        raise UsageError(
            f"`max_cost_usd`: no price is known for '{model.name}'. Give it with `price`, "
            "or cap with `max_requests` or `max_total_tokens`."
        )
    return price
