"""Arguments of `mhclient verify`."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument("--kg", type=Path, metavar="FILE", help="the graph it was made from")
    parser.add_argument(
        "--seeds", metavar="FILE", help="to check that the seeds are those of this list (or shipped list)"
    )
    parser.add_argument(
        "--disease-features", type=Path, metavar="FILE", help="to check evidence against its source"
    )
    parser.add_argument(
        "--drug-features", type=Path, metavar="FILE", help="to check evidence against its source"
    )
    parser.add_argument("--sample", action="store_true", help="it was made with 'build --sample'")
    parser.add_argument(
        "--violations", type=Path, metavar="FILE", help="write every violation as a JSON line"
    )
