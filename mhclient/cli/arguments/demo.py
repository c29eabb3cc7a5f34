"""Arguments of `mhclient demo`."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Build the sample benchmark, ask four simulated models over HTTP, and compare what they know with "
        "how they write it. Needs no key and no download."
    )
    parser.add_argument(
        "--out", type=Path, default=Path("mhclient-demo"), metavar="DIR", help="default: ./mhclient-demo"
    )
