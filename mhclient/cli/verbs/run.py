"""`mhclient run`: ask a model the items of a benchmark, or what is missing of them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from typing import cast

from benchmark import Benchmark, read_benchmark
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace
from mhclient.ask.making import DEFAULT_VARIANT, make_spec
from mhclient.ask.order import Pace, RunOrder
from mhclient.ask.plan import check_plan
from mhclient.ask.start import benchmark_lines
from mhclient.cli.screen.batching import print_batch_summary, submit_and_show
from mhclient.cli.screen.console import err
from mhclient.cli.screen.dry_run import dry_run, dry_run_in_batches
from mhclient.cli.screen.running import Screen, ask_and_show, print_notes, print_summary
from mhclient.cli.verbs.pace import batch_pace_of, pace_of
from mhclient.cli.verbs.parameters import parameters_of
from mhclient.errors import INTERRUPTED, UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.base import Provider
from mhclient.providers.choose import find_model
from mhclient.providers.model import Model
from mhclient.providers.ways import BELONGING, NOT_GIVEN, ModelOptions, check_belong, way_of
from mhclient.run.spec import RunSpec

ONLY_NOISE = (
    "Note: at temperature 0, repetitions show only what the service itself leaves to chance. "
    "--temperature sets how much chance there is in a reply."
)


def execute(args: argparse.Namespace) -> int:
    return run_async(_run, args)


async def _run(args: argparse.Namespace) -> int:
    if not args.model.strip():
        raise UsageError("--model is empty.")
    benchmark = read_benchmark(args.benchmark)
    model = _model(args)
    provider = model.provider
    specs = _specs(args, benchmark, model)
    if args.epochs > 1 and specs[0].parameters.temperature == 0:
        err.print(ONLY_NOISE, soft_wrap=True)
    pace = pace_of(args, model, by_batch=args.batch)
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


def _model(args: argparse.Namespace) -> Model:
    """The model that the arguments name, which is asked as they say.

    Raises:
        UsageError: an option would be ignored; and what `find_model` raises.
    """
    given = {option for option in BELONGING if getattr(args, option) not in NOT_GIVEN}
    check_belong(way_of(args.provider, args.ask), given)
    options = {option: getattr(args, option) for option in ModelOptions.__annotations__}
    return find_model(args.provider, args.model, **cast(ModelOptions, options))


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


def _specs(args: argparse.Namespace, benchmark: Benchmark, model: Model) -> list[RunSpec]:
    """One specification per variant."""
    variants = list(dict.fromkeys(args.variant or [DEFAULT_VARIANT]))
    if args.run_id and len(variants) > 1:
        raise UsageError(
            "--run-id names one run; with several variants, leave it out: each run is given its own name."
        )
    return [
        make_spec(
            benchmark,
            model,
            variant,
            **parameters_of(args),
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
