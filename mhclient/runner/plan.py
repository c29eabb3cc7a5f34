"""The plan of a run: which items it asks, and under which key each one's reply lies in the store."""

import json
from collections.abc import Iterator, Mapping
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
    counts = _chosen(store.read(partial(benchmark_tasks, digest=spec.benchmark)), spec.tasks)
    left = quotas(counts, spec.limit)
    if not sum(left.values()):
        raise UsageError("nothing to ask: the benchmark has no items of these tasks, or --limit is 0.")
    page: list[PlannedItem] = []
    for position, item in enumerate(_selected(store, spec.benchmark, left)):
        key = request_for(provider, spec, Question.from_line(item.body)).key
        page.append(PlannedItem(position, item.item_id, item.task, key))
        if len(page) == PAGE:
            await store.write(partial(plan, run_id=run_id, items=page, last=False))
            page = []
    await store.write(partial(plan, run_id=run_id, items=page, last=True))


def _chosen(counts: Mapping[str, int], tasks: tuple[str, ...] | None) -> dict[str, int]:
    unknown = [task for task in tasks or () if task not in counts]
    if unknown:
        raise UsageError(f"--tasks: the benchmark has no task '{unknown[0]}'. It has {', '.join(counts)}.")
    return {task: counts[task] for task in counts if tasks is None or task in tasks}


def _selected(store: AsyncStore, benchmark: str, left: dict[str, int]) -> Iterator[BenchmarkItem]:
    """The first items of each task, in the file's order, as many as `left` says."""
    for item in _all_items(store, benchmark):
        if left.get(item.task, 0) > 0:
            left[item.task] -= 1
            yield item


def _all_items(store: AsyncStore, benchmark: str) -> Iterator[BenchmarkItem]:
    after = -1
    while page := store.read(partial(benchmark_items, digest=benchmark, after=after, limit=PAGE)):
        yield from page
        after = page[-1].position
