"""Arguments of `mhclient compare`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_csv_for, add_store, add_with_answers, points
from mhclient.cli.arguments.report import add_interval_options, add_item_options, add_label_prefix

ENDINGS = {
    "terminal": (".txt",),
    "json": (".json",),
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "csv": (".csv",),
}
FORMATS = tuple(ENDINGS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compare runs (models or prompt formats) on the items they share: differences in accuracy with "
        "intervals and adjusted p values, differences in how much could be read, items that changed, cost. "
        "Tables are of the first run beside each other one; verdicts and their adjustment are of every two "
        "runs, the same as in reports. With --by parent, runs of hardened benchmarks are "
        "compared with runs of the benchmarks they were made from, per model and arm."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, two or more")
    pairs = parser.add_mutually_exclusive_group()
    pairs.add_argument("--all-pairs", action="store_true", help="tables of each run beside each other one")
    pairs.add_argument(
        "--first-only",
        action="store_true",
        help="adjust verdicts over the first run's pairs alone: fewer tests find smaller differences; to be "
        "decided before results are seen",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="csv: a row per pair and task (default: as the name of --out ends, else terminal)",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_csv_for(parser)
    add_label_prefix(parser, "tab:mhclient-compare-")
    add_with_answers(parser)
    add_item_options(parser)
    add_interval_options(parser)
    parser.add_argument(
        "--margin",
        type=points,
        metavar="POINTS",
        help="the smallest difference that matters, in percentage points: runs that are shown to differ by "
        "less, and neither of them to be better, are equivalent (default: 3)",
    )
    add_store(parser)
