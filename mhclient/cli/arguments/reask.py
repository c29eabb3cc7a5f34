"""Arguments of `mhclient reask`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import OUTCOMES
from mhclient.cli.arguments.options import add_store, amount_or_none, count, names, run_name
from mhclient.cli.arguments.pace import add_pace_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask items of a run again whose replies had certain outcomes, with another cap or temperature. The "
        "replies belong to a new run; the earlier run and its figures stay as they are. The same command "
        "again asks only what is missing. Not for local models, and not for --ask forced-choice or logprobs."
    )
    parser.add_argument("run", metavar="RUN", help="as 'mhclient runs' lists it")
    parser.add_argument(
        "--outcome",
        type=outcomes,
        required=True,
        metavar="OUTCOME,…",
        help=f"which replies: {', '.join(OUTCOMES)}",
    )
    parser.add_argument("--max-tokens", type=count, metavar="N", help="default: as in the earlier run")
    parser.add_argument(
        "--temperature",
        type=amount_or_none,
        default=argparse.SUPPRESS,  # None means: send none
        metavar="T",
        help="or 'none' to send none (default: as in the earlier run)",
    )
    parser.add_argument("--base-url", metavar="URL", help="needed where the earlier run was asked at one")
    add_pace_arguments(parser)
    add_store(parser)
    parser.add_argument("--run-id", type=run_name, metavar="NAME", help="default: made from all of the above")
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append what happens as JSON lines")


def outcomes(text: str) -> tuple[str, ...]:
    """Names of outcomes, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in OUTCOMES]:
        raise argparse.ArgumentTypeError(f"no outcome '{unknown[0]}'; there are {', '.join(OUTCOMES)}")
    return tuple(dict.fromkeys(found))
