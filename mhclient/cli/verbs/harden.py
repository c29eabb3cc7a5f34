"""`mhclient harden`: wrong options nearer to the right one, each checked against a knowledge graph."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmark import Benchmark, read_benchmark, read_items, sample_paths
from benchmark.folder import check_folder
from benchmark.harden.harden import HardenedBenchmark, make_tools
from benchmark.harden.study import Eligible, Tools
from benchmark.harden.walk import Arm, HardenSettings, TooFewOptions, Unverified, WalkSettings
from benchmark.untrusted import read_regular_file
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import err, plain, tell
from mhclient.cli.screen.hardening import (
    print_asked,
    print_controls,
    print_estimate,
    print_item,
    print_made,
    print_what_next,
)
from mhclient.cli.verbs.composing import asking, composer_of, online
from mhclient.cli.verbs.pace import limits_of
from mhclient.compose.composition import Composition
from mhclient.compose.guides import API, ApiGuide, LocalGuide, api_guide, guided, local_guide
from mhclient.compose.harden import (
    JUDGE_MAX_TOKENS,
    MAPPER_MAX_TOKENS,
    PreparedHardening,
    choose_items,
    estimate,
    estimate_guide,
    harden_by_graph,
    harden_with_models,
)
from mhclient.compose.hardening import Hardening, Models
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.registry import find_embedder

NAME_MAX = 1_000  # characters: each name is compared with those of the graph


def execute(args: argparse.Namespace) -> int:
    _refuse_what_is_not_used(args)
    args.kg = _graph(args)
    parent = read_benchmark(args.benchmark)
    if args.show is not None:
        return _show(args, parent)
    if args.out is None:
        raise UsageError("no output folder was given. Add --out DIR for the hardened benchmark.")
    settings = settings_of(args)
    check_folder(args.out, force=args.force)
    models, api = None if settings.arm is Arm.GRAPH else models_of(args), _api(args)
    guide = local_guide(args.guide)
    if args.dry_run and models is None and api is None:
        raise UsageError("--dry-run: --method graph asks no model, and costs nothing. Leave it out.")
    found = choose_items(parent, args.tasks, args.limit)
    for task, why in found.refused.items():
        err.print(plain(f"Task {task} is left out: {why}."), soft_wrap=True)
    for task, why in found.partly.items():
        err.print(plain(f"Of task {task}, some items are left out: {why}."), soft_wrap=True)
    err.print(f"Reading {plain(str(args.kg))} …")
    prepared = PreparedHardening(parent, args.kg, found, _tools(args, settings, guide), api)
    if args.dry_run:
        return _estimate(args, prepared, models)
    if models is not None:
        return run_async(_compose, args, prepared, models)
    if prepared.api is not None:
        return run_async(_by_graph, args, prepared)
    _finish(args, prepared.made_by_graph(_pool(args.pool)))
    return 0


# Options that only models, or only whole benchmarks, make use of; with what they are if nothing is said.
_OF_MODELS: dict[str, object] = {
    "judge": None,
    "map_with": None,
    "temperature": 0.7,
    "max_tokens": 1000,
    "rounds": 3,
}
_OF_MODELS |= {"batch": False, "wait": False, "batch_lines": None, "queued_tokens": None}
_OF_FOLDERS: dict[str, object] = {
    "writer": None,
    "tasks": None,
    "limit": None,
    "dry_run": False,
    "short": "fill",
}


def _refuse_what_is_not_used(args: argparse.Namespace) -> None:
    """An option without effect is no option: who gives it expects something else."""
    if args.show is not None:
        unused, why = _OF_FOLDERS | _OF_MODELS, "--show shows one item by the graph alone"
    elif args.writer is None and args.method in (None, Arm.GRAPH):
        unused, why = (_OF_MODELS if args.method else {}), "--method graph asks no model"
    else:
        unused, why = (
            {"pool": None},
            "the names of a pool are options of --method graph, and a writer writes others",
        )
    given = [f"--{name.replace('_', '-')}" for name, usual in unused.items() if getattr(args, name) != usual]
    if given:
        raise UsageError(f"{why}: leave out {', '.join(given)}.")


def _graph(args: argparse.Namespace) -> Path:
    if args.sample and args.kg is not None:
        raise UsageError("--sample brings its own graph; leave out --kg, or --sample.")
    if args.sample:
        return sample_paths().kg
    if args.kg is None:
        raise UsageError(
            "no graph was given. Add --kg FILE, PrimeKG's kg.csv, or --sample for the packaged one."
        )
    return Path(args.kg)


def _estimate(args: argparse.Namespace, prepared: PreparedHardening, models: Models | None) -> int:
    """What would be asked at the most; with vectors by an API, paths are bounded by the lexical guide's."""
    items, tools, store = prepared.found.items, prepared.tools, args.store
    stages = [] if prepared.api is None else estimate_guide(items, tools, prepared.api, models, store)
    print_estimate([*stages, *([] if models is None else estimate(items, tools, models, store))])
    return 0


def _api(args: argparse.Namespace) -> ApiGuide | None:
    """The guide whose vectors an API gives, if one is named."""
    if not args.guide.startswith(API):
        return None
    provider, _, name = args.guide.removeprefix(API).partition(":")
    limits = limits_of(args, find_embedder(provider, name, args.base_url))
    return api_guide(args.guide, limits, args.base_url, online())


def _finish(
    args: argparse.Namespace,
    made: HardenedBenchmark,
    composition: Composition | None = None,
    hardening: Hardening | None = None,
) -> None:
    """Write the folder, and say what became of it."""
    print_made(made.write(args.out), made.outcomes)
    if composition is not None:
        print_asked(composition)
    if hardening is not None:
        print_controls(hardening)
    arm = made.tools.settings.arm
    graph = ["--sample"] if args.sample else ["--kg", str(args.kg)]
    print_what_next(args.out, graph, args.benchmark, None if arm is Arm.GRAPH else args.store)


async def _by_graph(args: argparse.Namespace, prepared: PreparedHardening) -> int:
    """Have vectors, then write names of the graph."""
    async with AsyncStore(args.store) as store:
        made, composition = await harden_by_graph(store, prepared, _pool(args.pool), args.out)
        _finish(args, made, composition)
    return 0


def _tools(args: argparse.Namespace, settings: HardenSettings, guide: LocalGuide | None) -> Tools:
    """Graph and guide; vectors of the graph's names stay beside the store."""
    tools = make_tools(args.kg, settings, args.relations)
    return guided(tools, guide, args.store.with_name(f"{args.store.name}.vectors"))


async def _compose(args: argparse.Namespace, prepared: PreparedHardening, models: Models) -> int:
    """Have models write and judge, then write the folder; a stage that is not finished ends it before."""
    async with AsyncStore(args.store) as store:
        done = await harden_with_models(store, prepared, models, args.out, asking(args))
        _finish(args, done.made, done.composition, done.hardening)
    return 0


def models_of(args: argparse.Namespace) -> Models:
    """Who writes, judges and maps.

    Raises:
        UsageError: a model cannot be asked so.
    """
    writer = composer_of(
        args, "writer", args.writer, temperature=args.temperature, max_tokens=args.max_tokens
    )
    judge = (
        None if args.judge is None else composer_of(args, "judge", args.judge, max_tokens=JUDGE_MAX_TOKENS)
    )
    mapper = (
        None
        if args.map_with is None
        else composer_of(args, "map_with", args.map_with, max_tokens=MAPPER_MAX_TOKENS)
    )
    if args.judge == args.writer:
        tell(f"Warning: {args.writer} judges what it has written itself; name another model with --judge.")
    return Models(writer, judge, mapper)


def settings_of(args: argparse.Namespace) -> HardenSettings:
    """What decides how items are hardened.

    Raises:
        UsageError: nobody is named to write, or somebody where nothing is written.
    """
    _check_threshold(args.threshold)
    arm = Arm(args.method or (Arm.WALK if args.writer else Arm.GRAPH))
    if args.method is None and not args.writer:
        raise UsageError(
            "no writer was named. Add --writer PROVIDER:NAME, or --method graph, which needs no model."
        )
    if arm is Arm.GRAPH and args.writer:
        raise UsageError("--method graph takes names of the graph and asks no writer: leave out --writer.")
    if arm is not Arm.GRAPH and not args.writer:
        raise UsageError(f"--method {arm} needs --writer PROVIDER:NAME.")
    return HardenSettings(
        arm=arm,
        walk=WalkSettings(args.depth, args.beam),
        threshold=args.threshold,
        rounds=args.rounds,
        unverified=Unverified(args.unverified),
        short=TooFewOptions(args.short),
        keep_relatives=args.relatives is not None,
        any_type=args.any_type,
        seed=args.seed,
    )


def _check_threshold(threshold: float | None) -> None:
    if threshold is not None and threshold > 1:
        raise UsageError(f"--threshold {threshold:g}: a cosine is at most 1. Give one from 0 to 1.")


def _pool(path: Path | None) -> list[str] | None:
    if path is None:
        return None
    try:
        text = read_regular_file(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--pool {path} cannot be read: {error}.") from error
    lines = [line.strip() for line in text.split("\n")]
    if long := next((place for place, line in enumerate(lines, start=1) if len(line) > NAME_MAX), None):
        raise UsageError(f"--pool {path}, line {long}: a name has at most {NAME_MAX:,} characters.")
    found = list(dict.fromkeys(filter(None, lines)))
    if not found:
        raise UsageError(f"--pool {path} has no names. Write one name per line.")
    return found


def _show(args: argparse.Namespace, parent: Benchmark) -> int:
    """One item by the graph alone; nothing is written."""
    item = next((each for each in read_items(parent.items_path) if each.id == args.show), None)
    if item is None:
        raise UsageError(f"{parent.directory} has no item '{args.show}'.")
    settings = HardenSettings(
        walk=WalkSettings(args.depth, args.beam),
        threshold=args.threshold,
        unverified=Unverified(args.unverified),
        keep_relatives=args.relatives is not None,
        any_type=args.any_type,
    )
    found, api, guide = Eligible((item,), {}), _api(args), local_guide(args.guide)
    prepared = PreparedHardening(parent, args.kg, found, _tools(args, settings, guide), api)
    if prepared.api is not None:
        made, _ = run_async(_shown, args, prepared)
    else:
        made = prepared.made_by_graph(_pool(args.pool))
    print_item(made.outcomes[0], made.tools)
    return 0


async def _shown(
    args: argparse.Namespace, prepared: PreparedHardening
) -> tuple[HardenedBenchmark, Composition]:
    async with AsyncStore(args.store) as store:
        return await harden_by_graph(store, prepared, _pool(args.pool), Path(args.show))
