"""Arguments of `mhclient reread`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read the replies of runs with the reader of this program. Shows what it reads otherwise than an "
        "earlier reader did, whose readings stay in the store, and how far well-known public rules agree."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient runs' lists them")
    parser.add_argument(
        "--against", metavar="READER", help="the reader to compare with (default: the one before)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_store(parser)
