"""What `--dry-run` prints of several runs: a row for each, and what holds for many of them once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from rich.cells import cell_len

from mhclient.ask.batches.session import BatchPace
from mhclient.ask.plan import RunEstimate, estimate_run
from mhclient.ask.run import benchmark_lines
from mhclient.cli.screen.console import out, plain
from mhclient.cli.screen.dry_run import short_of_space, what_it_costs
from mhclient.run.prices import at_most_usd
from mhclient.run.spec import Ask
from mhclient.show.cells import NOT_KNOWN
from mhclient.show.counts import counted
from mhclient.study.grid import GridCell

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
    estimates = [_estimate(store, cell) for cell in cells]
    rows = [HEAD, *map(_figures, estimates)]
    for line in (
        *_drawn(["", *(cell.title for cell in cells)], rows),
        LEGEND,
        *map(words, _notes(cells, estimates)),
    ):
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


def _estimate(store: Path, cell: GridCell) -> RunEstimate:
    items = partial(benchmark_lines, cell.benchmark)
    return estimate_run(items, cell.spec, cell.model.provider, cell.pace, store)


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
