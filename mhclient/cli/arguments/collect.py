"""Arguments of `mhclient collect`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_base_url, add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask the provider about batches, and store the replies of those that have ended. Needs the store and "
        "the key, not the benchmark. Exit status 1 while batches are open or items lack a reply."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="only these runs, and look once more for their replies that were missing (default: every run "
        "that waits for a batch)",
    )
    parser.add_argument("--wait", action="store_true", help="wait until the batches have ended")
    add_base_url(parser)
    add_store(parser)
