"""What `--dry-run` prints, of `mhclient run` and `mhclient reask`."""

from rich.console import Console
from rich.markup import escape

from mhclient.money import Price
from mhclient.runner.estimate import Estimate
from mhclient.spec import RunSpec


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
