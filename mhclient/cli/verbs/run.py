"""`mhclient run`, `study` and `reask`: ask models the items of files and benchmarks, or what is missing.

A study file names models, questions and ways of asking itself: few options may stand beside it. `reask` asks
again what got no answer, as a run of its own that is linked to the earlier one: asking again needs another
request, since the store has a reply to the same one.
"""

from __future__ import annotations

import argparse
import shlex
from collections import ChainMap, Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from benchmark import Benchmark
from cache import Caps, Store
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace
from mhclient.ask.making import DEFAULT_VARIANT
from mhclient.ask.order import Pace, RunOrder
from mhclient.ask.plan import RunEstimate, all_items, estimate_run
from mhclient.ask.run import benchmark_lines
from mhclient.cli.arguments.runs import add_run_arguments
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err, out, tell
from mhclient.cli.screen.running import (
    GOES_ON,
    Screen,
    ask_and_show,
    keep_readings,
    print_counts,
    print_next_of_shards,
    print_notes,
    print_summary,
    print_what_next,
)
from mhclient.cli.verbs.asking import batch_pace_of, limits_of, pace_of, price_of
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.machine.event_loop import run_async
from mhclient.providers.ask_modes import BELONGING, NOT_GIVEN, ModelOptions, ask_mode_of, check_belong
from mhclient.providers.base import Model, Provider, name_in
from mhclient.providers.registry import find_model, provider_at, provider_named
from mhclient.read.asking_again import ChangedParameters, make_reask_spec
from mhclient.run.body_fields import UNPINNED, joined, may_change, route_of
from mhclient.run.spec import RunSpec
from mhclient.show.counts import counted
from mhclient.show.files import write_file
from mhclient.study.asking import noted_start
from mhclient.study.file import ENDING, EXAMPLE, StudyFile, read_study
from mhclient.study.grid import AskedModel, GridCell, Wanted, make_grid
from mhclient.study.model_ref import each_as_option, is_like_a_model, parse_model
from mhclient.study.own_words import in_own_words
from mhclient.study.panels import PanelledGrid, with_panels
from mhclient.study.planning import (
    check_before_reading,
    keeping_places,
    moved_servers,
    only_noise,
    other_addresses,
)
from mhclient.study.source import FoundBenchmark, ReadAs, check_named, find_benchmark, study_name
from mhclient.study.stored import is_in_store

if TYPE_CHECKING:
    from mhclient.cli.screen import batching
    from mhclient.cli.screen import dry_run as estimates
    from mhclient.cli.screen import grid as grids
    from mhclient.study.result import ReportFile
else:  # batches, estimates, and what compares runs, numpy with it: a plain run asks without them
    batching = later("mhclient.cli.screen.batching")
    estimates = later("mhclient.cli.screen.dry_run")
    grids = later("mhclient.cli.screen.grid")


def execute_run(args: argparse.Namespace) -> int:
    return run_async(_run, args)


async def _run(args: argparse.Namespace) -> int:
    study = study_of(args)
    cells = _cells(args) if study is None else _cells_of_study(args, study)
    panel = args.panel if study is None else study.panel
    report = None if study is None else study.report
    screen = Screen(err, args.json_log)
    status = await _ask_cells(args, cells, panel, report, screen)
    if report is not None and not args.dry_run:
        grids.write_study_report(args.store, cells, report, screen.readings)
    return status


def _cells_of_study(args: argparse.Namespace, study: StudyFile) -> list[GridCell]:
    sharded = replace(study, limits={**study.limits, "shard": args.shard})
    found = sharded.find_benchmarks(args.store)
    _tell_of(found)
    for name, address in study.addresses():
        tell(f"The key for {name} goes to {address}, as the study file says.")
    return sharded.cells(found, by_batch=args.batch)


async def _ask_cells(
    args: argparse.Namespace,
    cells: Sequence[GridCell],
    panel: int | None,
    report: ReportFile | None,
    screen: Screen,
) -> int:
    words = words_for(args)
    for sentence in (*only_noise(cells), *keeping_places(cells)):
        tell(words(sentence))
    sent = [(cell.spec.provider, cell.spec.parameters) for cell in cells]
    if any(may_change(provider, parameters.route, parameters.extra) for provider, parameters in sent):
        tell(words(UNPINNED))
    if not (pace := cells[0].pace).shard.is_whole:
        tell(f"Shard {pace.shard}: asks its part of each run{_up_to(pace.caps)}.")
    grid = with_panels(cells, panel, args.store, alone=args.panel_only)
    batch_paces = [batch_pace_of(args, cell.pace, cell.model.provider) for cell in grid.every()]
    for sentence in (*other_addresses(cells), *moved_servers(args.store, cells)):
        tell(words(sentence))
    if args.dry_run:
        return _dry_run(args.store, grid.every(), batch_paces, words)
    async with AsyncStore(args.store) as store, noted_start(store, cells, study_name(_sources(args))):
        if args.batch:
            paces = [pace for pace in batch_paces if pace is not None]
            return await batching.submit_grid_and_show(store, cells, paces, screen, report)
        status = await _ask_parts(store, grid, screen, report)
        if panel:
            grids.print_drift(store, [cell.run_id for cell in grid.start])
    return status


async def _ask_parts(store: AsyncStore, grid: PanelledGrid, screen: Screen, report: ReportFile | None) -> int:
    """Ask the panels at the start, the runs, and the panels at the end."""
    status = await grids.ask_panels(store, grid.start, screen) if grid.start else 0
    if status in GOES_ON and grid.cells:
        if len(grid.cells) > 1:
            status = await grids.ask_grid_and_show(store, grid.cells, screen, report)
        else:
            status = await _ask(store, grid.cells[0], screen)
    if status in GOES_ON and grid.end:
        status = max(status, await grids.ask_panels(store, grid.end, screen))
    return status


def _up_to(caps: Caps) -> str:
    """A shard's share of the caps, in words; nothing where there is no cap."""
    shares = [
        None if caps.cost_usd is None else f"{caps.cost_usd:.4g} USD",
        None if caps.requests is None else counted(caps.requests, "request"),
        None if caps.tokens is None else counted(caps.tokens, "token"),
    ]
    said = ", ".join(share for share in shares if share)
    return f", up to {said}: its share of the limits, in this store" if said else ""


def _cells(args: argparse.Namespace) -> list[GridCell]:
    """The runs that the arguments name: each source × model × variant.

    Raises:
        UsageError: nothing is named, or it cannot be asked so.
    """
    for source in _sources(args):
        if not is_in_store(source, args.store):
            _refuse_model(source, args.model or (), args.provider)
        check_named(source, args.store)
    models = _models(args)
    args.variant = _once("--variant ", args.variant or [DEFAULT_VARIANT])
    # What can be refused without the questions is refused before a large file is read.
    check_before_reading(() if args.dry_run else _sources(args), args.store, models, args.variant)
    benchmarks = _benchmarks(args)
    asked = [AskedModel(model, price=price_of(args, model)) for model in models]
    wanted = Wanted(
        variants=args.variant,
        parameters=parameters_of(args),
        limits=limits_of(args, models[0]),
        adapt=args.adapt_parameters,
        by_batch=args.batch,
    )
    cells = make_grid(benchmarks, asked, wanted)
    if args.run_id and len(cells) > 1:
        raise UsageError(
            "--run-id names one run; with several variants, models or sources, leave it out: each run is "
            "given its own name."
        )
    return [replace(cell, name=args.run_id) for cell in cells]


def _benchmarks(args: argparse.Namespace) -> list[Benchmark]:
    """What is asked."""
    if not (sources := _once("", _sources(args))):
        raise UsageError(
            "what is to be asked? Name a file of questions or a benchmark: mhclient run exam.xlsx --model "
            "openai:gpt-5."
        )
    read_as = ReadAs(dict(ChainMap(*args.map)), args.sheet, args.skip_bad)
    found = [find_benchmark(source, args.store, read_as) for source in sources]
    _tell_of(found)
    return [each.benchmark for each in found]


def _refuse_model(source: str, models: Sequence[str], provider: str | None) -> None:
    """Say of a name that stands among the sources, as in `--model a b`, what was meant.

    Raises:
        UsageError: it is one.
    """
    if is_like_a_model(source):
        given = as_options(each_as_option([*models, source], provider))
        raise UsageError(f"{source}: there is no such file. Is it a model? Give --model before each: {given}")


def _sources(args: argparse.Namespace) -> list[str]:
    """What is named, questions or a study file."""
    return [*args.sources, *([args.benchmark] if args.benchmark else [])]


def _tell_of(found: Sequence[FoundBenchmark]) -> None:
    """How files were understood, and where they are kept."""
    for sentence in (sentence for each in found for sentence in each.said):
        tell(sentence)


def _models(args: argparse.Namespace) -> list[Model]:
    """Whom to ask.

    Raises:
        UsageError: nobody is named, or one address is given for several providers.
    """
    if not args.model:
        raise UsageError("whom to ask? Add --model PROVIDER:NAME, as in --model openai:gpt-5.")
    models = [_model(args, text) for text in _once("--model ", args.model)]
    providers = {model.provider.name for model in models}
    if args.base_url and len(providers) > 1:
        raise UsageError(
            f"--base-url is the address of one provider, but models of {', '.join(sorted(providers))} are "
            "named. A study file gives each model its own ('mhclient study init')."
        )
    return models


def _once(option: str, given: Sequence[str]) -> list[str]:
    """Each of these once; says which was given several times."""
    for name in (name for name, n in Counter(given).items() if n > 1):
        tell(f"{option}{name} is given more than once: it is asked once. --epochs asks several times.")
    return list(dict.fromkeys(given))


def _model(args: argparse.Namespace, text: str) -> Model:
    """A model that the arguments name, which is asked as they say.

    Raises:
        UsageError: an option would be ignored; and what `find_model` raises.
    """
    whom = parse_model(text, args.provider, at_address=bool(args.base_url))
    given = {option for option in BELONGING if getattr(args, option) not in NOT_GIVEN}
    check_belong(ask_mode_of(whom.provider, args.ask), given)
    options = {option: getattr(args, option) for option in ModelOptions.__annotations__}
    return find_model(whom.provider, whom.name, **cast("ModelOptions", options))


def _dry_run(
    store: Path,
    cells: Sequence[GridCell],
    batch_paces: Sequence[BatchPace | None],
    words: Callable[[str], str],
) -> int:
    """What would be sent, of each run and in all."""
    if estimates.is_shown_in_rows(cells, batch_paces):
        known = estimates.dry_run_of_grid(store, cells, words)
    else:
        pairs = zip(cells, batch_paces, strict=True)
        every = [_dry_run_of(store, cell, pace, words) for cell, pace in pairs]
        known = [estimate for estimate in every if estimate is not None]
    if len(cells) > 1:
        estimates.print_total(known)
    caps = cells[0].pace.caps
    estimates.print_what_comes_on_top(known, caps, words)
    estimates.print_beyond_caps(known, cells[0].run_id, caps, store, words)
    return 0


def _dry_run_of(
    store: Path, cell: GridCell, batch_pace: BatchPace | None, words: Callable[[str], str]
) -> RunEstimate | None:
    items, provider = partial(benchmark_lines, cell.benchmark), cell.model.provider
    wording = estimates.Wording(cell.benchmark.name if cell.of_several else None, words)
    if batch_pace is None:
        return estimates.dry_run(items, cell.spec, provider, cell.pace, store, wording)
    return estimates.dry_run_in_batches(items, cell.spec, provider, (cell.pace, batch_pace), store, wording)


async def _ask(store: AsyncStore, cell: GridCell, screen: Screen) -> int:
    """Ask one run, then show how it did; returns the exit status."""
    ended = await ask_and_show(store, cell.order(), screen)
    n_in_batches = print_counts(err, store, cell.run_id, ended)
    print_notes(err, cell.model.provider)
    await grids.print_result(store, [cell.run_id], screen.readings, [cell.run_id] if ended.had_all else [])
    if cell.pace.shard.is_whole:
        print_what_next(err, store, cell.run_id, n_in_batches)
    else:
        print_next_of_shards(err, store)
    progress = ended.progress
    return ended.exit_status(0 if progress.done == progress.total and not progress.errors else 1)


PLAIN = ("tasks", "limit", "epochs", "max_tokens", "effort", "thinking", "tier")


def parameters_of(args: argparse.Namespace) -> dict[str, Any]:
    """Everything that is said; a temperature only if it is, for models that reason are sent none.

    Raises:
        UsageError: a field of the body is set twice.
    """
    found = {name: getattr(args, name) for name in PLAIN}
    if getattr(args, "temperature_given", False):
        found["temperature"] = args.temperature
    if getattr(args, "route", None):
        found["route"] = route_of(args.route)
    if args.set:
        found["parameters"] = joined(args.set)
    return found


# What a study file does not say: where replies are kept, and what is done now.
BESIDE = frozenset({
    "sources", "store", "dry_run", "json_log", "batch", "wait", "batch_lines",
    "queued_tokens", "shard", "panel_only",
})  # fmt: skip


def study_of(args: argparse.Namespace) -> StudyFile | None:
    """The study file that `mhclient run` was given; None if it was given questions.

    Raises:
        UsageError: it cannot be used, or an option stands beside it that belongs in it.
    """
    named = [source for source in args.sources if source.endswith(ENDING)]
    if not named:
        return None
    if len(args.sources) > 1:
        raise UsageError(f"{named[0]}: a study file is asked alone; it names its benchmarks itself.")
    _refuse_beside(args)
    return read_study(_existing(named[0]))


def words_for(args: argparse.Namespace) -> Callable[[str], str]:
    """How messages of the library name parameters to whoever gave them: as options, or as the file's keys."""
    return in_own_words if any(source.endswith(ENDING) for source in args.sources) else as_options


def _existing(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        example = shlex.join(["mhclient", "study", "init", name])
        raise UsageError(f"{name}: there is no such file. An example is written by: {example}")
    return path


def _refuse_beside(args: argparse.Namespace) -> None:
    parser = argparse.ArgumentParser()
    add_run_arguments(parser)
    for name, usual in vars(parser.parse_args([])).items():
        if name not in BESIDE and getattr(args, name) != usual:
            option = name.replace("_", "-")
            raise UsageError(f"--{option} belongs in the study file; leave it out here.")


def execute_study(args: argparse.Namespace) -> int:
    if args.file.suffix != ENDING:
        raise UsageError(f"{args.file}: a study file ends in {ENDING}.")
    if args.file.exists():
        raise UsageError(f"{args.file} is there already; name another file, or edit it.")
    write_file(args.file, EXAMPLE.encode())
    dry_run = shlex.join(["mhclient", "run", str(args.file), "--dry-run"])
    tell(f"Written: {args.file}. Edit it, then: {dry_run}")
    return 0


def execute_reask(args: argparse.Namespace) -> int:
    changed = {name: getattr(args, name) for name in ("max_tokens", "temperature") if name in args}
    with Store.open(args.store) as store:
        spec = make_reask_spec(store, args.run, args.outcome, **cast("ChangedParameters", changed))
    return run_async(_reask, args, spec)


async def _reask(args: argparse.Namespace, spec: RunSpec) -> int:
    provider = _provider(args, spec)
    run_id = args.run_id or spec.run_id()
    pace = pace_of(args, Model(provider, spec.model), spec.parameters)
    screen = Screen(err, args.json_log)
    async with AsyncStore(args.store) as store:
        if args.dry_run:
            _print_estimate(args, store, spec, provider, pace)
            return 0
        order = RunOrder(None, spec, provider, run_id, pace, args.adapt_parameters)
        ended = await ask_and_show(store, order, screen)
        print_summary(err, store, run_id, ended)
        await keep_readings(store, [run_id], screen.readings)
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
    estimates.print_estimate(out, estimate, spec, pace.price)
    estimates.print_what_comes_on_top([estimate], pace.caps)
    estimates.print_beyond_caps([estimate], args.run_id or spec.run_id(), pace.caps, args.store)
