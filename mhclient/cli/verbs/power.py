"""`mhclient power`: before a run is paid for, how small a difference it could show."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict

from benchmark import read_benchmark, read_items
from mhclient.cli.screen.console import out
from mhclient.errors import UsageError
from mhclient.figures.power import Design
from mhclient.report.power_table import PowerRow, plan, power_table
from mhclient.report.writers.terminal import render_table
from mhclient.show.files import print_text


def execute(args: argparse.Namespace) -> int:
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
    tasks = Counter(item.task for item in read_items(read_benchmark(args.benchmark).items_path))
    if unknown := [task for task in args.tasks or () if task not in tasks]:
        raise UsageError(f"--tasks: {args.benchmark} has no task '{unknown[0]}', but {', '.join(tasks)}.")
    return {task: n for task, n in tasks.items() if not args.tasks or task in args.tasks}


def _print(rows: list[PowerRow], design: Design, pairs: int) -> None:
    out.print(render_table(power_table(rows, design, pairs)))


def _write_json(rows: list[PowerRow], design: Design, pairs: int) -> None:
    document = {
        "schema": "mhclient-power/1",
        "design": asdict(design),
        "pairs": pairs,
        "rows": [asdict(row) for row in rows],
    }
    print_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
