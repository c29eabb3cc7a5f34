"""Arguments of `mhclient batches`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_base_url, add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List batches with their state, number of requests, size, price, age and expiry, and how their "
        "requests ended. Shows what is in the store; 'mhclient collect' asks the provider."
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help="only the batches of these runs")
    parser.add_argument("--open", action="store_true", help="only those that have not been collected")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    parser.add_argument(
        "--cancel",
        action="append",
        metavar="BATCH",
        help="cancel this batch at the provider: replies it has finished are kept and paid for, the next "
        "'mhclient run' asks the rest; may be repeated. Exit status 1 if one could not be cancelled",
    )
    add_base_url(parser)
    add_store(parser)
