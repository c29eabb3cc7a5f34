"""Arguments of `mhclient build`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import MULTI_USAGES, SCOPES, SEED_LISTS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = parser.add_argument_group("what it is made from")
    source.add_argument(
        "--sample", action="store_true", help="use the small illustration in the package; no download"
    )
    source.add_argument("--kg", type=Path, metavar="FILE", help="PrimeKG's kg.csv (also .csv.gz, .parquet)")
    source.add_argument(
        "--seeds",
        metavar="FILE",
        help=f"CSV with a column 'name' or 'id', or a shipped list: {', '.join(SEED_LISTS)}",
    )
    source.add_argument(
        "--disease-features",
        type=Path,
        metavar="FILE",
        help="disease_features.tab or .csv; evidence for R1+E, R2+E",
    )
    source.add_argument("--drug-features", type=Path, metavar="FILE", help="drug_features.tab or .csv")
    source.add_argument(
        "--skip-missing-seeds", action="store_true", help="build without seeds the graph does not have"
    )
    what = parser.add_argument_group("what is made")
    what.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the benchmark")
    what.add_argument(
        "--seed", type=int, default=42, help="chooses items, negatives and option orders (default 42)"
    )
    what.add_argument("--tasks", metavar="ET,EC,…", help="task families to build (default: all nine)")
    what.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="FC=400",
        help="items of a task (default: the paper's); repeatable",
    )
    what.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="EC=5",
        help="options per item of ET, EC or RT; repeatable",
    )
    what.add_argument(
        "--absent-from", choices=SCOPES, default="graph", metavar="graph|slice",
        help="where a negative must be absent: the whole file (default), or the slice alone as in the paper",
    )  # fmt: skip
    what.add_argument(
        "--multi-usage", choices=MULTI_USAGES, default="exclude", metavar="exclude|ask",
        help="pairs in several usage relations: left out (default), or RP and R2 ask for one or more",
    )  # fmt: skip
    what.add_argument("--force", action="store_true", help="replace a benchmark that is already in DIR")
