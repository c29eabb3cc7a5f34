"""Arguments of `mhclient drift`."""

from __future__ import annotations

import argparse
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
    parser.add_argument("--format", choices=tuple(ENDINGS), help="default: as the name of --out ends")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_store(parser)
