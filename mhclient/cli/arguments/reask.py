"""Arguments of `mhclient reask`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_store, amount_or_none, count, names, run_name
from mhclient.cli.arguments.pace import add_pace_arguments
from parsers.outcome import Outcome

OUTCOMES = tuple(outcome.value for outcome in Outcome if outcome is not Outcome.ANSWER)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask items again whose replies had certain outcomes, with a longer --max-tokens or another "
        "temperature. The new replies make a new run; the earlier run and its figures do not change. The "
        "same command again asks only what is missing. Not for local models, nor for runs made with --ask "
        "forced-choice or logprobs."
    )
    parser.add_argument("run", metavar="RUN", help="run id, as 'mhclient runs' lists it")
    parser.add_argument(
        "--outcome",
        type=outcomes,
        required=True,
        metavar="OUTCOME,…",
        help=f"which replies: {', '.join(OUTCOMES)}",
    )
    parser.add_argument(
        "--max-tokens",
        type=count,
        metavar="N",
        help="longest reply, in tokens (default: as in the earlier run)",
    )
    parser.add_argument(
        "--temperature",
        type=amount_or_none,
        default=argparse.SUPPRESS,  # None means: send none
        metavar="T",
        help="'none' sends none (default: as in the earlier run)",
    )
    parser.add_argument(
        "--base-url", metavar="URL", help="the server's address, if the earlier run was given one"
    )
    add_pace_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--run-id",
        type=run_name,
        metavar="NAME",
        help="a name for the new run (default: made from the earlier run and the parameters)",
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append a log of the run as JSON lines")


def outcomes(text: str) -> tuple[str, ...]:
    """Names of outcomes, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in OUTCOMES]:
        raise argparse.ArgumentTypeError(
            f"there is no outcome '{unknown[0]}'; choose from {', '.join(OUTCOMES)}"
        )
    return tuple(dict.fromkeys(found))
