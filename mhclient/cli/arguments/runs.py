"""Arguments of `mhclient runs`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    add_store(parser)
