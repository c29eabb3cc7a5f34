"""What a run would send and the most it could cost, worked out without sending or storing anything."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cache import BenchmarkItem, Store, StoredRequest
from mhclient.ask.order import Pace
from mhclient.ask.plan import candidates, prompter_for, repeated, selected, wanted_items
from mhclient.providers.base import Provider
from mhclient.run.parameters import Prompt
from mhclient.run.prices import BYTES_PER_TOKEN, Price, prompt_tokens_bound
from mhclient.run.spec import Ask, RunSpec

PAGE = 500
Items: TypeAlias = Callable[[], Iterable[BenchmarkItem]]


@dataclass(slots=True)
class RunEstimate:
    """What a run would send.

    Attributes:
        n_items: items of the run, each counted as often as it is asked.
        n_stored: those whose reply is in the store.
        n_in_batches: those whose request lies in a batch already.
        n_requests: requests to send; equal ones once.
        prompt_tokens: at the most; no tokenizer makes more.
        prompt_tokens_about: a guess, from the length of English text.
        longest_prompt_tokens: of one request, at the most.
        completion_tokens: at the most; None without a cap.
        cost_usd: at the most; None without a price or a cap.
        is_counted: whether the tokens are; a forced choice's prompts are sent many times over.
    """

    n_items: int = 0
    n_stored: int = 0
    n_in_batches: int = 0
    n_requests: int = 0
    prompt_tokens: int = 0
    prompt_tokens_about: int = 0
    longest_prompt_tokens: int = 0
    completion_tokens: int | None = 0
    cost_usd: float | None = None
    cost_usd_about: float | None = None  # prompts as guessed, each reply one token
    is_counted: bool = True

    def add_surcharge(self, price: Price | None) -> None:
        """One request is asked at twice the price: the longest, at the most."""
        if price is not None and self.cost_usd is not None and self.completion_tokens is not None:
            completion_tokens = self.completion_tokens // self.n_requests
            self.cost_usd += price.cost_usd(self.longest_prompt_tokens, completion_tokens)


def estimate_run(
    items: Items,
    spec: RunSpec,
    provider: Provider,
    pace: Pace,
    store: Path,
    each: Callable[[StoredRequest], None] = lambda _: None,
) -> RunEstimate:
    """Go through a run's requests and add up what they could cost.

    Args:
        items: gives the benchmark's items, as often as it is called.
        each: told of each request that would be sent.

    Raises:
        UsageError: the specification asks nothing.
    """
    estimate, seen = RunEstimate(is_counted=spec.ask is not Ask.FORCED_CHOICE), set[str]()
    for page in planned_pages(items, spec, provider):
        keys = [request.key for request, _ in page]
        stored, in_batches = stored_of(keys, store, pace), _in_batches(keys, store)
        for request, prompt in page:
            estimate.n_items += 1
            if request.key in stored:
                estimate.n_stored += 1
            elif request.key in in_batches:
                estimate.n_in_batches += 1
            elif request.key not in seen:
                seen.add(request.key)
                tokens = prompt_tokens_bound(prompt)
                estimate.prompt_tokens += tokens
                estimate.prompt_tokens_about += round(prompt.n_bytes() / BYTES_PER_TOKEN)
                estimate.longest_prompt_tokens = max(tokens, estimate.longest_prompt_tokens)
                each(request)
    estimate.n_requests = len(seen)
    cap = spec.parameters.max_tokens
    estimate.completion_tokens = None if cap is None else cap * len(seen)
    price = pace.price
    if price is not None and estimate.completion_tokens is not None:
        tier, most = spec.parameters.tier_asked, (estimate.prompt_tokens, estimate.completion_tokens)
        about = price.cost_usd(estimate.prompt_tokens_about, estimate.n_requests)
        estimate.cost_usd = price.cost_usd(*most) * price.most_share(tier)
        estimate.cost_usd_about = about * price.share(tier)
    return estimate


def planned_pages(
    items: Items, spec: RunSpec, provider: Provider
) -> Iterator[list[tuple[StoredRequest, Prompt]]]:
    """Every request of a run, in pages, each with the prompt it says; repetitions one after the other."""
    wanted = wanted_items(Counter(item.task for item in candidates(items(), spec)), spec)
    prompter = prompter_for(items(), spec)
    page = []
    for item, _ in selected(candidates(items(), spec), wanted):
        prompt = prompter.ask(item.body).prompt
        request = provider.request(spec.model, prompt, spec.parameters)
        page += [(repeated(request, spec.key_number(number)), prompt) for number in range(1, spec.epochs + 1)]
        if len(page) >= PAGE:
            yield page
            page = []
    yield page


def stored_of(keys: list[str], store: Path, pace: Pace) -> set[str]:
    """The keys of requests whose reply is in the store, if there is one yet."""
    if not store.exists():
        return set()
    with Store.open(store, read_only=True) as opened:
        return opened.requests.find_answered(keys, pace.served())


def _in_batches(keys: list[str], store: Path) -> set[str]:
    if not store.exists():
        return set()
    with Store.open(store, read_only=True) as opened:
        return opened.requests.find_in_batches(keys)
