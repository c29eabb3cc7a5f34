"""`mhclient run`: ask a model the items of a benchmark, or what is missing of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.arguments.asking import Asking, asking
from mhclient.cli.arguments.asking_options import MAX_TOKENS, add_asking_arguments
from mhclient.cli.arguments.options import add_store, amount_or_none, count, names, run_name
from mhclient.cli.arguments.pace import add_batch_arguments, add_pace_arguments, batch_pace_of, pace_of
from mhclient.errors import INTERRUPTED, UsageError
from mhclient.providers.registry import BUILT_IN

if TYPE_CHECKING:
    from benchmark import Benchmark
    from mhclient.ask.batches.session import BatchPace
    from mhclient.ask.loop import Pace
    from mhclient.providers.base import Provider
    from mhclient.run.spec import RunSpec

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
    add_batch_arguments(parser)
    add_asking_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--run-id",
        type=run_name,
        metavar="NAME",
        help="default: made from model, variant and all of the above",
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append what happens as JSON lines")


def execute(args: argparse.Namespace) -> int:
    from mhclient.machine.event_loop import run_async

    return run_async(_run, args)


async def _run(args: argparse.Namespace) -> int:
    from benchmark import read_benchmark

    if not args.model.strip():
        raise UsageError("--model names nothing.")
    benchmark = read_benchmark(args.benchmark)
    asked = asking(args)
    provider = asked.provider
    specs = _specs(args, benchmark, asked)
    pace = pace_of(args, args.provider, args.model, asked.concurrency, asked.timeout_s, batch=args.batch)
    batch_pace = batch_pace_of(args, pace, provider)
    if args.dry_run:
        from mhclient.ask.start import benchmark_lines
        from mhclient.cli.screen.dry_run import dry_run, dry_run_in_batches

        items = partial(benchmark_lines, benchmark)
        for spec in specs:
            if batch_pace is None:
                dry_run(items, spec, provider, pace, args.store)
            else:
                dry_run_in_batches(items, spec, provider, (pace, batch_pace), args.store)
        return 0
    if len(specs) > 1:
        # Nothing is asked, and paid for, before all of them are known to be askable.
        from mhclient.ask.plan import check_plan
        from mhclient.ask.start import benchmark_lines

        for spec in specs:
            check_plan(partial(benchmark_lines, benchmark), spec, provider)
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
    from mhclient.run.prompts import load_variant
    from mhclient.run.spec import RunSpec

    variants = [load_variant(name) for name in dict.fromkeys(args.variant or [DEFAULT_VARIANT])]
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
    from mhclient.ask.storing import AsyncStore
    from mhclient.cli.screen.console import err
    from mhclient.cli.screen.running import RunOrder, Screen

    run_id = args.run_id or spec.run_id()
    order = RunOrder(benchmark, spec, provider, run_id, pace, args.adapt_parameters)
    screen = Screen(err, args.json_log)
    async with AsyncStore(args.store) as store:
        if batch_pace is not None:
            from mhclient.cli.screen.batching import print_batch_summary, submit_and_show

            ended = await submit_and_show(store, order, batch_pace, screen)
            status = print_batch_summary(err, store, run_id, ended)
        else:
            from mhclient.cli.screen.running import ask_and_show, print_notes, print_summary

            ended = await ask_and_show(store, order, screen)
            print_summary(err, store, run_id, ended)
            print_notes(err, provider)
            progress = ended.progress
            status = 0 if progress.done == progress.total and not progress.errors else 1
    interrupted = ended.stopped is not None and ended.stopped.startswith("interrupted")
    return INTERRUPTED if interrupted else status
