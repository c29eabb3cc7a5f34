"""Arguments of `mhclient describe`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import DESCRIPTION_FORMATS

ENDINGS = {"markdown": (".md", ".markdown"), "latex": (".tex",), "html": (".html", ".htm")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument(
        "--format",
        choices=["terminal", *DESCRIPTION_FORMATS],
        help="default: as the name of --out ends, else terminal",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
