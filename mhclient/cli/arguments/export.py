"""Arguments of `mhclient export`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import EXPORT_FORMATS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument(
        "--to", required=True, choices=EXPORT_FORMATS,
        help="one Parquet file, Hugging Face datasets, inspect_ai, or lm-evaluation-harness",
    )  # fmt: skip
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="PATH",
        help="a file (parquet) or a new folder (all others)",
    )
