"""Options that say how a model is asked, for `mhclient run`."""

import argparse

from mhclient.cli.arguments.choices import ANCHOR, ASKS, DTYPES, ENGINES
from mhclient.cli.arguments.options import count, count_or_zero


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
