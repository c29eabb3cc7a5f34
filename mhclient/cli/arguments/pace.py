"""How fast a run asks, up to what cost, and whether in batches: the options.

Decision: docs/decisions/cli.md, "`--max-total-tokens` for the run, `--max-tokens` for a reply".
"""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.choices import ENDINGS
from mhclient.cli.arguments.options import amount, concurrency, count, names

MOST_REPLY_MB = 100


def add_pace_arguments(parser: argparse.ArgumentParser) -> None:
    """How fast, for how much, and what to do if a parameter is refused; `run` and `reask` share it."""
    _add_how_fast(parser)
    _add_how_much(parser)
    _add_asked_again(parser)
    _add_refused_parameters(parser)


def _add_how_fast(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group("how fast")
    how.add_argument(
        "--concurrency",
        type=concurrency,
        metavar="N",
        help="most requests waiting for a reply at once (default: 64)",
    )
    how.add_argument(
        "--requests-per-min",
        type=amount,
        metavar="N",
        help="send at most this many (default: learned from the provider)",
    )
    how.add_argument(
        "--tokens-per-min",
        type=amount,
        metavar="N",
        help="use at most this many (default: learned from the provider)",
    )
    how.add_argument(
        "--timeout", type=amount, metavar="SECONDS", help="wait this long for one reply (default: 300)"
    )
    how.add_argument(
        "--wait-for-server",
        type=amount,
        default=600.0,
        metavar="SECONDS",
        help="wait this long for a server that can no longer be reached (default: 600)",
    )
    how.add_argument(
        "--max-reply-mb",
        type=reply_mb,
        default=32.0,
        metavar="MB",
        help="a larger reply is an error, and the rest of it is not read (default: 32)",
    )


def _add_how_much(parser: argparse.ArgumentParser) -> None:
    money = parser.add_argument_group(
        "how much",
        "Limits hold for the whole run, however often it is resumed; requests without a reply yet count in "
        "full.",
    )
    money.add_argument(
        "--dry-run",
        action="store_true",
        help="print the number of requests, tokens and the highest cost; send nothing",
    )
    money.add_argument("--max-cost", type=amount, metavar="USD", help="never spend more than this")
    money.add_argument("--max-requests", type=count, metavar="N", help="never send more requests than this")
    money.add_argument(
        "--max-total-tokens",
        type=count,
        metavar="N",
        help="never use more tokens than this, prompts included",
    )
    money.add_argument(
        "--price",
        metavar="IN,OUT[,CACHED]",
        help="USD per million tokens of prompts, completions and prompts read from a cache, for models "
        "without a list price",
    )


def _add_asked_again(parser: argparse.ArgumentParser) -> None:
    again = parser.add_argument_group("what is asked again")
    again.add_argument(
        "--ask-again",
        type=endings,
        default=frozenset(),
        metavar="KIND,…",
        help="ask items again whose replies were: cut, filtered, empty, unfinished, errors (default: none; "
        "items not asked yet, and errors that may pass, are always asked)",
    )


def _add_refused_parameters(parser: argparse.ArgumentParser) -> None:
    fit = parser.add_argument_group("parameters that a model refuses")
    fit.add_argument(
        "--adapt-parameters",
        action="store_true",
        help="leave out or change them, and record what was asked and what was sent",
    )
    fit.add_argument(
        "--no-preflight",
        action="store_true",
        help="do not send one request first to test key, address, model and parameters, nor stop where the "
        "first 30 replies hold no answer",
    )


def reply_mb(text: str) -> float:
    """The most megabytes of a reply, for argparse; what the store unpacks has a bound, too."""
    if not amount(text) <= MOST_REPLY_MB:
        raise argparse.ArgumentTypeError(f"{text} MB is more than {MOST_REPLY_MB}, the most that can be kept")
    return amount(text)


def add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    batch = parser.add_argument_group(
        "by batch", "Half the price; replies come within a day, and 'mhclient collect' fetches them."
    )
    batch.add_argument(
        "--batch",
        action="store_true",
        help="send the requests through the provider's batch API (openai, anthropic, gemini-native)",
    )
    batch.add_argument("--wait", action="store_true", help="with --batch: wait until the batches have ended")
    batch.add_argument(
        "--batch-lines",
        type=count,
        metavar="N",
        help="most requests in a batch (default: the provider's limit)",
    )
    batch.add_argument(
        "--queued-tokens",
        type=count,
        metavar="N",
        help="most tokens in all open batches (default: learned when the provider refuses a batch)",
    )


def endings(text: str) -> frozenset[str]:
    """Ways for an item to end, for argparse."""
    found = frozenset(names(text))
    if unknown := sorted(found.difference(ENDINGS)):
        raise argparse.ArgumentTypeError(f"there is no kind '{unknown[0]}'; choose from {', '.join(ENDINGS)}")
    return found
