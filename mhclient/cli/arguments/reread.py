"""Arguments of `mhclient reread`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Read stored replies again with the reader in this version of the program. Shows which replies it "
        "reads differently from an earlier version, whose results stay in the store, and how far well-known "
        "public rules agree with it."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient runs' lists them")
    parser.add_argument(
        "--against", metavar="READER", help="the earlier version to compare with (default: the last one)"
    )
    parser.add_argument(
        "--published",
        action="store_true",
        help="of runs adopted from another tool's log: how much of its score is format, step by step",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    add_store(parser)
