"""The plan of a run: which items it asks, under which key each reply lies in the store; and its estimate.

An estimate says what a run would send and the most it could cost, or what a local model would compute,
without sending, scoring or storing anything.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from benchmark.checks import item_from_json
from cache import BenchmarkItem, PlannedItem, Store, StoredRequest, key_of_body
from cache.async_store import AsyncStore
from mhclient.ask.order import Pace
from mhclient.errors import UsageError
from mhclient.providers.base import ModelOutline, Provider
from mhclient.run.jobs import JobPrompter, check_jobs
from mhclient.run.parameters import Prompt
from mhclient.run.prices import BYTES_PER_TOKEN, Price, prompt_tokens_bound
from mhclient.run.prompts import Prompter, Question, pools_from
from mhclient.run.spec import Ask, RunSpec, quotas
from mhclient.run.stored_items import check_items, check_tasks

PAGE = 2_000
ROUND = 10**15  # more than the last turn of a repetition: 10^9 times the number of tasks
TURNS = 10**9  # fine enough that the items of one task, however many, get different turns


def request_for(provider: Provider, spec: RunSpec, question: Question) -> StoredRequest:
    """The request that asks a question as the specification says.

    Raises:
        UsageError: a forced choice among the letters of an item that may have several right ones.
    """
    if spec.ask in (Ask.FORCED_CHOICE, Ask.LOGPROBS) and question.mode != "single":
        raise UsageError(
            f"`ask={spec.ask}` picks one letter, but items of this benchmark may have several right ones. "
            "Choose other `tasks`, or let the model write."
        )
    return provider.request(spec.model, question.prompt, spec.parameters)


def repeated(request: StoredRequest, repetition: int) -> StoredRequest:
    """The same request asked once more: the same bytes on the wire, under a key of its own."""
    if repetition == 1:
        return request
    key = key_of_body(
        request.body,
        method=request.method,
        endpoint=request.endpoint,
        api_version=request.api_version,
        repetition=repetition,
    )
    return request._replace(key=key, repetition=repetition)


def check_asked(items: Iterable[BenchmarkItem], spec: RunSpec, source: str) -> None:
    """Look at all that a run asks before any of it is sent.

    Raises:
        UsageError: an item or a job cannot be used; `source` is named.
    """
    (check_jobs if spec.ask is Ask.COMPOSE else check_items)(items, source)


def prompter_for(items: Iterable[BenchmarkItem], spec: RunSpec) -> Prompter | JobPrompter:
    """What turns a benchmark's items into prompts; goes through the items if examples are to be chosen."""
    variant = spec.variant
    if spec.ask is Ask.COMPOSE:
        return JobPrompter()
    if not variant.shots:
        return Prompter(variant, {})
    return Prompter(variant, pools_from((item_from_json(json.loads(item.body)) for item in items), variant))


async def plan_run(store: AsyncStore, run_id: str, spec: RunSpec, provider: Provider) -> None:
    """Write a run's plan to the store, page by page; a plan that was cut off is completed.

    Raises:
        UsageError: the benchmark has no task of a name that was asked for, nothing would be asked, or a task
            has too few items for the variant's examples.
    """
    wanted = wanted_items(_counts(store, spec), spec)
    prompter = prompter_for(all_items(store, spec.benchmark), spec)
    page: list[PlannedItem] = []
    for item, turn in selected(candidates(all_items(store, spec.benchmark), spec), wanted):
        question = prompter.ask(item.body)
        page += planned_items(item, turn, question, request_for(provider, spec, question), spec)
        if len(page) >= PAGE:
            await store.runs.plan(run_id, items=page, last=False)
            page = []
    await store.runs.plan(run_id, items=page, last=True)


def planned_items(
    item: BenchmarkItem, turn: int, question: Question, request: StoredRequest, spec: RunSpec
) -> list[PlannedItem]:
    """An item as often as it is asked. All items are asked once before any is asked again."""
    shown = question.shown.to_record()
    return [
        PlannedItem(
            *(item.position, turn + (repetition - 1) * ROUND, item.item_id, item.task),
            repeated(request, spec.key_number(repetition)).key,
            shown,
            repetition,
        )
        for repetition in range(1, spec.epochs + 1)
    ]


def check_plan(items: Callable[[], Iterable[BenchmarkItem]], spec: RunSpec, provider: Provider) -> None:
    """Find out whether a run can be planned, without a store.

    Args:
        items: all items of the benchmark, again at every call.

    Raises:
        UsageError: as `plan_run`.
    """
    wanted = wanted_items(Counter(item.task for item in candidates(items(), spec)), spec)
    if not spec.variant.shots and spec.ask in (Ask.WRITE, Ask.COMPOSE):
        return  # nothing depends on the single item
    prompter = prompter_for(items(), spec)
    for item, _ in selected(candidates(items(), spec), wanted):
        request_for(provider, spec, prompter.ask(item.body))


def candidates(items: Iterable[BenchmarkItem], spec: RunSpec) -> Iterable[BenchmarkItem]:
    """Of a benchmark's items those that may be asked: all there are, or those to be asked again."""
    if spec.reask is None:
        return items
    again = frozenset(spec.reask.items)
    return (item for item in items if item.item_id in again)


def _counts(store: AsyncStore, spec: RunSpec) -> Mapping[str, int]:
    """How many candidates each task has."""
    if spec.reask is None:
        return store.benchmarks.count_items(spec.benchmark)
    return Counter(item.task for item in candidates(all_items(store, spec.benchmark), spec))


def wanted_items(counts: Mapping[str, int], spec: RunSpec) -> dict[str, int]:
    """How many items of each task a run asks.

    Raises:
        UsageError: the benchmark has no task of a name that was asked for, or nothing would be asked.
    """
    check_tasks(spec.tasks or (), counts)
    chosen = {task: counts[task] for task in counts if spec.tasks is None or task in spec.tasks}
    wanted = quotas(chosen, spec.limit)
    if not sum(wanted.values()):
        raise UsageError("nothing to ask: the benchmark has no items of these tasks, or `limit` is 0.")
    return wanted


def selected(
    items: Iterable[BenchmarkItem], wanted: Mapping[str, int]
) -> Iterator[tuple[BenchmarkItem, int]]:
    """The first items of each task, as many as wanted, each with its turn.

    Turns run through all tasks in proportion to their sizes, so that a run cut short has asked the same share
    of each.
    """
    taken = dict.fromkeys(wanted, 0)
    rank = {task: number for number, task in enumerate(wanted)}
    for item in items:
        if taken.get(item.task, 0) < wanted.get(item.task, 0):
            share_before = taken[item.task] / wanted[item.task]
            yield item, int(share_before * TURNS) * len(rank) + rank[item.task]
            taken[item.task] += 1


def all_items(store: AsyncStore, benchmark: str) -> Iterator[BenchmarkItem]:
    """The items of a benchmark in the store, read page by page."""
    after = -1
    while page := store.benchmarks.read_items(benchmark, after=after, limit=PAGE):
        yield from page
        after = page[-1].position


ESTIMATE_PAGE = 500
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
        if len(page) >= ESTIMATE_PAGE:
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


@dataclass(frozen=True, slots=True)
class LocalEstimate:
    """What would be computed, and where.

    Attributes:
        n_items, n_stored: items of the run; those whose reply is in the store. An item that is asked several
            times counts as often.
        lengths: tokens of each prompt and its longest answer, of the items to compute; equal ones once.
    """

    outline: ModelOutline
    n_items: int
    n_stored: int
    lengths: tuple[int, ...]

    @property
    def n_too_long(self) -> int:
        """Items that would be recorded as too long."""
        return sum(length > self.outline.room for length in self.lengths)


def estimate_local(
    items: Items, spec: RunSpec, provider: Provider, outline: ModelOutline, pace: Pace, store: Path
) -> LocalEstimate:
    """Make token ids of everything a run would compute.

    Raises:
        ModelUnusable: the tokenizer cannot tell letters apart.
    """
    n_items, n_stored = 0, 0
    lengths: dict[str, int] = {}  # by key
    for page in planned_pages(items, spec, provider):
        bodies = {request.key: request.body for request, _ in page}
        stored = stored_of(list(bodies), store, pace)
        n_items += len(page)
        n_stored += sum(request.key in stored for request, _ in page)
        new = [key for key in bodies if key not in stored and key not in lengths]
        lengths |= zip(new, outline.lengths(bodies[key] for key in new), strict=True)
    return LocalEstimate(outline, n_items, n_stored, tuple(lengths.values()))
