"""Arguments of `mhclient batches`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_base_url, add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List batches: state, lines, size, price, age, expiry, and what became of their lines. From the "
        "store alone; 'mhclient collect' asks the provider."
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help="only the batches of these runs")
    parser.add_argument("--open", action="store_true", help="only those that have not been collected")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    parser.add_argument(
        "--cancel",
        action="append",
        metavar="BATCH",
        help="call this batch off at the provider: what it has processed is kept and paid for, the rest is "
        "asked by the next run; again for more of them. Status 1 if one could not be",
    )
    add_base_url(parser)
    add_store(parser)
