"""How verbs that ask models were told to: how fast, up to what cost, in batches or not, and by which models.

`run` and `reask` take a pace; `harden` and `generate` have models that write and judge, and jobs for them.
"""

import argparse
from typing import Any

from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace, batch_pace
from mhclient.ask.order import Limits, Pace, RunOrder, make_pace
from mhclient.ask.stopping import StopCause
from mhclient.cli.screen.batching import submit_and_show
from mhclient.cli.screen.console import err
from mhclient.cli.screen.running import Screen, ask_and_show
from mhclient.compose.composition import AskRun, Composer, make_composer
from mhclient.errors import UsageError
from mhclient.providers.base import Model, Provider, batch_access
from mhclient.providers.registry import find_model
from mhclient.run.parameters import Parameters
from mhclient.run.prices import Price, look_up_price, price_from
from mhclient.study.model_ref import parse_model


def pace_of(
    args: argparse.Namespace, model: Model, parameters: Parameters, *, by_batch: bool = False
) -> Pace:
    """What `add_pace_arguments` was given, for a model that has a price.

    Args:
        parameters: of the run.
        by_batch: all but the preflight goes by batch.

    Raises:
        UsageError: the cost is capped and nobody knows the price.
    """
    tier = parameters.tier_asked
    return make_pace(model, limits_of(args, model), priced=True, by_batch=by_batch, tier=tier)


def limits_of(args: argparse.Namespace, model: Model) -> Limits:
    """The same as limits, from which a pace is made."""
    return Limits(
        concurrency=args.concurrency,
        requests_per_min=args.requests_per_min,
        tokens_per_min=args.tokens_per_min,
        timeout_s=args.timeout,
        away_s=args.wait_for_server,
        reply_bytes=round(args.max_reply_mb * 1_000_000),
        max_cost_usd=args.max_cost,
        max_requests=args.max_requests,
        max_total_tokens=args.max_total_tokens,
        price=_price(args, model),
        ask_again=args.ask_again,
        preflight=not args.no_preflight,
        shard=getattr(args, "shard", None),  # of `run` alone
    )


def _price(args: argparse.Namespace, model: Model) -> Price | None:
    """The price that is given; of several models, only of those that no list has."""
    if args.price is None:
        return None
    several = len(getattr(args, "model", None) or ()) > 1
    listed = look_up_price(model.provider.name, model.name) if several else None
    return listed or price_from(args.price)


def batch_pace_of(args: argparse.Namespace, pace: Pace, provider: Provider) -> BatchPace | None:
    """How batches are made; None if the run asks online.

    Raises:
        UsageError: options for batches without --batch, or a provider that takes none.
    """
    if not args.batch:
        for option in ("wait", "batch_lines", "queued_tokens"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} needs --batch.")
        return None
    batch_access(provider)
    return batch_pace(pace, args.batch_lines, args.queued_tokens, wait=args.wait)


def composer_of(args: argparse.Namespace, option: str, named: str, **parameters: Any) -> Composer:
    """The model that an option names, `PROVIDER:NAME`, as a composer with these parameters.

    Raises:
        UsageError: it cannot be asked so.
    """
    whom = parse_model(named, at_address=bool(args.base_url), option=option)
    model = find_model(whom.provider, whom.name, base_url=args.base_url)
    return make_composer(model, limits_of(args, model), adapt=args.adapt_parameters, **parameters)


def asking(args: argparse.Namespace) -> AskRun:
    """How a stage's jobs are asked: watched, online or in batches."""
    screen = Screen(err)

    async def in_batches(store: AsyncStore, order: RunOrder) -> StopCause | None:
        pace = batch_pace_of(args, order.pace, order.provider)
        assert pace is not None
        return (await submit_and_show(store, order, pace, screen)).stopped

    return in_batches if args.batch else online()


def online() -> AskRun:
    """Watched, one request after the other, whatever `--batch` says of the rest."""
    screen = Screen(err)

    async def ask(store: AsyncStore, order: RunOrder) -> StopCause | None:
        return (await ask_and_show(store, order, screen)).stopped

    return ask
