"""`mhclient power`: before a run is paid for, how small a difference it could show."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from benchmark import Item, read_benchmark, read_items
from benchmark.kinds import task_name
from cache import Store
from mhclient.cli.arguments.power import DEFAULTS
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out, tell
from mhclient.cli.verbs.intervals import settings_of
from mhclient.errors import UsageError
from mhclient.figures.power import Design
from mhclient.report.compare.comparing import settings_for
from mhclient.report.loading.load import load_runs
from mhclient.report.power import (
    Plan,
    design_table,
    pilot_table,
    plan,
    plan_comparison,
    plan_design,
    power_table,
)
from mhclient.report.settings import Settings
from mhclient.report.table import Table
from mhclient.report.wording.names import run_name
from mhclient.report.wording.shapes import intervals_document
from mhclient.report.writers.terminal import render_table
from mhclient.show.files import print_text


def execute(args: argparse.Namespace) -> int:
    _check(args)
    table, document = (
        _by_design(args) if args.design else _by_pilot(args) if args.pilot else _by_assumptions(args)
    )
    if args.format == "json":
        print_text(
            json.dumps({"schema": "mhclient-power/1", **document}, ensure_ascii=False, indent=2) + "\n"
        )
    else:
        out.print(render_table(replace(table, own_note=as_options(table.own_note))))
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what would be passed over in silence.

    Raises:
        UsageError: nothing says what is planned, or options contradict each other.
    """
    if not (args.pilot or args.benchmark or args.n):
        raise UsageError("power needs --benchmark DIR, --n N or --pilot RUN RUN.")
    if args.n is not None and (args.tasks or args.pilot):
        other = "--tasks" if args.tasks else "--pilot"
        raise UsageError(f"{other} needs the items of a benchmark: --n is a number of items of any kind.")
    if not args.pilot and settings_of(args) != Settings():
        raise UsageError("--entities and --cluster do nothing without --pilot.")
    for name, default in DEFAULTS.items():
        if args.pilot and getattr(args, name) != default:
            raise UsageError(f"--{name.replace('_', '-')} does nothing with --pilot, which says what it is.")


def _by_pilot(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
    wanted = Plan(args.pairs, args.alpha, args.power)
    with Store.open(args.store, read_only=True) as store:
        first, second = load_runs(store, args.pilot)
    settings = settings_for([first, second], settings_of(args))
    planned = list(first.benchmark.items.values()) if args.benchmark is None else _items(args)
    rows = plan_comparison([first, second], _of_tasks(planned, args), wanted, settings, tell)
    names = run_name(first, [first, second]), run_name(second, [first, second])
    document = {
        "pilot": list(args.pilot),
        "epochs": first.spec.epochs,
        "intervals": intervals_document(settings),
        "plan": asdict(wanted),
        "rows": [asdict(row) for row in rows],
    }
    return pilot_table(rows, names, wanted, settings, first.spec.epochs), document


def _by_design(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
    if args.benchmark is None or args.pilot:
        raise UsageError("--design needs --benchmark DIR, a paired design that 'build mentat' made.")
    benchmark = read_benchmark(args.benchmark)
    design = benchmark.manifest.get("design")
    varies = design.get("varies", ()) if isinstance(design, dict) and design.get("paired") else ()
    if args.design not in varies:
        there = f"its design varies {', '.join(varies)}" if varies else "it has no paired design"
        raise UsageError(f"--design {args.design}: {args.benchmark}: {there}.")
    found = plan_design(_of_tasks(_items(args), args), args.design, args.discordant, args.alpha, args.power)
    document = {
        "attribute": args.design,
        "discordant": args.discordant,
        "alpha": args.alpha,
        "power": args.power,
        "rows": [{"category": category, **asdict(row)} for category, row in found.items()],
    }
    return design_table(found, args.design, args.discordant, args.power), document


def _by_assumptions(args: argparse.Namespace) -> tuple[Table, Mapping[str, Any]]:
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
    sizes = {"": args.n} if args.n else Counter(item.task for item in _of_tasks(_items(args), args))
    rows = plan(sizes, design, args.pairs)
    document = {"design": asdict(design), "pairs": args.pairs, "rows": [asdict(row) for row in rows]}
    return power_table(rows, design, args.pairs), document


def _items(args: argparse.Namespace) -> list[Item]:
    benchmark = read_benchmark(args.benchmark)
    items = read_items(benchmark.items_path)
    return [replace(item, task=task_name(benchmark.manifest, item.task)) for item in items]


def _of_tasks(items: Sequence[Item], args: argparse.Namespace) -> list[Item]:
    """The items of the tasks that are wanted.

    Raises:
        UsageError: there is no such task.
    """
    tasks = dict.fromkeys(item.task for item in items)
    if unknown := [task for task in args.tasks or () if task not in tasks]:
        where = args.benchmark or "the benchmark"
        raise UsageError(f"--tasks: {where} has no task '{unknown[0]}', but {', '.join(tasks)}.")
    return [item for item in items if not args.tasks or item.task in args.tasks]
