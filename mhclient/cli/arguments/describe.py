"""Arguments of `mhclient describe`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import DESCRIPTION_FORMATS
from mhclient.cli.arguments.options import add_csv_for

ENDINGS = {
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "html": (".html", ".htm"),
    "json": (".json",),
    "csv": (".csv",),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument(
        "--format",
        choices=["terminal", *DESCRIPTION_FORMATS],
        help="csv: a row per cell of each table (default: as the name of --out ends, else terminal)",
    )
    add_csv_for(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
