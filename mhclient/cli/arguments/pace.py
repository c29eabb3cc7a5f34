"""How fast a run asks, up to what cost, and whether in batches: the options.

Decision: docs/decisions/cli.md, "`--max-total-tokens` for the run, `--max-tokens` for a reply".
"""

from __future__ import annotations

import argparse

from mhclient.cli.arguments.choices import ENDINGS
from mhclient.cli.arguments.options import amount, concurrency, count, names


def add_pace_arguments(parser: argparse.ArgumentParser) -> None:
    """How fast, for how much, and what to do if a parameter is refused; `run` and `reask` share it."""
    how = parser.add_argument_group("how fast")
    how.add_argument(
        "--concurrency",
        type=concurrency,
        metavar="N",
        help="requests under way at most (default: 64)",
    )
    how.add_argument(
        "--requests-per-min", type=amount, metavar="N", help="default: learned from the provider"
    )
    how.add_argument("--tokens-per-min", type=amount, metavar="N", help="default: learned from the provider")
    how.add_argument("--timeout", type=amount, metavar="SECONDS", help="for one attempt (default: 300)")
    money = parser.add_argument_group(
        "how much", "Over all starts of the run; requests under way count in full."
    )
    money.add_argument(
        "--dry-run", action="store_true", help="print requests, tokens and the highest cost; send nothing"
    )
    money.add_argument("--max-cost", type=amount, metavar="USD", help="never spend more than this")
    money.add_argument("--max-requests", type=count, metavar="N", help="never send more than this")
    money.add_argument(
        "--max-total-tokens", type=count, metavar="N", help="never use more than this, prompts included"
    )
    money.add_argument("--price", metavar="IN,OUT", help="USD per million tokens, if no list has the model")
    again = parser.add_argument_group("what is asked again")
    again.add_argument(
        "--ask-again",
        type=endings,
        default=frozenset(),
        metavar="KIND,…",
        help="items that ended so: cut, filtered, empty, unfinished, errors (default: none; what was "
        "not asked, and errors that another try may cure, always are)",
    )
    fit = parser.add_argument_group("what a model does not take")
    fit.add_argument(
        "--adapt-parameters",
        action="store_true",
        help="leave out or change parameters that the model refuses; both are on record",
    )
    fit.add_argument("--no-preflight", action="store_true", help="do not look at the first replies first")


def add_batch_arguments(parser: argparse.ArgumentParser) -> None:
    batch = parser.add_argument_group(
        "by batch", "Half the price, replies within a day; 'mhclient collect' fetches them later."
    )
    batch.add_argument(
        "--batch",
        action="store_true",
        help="hand the requests to the provider's batch API (openai, anthropic)",
    )
    batch.add_argument("--wait", action="store_true", help="with --batch: stay until the batches have ended")
    batch.add_argument(
        "--batch-lines", type=count, metavar="N", help="of one batch, at most (default: the provider's limit)"
    )
    batch.add_argument(
        "--queued-tokens",
        type=count,
        metavar="N",
        help="in all open batches, at most (default: learned from the provider's refusal)",
    )


def endings(text: str) -> frozenset[str]:
    """Ways for an item to end, for argparse."""
    found = frozenset(names(text))
    if unknown := sorted(found.difference(ENDINGS)):
        raise argparse.ArgumentTypeError(f"no ending '{unknown[0]}'; there are {', '.join(ENDINGS)}")
    return found
