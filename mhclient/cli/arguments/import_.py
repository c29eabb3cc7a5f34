"""Arguments of `mhclient import`."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="mentalbench|FILE",
        help="the word mentalbench (then PATH), or a .jsonl or .csv file with questions of your own",
    )
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="the folder or archive of the MentalBench download"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    parser.add_argument("--name", help="name of the benchmark (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
