"""`mhclient run`: ask a model the items of a benchmark, or what is missing of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from benchmark import Benchmark, read_benchmark
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace
from mhclient.ask.loop import Pace
from mhclient.ask.plan import check_plan
from mhclient.ask.start import benchmark_lines
from mhclient.cli.arguments.asking import Asking, asking
from mhclient.cli.arguments.pace import batch_pace_of, pace_of
from mhclient.cli.arguments.run import DEFAULT_VARIANT
from mhclient.cli.screen.batching import print_batch_summary, submit_and_show
from mhclient.cli.screen.console import err
from mhclient.cli.screen.dry_run import dry_run, dry_run_in_batches
from mhclient.cli.screen.running import RunOrder, Screen, ask_and_show, print_notes, print_summary
from mhclient.errors import INTERRUPTED, UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.base import Provider
from mhclient.run.prompts import load_variant
from mhclient.run.spec import RunSpec


def execute(args: argparse.Namespace) -> int:
    return run_async(_run, args)


async def _run(args: argparse.Namespace) -> int:
    if not args.model.strip():
        raise UsageError("--model names nothing.")
    benchmark = read_benchmark(args.benchmark)
    asked = asking(args)
    provider = asked.provider
    specs = _specs(args, benchmark, asked)
    pace = pace_of(args, args.provider, args.model, asked.concurrency, asked.timeout_s, batch=args.batch)
    batch_pace = batch_pace_of(args, pace, provider)
    if args.dry_run:
        items = partial(benchmark_lines, benchmark)
        for spec in specs:
            if batch_pace is None:
                dry_run(items, spec, provider, pace, args.store)
            else:
                dry_run_in_batches(items, spec, provider, (pace, batch_pace), args.store)
        return 0
    if len(specs) > 1:
        # Nothing is asked, and paid for, before all of them are known to be askable.
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
    run_id = args.run_id or spec.run_id()
    order = RunOrder(benchmark, spec, provider, run_id, pace, args.adapt_parameters)
    screen = Screen(err, args.json_log)
    async with AsyncStore(args.store) as store:
        if batch_pace is not None:
            ended = await submit_and_show(store, order, batch_pace, screen)
            status = print_batch_summary(err, store, run_id, ended)
        else:
            ended = await ask_and_show(store, order, screen)
            print_summary(err, store, run_id, ended)
            print_notes(err, provider)
            progress = ended.progress
            status = 0 if progress.done == progress.total and not progress.errors else 1
    return ended.exit_status(status)
