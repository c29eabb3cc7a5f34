"""`mhclient run`: ask a model the items of a benchmark, or what is missing of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.asking import Asking, asking
from mhclient.cli.asking_options import LOCAL, MAX_TOKENS, add_asking_arguments
from mhclient.cli.options import add_store, amount, amount_or_none, concurrency, count, names
from mhclient.errors import INTERRUPTED, UsageError
from mhclient.providers.registry import BUILT_IN

if TYPE_CHECKING:
    from benchmark import Benchmark
    from mhclient.batch.desk import BatchPace
    from mhclient.providers.base import Provider
    from mhclient.runner.run import Pace
    from mhclient.spec import RunSpec

DEFAULT_VARIANT = "letter-only"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask every item of a benchmark and keep each reply as it arrives. Ctrl-C once finishes what is under "
        "way, twice gives it up. The same command again asks only what is missing."
    )
    add_run_arguments(parser)
    parser.add_argument(
        "--provider",
        required=True,
        metavar="NAME",
        help=f"one of {', '.join(BUILT_IN)}, local, or a plug-in's",
    )
    parser.add_argument(
        "--model",
        required=True,
        metavar="NAME",
        help="as the provider calls it; for local: a folder, or a model's name on the Hugging Face Hub",
    )
    parser.add_argument("--benchmark", required=True, metavar="DIR", help="as 'mhclient build' made it")
    parser.add_argument("--base-url", metavar="URL", help="ask this server instead of the provider's own")


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask, how, and how fast; everything but whom."""
    what = parser.add_argument_group("what to ask")
    what.add_argument("--tasks", type=names, metavar="ET,EC,…", help="only these tasks (default: all)")
    what.add_argument(
        "--limit", type=count, metavar="N", help="at most N items in all, spread evenly over the tasks"
    )
    what.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="prompt format: a built-in name or a .toml file, with settings as in "
        f"{DEFAULT_VARIANT}:shots=3,option_order=reversed; again for a run each (default: {DEFAULT_VARIANT})",
    )
    what.add_argument(
        "--temperature",
        type=amount_or_none,
        default=0.0,
        metavar="T",
        help="or 'none' to send none (default: 0)",
    )
    what.add_argument(
        "--max-tokens",
        type=count,
        metavar="N",
        help=f"cap on completion tokens (default: what the variant needs, or {MAX_TOKENS})",
    )
    add_pace_arguments(parser)
    _add_batch_arguments(parser)
    add_asking_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--run-id", metavar="NAME", help="default: made from model, variant and all of the above"
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append what happens as JSON lines")


def _add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    batch = parser.add_argument_group(
        "by batch", "Half the price, replies within a day; 'mhclient collect' fetches them later."
    )
    batch.add_argument(
        "--batch",
        action="store_true",
        help="hand the requests to the provider's batch API (openai, anthropic)",
    )
    batch.add_argument("--wait", action="store_true", help="with --batch: stay until the batches have ended")
    batch.add_argument(
        "--batch-lines", type=count, metavar="N", help="of one batch, at most (default: the provider's limit)"
    )
    batch.add_argument(
        "--queued-tokens",
        type=count,
        metavar="N",
        help="in all open batches, at most (default: learned from the provider's refusal)",
    )


def add_pace_arguments(parser: argparse.ArgumentParser) -> None:
    """How fast, for how much, and what to do if a parameter is refused; `run` and `reask` share it."""
    how = parser.add_argument_group("how fast")
    how.add_argument(
        "--concurrency",
        type=concurrency,
        metavar="N",
        help="requests under way at most (default: 64)",
    )
    how.add_argument(
        "--requests-per-min", type=amount, metavar="N", help="default: learned from the provider"
    )
    how.add_argument("--tokens-per-min", type=amount, metavar="N", help="default: learned from the provider")
    how.add_argument("--timeout", type=amount, metavar="SECONDS", help="for one attempt (default: 300)")
    money = parser.add_argument_group(
        "how much", "Over all starts of the run; requests under way count in full."
    )
    money.add_argument(
        "--dry-run", action="store_true", help="print requests, tokens and the highest cost; send nothing"
    )
    money.add_argument("--max-cost", type=amount, metavar="USD", help="never spend more than this")
    money.add_argument("--max-requests", type=count, metavar="N", help="never send more than this")
    money.add_argument(
        "--max-total-tokens", type=count, metavar="N", help="never use more than this, prompts included"
    )
    money.add_argument("--price", metavar="IN,OUT", help="USD per million tokens, if no list has the model")
    again = parser.add_argument_group("what is asked again")
    again.add_argument(
        "--ask-again",
        type=endings,
        default=frozenset(),
        metavar="KIND,…",
        help="items that ended so: cut, filtered, empty, unfinished, errors (default: none; what was "
        "not asked, and errors that another try may cure, always are)",
    )
    fit = parser.add_argument_group("what a model does not take")
    fit.add_argument(
        "--adapt-parameters",
        action="store_true",
        help="leave out or change parameters that the model refuses; both are on record",
    )
    fit.add_argument("--no-preflight", action="store_true", help="do not look at the first replies first")


def endings(text: str) -> frozenset[str]:
    """Ways for an item to end, for argparse."""
    from cache.runs import ASKABLE_AGAIN

    found = frozenset(names(text))
    if unknown := sorted(found.difference(ASKABLE_AGAIN)):
        raise argparse.ArgumentTypeError(f"no ending '{unknown[0]}'; there are {', '.join(ASKABLE_AGAIN)}")
    return found


def execute(args: argparse.Namespace) -> int:
    import anyio

    return anyio.run(_run, args)


async def _run(args: argparse.Namespace) -> int:
    from benchmark import read_benchmark

    benchmark = read_benchmark(args.benchmark)
    asked = asking(args)
    provider = asked.provider
    specs = _specs(args, benchmark, asked)
    pace = pace_of(args, args.provider, args.model, asked.concurrency, asked.timeout_s, batch=args.batch)
    batch_pace = _batch_pace(args, pace, provider)
    if args.dry_run:
        from mhclient.cli.dry_run import dry_run, dry_run_in_batches
        from mhclient.runner.start import benchmark_lines

        items = partial(benchmark_lines, benchmark)
        for spec in specs:
            if batch_pace is None:
                dry_run(items, spec, provider, pace, args.store)
            else:
                dry_run_in_batches(items, spec, provider, (pace, batch_pace), args.store)
        return 0
    if batch_pace is not None and batch_pace.wait and len(specs) > 1:
        # All of them are handed over before any is waited for.
        status = await _ask_all(args, benchmark, specs, provider, pace, replace(batch_pace, wait=False))
        if status == INTERRUPTED:
            return status
    return await _ask_all(args, benchmark, specs, provider, pace, batch_pace)


async def _ask_all(
    args: argparse.Namespace,
    benchmark: Benchmark,
    specs: list[RunSpec],
    provider: Provider,
    pace: Pace,
    batch_pace: BatchPace | None,
) -> int:
    """Ask one run after the other; returns the worst exit status."""
    status = 0
    for spec in specs:
        status = max(status, await _ask(args, benchmark, spec, provider, pace, batch_pace))
        if status == INTERRUPTED:
            break
    return status


def _specs(args: argparse.Namespace, benchmark: Benchmark, asked: Asking) -> list[RunSpec]:
    """One specification per variant."""
    from mhclient.prompts import load_variant
    from mhclient.spec import RunSpec

    variants = [load_variant(name) for name in dict.fromkeys(args.variant or [DEFAULT_VARIANT])]
    if args.run_id == "":
        raise UsageError("--run-id names nothing.")
    if args.run_id and len(variants) > 1:
        raise UsageError("--run-id names one run; with several variants each gets a name of its own.")
    return [
        RunSpec(
            provider=asked.provider.name,
            model=asked.model,
            endpoint=asked.provider.endpoint,
            benchmark=benchmark.items_sha256,
            variant=variant,
            parameters=asked.parameters(variant),
            tasks=args.tasks,
            limit=args.limit,
            ask=asked.ask,
            settings=asked.settings,
        )
        for variant in variants
    ]


async def _ask(
    args: argparse.Namespace,
    benchmark: Benchmark,
    spec: RunSpec,
    provider: Provider,
    pace: Pace,
    batch_pace: BatchPace | None,
) -> int:
    """Ask one run; returns the exit status."""
    from mhclient.cli.console import err
    from mhclient.cli.running import RunOrder, Screen
    from mhclient.runner.storing import AsyncStore

    run_id = args.run_id or spec.run_id()
    order = RunOrder(benchmark, spec, provider, run_id, pace, args.adapt_parameters)
    screen = Screen(err, args.json_log)
    async with AsyncStore(args.store) as store:
        if batch_pace is not None:
            from mhclient.cli.batching import print_batch_summary, submit_and_show

            ended = await submit_and_show(store, order, batch_pace, screen)
            status = print_batch_summary(err, store, run_id, ended)
        else:
            from mhclient.cli.running import ask_and_show, print_notes, print_summary

            ended = await ask_and_show(store, order, screen)
            print_summary(err, store, run_id, ended)
            print_notes(err, provider)
            progress = ended.progress
            status = 0 if progress.done == progress.total and not progress.errors else 1
    interrupted = ended.stopped is not None and ended.stopped.startswith("interrupted")
    return INTERRUPTED if interrupted else status


def _batch_pace(args: argparse.Namespace, pace: Pace, provider: Provider) -> BatchPace | None:
    """How batches are made; None if the run asks online.

    Raises:
        UsageError: options for batches without --batch, or a provider that takes none.
    """
    if not args.batch:
        for option in ("wait", "batch_lines", "queued_tokens"):
            if getattr(args, option):
                raise UsageError(f"--{option.replace('_', '-')} needs --batch.")
        return None
    from mhclient.batch.desk import BatchPace
    from mhclient.providers.batches import batching

    batching(provider)
    return BatchPace(
        caps=pace.caps,
        served=pace.served(),
        price=pace.price.in_batch() if pace.price else None,
        most_lines=args.batch_lines,
        queued_tokens=args.queued_tokens,
        wait=args.wait,
    )


def pace_of(
    args: argparse.Namespace,
    provider: str,
    model: str,
    concurrency: int,
    timeout_s: float,
    *,
    batch: bool = False,
) -> Pace:
    """What `add_pace_arguments` was given, for a provider and a model that have a price.

    Args:
        batch: all but the preflight goes by batch.
    """
    from cache.ledger import Caps
    from mhclient.money import Price, look_up_price, price_from
    from mhclient.providers.headers import Quota
    from mhclient.runner.run import Pace

    price = None
    if args.price is not None:
        price = price_from(args.price)
    elif provider == LOCAL:
        price = Price(0.0, 0.0, "a model on this machine")
    elif args.max_cost is not None or args.dry_run or batch:
        price = look_up_price(provider, model)
    if args.max_cost is not None and price is None:
        raise UsageError(
            f"--max-cost: no list has a price for '{model}'. Give it with --price, "
            "or cap with --max-requests or --max-total-tokens."
        )
    return Pace(
        concurrency=concurrency,
        limits=Quota(args.requests_per_min, args.tokens_per_min),
        deadline_s=timeout_s,
        caps=Caps(
            args.max_requests,
            args.max_total_tokens,
            args.max_cost,
            unpriced_usd_per_token=None if price is None else price.dearest_usd_per_token(),
        ),
        price=price,
        preflight=not args.no_preflight,
        again=args.ask_again,
        only_preflight=batch,
    )
