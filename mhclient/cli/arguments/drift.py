"""Arguments of `mhclient drift`."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from mhclient.cli.arguments.options import add_store

ENDINGS = {"terminal": (".txt",), "json": (".json",), "html": (".html", ".htm")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Tell a service that moved from its own noise. 'mhclient run … --panel N' asks the same N items "
        "again at the start and the end of a run, and with --panel-only every day; this shows the panels in "
        "the order of time, the evidence of a change, when it began, and what the service said of itself. "
        "The exit status is 1 where a change is shown."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="runs whose panels are meant (default: all panels of the store)",
    )
    parser.add_argument(
        "--since",
        type=time_of,
        metavar="TIME",
        help="only panels begun then or later, as 2026-11-20 or 2026-11-20T08:00 (UTC): so a series begins "
        "anew after a change that is known and accepted",
    )
    parser.add_argument("--format", choices=tuple(ENDINGS), help="default: as the name of --out ends")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_store(parser)


def time_of(text: str) -> datetime:
    """A day or a time as people write it.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time: write 2026-11-20 or 2026-11-20T08:00"
        ) from None
