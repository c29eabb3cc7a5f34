"""Arguments of `mhclient import`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="mentalbench|mentat|FILE",
        help="a file with questions of your own (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), the folder "
        "of a Hugging Face dataset, or one of the words mentalbench and mentat (then PATH)",
    )
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="the download: MentalBench's folder or archive, or a clone of MENTAT",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    add_reading(parser)
    parser.add_argument("--name", help="name of the benchmark (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="MENTAT's golds by these labels (default: experts, fitted)",
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
