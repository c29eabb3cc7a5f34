"""Arguments of `mhclient import`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import mapping


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        metavar="mentalbench|FILE",
        help="a file with questions of your own (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), the folder "
        "of a Hugging Face dataset, or the word mentalbench (then PATH)",
    )
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="the folder or archive of the MentalBench download"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    parser.add_argument(
        "--map",
        type=mapping,
        action="append",
        default=[],
        metavar="FIELD=COLUMN,…",
        help="which column is what, where it is not found: question=Frage,options=A+B+C,gold=Lösung; also "
        "id, task, mode; gold_is=letter|text|index0|index1 says how the gold is written",
    )
    parser.add_argument(
        "--sheet", metavar="NAME", help="this sheet of a workbook, or this split of a dataset folder"
    )
    parser.add_argument("--name", help="name of the benchmark (default: the file's name)")
    parser.add_argument(
        "--index", type=Path, metavar="FILE", help="check MentalBench's items against this index.csv.gz"
    )
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
