"""Arguments of `mhclient generate`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import GENERATORS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "generator", choices=GENERATORS, metavar="mentalkg", help="what to make: cases from a diagnosis graph"
    )
    parser.add_argument(
        "kg", type=Path, metavar="KG", help="the graph's folder, such as knowledge_graph/EN of MentalBench"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="show the graph in figures, and everything wrong with it; nothing else",
    )
