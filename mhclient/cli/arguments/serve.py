"""Arguments of `mhclient serve`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_store, port

DEFAULT_PORT = 8766


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show runs, reports and a queue of replies to judge in a web browser. Each rater gets a secret link "
        "and does not see other raters' judgements. A judgement is stored as soon as the page shows it. "
        "Stop the server with Ctrl-C."
    )
    parser.add_argument(
        "--rater",
        action="append",
        metavar="NAME",
        help="who judges; repeat it for each rater (default: the name of your account)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, for this machine only)"
    )
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name by which other machines may reach this one; may be repeated",
    )
    add_store(parser)
