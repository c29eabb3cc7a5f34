"""What `--dry-run` prints, of `mhclient run` and `mhclient reask`."""

from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from mhclient.batch.desk import BatchPace
from mhclient.batch.room import BatchCount
from mhclient.cli.console import out
from mhclient.money import Price
from mhclient.providers.base import Provider
from mhclient.providers.batches import batching
from mhclient.runner.estimate import Estimate, Items, estimate_run
from mhclient.runner.run import Pace
from mhclient.spec import RunSpec


def dry_run(items: Items, spec: RunSpec, provider: Provider, pace: Pace, store: Path) -> None:
    """What a run would send online, and the most it could cost."""
    print_estimate(out, estimate_run(items, spec, provider, pace, store), spec, pace.price)


def dry_run_in_batches(
    items: Items, spec: RunSpec, provider: Provider, paces: tuple[Pace, BatchPace], store: Path
) -> None:
    """What a run would send in batches, and the most it could cost.

    Args:
        paces: of the preflight, of the batches.
    """
    first, pace = paces
    count = BatchCount(batching(provider)[1], pace.most_lines, pace.queued_tokens)
    in_batch = replace(first, price=pace.price)
    estimate = estimate_run(items, spec, provider, in_batch, store, each=count.add)
    preflight = first.preflight and estimate.n_requests > 0 and estimate.n_stored == 0
    if preflight:
        estimate.add_surcharge(pace.price)
    print_estimate(out, estimate, spec, pace.price)
    n_batches = f"{count.n_batches:,} batch" + ("es" if count.n_batches != 1 else "")
    out.print(f"In {n_batches}, unless the provider's queue takes less at once.", soft_wrap=True)
    if preflight:
        out.print(
            "One request goes online before, alone, at the full price, which is in the cost above "
            "(--no-preflight leaves it out).",
            soft_wrap=True,
        )


def print_estimate(console: Console, estimate: Estimate, spec: RunSpec, price: Price | None) -> None:
    """Requests, tokens and the highest cost of a run that has not been started."""
    console.print(f"{spec.model} · {spec.variant.name}", markup=False, style="bold")
    console.print(
        f"{estimate.n_items:,} items, {estimate.n_stored:,} of them with a reply in the store; "
        f"{estimate.n_requests:,} requests to send.",
        soft_wrap=True,
    )
    completion = (
        "without a cap on completion tokens"
        if estimate.completion_tokens is None
        else f"completions at most {estimate.completion_tokens:,} tokens"
    )
    console.print(
        f"Prompts at most {estimate.prompt_tokens:,} tokens (about {estimate.prompt_tokens_about:,}), "
        f"{completion}.",
        soft_wrap=True,
    )
    console.print(_cost(estimate, spec, price), soft_wrap=True)
    console.print("Failed attempts that are tried again come on top; --max-cost bounds all of it.")


def _cost(estimate: Estimate, spec: RunSpec, price: Price | None) -> str:
    if price is None:
        return (
            f"Cost: not known, no list has a price for '{escape(spec.model)}'. Give one with --price IN,OUT."
        )
    if price.prompt == price.completion == 0:
        return f"Cost: none ({price.source})."
    if estimate.cost_usd is None or estimate.cost_usd_about is None:
        return "Cost: no upper bound, since there is no cap on completion tokens."
    return (
        f"Cost: at most {estimate.cost_usd:.4f} USD; about {estimate.cost_usd_about:.4f} if replies are one "
        f"token each. Price per million tokens: {price.prompt:g} in, {price.completion:g} out "
        f"({price.source})."
    )
