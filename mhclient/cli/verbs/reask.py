"""`mhclient reask`: ask again what got no answer, as a run of its own that is linked to the earlier one.

Decision: docs/decisions/cli.md, "Asking again needs another request".
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import cast

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Pace, RunOrder
from mhclient.ask.plan import all_items, estimate_run
from mhclient.cli.screen.console import err, out
from mhclient.cli.screen.dry_run import print_estimate
from mhclient.cli.screen.dry_run_caps import print_beyond_caps, print_what_comes_on_top
from mhclient.cli.screen.running import Screen, ask_and_show, keep_readings, print_summary
from mhclient.cli.verbs.pace import pace_of
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.base import Model, Provider, name_in
from mhclient.providers.registry import provider_at, provider_named
from mhclient.read.asking_again import ChangedParameters, make_reask_spec
from mhclient.run.spec import RunSpec


def execute(args: argparse.Namespace) -> int:
    changed = {name: getattr(args, name) for name in ("max_tokens", "temperature") if name in args}
    with Store.open(args.store) as store:
        spec = make_reask_spec(store, args.run, args.outcome, **cast("ChangedParameters", changed))
    return run_async(_reask, args, spec)


async def _reask(args: argparse.Namespace, spec: RunSpec) -> int:
    provider = _provider(args, spec)
    run_id = args.run_id or spec.run_id()
    pace = pace_of(args, Model(provider, spec.model), spec.parameters)
    async with AsyncStore(args.store) as store:
        if args.dry_run:
            _print_estimate(args, store, spec, provider, pace)
            return 0
        order = RunOrder(None, spec, provider, run_id, pace, args.adapt_parameters)
        ended = await ask_and_show(store, order, Screen(err, args.json_log))
        print_summary(err, store, run_id, ended)
        await keep_readings(store, [run_id])
    progress = ended.progress
    return ended.exit_status(0 if progress.done == progress.total and not progress.errors else 1)


def _provider(args: argparse.Namespace, spec: RunSpec) -> Provider:
    """Who is asked. A key goes to no address that only the store names, but nothing is sent in a dry run.

    Raises:
        UsageError: another server than the earlier run's.
    """
    if args.dry_run and args.base_url is None:
        return provider_at(spec.provider, spec.endpoint)
    provider = provider_named(spec.provider, args.base_url)
    if (name := name_in(spec.endpoint)) is not None:
        provider = provider.under_name(name)
    if provider.endpoint != spec.endpoint:
        raise UsageError(
            f"run '{args.run}' was asked at {spec.endpoint}, this would ask {provider.endpoint}: name the "
            "same server with --base-url."
        )
    return provider


def _print_estimate(
    args: argparse.Namespace, store: AsyncStore, spec: RunSpec, provider: Provider, pace: Pace
) -> None:
    items = partial(all_items, store, spec.benchmark)
    estimate = estimate_run(items, spec, provider, pace, args.store)
    print_estimate(out, estimate, spec, pace.price)
    print_what_comes_on_top([estimate], pace.caps)
    print_beyond_caps([estimate], args.run_id or spec.run_id(), pace.caps, args.store)
