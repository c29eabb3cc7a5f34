"""Arguments of `mhclient serve`."""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.options import add_store, port

DEFAULT_PORT = 8766


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Serve runs, reports and an adjudication queue on this machine. Every rater gets a link of their own "
        "and sees no other rater's judgements. Ctrl-C ends it; a judgement is stored when the page shows it."
    )
    parser.add_argument(
        "--rater",
        action="append",
        metavar="NAME",
        help="who judges; once per rater (default: the name of your account)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1, this machine)"
    )
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name under which other machines ask for this one",
    )
    add_store(parser)
