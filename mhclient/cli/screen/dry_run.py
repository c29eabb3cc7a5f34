"""What `--dry-run` prints, of `mhclient run` and `mhclient reask`.

Of one run a few sentences; of several a row for each; then which caps may not be enough, and what comes on
top of an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console

from cache import NOTHING, Caps, RunningSpend, Spend, Store
from mhclient.ask.batches.session import BatchPace
from mhclient.ask.batches.submit import BatchCount
from mhclient.ask.order import Pace
from mhclient.ask.plan import Items, LocalEstimate, RunEstimate, estimate_local, estimate_run
from mhclient.ask.run import benchmark_lines
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out, plain
from mhclient.providers.base import Provider, batch_access
from mhclient.run.marks import settings_label
from mhclient.run.parameters import cap_for, is_asked, reasons_by_itself
from mhclient.run.prices import Price, at_most_usd, cost_in_words
from mhclient.run.spec import Ask, RunSpec
from mhclient.show.cells import NOT_KNOWN
from mhclient.show.counts import agreeing, counted
from mhclient.study.grid import GridCell

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
    prompts = f"{counted(estimate.prompt_tokens, 'token')} (about {estimate.prompt_tokens_about:,})"
    yield f"Prompts at most {prompts}, {completion}."
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
    said = f"price per million tokens: {price.prompt:g} in, {price.completion:g} out ({price.source})."
    tier = spec.parameters.tier_asked
    if tier is None or (share := price.share(tier)) == 1.0:
        return said
    most = "" if share > 1 else "; the upper bound takes the usual tier's, in case that serves them"
    return f"{said} Replies that the tier '{tier}' serves cost {share:.3g} of it{most}."


def _is_free(price: Price) -> bool:
    return price.prompt == price.completion == 0


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
    outline = estimate.outline
    where = outline.device or "the devices that accelerate chooses"
    weights = (
        "the weights are quantised"
        if outline.weight_bytes is None
        else f"the weights take {outline.weight_bytes / GIB:.2g} GiB of memory"
    )
    free = "" if outline.free_bytes is None else f", {outline.free_bytes / GIB:.1f} GiB are free"
    yield f"On {where}, in {outline.dtype}: {weights}{free}."
    yield "Nothing is sent and nothing is paid: the model is on this machine."


def print_beyond_caps(
    estimates: Sequence[RunEstimate],
    run_id: str,
    caps: Caps,
    store: Path,
    words: Callable[[str], str] = as_options,
) -> None:
    """Which caps may not be enough for all that is to be sent, after what earlier starts have spent.

    Args:
        run_id: of the run, or of any that spend from these caps together.
        words: as in `Wording`.
    """
    ends = "the run stops before its end" if len(estimates) == 1 else "the last runs are left unfinished"
    together = "" if len(estimates) == 1 else ", which holds for all runs together"
    spent = NOTHING
    if store.exists():
        with Store.open(store, read_only=True) as opened:
            spent = RunningSpend(run_id, caps).add_up(opened.ledger)
    for beyond in _beyond(estimates, caps, spent):
        if_long = "" if beyond.certain else "if replies are long, "
        out.print(
            f"That is more than {words(beyond.given)} allows{together}{beyond.room}: {if_long}{ends}.",
            soft_wrap=True,
        )


class _Beyond(NamedTuple):
    """A cap that may not be enough.

    Attributes:
        room: what earlier starts have left of it, in words; "" where they have spent nothing.
        certain: it is not enough, however short the replies are.
    """

    given: str
    room: str
    certain: bool


def _beyond(estimates: Sequence[RunEstimate], caps: Caps, spent: Spend) -> Iterator[_Beyond]:
    n_requests = sum(estimate.n_requests for estimate in estimates)
    n_tokens = sum(estimate.prompt_tokens + (estimate.completion_tokens or 0) for estimate in estimates)
    cost_usd = sum(estimate.cost_usd or 0.0 for estimate in estimates if estimate.n_requests)
    if not n_requests:
        return
    if caps.requests is not None and n_requests > (n_left := max(caps.requests - spent.requests, 0)):
        room = f"; it has room for {n_left:,}, since {spent.requests:,} are sent already"
        yield _Beyond(f"`max_requests={caps.requests}`", room if spent.requests else "", certain=True)
    if caps.tokens is not None and n_tokens > (n_left := max(caps.tokens - spent.tokens, 0)):
        room = f"; it has room for {n_left:,}, since {spent.tokens:,} are used already"
        yield _Beyond(f"`max_total_tokens={caps.tokens}`", room if spent.tokens else "", certain=not n_left)
    spent_usd = spent.cost_usd or 0.0
    if caps.cost_usd is not None and cost_usd > (left_usd := max(caps.cost_usd - spent_usd, 0.0)):
        left, used = cost_in_words(left_usd), cost_in_words(spent_usd)
        room = f"; it has room for {left} USD, since {used} are spent already"
        yield _Beyond(f"`max_cost_usd={caps.cost_usd:g}`", room if spent_usd else "", certain=not left_usd)


def print_what_comes_on_top(
    estimates: Iterable[RunEstimate], caps: Caps, words: Callable[[str], str] = as_options
) -> None:
    """What no estimate counts, said once for all runs; nothing where none sends, costs or counts anything.

    Args:
        words: as in `Wording`.
    """
    cap = "`max_cost_usd`" if caps.cost_usd is None else f"`max_cost_usd={caps.cost_usd:g}`"
    if any(each.n_requests and each.is_counted and each.cost_usd != 0 for each in estimates):
        out.print(
            words(f"Failed attempts that are tried again come on top; {cap} bounds all of it."),
            soft_wrap=True,
        )


GAP = "  "
HEAD = ("replies", "stored", "to send", "prompts ≤", "completions ≤", "USD ≤", "about")
LEGEND = (
    "Stored: replies that are in the store. Prompts and completions in tokens; ≤: at most. About: USD, if "
    "replies are one token each."
)


def is_shown_in_rows(cells: Sequence[GridCell], batch_paces: Sequence[BatchPace | None]) -> bool:
    """Whether all of several runs send requests over an API one by one, each for a reply that is paid for."""
    asks = {cell.spec.ask for cell in cells}
    local = any(cell.model.provider.outline() is not None for cell in cells)
    return len(cells) > 1 and not any(batch_paces) and Ask.FORCED_CHOICE not in asks and not local


def dry_run_of_grid(store: Path, cells: Sequence[GridCell], words: Callable[[str], str]) -> list[RunEstimate]:
    """What each run would send, and the most it could cost.

    Args:
        words: as in `Wording`.
    """
    estimates = [
        estimate_run(
            partial(benchmark_lines, cell.benchmark), cell.spec, cell.model.provider, cell.pace, store
        )
        for cell in cells
    ]
    rows = [HEAD, *map(_figures, estimates)]
    drawn = _drawn(["", *(cell.title for cell in cells)], rows)
    for line in (*drawn, LEGEND, *map(words, _notes(cells, estimates))):
        out.print(plain(line), soft_wrap=True)
    return estimates


def _drawn(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The titles with their figures beside them; where the screen is too narrow, with the figures below."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = max(map(cell_len, titles))
    narrow = room + sum(widths) + len(GAP) * len(widths) > out.width
    for title, row in zip(titles, rows, strict=True):
        figures = GAP.join(figure.rjust(width) for figure, width in zip(row, widths, strict=True))
        if narrow and title:
            yield title
        yield (" " * 2 if narrow else title + " " * (room - cell_len(title)) + GAP) + figures


def _figures(estimate: RunEstimate) -> tuple[str, ...]:
    """What stands under `HEAD`."""
    tokens = NOT_KNOWN if estimate.completion_tokens is None else f"{estimate.completion_tokens:,}"
    most, about = estimate.cost_usd, estimate.cost_usd_about
    return (
        f"{estimate.n_items:,}",
        f"{estimate.n_stored:,}",
        f"{estimate.n_requests:,}",
        f"{estimate.prompt_tokens:,}",
        tokens,
        NOT_KNOWN if most is None else at_most_usd(most),
        NOT_KNOWN if about is None else f"{about:.4f}",
    )


def _notes(cells: Sequence[GridCell], estimates: Sequence[RunEstimate]) -> Iterator[str]:
    """Prices and warnings, each with the models for which it holds."""
    models: dict[str, dict[str, None]] = {}
    for cell, estimate in zip(cells, estimates, strict=True):
        if estimate.n_requests:
            models.setdefault(what_it_costs(cell.spec, cell.pace.price), {})[cell.spec.model] = None
    for price, names in models.items():
        yield f"Cost of {', '.join(names)}: {price}"
    asking = [cell.spec for cell, estimate in zip(cells, estimates, strict=True) if estimate.n_requests]
    yield from dict.fromkeys(warning for spec in asking for warning in short_of_space(spec))


def print_total(estimates: Sequence[RunEstimate]) -> None:
    """What several runs would send together."""
    n_requests = sum(estimate.n_requests for estimate in estimates)
    costs = [estimate.cost_usd for estimate in estimates if estimate.n_requests]
    abouts = [estimate.cost_usd_about or 0.0 for estimate in estimates]
    said = f"In all, {counted(len(estimates), 'run')}: {counted(n_requests, 'request')} to send"
    if not n_requests:
        out.print(f"{said}.", soft_wrap=True)
        return
    if None in costs:
        out.print(f"{said}; what some of them cost is not known.", soft_wrap=True)
        return
    total = sum(cost for cost in costs if cost is not None)
    out.print(
        f"{said}, at most {at_most_usd(total)} USD; about {sum(abouts):.4f} if replies are one token each.",
        soft_wrap=True,
    )
