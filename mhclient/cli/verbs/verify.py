"""`mhclient verify`: check a benchmark against the graph it was made from."""

import argparse
import json
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from benchmark import sample_paths
from benchmark.build.seeds import seed_path
from benchmark.verify import Inputs, Verification, verify
from cache import Store
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import err, out, plain
from mhclient.errors import UsageError
from mhclient.show.counts import counted
from mhclient.show.files import write_file

SHOWN = 40


def execute(args: argparse.Namespace) -> int:
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
        _write(verdict, args.violations)
    _show(verdict)
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


def _write(verdict: Verification, path: Path) -> None:
    lines = [json.dumps(asdict(violation), ensure_ascii=False) + "\n" for violation in verdict.violations]
    write_file(path, "".join(lines).encode())


def _show(verdict: Verification) -> None:
    for violation in verdict.violations[:SHOWN]:
        out.print(plain(f"{violation.where}: {violation.kind}: {violation.what}"), soft_wrap=True)
    if len(verdict.violations) > SHOWN:
        out.print(f"… and {len(verdict.violations) - SHOWN:,} more; --violations FILE writes them all.")
    if verdict.violations:
        table = Table("Violation", "Times", box=None, pad_edge=False)
        for kind, count in verdict.by_kind().items():
            table.add_row(plain(kind.value), f"{count:,}")
        out.print(table)
    rows = f" against {counted(verdict.n_rows, 'row')} of the graph" if verdict.n_rows is not None else ""
    found = counted(len(verdict.violations), "violation") if verdict.violations else "no violation"
    out.print(f"Checked {counted(verdict.n_items, 'item')}{rows}: {found}.")
    for what in verdict.unchecked:
        out.print(plain(f"Not checked: {as_options(what)}."))
