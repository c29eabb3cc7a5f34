"""Arguments of `mhclient power`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from mhclient.cli.arguments.options import count, names


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
