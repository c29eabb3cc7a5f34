"""What `--dry-run` says of caps: which may not be enough, and what comes on top of an estimate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cache import NOTHING, Caps, RunningSpend, Spend, Store
from mhclient.ask.plan import RunEstimate
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.console import out
from mhclient.run.prices import cost_in_words


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
    for beyond in _beyond(estimates, caps, _spent(run_id, caps, store)):
        if_long = "" if beyond.certain else "if replies are long, "
        out.print(
            f"That is more than {words(beyond.given)} allows{together}{beyond.room}: {if_long}{ends}.",
            soft_wrap=True,
        )


def _spent(run_id: str, caps: Caps, store: Path) -> Spend:
    """What counts in the caps already."""
    if not store.exists():
        return NOTHING
    with Store.open(store, read_only=True) as opened:
        return RunningSpend(run_id, caps).add_up(opened.ledger)


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
