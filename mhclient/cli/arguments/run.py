"""Arguments of `mhclient run`.

Decision: docs/decisions/cli.md, "`--limit N` is N items in all".
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.asking import add_asking_arguments
from mhclient.cli.arguments.choices import DEFAULT_VARIANT, MAX_TOKENS
from mhclient.cli.arguments.options import add_store, amount_or_none, count, names, run_name
from mhclient.cli.arguments.pace import add_batch_arguments, add_pace_arguments
from mhclient.providers.built_in import BUILT_IN


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask every item of a benchmark and keep each reply as it arrives. Ctrl-C once finishes what is under "
        "way, twice gives it up. The same command again asks only what is missing."
    )
    add_run_arguments(parser)
    parser.add_argument(
        "--provider",
        required=True,
        metavar="NAME",
        help=f"one of {', '.join(BUILT_IN)}, local, or a plug-in's",
    )
    parser.add_argument(
        "--model",
        required=True,
        metavar="NAME",
        help="as the provider calls it; for local: a folder, or a model's name on the Hugging Face Hub",
    )
    parser.add_argument("--benchmark", required=True, metavar="DIR", help="as 'mhclient build' made it")
    parser.add_argument("--base-url", metavar="URL", help="ask this server instead of the provider's own")


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask, how, and how fast; everything but whom."""
    what = parser.add_argument_group("what to ask")
    what.add_argument("--tasks", type=names, metavar="ET,EC,…", help="only these tasks (default: all)")
    what.add_argument(
        "--limit", type=count, metavar="N", help="at most N items in all, spread evenly over the tasks"
    )
    what.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="prompt format: a built-in name or a .toml file, with settings as in "
        f"{DEFAULT_VARIANT}:shots=3,option_order=reversed; again for a run each (default: {DEFAULT_VARIANT})",
    )
    what.add_argument(
        "--temperature",
        type=amount_or_none,
        default=0.0,
        metavar="T",
        help="or 'none' to send none (default: 0)",
    )
    what.add_argument(
        "--max-tokens",
        type=count,
        metavar="N",
        help=f"cap on completion tokens (default: what the variant needs, or {MAX_TOKENS})",
    )
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_asking_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--run-id",
        type=run_name,
        metavar="NAME",
        help="default: made from model, variant and all of the above",
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append what happens as JSON lines")
