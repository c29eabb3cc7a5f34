"""Arguments of `mhclient import`."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="mentalbench|FILE",
        help="the word mentalbench and a path, or a .jsonl or .csv of your own",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a download of MentalBench")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    parser.add_argument("--name", help="what to call a benchmark of your own (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
