"""Arguments of `mhclient collect`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_base_url, add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at the batches of runs, and store the replies of those that have ended. Needs the store and "
        "the key, not the benchmark. Status 1 while batches are open or items lack a reply."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="look for its lines of unknown outcome again, too (default: every run that waits for a batch)",
    )
    parser.add_argument("--wait", action="store_true", help="stay until the batches have ended")
    add_base_url(parser)
    add_store(parser)
