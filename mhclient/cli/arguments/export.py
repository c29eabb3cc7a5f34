"""Arguments of `mhclient export`."""

import argparse
from pathlib import Path

from benchmark.exchange import FORMATS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    *others, last = (written for _, written in FORMATS.values())
    parser.add_argument("--to", required=True, choices=tuple(FORMATS), help=f"{', '.join(others)}, or {last}")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="PATH",
        help="a file (parquet) or a new folder (all others)",
    )
