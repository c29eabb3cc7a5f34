"""Options of the verbs that ask, and of the list of runs.

run, study, reask, collect, batches and runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from mhclient.cli.arguments.options import (
    ANCHOR,
    ASKS,
    DEFAULT_VARIANT,
    DTYPES,
    ENGINES,
    MAX_TOKENS,
    add_base_url,
    add_batch_arguments,
    add_pace_arguments,
    add_reading,
    add_store,
    amount_or_none,
    count,
    count_or_zero,
    n_epochs,
    names,
    run_name,
)
from mhclient.cli.as_options import as_options
from mhclient.errors import UsageError
from mhclient.providers.built_in import BUILT_IN
from mhclient.run.body_fields import parse_route, parse_setting
from mhclient.run.parameters import EFFORTS, TIERS, check_thinking
from parsers.outcome import Outcome

T = TypeVar("T")


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask models every question in a file or benchmark, store each reply as it arrives, and print a table "
        "of results. Press Ctrl-C once to stop after the requests already sent, twice to stop at once. "
        "Run the same command again to ask only what is missing. With several models, variants or sources, "
        "each combination is a run of its own; limits such as --max-cost hold for all of them together."
    )
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="questions: a file (.csv, .tsv, .jsonl, .json, .xlsx, .parquet), a benchmark folder, or "
        "mhgraphbench[:PATH] for PrimeKG's kg.csv; or a study file (.toml; 'mhclient study init' writes one)",
    )
    whom = parser.add_argument_group("models")
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
        help=f"the provider of all models, so that --model takes names alone: {', '.join(BUILT_IN)}, local, "
        "or the name of a plug-in",
    )
    whom.add_argument("--base-url", metavar="URL", help="ask this server instead of the provider's own")
    add_asking_run_arguments(parser)
    source = parser.add_argument_group("the questions")
    source.add_argument("--benchmark", metavar="DIR", help="the same as one SOURCE")
    add_reading(source)


def add_asking_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask, how, and how fast; everything but whom."""
    what = parser.add_argument_group("what to ask")
    _add_items(what)
    _add_panel(what)
    parameters = parser.add_argument_group("parameters of a request")
    _add_sampling(parameters)
    _add_service(parameters)
    add_pace_arguments(parser, of_run=True)
    add_batch_arguments(parser, of_run=True)
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
        f"{DEFAULT_VARIANT}:shots=3,option_order=reversed; repeat it for one run per format. The "
        f"mentalbench-… prompts use our wording, not the paper's (default: {DEFAULT_VARIANT})",
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
        "'mhclient drift' shows whether the service has changed since",
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
        help="sampling temperature; 'none' leaves it out of the request (default: 0, or 'none' with --effort "
        "or --thinking)",
    )
    parameters.add_argument(
        "--effort",
        choices=EFFORTS,
        metavar="EFFORT",
        help=f"how much the model reasons before it answers: {', '.join(EFFORTS)}; a model may support "
        "only some of these",
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
        help=f"maximum length of a reply, in tokens (default: set by the prompt format, otherwise "
        f"{MAX_TOKENS}; more with --effort or --thinking)",
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
        help="set another field of the request's body, after all others; repeatable: --set seed=7 "
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


def add_asking_arguments(parser: argparse.ArgumentParser) -> None:
    """How to ask, and what only local models need. What is not given is None."""
    _add_ways(parser.add_argument_group("how to ask"))
    _add_local(parser.add_argument_group("local models (--provider local)"))


def _add_ways(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--ask",
        choices=ASKS,
        metavar="HOW",
        help="write: the model writes an answer, over an API. generate: a local model writes it. "
        "forced-choice: take the most probable option letter, write nothing. logprobs: like write, and keep "
        "the letters' probabilities. (default: forced-choice for local models, else write)",
    )
    how.add_argument(
        "--forms",
        metavar="NAME",
        help="the spellings of a letter that are scored, as 'B' or '(B)': paper for those of the "
        "MHGraphBench paper, closed for those in which nothing can follow the letter (default: paper)",
    )
    how.add_argument(
        "--form",
        action="append",
        metavar="TEXT",
        help="instead of --forms: a spelling to score, {} where the letter goes, \\n for a newline; may be "
        "repeated",
    )
    how.add_argument(
        "--anchor", metavar="TEXT", help=f"last words of the prompt of a forced choice (default: {ANCHOR})"
    )
    how.add_argument(
        "--top-logprobs",
        type=count,
        metavar="N",
        help="for --ask logprobs: how many of the most probable tokens to request per position (default: 20, "
        "OpenAI's maximum)",
    )
    how.add_argument(
        "--tokenizer",
        metavar="PATH_OR_ID",
        help="for --ask forced-choice on a server: the tokenizer whose chat template formats the prompt",
    )


def _add_local(local: argparse._ArgumentGroup) -> None:
    local.add_argument("--revision", metavar="NAME", help="branch, tag or commit on the Hugging Face Hub")
    local.add_argument(
        "--dtype",
        choices=DTYPES,
        metavar="NAME",
        help=f"{', '.join(DTYPES)} (default: bfloat16 on a GPU, float32 on a CPU)",
    )
    local.add_argument("--device-map", metavar="WHERE", help="auto, cpu, cuda:1, … (default: auto)")
    local.add_argument(
        "--max-length",
        type=count,
        metavar="N",
        help="most tokens of prompt and answer together; a longer item is not cut but recorded as too long "
        "(default: 4096)",
    )
    local.add_argument("--batch-size", type=count, metavar="N", help="items computed together (default: 32)")
    local.add_argument(
        "--engine",
        choices=ENGINES,
        metavar="NAME",
        help="packed: all spellings in one pass; reference: one by one as in the paper, slower (default: "
        "packed)",
    )
    local.add_argument(
        "--checks",
        type=count_or_zero,
        metavar="N",
        help="how many items to compute a second time, alone and in another precision, to measure rounding "
        "noise; 0 for none (default: 8 on a CPU, 64 on a GPU)",
    )
    local.add_argument(
        "--trust-remote-code",
        action="store_true",
        help="run Python code that comes with the model (default: refuse it)",
    )
    local.add_argument(
        "--on",
        type=names,
        metavar="ray",
        help="let the model be computed by the nodes of a Ray cluster",
    )
    local.add_argument(
        "--gpus-per-seat",
        type=count,
        metavar="N",
        help="with --on ray: GPUs of a node that one copy of the model takes (default: 1)",
    )


class Given(argparse.Action):
    """Keeps the value, and in `NAME_given` that it was said."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """See `argparse.Action`."""
        setattr(namespace, self.dest, values)
        setattr(namespace, f"{self.dest}_given", True)


def setting(text: str) -> dict[str, Any]:
    """`PATH=JSON`, for argparse."""
    return _parsed(parse_setting, text)


def route(text: str) -> dict[str, Any]:
    """A wish of a route, for argparse."""
    return _parsed(parse_route, text)


def thinking(text: str) -> int | str:
    """A number of tokens, off or adaptive, for argparse."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
    _parsed(check_thinking, found)
    return found


def _parsed(parse: Callable[[Any], T], given: object) -> T:
    """What the library makes of it; what it refuses, argparse says with the option."""
    try:
        return parse(given)
    except UsageError as error:
        raise argparse.ArgumentTypeError(as_options(str(error))) from None


OUTCOMES = tuple(outcome.value for outcome in Outcome if outcome is not Outcome.ANSWER)


def add_reask_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask items again whose replies had certain outcomes, with a longer --max-tokens or another "
        "temperature. The new replies make a new run; the earlier run and its figures do not change. The "
        "same command again asks only what is missing. Not for local models, nor for runs made with --ask "
        "forced-choice or logprobs."
    )
    parser.add_argument("run", metavar="RUN", help="run id, as 'mhclient runs' lists it")
    parser.add_argument(
        "--outcome",
        type=outcomes,
        required=True,
        metavar="OUTCOME,…",
        help=f"which replies: {', '.join(OUTCOMES)}",
    )
    parser.add_argument(
        "--max-tokens",
        type=count,
        metavar="N",
        help="longest reply, in tokens (default: as in the earlier run)",
    )
    parser.add_argument(
        "--temperature",
        type=amount_or_none,
        default=argparse.SUPPRESS,  # None means: send none
        metavar="T",
        help="'none' sends none (default: as in the earlier run)",
    )
    parser.add_argument(
        "--base-url", metavar="URL", help="the server's address, if the earlier run was given one"
    )
    add_pace_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--run-id",
        type=run_name,
        metavar="NAME",
        help="a name for the new run (default: made from the earlier run and the parameters)",
    )
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append a log of the run as JSON lines")


def outcomes(text: str) -> tuple[str, ...]:
    """Names of outcomes, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in OUTCOMES]:
        raise argparse.ArgumentTypeError(
            f"there is no outcome '{unknown[0]}'; choose from {', '.join(OUTCOMES)}"
        )
    return tuple(dict.fromkeys(found))


def add_collect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask the provider about batches, and store the replies of those that have ended. Needs the store and "
        "the key, not the benchmark. Exit status 1 while batches are open or items lack a reply."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="only these runs, and look once more for their replies that were missing (default: every run "
        "that waits for a batch)",
    )
    parser.add_argument("--wait", action="store_true", help="wait until the batches have ended")
    add_base_url(parser)
    add_store(parser)


def add_batches_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List batches with their state, number of requests, size, price, age and expiry, and how their "
        "requests ended. Shows what is in the store; 'mhclient collect' asks the provider."
    )
    parser.add_argument("runs", nargs="*", metavar="RUN", help="only the batches of these runs")
    parser.add_argument("--open", action="store_true", help="only those that have not been collected")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    parser.add_argument(
        "--cancel",
        action="append",
        metavar="BATCH",
        help="cancel this batch at the provider: replies it has finished are kept and paid for, the next "
        "'mhclient run' asks the rest; may be repeated. Exit status 1 if one could not be cancelled",
    )
    add_base_url(parser)
    add_store(parser)


def add_runs_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="[rm] RUN",
        help="only these; 'rm RUN…' deletes runs, whose replies stay in the store. A run's name, how it "
        "begins, a pattern such as 'gpt-5*', study=…, model=…, variant=…, or @last (those of the last start)",
    )
    parser.add_argument("--yes", action="store_true", help="with rm: delete, and do not only say what")
    parser.add_argument(
        "--price",
        metavar="IN,OUT[,CACHED]",
        help="USD per million tokens of prompts, completions and prompts read from a cache, for replies "
        "of these runs that have no cost yet",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    add_store(parser)


def add_study_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a study file, with a comment on each key: models with their parameters, questions, prompt "
        "formats, caps. 'mhclient run FILE' asks it."
    )
    parser.add_argument("action", choices=("init",), metavar="init", help="write an example to begin with")
    parser.add_argument(
        "file", nargs="?", type=Path, default=Path("study.toml"), metavar="FILE", help="default: study.toml"
    )
