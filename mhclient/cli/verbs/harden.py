"""`mhclient harden`: wrong options nearer to the right one, each checked against a knowledge graph.

The work first, then what is printed: one item, what was made, and what to type next.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from benchmark import Benchmark, read_benchmark, read_items, sample_paths
from benchmark.folder import check_folder
from benchmark.harden.harden import HardenedBenchmark, ItemOutcome, make_tools
from benchmark.harden.mapping import Mapped, MappingStage
from benchmark.harden.study import Eligible, Tools
from benchmark.harden.verdicts import OptionVerdict
from benchmark.harden.walk import Arm, HardenSettings, TooFewOptions, Unverified, WalkSettings, text_of
from benchmark.untrusted import read_regular_file
from cache.async_store import AsyncStore
from mhclient.cli.screen.console import err, out, plain, print_table, tell
from mhclient.cli.verbs.asking import limits_of
from mhclient.cli.verbs.composing import asking, composer_of, online
from mhclient.compose.composition import Composition
from mhclient.compose.guides import API, ApiGuide, LocalGuide, api_guide, guided, local_guide
from mhclient.compose.harden import (
    JUDGE_MAX_TOKENS,
    MAPPER_MAX_TOKENS,
    PreparedHardening,
    StageEstimate,
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
from mhclient.run.prices import at_most_usd
from mhclient.show.counts import counted

NAME_MAX = 1_000  # characters: each name is compared with those of the graph


def execute_harden(args: argparse.Namespace) -> int:
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
    if models is not None or prepared.api is not None:
        return run_async(_compose, args, prepared, models)
    _finish(args, prepared.made_by_graph(_pool(args.pool)))
    return 0


# Options that only models, or only whole benchmarks, make use of; with what they are if nothing is said.
_OF_MODELS: dict[str, object] = {
    "judge": None,
    "map_with": None,
    "temperature": 0.7,
    "max_tokens": 1000,
    "rounds": 3,
    "batch": False,
    "wait": False,
}
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


def _tools(args: argparse.Namespace, settings: HardenSettings, guide: LocalGuide | None) -> Tools:
    """Graph and guide; vectors of the graph's names stay beside the store."""
    tools = make_tools(args.kg, settings)
    return guided(tools, guide, args.store.with_name(f"{args.store.name}.vectors"))


async def _compose(args: argparse.Namespace, prepared: PreparedHardening, models: Models | None) -> int:
    """Have models write and judge, or an API's vectors, then write the folder.

    A stage that is not finished ends it before.
    """
    async with AsyncStore(args.store) as store:
        if models is None:
            _finish(args, *await harden_by_graph(store, prepared, _pool(args.pool), args.out))
        else:
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
    others = (("judge", args.judge, JUDGE_MAX_TOKENS), ("map_with", args.map_with, MAPPER_MAX_TOKENS))
    judge, mapper = (
        None if named is None else composer_of(args, option, named, max_tokens=most)
        for option, named, most in others
    )
    if args.judge == args.writer:
        tell(f"Warning: {args.writer} judges what it has written itself; name another model with --judge.")
    return Models(writer, judge, mapper)


def settings_of(args: argparse.Namespace) -> HardenSettings:
    """What decides how items are hardened.

    Raises:
        UsageError: nobody is named to write, or somebody where nothing is written.
    """
    if args.threshold is not None and args.threshold > 1:
        raise UsageError(f"--threshold {args.threshold:g}: a cosine is at most 1. Give one from 0 to 1.")
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
        seed=args.seed,
    )


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
    )
    found, api, guide = Eligible((item,), {}), _api(args), local_guide(args.guide)
    prepared = PreparedHardening(parent, args.kg, found, _tools(args, settings, guide), api)

    async def with_vectors() -> HardenedBenchmark:
        async with AsyncStore(args.store) as store:
            return (await harden_by_graph(store, prepared, _pool(args.pool), Path(args.show)))[0]

    made = prepared.made_by_graph(_pool(args.pool)) if api is None else run_async(with_vectors)
    print_item(made.outcomes[0], made.tools)
    return 0


PATHS_SHOWN = 20
STEPS = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1)  # around a threshold, to show what it decides


def print_made(written: Benchmark, outcomes: Sequence[ItemOutcome]) -> None:
    """Items by task, candidates by verdict, and what no graph has checked."""
    counts = written.manifest["counts"]
    stages = ", ".join(f"{stage} {counts['mapped'].get(stage, 0):,}" for stage in MappingStage)
    threshold = written.manifest["guide"]["threshold"]
    out.print(plain(f"Mentions by how they were mapped (threshold {threshold:g}): {stages}."))
    _print_thresholds(outcomes, threshold)
    counted_as = ("items", "hardened", "partly", "left alone")
    rows = ((task, *(f"{of[n]:,}" for n in counted_as)) for task, of in written.manifest["tasks"].items())
    print_table(("Task", "Items", "Hardened", "Partly", "Left alone"), rows, range(1, 5))
    for why, n in counts["left_alone_because"].items():
        out.print(plain(f"Left alone: {counted(n, 'item')}, because {why}."), soft_wrap=True)
    if counts["left_out"]:
        out.print(f"Left out: {counted(counts['left_out'], 'item')} with too few new options (--short drop).")
    found = ((verdict.value, counts["candidates"].get(verdict.value)) for verdict in OptionVerdict)
    rows = ((verdict.replace("_", " "), f"{n:,}") for verdict, n in found if n)
    print_table(("Candidates", ""), rows, (1,))
    if counts["unverified_options"]:
        n = counted(counts["unverified_options"], "option")
        out.print(plain(f"Not checked by the graph: {n} in the items (--unverified flag)."))
    n_items = counted(written.manifest["items"]["count"], "item")
    out.print(plain(f"{n_items} in {written.directory}; provenance.jsonl says where each option comes from."))


def _print_thresholds(outcomes: Sequence[ItemOutcome], threshold: float) -> None:
    """How many mentions without an equal name would map from other thresholds on."""
    scores = [
        each.score
        for one in outcomes
        for each in (*one.studied.in_question, *one.studied.in_key)
        if each.stage in (MappingStage.NEAREST, MappingStage.NONE)
    ]
    if not scores:
        return
    tried = sorted({round(threshold + step, 2) for step in STEPS if 0 < threshold + step < 1})
    shares = ", ".join(f"{at:g}: {sum(score >= at for score in scores):,}" for at in tried)
    out.print(
        plain(f"Of {counted(len(scores), 'mention')} without an equal name map from --threshold {shares}."),
        soft_wrap=True,
    )


def print_asked(composition: Composition) -> None:
    """What each stage asked and cost."""
    rows = []
    for asked in composition.asked:
        cost = "–" if asked.spend.cost_usd is None else at_most_usd(asked.spend.cost_usd)
        of = (asked.name, str(asked.round), asked.composer)
        rows.append((*of, f"{asked.n_jobs:,}", f"{asked.n_stored:,}", cost))
    print_table(("Stage", "Round", "Model", "Jobs", "Stored", "USD"), rows, (3, 4, 5))
    total = composition.spend
    cost = "no price is known" if total.cost_usd is None else f"{at_most_usd(total.cost_usd)} USD"
    out.print(f"In all {counted(total.requests, 'request')}, {total.tokens:,} tokens, {cost}.")


def print_controls(hardening: Hardening) -> None:
    """How often the judge erred where the answer was known."""
    if hardening.models.judge is not None:
        errs = hardening.controls
        n_keys, n_wrong = errs.key_yes + errs.key_no, errs.wrong_yes + errs.wrong_no
        out.print(
            f"The judge called {errs.key_no:,} of {counted(n_keys, 'right answer')} wrong, and "
            f"{errs.wrong_yes:,} of {counted(n_wrong, 'old wrong option')} right; "
            f"it could not tell for {errs.unclear:,}.",
            soft_wrap=True,
        )


def print_estimate(stages: Sequence[StageEstimate]) -> None:
    """What would be asked at the most; later stages depend on replies, so they are bounds."""
    rows = []
    for each in stages:
        cost = "–" if each.cost_usd is None else at_most_usd(each.cost_usd)
        figures = (f"{each.n_requests:,}", f"{each.prompt_tokens:,}", f"{each.completion_tokens:,}", cost)
        rows.append((each.name, each.composer, *figures))
    headings = ("Stage", "Model", "Requests", "Prompt tokens", "Reply tokens", "USD")
    print_table(headings, rows, range(2, 6))
    costs = [each.cost_usd for each in stages]
    total = sum(cost for cost in costs if cost is not None)
    known = (
        f"{at_most_usd(total)} USD"
        if None not in costs
        else "not known, since a model has no price (--price)"
    )
    out.print(f"Highest cost: {known}. Nothing was sent.")
    out.print(
        "Stages after the first depend on replies: these are bounds. --max-cost holds over all of them.",
        soft_wrap=True,
    )


def print_what_next(made: Path, graph: Sequence[str], parent: Path, store: Path | None) -> None:
    """The command that checks what was made; `graph` is how it names the graph."""
    words = ["mhclient", "verify", str(made), *graph, "--parent", str(parent)]
    words += ["--store", str(store)] if store is not None else []
    err.print(plain(f"Next: {shlex.join(words)}"), soft_wrap=True)


def print_item(outcome: ItemOutcome, tools: Tools) -> None:
    """One item: what it maps to, the paths, and what is said of each candidate."""
    studied = outcome.studied
    out.print(plain(studied.item.question), style="bold", soft_wrap=True)
    out.print(
        plain(f"Key: {studied.key}. Wrong options: {', '.join(studied.wrong_options.values())}."),
        soft_wrap=True,
    )
    for title, found in (("Question", studied.in_question), ("Key", studied.in_key)):
        for mapped in found:
            out.print(plain(f"{title}: {_mapping(mapped, tools)}"), soft_wrap=True)
    if studied.alone is not None:
        out.print(plain(f"Left alone: {studied.alone}."), soft_wrap=True)
        return
    out.print(f"{counted(len(studied.paths), 'path')}, the first {min(len(studied.paths), PATHS_SHOWN)}:")
    for path in studied.paths[:PATHS_SHOWN]:
        scores = ", ".join(f"{score:.3f}" for score in path.scores)
        out.print(plain(f"  {text_of(tools.graph, path)}  ({scores})"), soft_wrap=True)
    table = Table("Candidate", "Score", "Verdict", "Why", box=None, pad_edge=False)
    for each in outcome.candidates:
        said = "" if each.verdict is None else each.verdict.value.replace("_", " ")
        taken = f"[bold]{said}, taken[/bold]" if each in outcome.chosen else said
        table.add_row(plain(each.text), f"{each.score:.3f}", taken, plain(each.detail))
    out.print(table)


def _mapping(mapped: Mapped, tools: Tools) -> str:
    if mapped.stage is MappingStage.NONE:
        return f"“{mapped.mention.words}” maps to no node (nearest {mapped.score:.3f})"
    names = ", ".join(f"{tools.graph.name(node)} ({tools.graph.type(node)})" for node in mapped.nodes)
    return f"“{mapped.mention.words}” → {names}, {mapped.stage}, {mapped.score:.3f}"
