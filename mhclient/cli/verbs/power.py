"""`mhclient power`: before a run is paid for, how small a difference it could show."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.arguments.options import count, names
from mhclient.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mhclient.figures.power import Design
    from mhclient.report.power_table import Row


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Say how small a difference between two runs would be found, before either is paid for: for the "
        "tasks of a benchmark, or for a number of items. The test is the one 'mhclient compare' makes."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--benchmark", type=Path, metavar="DIR", help="a benchmark's tasks, and all its items")
    what.add_argument("--n", type=count, metavar="N", help="so many items")
    parser.add_argument("--tasks", type=names, metavar="TASK,…", help="with --benchmark: only these tasks")
    parser.add_argument("--pairs", type=count, default=1, metavar="N", help="pairs compared (default: 1)")
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    group = parser.add_argument_group("what is expected")
    for flag, default, text in (
        ("--accuracy", 0.6, "of the first run"),
        ("--discordant", 0.2, "share of the items that exactly one of the two runs has right"),
        ("--alpha", 0.05, "level of the whole family of tests"),
        ("--power", 0.8, "chance of finding the difference"),
    ):
        group.add_argument(flag, type=_share, default=default, metavar="P", help=f"{text} ({default})")
    group.add_argument(
        "--design-effect",
        type=_effect,
        default=1.0,
        metavar="X",
        help="items that carry the information of one independent item: the squared ratio of a report's "
        "clustered interval to its Wilson interval (1)",
    )


def execute(args: argparse.Namespace) -> int:
    from mhclient.figures.power import Design
    from mhclient.report.power_table import plan

    design = Design(
        accuracy=args.accuracy,
        discordant=args.discordant,
        alpha=args.alpha,
        power=args.power,
        design_effect=args.design_effect,
    )
    if design.discordant > design.most_discordant:
        raise UsageError(
            f"--discordant {design.discordant:g} cannot be: of two runs with --accuracy {design.accuracy:g} "
            f"each, at most {design.most_discordant:.4g} of the items are right in exactly one."
        )
    rows = plan(_sizes(args), design, args.pairs)
    if args.format == "json":
        _write_json(rows, design, args.pairs)
    else:
        _print(rows, design, args.pairs)
    return 0


def _sizes(args: argparse.Namespace) -> Mapping[str, int]:
    """Task → items; no task but a number of items is one row without a name."""
    if args.n is not None:
        if args.tasks:
            raise UsageError("--tasks needs --benchmark: --n is a number of items of any kind.")
        return {"": args.n}
    from benchmark import read_benchmark, read_items

    tasks = Counter(item.task for item in read_items(read_benchmark(args.benchmark).items_path))
    if unknown := [task for task in args.tasks or () if task not in tasks]:
        raise UsageError(f"--tasks: {args.benchmark} has no task '{unknown[0]}', but {', '.join(tasks)}.")
    return {task: n for task, n in tasks.items() if not args.tasks or task in args.tasks}


def _print(rows: list[Row], design: Design, pairs: int) -> None:
    from mhclient.cli.screen.console import out
    from mhclient.report.power_table import power_table
    from mhclient.report.writers.terminal import render_table

    out.print(render_table(power_table(rows, design, pairs)))


def _write_json(rows: list[Row], design: Design, pairs: int) -> None:
    import json
    from dataclasses import asdict

    from mhclient.cli.screen.console import out

    document = {
        "schema": "mhclient-power/1",
        "design": asdict(design),
        "pairs": pairs,
        "rows": [asdict(row) for row in rows],
    }
    out.file.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def _share(text: str) -> float:
    number = _number(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return number


def _effect(text: str) -> float:
    number = _number(text)
    if not 1 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
