"""`mhclient reask`: ask again what got no answer, as a run of its own that is linked to the earlier one.

Decision: docs/decisions/cli.md, "Asking again needs another request".
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.estimate import estimate_run
from mhclient.ask.order import Pace, RunOrder
from mhclient.ask.plan import all_items
from mhclient.cli.screen.console import err, out
from mhclient.cli.screen.dry_run import print_estimate
from mhclient.cli.screen.running import Screen, ask_and_show, print_summary
from mhclient.cli.verbs.pace import pace_of
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.base import Provider
from mhclient.providers.model import Model
from mhclient.providers.registry import provider_at, provider_named
from mhclient.read.collect import collect
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Reask, RunSpec, spec_of


def execute(args: argparse.Namespace) -> int:
    return run_async(_reask, args, _spec(args))


def _spec(args: argparse.Namespace) -> RunSpec:
    """The earlier run's specification, on the items to be asked again and with what was changed.

    Raises:
        UsageError: the run cannot be asked again, or not so.
    """
    with Store.open(args.store) as store:
        earlier = store.runs.get(args.run)
        before = spec_of(earlier)
        _check_kind(args.run, before)
        cases = collect(store, [args.run]).cases
    again = tuple(dict.fromkeys(case.item_id for case in cases if case.reading.outcome in args.outcome))
    if not again:
        raise UsageError(f"run '{args.run}' has no reply that was {' or '.join(args.outcome)}.")
    reask = Reask(args.run, args.outcome, again)
    return replace(before, parameters=_changed(args, before), tasks=None, limit=None, reask=reask)


def _check_kind(run_id: str, spec: RunSpec) -> None:
    """Only replies that were written over an API can be asked for again.

    Raises:
        UsageError: the run has others; the message says why they stay, and what to do.
    """
    why_not = {
        "generate": "its model ran on this machine, with settings that only 'mhclient run --provider local' "
        "knows: give that another --max-tokens",
        "forced-choice": "the letters' own probabilities decided, so no reply was cut, empty or refused",
        "logprobs": "its replies come with the letters' probabilities, which another --max-tokens does not "
        "change; 'mhclient run' without --ask logprobs has the model write under another --max-tokens",
    }
    if spec.ask in why_not:
        raise UsageError(f"run '{run_id}' (--ask {spec.ask}) cannot be asked again: {why_not[spec.ask]}.")


def _changed(args: argparse.Namespace, before: RunSpec) -> Parameters:
    """What is sent this time.

    Raises:
        UsageError: the same as before.
    """
    changed = replace(
        before.parameters,
        max_tokens=args.max_tokens or before.parameters.max_tokens,
        temperature=getattr(args, "temperature", before.parameters.temperature),
    )
    if changed == before.parameters:
        raise UsageError(
            "the same request would be answered from the store with the same reply: change --max-tokens or "
            "--temperature."
        )
    return changed


async def _reask(args: argparse.Namespace, spec: RunSpec) -> int:
    provider = _provider(args, spec)
    run_id = args.run_id or spec.run_id()
    pace = pace_of(args, Model(provider, spec.model))
    async with AsyncStore(args.store) as store:
        if args.dry_run:
            _print_estimate(args, store, spec, provider, pace)
            return 0
        order = RunOrder(None, spec, provider, run_id, pace, args.adapt_parameters)
        ended = await ask_and_show(store, order, Screen(err, args.json_log))
        print_summary(err, store, run_id, ended)
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
