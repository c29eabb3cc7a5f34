"""Arguments of `mhclient export`."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from benchmark.exchange import FORMATS
from mhclient.cli.arguments.options import add_store, add_with_answers
from mhclient.report.exchange import RUN_FORMATS
from mhclient.show.counts import join_names

CHOICES = tuple(dict.fromkeys([*FORMATS, *RUN_FORMATS]))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a benchmark's items, so that another tool asks them, or a run with its replies and how they "
        "were read, so that another tool shows them. 'mhclient adopt' reads such a run again."
    )
    parser.add_argument(
        "source",
        metavar="DIR|RUN",
        help="a folder made by build or import, or a run of the store",
    )
    parser.add_argument(
        "--to",
        required=True,
        choices=CHOICES,
        help=f"of a benchmark: {_listed(FORMATS)}; of a run: {_listed(RUN_FORMATS)}",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="PATH",
        help="a file (parquet; a run's inspect) or a new folder (all others)",
    )
    add_with_answers(parser)
    add_store(parser)


def _listed(formats: Mapping[str, tuple[str, str]]) -> str:
    return join_names((f"{name} ({written})" for name, (_, written) in formats.items()), "or")
