"""The plan of a run: which items it asks, and under which key each one's reply lies in the store.

Decision: docs/decisions/ask.md, "Tasks advance in step".
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from benchmark.checks import item_from_json
from cache import BenchmarkItem, PlannedItem, StoredRequest, key_of_body
from cache.async_store import AsyncStore
from mhclient.errors import UsageError
from mhclient.providers.base import Provider
from mhclient.run.jobs import JobPrompter, check_jobs
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
