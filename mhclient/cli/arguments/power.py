"""Arguments of `mhclient power`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from mhclient.cli.arguments.options import count, names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Before you pay for runs: calculate how small a difference in accuracy between two of them would be "
        "detected, for the tasks of a benchmark or for a number of items. The test is that of 'mhclient "
        "compare'."
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--benchmark", type=Path, metavar="DIR", help="the tasks and items of this benchmark")
    what.add_argument("--n", type=count, metavar="N", help="this number of items")
    parser.add_argument("--tasks", type=names, metavar="TASK,…", help="with --benchmark: only these tasks")
    parser.add_argument(
        "--pairs", type=count, default=1, metavar="N", help="number of pairs of runs to compare (default: 1)"
    )
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    group = parser.add_argument_group("assumptions")
    for flag, default, text in (
        ("--accuracy", 0.6, "accuracy of the first run"),
        ("--discordant", 0.2, "share of the items that exactly one of the two runs answers correctly"),
        ("--alpha", 0.05, "chance of any false finding among all tests together"),
        ("--power", 0.8, "chance of detecting the difference"),
    ):
        group.add_argument(
            flag, type=_share, default=default, metavar="P", help=f"{text} (default: {default})"
        )
    group.add_argument(
        "--design-effect",
        type=_effect,
        default=1.0,
        metavar="X",
        help="how many items carry as much information as one independent item: the squared ratio of the "
        "widths of a paired interval and of one of independent items (default: 1)",
    )


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
