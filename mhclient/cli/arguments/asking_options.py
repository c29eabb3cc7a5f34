"""Options that say how a model is asked, and which of them mean something together.

An option that would be ignored is refused: whoever types `--dtype float32` for a model behind an API believes
that it does something.

Decision: docs/decisions/cli.md, "Options that would be ignored are refused".
"""

from __future__ import annotations

import argparse
from enum import StrEnum

from mhclient.cli.arguments.options import count, count_or_zero
from mhclient.errors import UsageError

ASKS = ("write", "forced-choice", "generate", "logprobs")
LOCAL = "local"
MAX_TOKENS = 120  # MHGraphBench, section 4.2
ANCHOR = "\\nAnswer:"
DTYPES = ("bfloat16", "float16", "float32")
ENGINES = ("packed", "reference")


class Way(StrEnum):
    """The ways of asking, as options know them."""

    WRITE = "write"
    LOGPROBS = "logprobs"
    SERVED = "forced choice on a server"
    CHOICE = "forced choice by a local model"
    GENERATE = "generate"


LOCAL_WAYS = frozenset({Way.CHOICE, Way.GENERATE})
OVER_AN_API = frozenset({Way.WRITE, Way.LOGPROBS})
FORCED = frozenset({Way.SERVED, Way.CHOICE})

# Whom options are for, the ways of asking that this means, and the options.
BELONG: tuple[tuple[str, frozenset[Way], tuple[str, ...]], ...] = (
    ("local models (--provider local)", LOCAL_WAYS, ("dtype", "device_map", "max_length")),
    ("local models (--provider local)", LOCAL_WAYS, ("batch_size", "trust_remote_code")),
    ("forced choices by local models", frozenset({Way.CHOICE}), ("engine", "checks")),
    ("forced choices", FORCED, ("forms", "form")),
    ("forced choices and local models", FORCED | LOCAL_WAYS, ("anchor",)),
    ("local models and for --tokenizer", FORCED | LOCAL_WAYS, ("revision",)),
    ("forced choices on a server", frozenset({Way.SERVED}), ("tokenizer",)),
    ("--ask logprobs", frozenset({Way.LOGPROBS}), ("top_logprobs",)),
    ("models that write an answer", OVER_AN_API | {Way.GENERATE}, ("max_tokens",)),
    ("models that write an answer over an API", OVER_AN_API, ("temperature", "adapt_parameters", "batch")),
    ("servers, not for local models", OVER_AN_API | {Way.SERVED}, ("base_url", "price")),
)


# What an option holds that was not given; a temperature of 0 is what all are asked with.
NOT_GIVEN = (None, False, 0.0)


def add_asking_arguments(parser: argparse.ArgumentParser) -> None:
    """How to ask, and what only local models need. What is not given is None."""
    _add_ways(parser.add_argument_group("how to ask"))
    _add_local(parser.add_argument_group("local models (--provider local)"))


def _add_ways(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--ask",
        choices=ASKS,
        metavar="HOW",
        help="write: the model writes an answer over an API; generate: a local model does; forced-choice: "
        "the option letters' own probabilities decide; logprobs: write, with the probabilities of the "
        "letters the model nearly wrote (default: forced-choice for local models, write for all others)",
    )
    how.add_argument(
        "--forms",
        metavar="NAME",
        help="surface forms that say a letter: paper, or closed for those that end it (default: paper)",
    )
    how.add_argument(
        "--form",
        action="append",
        metavar="TEXT",
        help="a surface form of your own, {} where the letter goes, \\n for a newline; may be repeated",
    )
    how.add_argument(
        "--anchor", metavar="TEXT", help=f"what ends the question of a forced choice (default: {ANCHOR})"
    )
    how.add_argument(
        "--top-logprobs",
        type=count,
        metavar="N",
        help="tokens shown at each position, for --ask logprobs (default: 20, the most that OpenAI gives)",
    )
    how.add_argument(
        "--tokenizer",
        metavar="PATH_OR_ID",
        help="with --ask forced-choice on a server: whose chat template is put around the prompt",
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
        help="tokens of prompt and answer; an item that has more is not cut but recorded as too long "
        "(default: 4096)",
    )
    local.add_argument("--batch-size", type=count, metavar="N", help="items computed at once (default: 32)")
    local.add_argument(
        "--engine",
        choices=ENGINES,
        metavar="NAME",
        help="packed, or reference for the paper's way, form by form (default: packed)",
    )
    local.add_argument(
        "--checks",
        type=count_or_zero,
        metavar="N",
        help="items computed alone and in another precision, too, to measure the noise; 0 for none "
        "(default: 8 on a CPU, 64 on a GPU)",
    )
    local.add_argument(
        "--trust-remote-code",
        action="store_true",
        help="run Python code that the model brings (default: refuse it)",
    )


def way_of(args: argparse.Namespace) -> Way:
    """The way of asking that the arguments name.

    Raises:
        UsageError: local models are not asked so, or no others.
    """
    ask = args.ask or ("forced-choice" if args.provider == LOCAL else "write")
    if args.provider == LOCAL:
        if ask not in ("forced-choice", "generate"):
            raise UsageError(f"--ask {ask}: a local model is asked by forced-choice or generate.")
        return Way.GENERATE if ask == "generate" else Way.CHOICE
    if ask == "generate":
        raise UsageError("--ask generate is for local models; over an API the model writes with --ask write.")
    return Way.SERVED if ask == "forced-choice" else Way(ask)


def check_belong(args: argparse.Namespace, way: Way) -> None:
    """Refuse options that would be ignored.

    Raises:
        UsageError: one is for another way of asking.
    """
    for whom, ways, options in BELONG:
        for option in options:
            if way not in ways and getattr(args, option) not in NOT_GIVEN:
                name = option.replace("_", "-")
                raise UsageError(f"--{name} is for {whom}; here it would be ignored. Leave it out.")
    if way is Way.SERVED and args.revision is not None and args.tokenizer is None:
        raise UsageError("--revision: on a server it is of the --tokenizer, and none is given.")
