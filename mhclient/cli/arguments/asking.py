"""Options that say how a model is asked, for `mhclient run`."""

import argparse

from mhclient.cli.arguments.choices import ANCHOR, ASKS, DTYPES, ENGINES
from mhclient.cli.arguments.options import count, count_or_zero, names


def add_asking_arguments(parser: argparse.ArgumentParser) -> None:
    """How to ask, and what only local models need. What is not given is None."""
    _add_ways(parser.add_argument_group("how to ask"))
    _add_local(parser.add_argument_group("local models (--provider local)"))


def _add_ways(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--ask",
        choices=ASKS,
        metavar="HOW",
        help="write: the model writes an answer, over an API; generate: a local model writes it; "
        "forced-choice: nothing is written, the most probable option letter counts; logprobs: as write, and "
        "the probabilities of other letters are kept (default: forced-choice for local models, write for "
        "all others)",
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
