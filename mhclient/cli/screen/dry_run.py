"""What `--dry-run` prints, of `mhclient run` and `mhclient reask`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from mhclient.ask.batches.session import BatchPace
from mhclient.ask.batches.submit import BatchCount
from mhclient.ask.order import Pace
from mhclient.ask.plan import Items, LocalEstimate, RunEstimate, estimate_local, estimate_run
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out
from mhclient.providers.base import ModelOutline, Provider, batch_access
from mhclient.run.marks import settings_label
from mhclient.run.parameters import cap_for, is_asked, reasons_by_itself
from mhclient.run.prices import Price, at_most_usd
from mhclient.run.spec import Ask, RunSpec
from mhclient.show.counts import agreeing, counted

GIB = 2**30


@dataclass(frozen=True, slots=True)
class Wording:
    """How a dry run is told.

    Attributes:
        of: the benchmark's name, where there are several.
        words: names parameters, which stand in backquotes, as whoever is told gave them: as options, or as
            keys of a study file.
    """

    of: str | None = None
    words: Callable[[str], str] = as_options


AS_OPTIONS = Wording()


def dry_run(
    items: Items, spec: RunSpec, provider: Provider, pace: Pace, store: Path, wording: Wording = AS_OPTIONS
) -> RunEstimate | None:
    """What a run would send online and the most it could cost; of a local model, what it would compute.

    Returns:
        What it would send; None for a local model.
    """
    if (outline := provider.outline()) is not None:
        computed = estimate_local(items, spec, provider, outline, pace, store)
        _print(out, spec, _computed(computed, spec), wording)
        return None
    estimate = estimate_run(items, spec, provider, pace, store)
    print_estimate(out, estimate, spec, pace.price, wording)
    return estimate


def dry_run_in_batches(
    items: Items,
    spec: RunSpec,
    provider: Provider,
    paces: tuple[Pace, BatchPace],
    store: Path,
    wording: Wording = AS_OPTIONS,
) -> RunEstimate:
    """What a run would send in batches, and the most it could cost.

    Args:
        paces: of the preflight, of the batches.
    """
    first, pace = paces
    count = BatchCount(batch_access(provider).dialect, pace.most_lines, pace.queued_tokens)
    in_batch = replace(first, price=pace.price)
    estimate = estimate_run(items, spec, provider, in_batch, store, each=count.add)
    preflight = first.preflight and estimate.n_requests > 0 and estimate.n_stored == 0
    if preflight:
        estimate.add_surcharge(pace.price)
    print_estimate(out, estimate, spec, pace.price, wording)
    if count.n_batches:
        n_batches = counted(count.n_batches, "batch")
        out.print(f"In {n_batches}, unless the provider's queue takes less at once.", soft_wrap=True)
    if preflight:
        out.print(
            "One request goes online before, alone, at the full price, which is in the cost above "
            "(--no-preflight leaves it out).",
            soft_wrap=True,
        )
    return estimate


def print_estimate(
    console: Console,
    estimate: RunEstimate,
    spec: RunSpec,
    price: Price | None,
    wording: Wording = AS_OPTIONS,
) -> None:
    """Requests, and what can be said of their cost, of a run over an API."""
    forced = spec.ask is Ask.FORCED_CHOICE
    _print(console, spec, _echoed(estimate, spec) if forced else _paid(estimate, spec, price), wording)


def _print(console: Console, spec: RunSpec, lines: Iterable[str], wording: Wording) -> None:
    way = [] if spec.ask in (Ask.WRITE, Ask.GENERATE) else [spec.ask]
    title = " · ".join(
        [*([wording.of] if wording.of else []), spec.model, spec.variant.name, *settings_label(spec), *way]
    )
    console.print(title, markup=False, soft_wrap=True, style="bold")
    for line in lines:
        console.print(wording.words(line), soft_wrap=True, markup=False)


def _paid(estimate: RunEstimate, spec: RunSpec, price: Price | None) -> Iterator[str]:
    """Requests of a run over an API; if there are any to send, tokens and the highest cost."""
    yield _requests(estimate, spec)
    if not estimate.n_requests:
        return
    completion = (
        "without a cap on completion tokens"
        if estimate.completion_tokens is None
        else f"completions at most {counted(estimate.completion_tokens, 'token')}"
    )
    yield (
        f"Prompts at most {counted(estimate.prompt_tokens, 'token')} (about "
        f"{estimate.prompt_tokens_about:,}), "
        f"{completion}."
    )
    yield from short_of_space(spec)
    yield _cost(estimate, spec, price)


def short_of_space(spec: RunSpec) -> Iterator[str]:
    """Hidden reasoning counts against the cap, and may use it up before a word of the answer is written."""
    sent = spec.parameters
    silent = sent.effort is None and sent.thinking is None and not sent.extra
    enough = cap_for(sent.effort or ("low" if silent else None), sent.thinking, 0)
    asked = is_asked(sent.effort, sent.thinking) or (silent and reasons_by_itself(spec.model))
    if asked and sent.max_tokens is not None and sent.max_tokens < enough:
        said = f"`max_tokens={enough}`" + (" or `effort=none`" if silent else "")
        yield (
            f"Warning: {spec.model} reasons before it answers, and that counts against the cap of "
            f"{sent.max_tokens:,} tokens, which it may use up without an answer. Give {said}."
        )


def _requests(estimate: RunEstimate, spec: RunSpec) -> str:
    in_batches = f", {estimate.n_in_batches:,} in batches" if estimate.n_in_batches else ""
    return (
        f"{items_stored(estimate.n_items, estimate.n_stored, spec.epochs)}{in_batches}; "
        f"{counted(estimate.n_requests, 'request')} to send."
    )


def items_stored(n_items: int, n_stored: int, epochs: int) -> str:
    """How much a run asks, and how much of it the store has.

    >>> items_stored(20, 3, 1), items_stored(60, 3, 3)
    ('20 items, 3 of them with a reply in the store', '20 items × 3 = 60 replies, 3 of them in the store')

    Args:
        n_items: each counted as often as it is asked.
    """
    if epochs == 1:
        return f"{counted(n_items, 'item')}, {n_stored:,} of them with a reply in the store"
    items = counted(n_items // epochs, "item")
    return f"{items} × {epochs} = {counted(n_items, 'reply')}, {n_stored:,} of them in the store"


def _cost(estimate: RunEstimate, spec: RunSpec, price: Price | None) -> str:
    if estimate.cost_usd is None or estimate.cost_usd_about is None or price is None or _is_free(price):
        return f"Cost: {what_it_costs(spec, price)}"
    return (
        f"Cost: at most {at_most_usd(estimate.cost_usd)} USD; about {estimate.cost_usd_about:.4f} if replies "
        f"are one token each. Price {what_it_costs(spec, price).removeprefix('price ')}"
    )


def what_it_costs(spec: RunSpec, price: Price | None) -> str:
    """The price, or why no cost can be said."""
    if price is None:
        return f"not known; no price list has '{spec.model}'. Give a price with `price=IN,OUT`."
    if _is_free(price):
        return f"none ({price.source})."
    if spec.parameters.max_tokens is None:
        return "no upper bound, since there is no cap on completion tokens."
    tier = _at_tier(spec.parameters.tier_asked, price)
    per_million = f"{price.prompt:g} in, {price.completion:g} out"
    return f"price per million tokens: {per_million} ({price.source}).{tier}"


def _is_free(price: Price) -> bool:
    return price.prompt == price.completion == 0


def _at_tier(tier: str | None, price: Price) -> str:
    """What the tier does to the price; nothing where none is asked for."""
    if tier is None or (share := price.share(tier)) == 1.0:
        return ""
    most = "" if share > 1 else "; the upper bound takes the usual tier's, in case that serves them"
    return f" Replies that the tier '{tier}' serves cost {share:.3g} of it{most}."


def _echoed(estimate: RunEstimate, spec: RunSpec) -> Iterator[str]:
    """A forced choice on a server, which is sent each prompt many times."""
    n_forms = len((spec.settings or {})["forms"])
    yield _requests(estimate, spec)
    yield (
        f"Each sends its prompt alone and followed by each of {counted(n_forms, 'form')} of each letter; "
        "the server computes them all. Its tokens are not counted here: limit the run with `max_requests`."
    )


def _computed(estimate: LocalEstimate, spec: RunSpec) -> Iterator[str]:
    """What a model on this machine would compute, and where."""
    yield (
        f"{items_stored(estimate.n_items, estimate.n_stored, spec.epochs)}; "
        f"{len(estimate.lengths):,} to compute."
    )
    if estimate.lengths:
        yield (
            f"Prompts with their answers: {counted(sum(estimate.lengths), 'token')} in all, the longest "
            f"{max(estimate.lengths):,} of the {estimate.outline.room:,} that `max_length` and the model "
            "allow."
        )
    if estimate.n_too_long:
        n = estimate.n_too_long
        longer = f"{counted(n, 'item is', 'items are')} longer"
        yield f"{longer}: {agreeing(n, 'it', 'they')} would be recorded as too long, and not cut."
    yield _placed(estimate.outline)
    yield "Nothing is sent and nothing is paid: the model is on this machine."


def _placed(outline: ModelOutline) -> str:
    where = outline.device or "the devices that accelerate chooses"
    weights = (
        "the weights are quantised"
        if outline.weight_bytes is None
        else f"the weights take {outline.weight_bytes / GIB:.2g} GiB of memory"
    )
    free = "" if outline.free_bytes is None else f", {outline.free_bytes / GIB:.1f} GiB are free"
    return f"On {where}, in {outline.dtype}: {weights}{free}."
