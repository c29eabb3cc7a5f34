"""`mhclient import mentat` and `mhclient build mentat`: the released sets as they are, and paired designs."""

from __future__ import annotations

import argparse
import os
import sys
from getpass import getpass
from pathlib import Path

from rich.table import Table

from benchmark import Benchmark
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart, parse_design
from benchmark.mentat.release import BIN_MIDDLES
from benchmark.mentat.released import build_mentat, check_places, import_mentat
from mhclient.cli.screen.console import out, plain, tell
from mhclient.errors import UsageError
from mhclient.show.counts import counted

PASSWORD_VARIABLE = "MHCLIENT_MENTAT_PASSWORD"


def import_released(args: argparse.Namespace) -> int:
    """`mhclient import mentat PATH --out DIR`."""
    clone = _clone(args, sets=True)
    benchmark = import_mentat(clone, args.out, password=ask_password, labels=args.labels, force=args.force)
    differences = benchmark.manifest.get("differences", ())
    for sentence in differences:
        tell(sentence)
    _show(benchmark)
    if not differences:
        out.print("All draws are the release's, by their hashes.")
    return 0


def build_design(args: argparse.Namespace) -> int:
    """`mhclient build mentat PATH --design NAME --out DIR`."""
    named, _ = parse_design("gender" if args.design is None else args.design)
    _refuse_ignored(args, named)
    settings = named and DesignSettings(
        named, args.seed, QuestionPart(args.split), tuple(args.ages or BIN_MIDDLES), args.null
    )
    clone, design = _clone(args, sets=False), settings or args.design
    _show(build_mentat(clone, args.out, design, password=ask_password, labels=args.labels, force=args.force))
    return 0


def _refuse_ignored(args: argparse.Namespace, design: DesignName | None) -> None:
    """Refuse what the design does not look at.

    Raises:
        UsageError: names the option, and the designs that look at it.
    """
    if args.ages and (design is None or "age" not in design.varies):
        raise UsageError(
            f"--ages counts where age varies, in --design age or crossed, and not in {args.design or design}."
        )
    if args.null and design is None:
        raise UsageError(f"--null is for designs that are made here; {args.design} has the released draws.")


def _clone(args: argparse.Namespace, *, sets: bool) -> Path:
    """The clone, which has what is needed."""
    path: Path | None = args.path
    if path is None:
        raise UsageError("Where is it? Name a clone of MENTAT after the word mentat.")
    check_places(path, args.out, sets=sets, rated=args.labels is None, force=args.force)
    if args.labels is None:
        tell("Fitting labels; some seconds.")
    return path


def ask_password() -> str:
    """From the environment, or from the terminal without showing it.

    Raises:
        UsageError: there is neither.
    """
    if given := os.environ.get(PASSWORD_VARIABLE):
        return given
    if not sys.stdin.isatty():
        raise UsageError(f"The files are encrypted: set {PASSWORD_VARIABLE}, or run this on a terminal.")
    return getpass("Password (stated in MENTAT's README): ")


def _show(benchmark: Benchmark) -> None:
    manifest = benchmark.manifest
    table = Table("Category", "Items", box=None, pad_edge=False)
    for category, facts in manifest["tasks"].items():
        table.add_row(category, f"{facts['items']:,}")
    out.print(table)
    reasons = list(manifest["left_out"].values())
    for reason in dict.fromkeys(reasons):
        out.print(f"Left out: {counted(reasons.count(reason), 'question')}, {reason}.")
    if alone := manifest.get("rated_without_question"):
        out.print(f"Rated, and not in the question file: {', '.join(map(str, alone))}.")
    labels = manifest["labels"]
    others = [name for name in labels["sets"] if name != labels["default"]]
    beside = f"; also: {', '.join(others)}" if others else ""
    out.print(plain(f"Golds by the label set {labels['default']}{beside}."))
    out.print(plain(f"{counted(manifest['items']['count'], 'item')} in {benchmark.directory}"))
    out.print("It holds answers: the release asks not to pass such files on.")
