"""`mhclient build`: a knowledge graph and seeds become a benchmark folder."""

import argparse
from dataclasses import replace
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from benchmark import (
    SAMPLE_SIZES,
    Benchmark,
    BuildSettings,
    MultiUsage,
    Scope,
    Sources,
    build_benchmark,
    sample_paths,
)
from benchmark.seeds import SHIPPED, seed_path
from benchmark.settings import parse_counts, parse_tasks
from mhclient.cli.console import err, out
from mhclient.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Flags of `build`."""
    source = parser.add_argument_group("what it is made from")
    source.add_argument(
        "--sample", action="store_true", help="use the small illustration in the package; no download"
    )
    source.add_argument("--kg", type=Path, metavar="FILE", help="PrimeKG's kg.csv (also .csv.gz, .parquet)")
    source.add_argument(
        "--seeds",
        metavar="FILE",
        help=f"CSV with a column 'name' or 'id', or a shipped list: {', '.join(SHIPPED)}",
    )
    source.add_argument(
        "--disease-features",
        type=Path,
        metavar="FILE",
        help="disease_features.tab or .csv; evidence for R1+E, R2+E",
    )
    source.add_argument("--drug-features", type=Path, metavar="FILE", help="drug_features.tab or .csv")
    source.add_argument(
        "--skip-missing-seeds", action="store_true", help="build without seeds the graph does not have"
    )
    what = parser.add_argument_group("what is made")
    what.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    what.add_argument(
        "--seed", type=int, default=42, help="chooses items, negatives and option orders (default 42)"
    )
    what.add_argument("--tasks", metavar="ET,EC,…", help="task families to build (default: all nine)")
    what.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="FC=400",
        help="items of a task (default: the paper's); repeatable",
    )
    what.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="EC=5",
        help="options per item of ET, EC or RT; repeatable",
    )
    what.add_argument(
        "--absent-from", type=Scope, choices=tuple(Scope), default=Scope.GRAPH, metavar="graph|slice",
        help="where a negative must be absent: the whole file (default), or the slice alone as in the paper",
    )  # fmt: skip
    what.add_argument(
        "--multi-usage", type=MultiUsage, choices=tuple(MultiUsage), default=MultiUsage.EXCLUDE,
        metavar="exclude|ask",
        help="pairs in several usage relations: left out (default), or RP and R2 ask for one or more",
    )  # fmt: skip
    what.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")


def execute(args: argparse.Namespace) -> int:
    """Build, then say what was built and what could not be."""
    sources = _sources(args)
    settings = BuildSettings(
        seed=args.seed,
        sizes={**(SAMPLE_SIZES if args.sample else {}), **parse_counts("--size", args.size)},
        n_options=parse_counts("--options", args.options),
        absent_from=args.absent_from,
        multi_usage=args.multi_usage,
        **({"tasks": parse_tasks(args.tasks)} if args.tasks is not None else {}),
    )
    err.print(f"Reading {escape(str(sources.kg))} …")
    benchmark = build_benchmark(sources, settings, args.out, force=args.force)
    _show(benchmark)
    _warn(benchmark)
    _say_what_next(args)
    return 0


def _warn(benchmark: Benchmark) -> None:
    """PrimeKG stores every edge in both directions: rows that miss their mirror speak of a file cut short."""
    alone, rows = benchmark.manifest["anomalies"]["rows_without_mirror"], benchmark.manifest["slice"]["rows"]
    if alone * 100 > rows:
        err.print(
            f"[bold]Warning:[/bold] {alone:,} of the slice's {rows:,} rows stand in one direction only; "
            "PrimeKG has every edge in both. If the file is not complete, a denied fact may be true."
        )


def _say_what_next(args: argparse.Namespace) -> None:
    given = {"kg": args.kg, "disease-features": args.disease_features, "drug-features": args.drug_features}
    files = " ".join(f"--{flag} {path}" for flag, path in given.items() if path)
    err.print(escape(f"Next: mhclient verify {args.out} {files or '--sample'}"), soft_wrap=True)
    err.print(escape(f"      mhclient describe {args.out}"), soft_wrap=True)


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
        f"Slice: {part['rows']:,} of {manifest['file']['rows']:,} rows, {part['triples']:,} triples, "
        f"{part['entities']:,} entities, {len(part['triples_by_relation'])} relations."
    )
    if lost := manifest["seeds"]["without_edges"]:
        out.print(
            escape(
                f"Without an edge: {len(lost)} of {manifest['seeds']['given']} seeds ({', '.join(lost[:4])}"
                f"{', …' if len(lost) > 4 else ''})."
            )
        )
    table = Table(box=None, pad_edge=False)
    for heading in ("Task", "Items", "Asked for"):
        table.add_column(heading, justify="left" if heading == "Task" else "right")
    table.add_column("Why fewer")
    for task, facts in manifest["tasks"].items():
        wanted = facts["asked_for"]
        shown = f"{wanted:,}" if isinstance(wanted, int) else wanted
        table.add_row(task, f"{facts['items']:,}", shown, escape(facts["fewer_because"] or ""))
    out.print(table)
    if note := manifest.get("illustration"):
        out.print(escape(note))
    files = f"{benchmark.directory}: items.jsonl, manifest.json, triples.csv"
    out.print(escape(f"{manifest['items']['count']:,} items in {files}"))
