"""Arguments of `mhclient run`.

Decision: docs/decisions/cli.md, "`--limit N` is N items in all".
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.asking import add_asking_arguments
from mhclient.cli.arguments.choices import DEFAULT_VARIANT, MAX_TOKENS
from mhclient.cli.arguments.options import (
    add_reading,
    add_store,
    amount_or_none,
    count,
    n_epochs,
    names,
    run_name,
)
from mhclient.cli.arguments.pace import add_batch_arguments, add_pace_arguments
from mhclient.cli.arguments.request_options import EFFORTS, TIERS, Given, route, setting, thinking
from mhclient.providers.built_in import BUILT_IN


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask models every question of a file or of a benchmark, store each reply as it arrives, and show "
        "how they did. Press Ctrl-C once to stop after the requests already sent, twice to stop at once. "
        "The same command again asks only what is missing. With several models, variants or sources, each "
        "combination is a run of its own; limits such as --max-cost hold for all of them together."
    )
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="questions: a file (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), a benchmark folder, or "
        "mhgraphbench[:PATH] for PrimeKG's kg.csv; or a study file (.toml; 'mhclient study init' writes one)",
    )
    whom = parser.add_argument_group("whom to ask")
    whom.add_argument(
        "--model",
        action="append",
        metavar="[PROVIDER:]NAME",
        help="a model, as in openai:gpt-5; repeat it for several; for local: a folder, or a name on the "
        "Hugging Face Hub",
    )
    whom.add_argument(
        "--provider",
        metavar="NAME",
        help=f"whose all models are, so that --model holds names alone: {', '.join(BUILT_IN)}, local, or the "
        "name of a plug-in",
    )
    whom.add_argument("--base-url", metavar="URL", help="ask this server instead of the provider's own")
    add_run_arguments(parser)
    source = parser.add_argument_group("the questions")
    source.add_argument("--benchmark", metavar="DIR", help="the same as one SOURCE")
    add_reading(source)


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask, how, and how fast; everything but whom."""
    what = parser.add_argument_group("what to ask")
    _add_items(what)
    _add_panel(what)
    parameters = parser.add_argument_group("parameters of a request")
    _add_sampling(parameters)
    _add_service(parameters)
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_asking_arguments(parser)
    _add_names(parser)
    add_store(parser)


def _add_items(what: argparse._ArgumentGroup) -> None:
    what.add_argument("--tasks", type=names, metavar="ET,EC,…", help="only these tasks (default: all)")
    what.add_argument(
        "--limit", type=count, metavar="N", help="ask at most N items in all, spread evenly over the tasks"
    )
    what.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help="prompt format: a built-in name or a .toml file, with settings as in "
        f"{DEFAULT_VARIANT}:shots=3,option_order=reversed; repeat it for one run per format; mentalbench-… "
        f"is in our words, not the paper's (default: {DEFAULT_VARIANT})",
    )
    what.add_argument(
        "--epochs",
        type=n_epochs,
        default=1,
        metavar="K",
        help="ask each item K times, to measure how far replies vary; --limit counts items (default: 1)",
    )


def _add_panel(what: argparse._ArgumentGroup) -> None:
    what.add_argument(
        "--panel",
        type=count,
        metavar="N",
        help="ask N of the items, twice each, at the start and again at the end, past what is stored: "
        "'mhclient drift' tells a service that moved from its own noise",
    )
    what.add_argument(
        "--panel-only",
        action="store_true",
        help="with --panel: ask one panel, and not the run; for every day",
    )


def _add_sampling(parameters: argparse._ArgumentGroup) -> None:
    parameters.add_argument(
        "--temperature",
        type=amount_or_none,
        action=Given,
        default=0.0,
        metavar="T",
        help="how much chance there is in the reply; 'none' sends none (default: 0; none with --effort or "
        "--thinking)",
    )
    parameters.add_argument(
        "--effort",
        choices=EFFORTS,
        metavar="EFFORT",
        help=f"how much the model reasons before it answers: {', '.join(EFFORTS)}, as far as it knows them",
    )
    parameters.add_argument(
        "--thinking",
        type=thinking,
        metavar="N",
        help="the same as a budget in tokens, or off or adaptive",
    )
    parameters.add_argument(
        "--max-tokens",
        type=count,
        metavar="N",
        help=f"longest reply, in tokens (default: what the prompt format needs, or {MAX_TOKENS}; with "
        "--effort or --thinking more)",
    )


def _add_service(parameters: argparse._ArgumentGroup) -> None:
    """Who serves the request, and fields of its body that have no option."""
    parameters.add_argument(
        "--tier",
        choices=TIERS,
        help="tier of service, of OpenAI and Azure: flex at half the price, slower; priority at up to 2.5 "
        "times the price, faster; the tier that served a reply decides what it cost",
    )
    parameters.add_argument(
        "--route",
        type=route,
        action="append",
        metavar="only=NAME",
        help="which of the providers behind OpenRouter may serve; repeatable: only=, order=, ignore=, "
        "quantizations= with names, allow_fallbacks= and require_parameters= with true or false",
    )
    parameters.add_argument(
        "--set",
        type=setting,
        action="append",
        metavar="PATH=JSON",
        help="a further field of the request's body, merged into it last; repeatable: --set seed=7 "
        "--set top_p=0.9",
    )


def _add_names(parser: argparse.ArgumentParser) -> None:
    """Names for the run and the server, and its share and log."""
    parser.add_argument(
        "--endpoint-name",
        metavar="NAME",
        help="a name for the server at --base-url: its replies are kept under it and found again when it has "
        "moved to another address",
    )
    parser.add_argument(
        "--shard",
        metavar="I/N",
        help="ask only the I-th of N equal parts of each run, up to its share of the limits, into a store of "
        "its own; 'mhclient cache merge' puts the stores together",
    )
    parser.add_argument(
        "--run-id",
        type=run_name,
        metavar="NAME",
        help="a name for the run (default: made from model, prompt format and parameters)",
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append a log of the run as JSON lines")
