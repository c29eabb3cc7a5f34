"""Arguments of `mhclient report`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import CLUSTERS, TABLES
from mhclient.cli.arguments.options import (
    add_store,
    count_or_all,
    names,
    resamples,
    seed,
)

FORMATS = ("terminal", "html", "json", "csv", "parquet", "markdown", "latex")
DEFAULTS = {"no_items": False, "top": 15, "cluster": "entity", "resamples": 2000, "seed": 42}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show what one run or several found: accuracy in its parts, how many replies of each outcome, letter "
        "bias, averages, coverage of the graph. Works offline, from the store alone."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient run' prints them")
    parser.add_argument("--format", choices=FORMATS, default="terminal", help="default: terminal")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    parser.add_argument(
        "--show",
        type=table_names,
        metavar="TABLE,…",
        help=f"on the terminal, only these tables: {', '.join(TABLES)}",
    )
    parser.add_argument(
        "--top",
        type=count_or_all,
        default=DEFAULTS["top"],
        metavar="N",
        help="entities listed, or 'all' (default: 15)",
    )
    parser.add_argument(
        "--no-items",
        action="store_true",
        help="with html: the page alone, without the folder of items that its figures lead to",
    )
    parser.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="let people's decisions stand instead of what was read, and show what that changes; "
        "'mhclient audit decisions' writes the file",
    )
    parser.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="also write, as CSV, which item counts for which entity and relation",
    )
    add_interval_options(parser)
    add_store(parser)


def table_names(text: str) -> tuple[str, ...]:
    """Names of tables, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in TABLES]:
        raise argparse.ArgumentTypeError(f"no table '{unknown[0]}'; there are {', '.join(TABLES)}")
    return found


def add_interval_options(parser: argparse.ArgumentParser) -> None:
    """How clustered intervals are worked out; `report` and `compare` share it."""
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--cluster",
        choices=CLUSTERS,
        default=DEFAULTS["cluster"],
        help="what makes items of one cluster for the bootstrap (default: entity)",
    )
    group.add_argument(
        "--resamples",
        type=resamples,
        default=DEFAULTS["resamples"],
        metavar="N",
        help="of the bootstrap (default: 2000)",
    )
    group.add_argument(
        "--seed", type=seed, default=DEFAULTS["seed"], metavar="N", help="of the bootstrap (default: 42)"
    )
