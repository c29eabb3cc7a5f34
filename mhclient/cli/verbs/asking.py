"""How fast, up to what cost, and in batches or not: what `run` and `reask` were told, as a pace."""

import argparse

from mhclient.ask.batches.session import BatchPace, batch_pace
from mhclient.ask.order import Limits, Pace, make_pace
from mhclient.errors import UsageError
from mhclient.providers.base import Model, Provider, batch_access
from mhclient.run.parameters import Parameters
from mhclient.run.prices import Price, look_up_price, price_from


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
        away_s=getattr(args, "wait_for_server", None),  # as the next: of `run` alone
        reply_bytes=round(args.max_reply_mb * 1_000_000) if "max_reply_mb" in args else None,
        max_cost_usd=args.max_cost,
        max_requests=args.max_requests,
        max_total_tokens=args.max_total_tokens,
        price=price_of(args, model),
        ask_again=args.ask_again,
        preflight=not args.no_preflight,
        shard=getattr(args, "shard", None),
    )


def price_of(args: argparse.Namespace, model: Model) -> Price | None:
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
            if getattr(args, option, None):
                raise UsageError(f"--{option.replace('_', '-')} needs --batch.")
        return None
    batch_access(provider)
    lines, tokens = getattr(args, "batch_lines", None), getattr(args, "queued_tokens", None)
    return batch_pace(pace, lines, tokens, wait=args.wait)
