"""`mhclient build` and `mhclient verify`: a graph becomes a benchmark folder, which is checked against it."""

import argparse
import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from shlex import quote
from typing import TYPE_CHECKING, Any

from benchmark import (
    SAMPLE_SIZES,
    Benchmark,
    BuildSettings,
    GenericDiseases,
    MultiUsage,
    Scope,
    Sources,
    Task,
    build_benchmark,
    sample_paths,
)
from benchmark.build.seeds import read_seeds, seed_path
from benchmark.build.settings import THE_NINE, parse_counts, parse_tasks
from benchmark.folder import check_folder
from benchmark.kinds import BenchmarkKind
from benchmark.verify import Inputs, Verification, verify
from cache import Store
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err, out, plain, print_table
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.show.counts import counted
from mhclient.show.files import write_file

if TYPE_CHECKING:
    from mhclient.cli.verbs import labels
else:  # only MENTAT needs what fits labels
    labels = later("mhclient.cli.verbs.labels")


def execute_build(args: argparse.Namespace) -> int:
    """Build, then say what was built and what could not be."""
    if args.benchmark == BenchmarkKind.MENTAT:
        for option in ("sample", "kg", "seeds", "tasks", "size", "options", "matched"):
            if getattr(args, option):
                raise UsageError(f"--{option} is for a benchmark from a graph, not for MENTAT.")
        return labels.build_design(args)
    if args.design or args.labels or args.null or args.ages:
        raise UsageError("--design, --labels, --ages and --null are for MENTAT: mhclient build mentat PATH.")
    sources, settings = _sources(args), _settings(args)
    # What can be refused at once is refused before a word is printed.
    check_folder(args.out, force=args.force)
    read_seeds(sources.seeds)
    err.print(f"Reading {plain(str(sources.kg))} …")
    benchmark = build_benchmark(sources, settings, args.out, force=args.force)
    _show(benchmark)
    _warn(benchmark)
    _say_what_next(args)
    return 0


def _settings(args: argparse.Namespace) -> BuildSettings:
    every = tuple(task for task in THE_NINE if task.matchable or not args.matched)
    tasks = parse_tasks(args.tasks) if args.tasks is not None else every
    sizes, n_options = parse_counts("--size", args.size), parse_counts("--options", args.options)
    for flag, counts in (("--size", sizes), ("--options", n_options)):
        if others := [task for task in counts if task not in tasks]:
            raise UsageError(f"{flag} {others[0]}={counts[others[0]]}: {others[0]} is not among --tasks.")
    of_sample: dict[Task, int | None] = {}
    if args.sample:  # a matched benchmark takes as many as can be matched
        of_sample = dict.fromkeys(tasks) if args.matched else dict(SAMPLE_SIZES)
    return BuildSettings(
        seed=args.seed,
        tasks=tasks,
        sizes={**of_sample, **sizes},
        n_options=n_options,
        absent_from=Scope(args.absent_from),
        multi_usage=MultiUsage(args.multi_usage),
        matched=args.matched,
        generic_diseases=GenericDiseases(args.generic_diseases),
    )


def _warn(benchmark: Benchmark) -> None:
    """PrimeKG stores every edge in both directions: rows that miss their mirror speak of a file cut short."""
    alone, rows = (
        benchmark.manifest["anomalies"]["rows_without_mirror"],
        benchmark.manifest["slice"]["rows"],
    )
    if alone * 100 > rows:
        err.print(
            f"[bold]Warning:[/bold] {alone:,} of the slice's {rows:,} rows stand in one direction only; "
            "PrimeKG has every edge in both. If the file is not complete, a denied fact may be true."
        )


def _say_what_next(args: argparse.Namespace) -> None:
    given = {
        "kg": args.kg,
        "seeds": args.seeds,
        "disease-features": args.disease_features,
        "drug-features": args.drug_features,
    }
    files = " ".join(f"--{flag} {quote(str(path))}" for flag, path in given.items() if path)
    folder = quote(str(args.out))
    err.print(plain(f"Next: mhclient verify {folder} {files or '--sample'}"), soft_wrap=True)
    err.print(plain(f"      mhclient describe {folder}"), soft_wrap=True)


def _sources(args: argparse.Namespace) -> Sources:
    given = [
        name
        for name in ("kg", "seeds", "disease_features", "drug_features")
        if getattr(args, name) is not None
    ]
    if args.sample and given:
        raise UsageError(
            f"--sample brings its own files; leave out --{given[0].replace('_', '-')}, or --sample."
        )
    if args.sample:
        return replace(sample_paths(), skip_missing_seeds=args.skip_missing_seeds)
    if args.kg is None or args.seeds is None:
        raise UsageError("--kg and --seeds are needed, or --sample for the packaged illustration.")
    return Sources(
        args.kg, seed_path(args.seeds), args.disease_features, args.drug_features, args.skip_missing_seeds
    )


def _show(benchmark: Benchmark) -> None:
    manifest = benchmark.manifest
    part = manifest["slice"]
    out.print(
        f"Slice: {part['rows']:,} of {counted(manifest['file']['rows'], 'row')}, "
        f"{counted(part['triples'], 'triple')}, {counted(part['entities'], 'entity')}, "
        f"{counted(len(part['triples_by_relation']), 'relation')}."
    )
    if several := manifest.get("one_node_under_several_names"):
        _say_names(several)
    for name, ids in manifest["seeds"]["shared_names"]:
        out.print(
            plain(f"Seed {name!r} means {len(ids)} nodes, ids {', '.join(ids)}: give an id to mean one.")
        )
    if lost := manifest["seeds"]["without_edges"]:
        out.print(
            plain(
                f"Without an edge: {len(lost)} of {counted(manifest['seeds']['given'], 'seed')} "
                f"({', '.join(lost[:4])}"
                f"{', …' if len(lost) > 4 else ''})."
            )
        )
    rows = []
    for task, facts in manifest["tasks"].items():
        wanted = facts["asked_for"]
        shown = f"{wanted:,}" if isinstance(wanted, int) else wanted
        rows.append((task, f"{facts['items']:,}", shown, facts["fewer_because"] or ""))
    print_table(("Task", "Items", "Asked for", "Why fewer"), rows, (1, 2))
    if note := manifest.get("illustration"):
        out.print(plain(note))
    files = f"{benchmark.directory}: items.jsonl, manifest.json, triples.csv"
    out.print(plain(f"{counted(manifest['items']['count'], 'item')} in {files}"))


def _say_names(several: Mapping[str, Any]) -> None:
    """Which nodes the file has under several names; each is one entity."""
    here = several["nodes_of_the_slice"]
    shown = [f"{key.split('|', 3)[3]} (also {', '.join(names)})" for key, names in here]
    if n_nodes := several["nodes_of_the_file"]:
        out.print(
            plain(
                f"Under several names: {counted(n_nodes, 'node')} of the file, {len(here)} of the slice"
                f"{': ' if here else ''}{'; '.join(shown[:4])}{'; …' if len(shown) > 4 else ''}. "
                "Each is one entity, shown by the name in most rows."
            )
        )
    if n_ids := several["ids_of_too_many_names"]:
        err.print(
            f"[bold]Warning:[/bold] {counted(n_ids, 'id')} of the file each stand beside too many names "
            "to be of one node and are taken for no id: leave the cell empty where an id is not known."
        )


SHOWN = 40


def execute_verify(args: argparse.Namespace) -> int:
    """Print what was found; 1 if anything was."""
    files = _files(args)
    if args.benchmark.is_dir():
        err.print(f"Checking {plain(str(args.benchmark))} …")
    store = None
    with ExitStack() as stack:
        if args.store is not None:
            store = stack.enter_context(Store.open(args.store, read_only=True))
        completions_of = None if store is None else store.requests.read_completions
        verdict = verify(args.benchmark, files, completions_of)
    if args.violations:
        lines = (json.dumps(asdict(each), ensure_ascii=False) + "\n" for each in verdict.violations)
        write_file(args.violations, "".join(lines).encode())
    _show_verdict(verdict)
    return 1 if verdict.violations else 0


def _files(args: argparse.Namespace) -> Inputs:
    if not args.sample:
        seeds = seed_path(args.seeds) if args.seeds else None
        return Inputs(args.kg, seeds, args.disease_features, args.drug_features, args.parent, args.mentalkg)
    if args.mentalkg or args.kg or args.seeds or args.disease_features or args.drug_features:
        raise UsageError("--sample brings its own files; leave out the others, or --sample.")
    sample = sample_paths()
    if args.parent:
        return Inputs(sample.kg, parent=args.parent)
    return Inputs(sample.kg, sample.seeds, sample.disease_features, sample.drug_features)


def _show_verdict(verdict: Verification) -> None:
    for violation in verdict.violations[:SHOWN]:
        out.print(plain(f"{violation.where}: {violation.kind}: {violation.what}"), soft_wrap=True)
    if len(verdict.violations) > SHOWN:
        out.print(f"… and {len(verdict.violations) - SHOWN:,} more; --violations FILE writes them all.")
    if verdict.violations:
        times = ((kind.value, f"{n:,}") for kind, n in verdict.by_kind().items())
        print_table(("Violation", "Times"), times)
    rows = f" against {counted(verdict.n_rows, 'row')} of the graph" if verdict.n_rows is not None else ""
    found = counted(len(verdict.violations), "violation") if verdict.violations else "no violation"
    out.print(f"Checked {counted(verdict.n_items, 'item')}{rows}: {found}.")
    for what in verdict.unchecked:
        out.print(plain(f"Not checked: {as_options(what)}."))
