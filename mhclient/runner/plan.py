"""The plan of a run: which items it asks, and under which key each one's reply lies in the store."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from cache import BenchmarkItem, PlannedItem, StoredRequest
from cache.runs import benchmark_items, benchmark_tasks, plan
from mhclient.errors import UsageError
from mhclient.prompts import render
from mhclient.providers.base import Provider
from mhclient.runner.storing import AsyncStore
from mhclient.spec import RunSpec, quotas

PAGE = 2_000
TURNS = 10**9  # fine enough that the items of one task, however many, get different turns


@dataclass(frozen=True, slots=True)
class Question:
    """What the runner needs to know of an item: what to ask, and what the reply is read against."""

    text: str
    options: Mapping[str, str]
    mode: str

    @classmethod
    def from_line(cls, line: str) -> "Question":
        item: Mapping[str, Any] = json.loads(line)
        return cls(item["question"], item["options"], item["mode"])


def request_for(provider: Provider, spec: RunSpec, question: Question) -> StoredRequest:
    """The request that asks a question as the specification says."""
    prompt = render(question.text, question.options, spec.variant)
    return provider.request(spec.model, prompt, spec.parameters)


async def plan_run(store: AsyncStore, run_id: str, spec: RunSpec, provider: Provider) -> None:
    """Write a run's plan to the store, page by page; a plan that was cut off is completed.

    Raises:
        UsageError: the benchmark has no task of a name that was asked for, or nothing would be asked.
    """
    wanted = wanted_items(store.read(partial(benchmark_tasks, digest=spec.benchmark)), spec)
    page: list[PlannedItem] = []
    for item, turn in selected(_all_items(store, spec.benchmark), wanted):
        key = request_for(provider, spec, Question.from_line(item.body)).key
        page.append(PlannedItem(item.position, turn, item.item_id, item.task, key))
        if len(page) == PAGE:
            await store.write(partial(plan, run_id=run_id, items=page, last=False))
            page = []
    await store.write(partial(plan, run_id=run_id, items=page, last=True))


def wanted_items(counts: Mapping[str, int], spec: RunSpec) -> dict[str, int]:
    """How many items of each task a run asks.

    Raises:
        UsageError: the benchmark has no task of a name that was asked for, or nothing would be asked.
    """
    unknown = [task for task in spec.tasks or () if task not in counts]
    if unknown:
        raise UsageError(f"--tasks: the benchmark has no task '{unknown[0]}'. It has {', '.join(counts)}.")
    chosen = {task: counts[task] for task in counts if spec.tasks is None or task in spec.tasks}
    wanted = quotas(chosen, spec.limit)
    if not sum(wanted.values()):
        raise UsageError("nothing to ask: the benchmark has no items of these tasks, or --limit is 0.")
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


def _all_items(store: AsyncStore, benchmark: str) -> Iterator[BenchmarkItem]:
    after = -1
    while page := store.read(partial(benchmark_items, digest=benchmark, after=after, limit=PAGE)):
        yield from page
        after = page[-1].position
