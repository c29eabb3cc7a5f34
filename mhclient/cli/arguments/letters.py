"""Arguments of `mhclient letters`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_store, names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show a run of forced choices or of top log-probs: accuracy by rule, picks that rounding or another "
        "rule would change, and with a second run in which the model wrote, both item by item."
    )
    parser.add_argument("run", metavar="RUN", help="asked with --ask forced-choice or --ask logprobs")
    parser.add_argument("written", nargs="?", metavar="WRITTEN", help="the same items, answered in writing")
    parser.add_argument(
        "--orders",
        type=names,
        default=(),
        metavar="RUN,…",
        help="forced choices by the same model with the options in other orders, of all items or of a "
        "sample: its preference for letters is estimated from them and taken out",
    )
    parser.add_argument(
        "--format", choices=("terminal", "json"), default="terminal", help="default: terminal"
    )
    parser.add_argument(
        "--items",
        type=Path,
        metavar="FILE",
        help="also write one line per item: a table as CSV; where FILE ends in .jsonl JSON lines with every "
        "form's score, or every letter's bounds",
    )
    add_store(parser)
