"""Arguments of `mhclient power`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from mhclient.cli.arguments.options import add_store, count, names
from mhclient.cli.arguments.report import add_interval_options

# What a pilot says instead.
DEFAULTS = {"accuracy": 0.6, "discordant": 0.2, "design_effect": 1.0}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Before you pay for runs: calculate how small a difference in accuracy between two of them would be "
        "detected, for the tasks of a benchmark or for a number of items. With --pilot, the verdict of "
        "'mhclient compare' is simulated, as far as two runs that you have show what to expect. Without it, "
        "items are taken as independent, which promises too much where they share drugs, diseases or other "
        "entities."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--benchmark", type=Path, metavar="DIR", help="the tasks and items of this benchmark")
    what.add_argument("--n", type=count, metavar="N", help="this number of items")
    parser.add_argument(
        "--pilot",
        nargs=2,
        metavar="RUN",
        help="two stored runs, of all or some of the items; --benchmark is that of the first unless given",
    )
    parser.add_argument(
        "--design",
        choices=("gender", "nationality", "age"),
        help="with --benchmark of a paired design: the smallest difference between versions that differ in "
        "this attribute alone that would be found, and the smallest margin within which they could be shown "
        "to be equal",
    )
    parser.add_argument("--tasks", type=names, metavar="TASK,…", help="with --benchmark: only these tasks")
    parser.add_argument(
        "--pairs", type=count, default=1, metavar="N", help="number of pairs of runs to compare (default: 1)"
    )
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    wanted = parser.add_argument_group("what is wanted")
    _add_share(wanted, "--alpha", 0.05, "chance of any false finding among all tests together")
    _add_share(wanted, "--power", 0.8, "chance of detecting the difference")
    group = parser.add_argument_group("assumptions, where there is no pilot")
    _add_share(group, "--accuracy", DEFAULTS["accuracy"], "accuracy of the first run")
    text = "share of the items that exactly one of the two runs answers correctly"
    _add_share(group, "--discordant", DEFAULTS["discordant"], text)
    group.add_argument(
        "--design-effect",
        type=_effect,
        default=DEFAULTS["design_effect"],
        metavar="X",
        help="how many items carry as much information about the difference of two runs as one independent "
        "item: the squared ratio of the width of the difference's interval and of that for independent "
        "items. It is not that of a single run's accuracy (default: 1)",
    )
    add_interval_options(parser)
    add_store(parser)


def _add_share(group: argparse._ArgumentGroup, flag: str, default: float, text: str) -> None:
    group.add_argument(flag, type=_share, default=default, metavar="P", help=f"{text} (default: {default})")


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
