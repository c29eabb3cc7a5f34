"""Runs in a store whose every reply is written down in the test: planned and stored as real runs are."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import anyio

from benchmark import Benchmark
from cache import Arrival, AttemptEnd, Begun, ClaimTerms, RequestClaim, Response, Spend, StoredRequest
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.order import RunOrder
from mhclient.ask.plan import all_items, prompter_for, request_for
from mhclient.ask.run import open_run
from mhclient.providers.registry import provider_named
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Reask, RunSpec
from mhclient.run.variant import Variant, load_variant

LETTER_ONLY = load_variant("letter-only")
CUT = "length"
BOUND = Spend(1, 500, None)


class Failed:
    """Stands for a request that failed for good."""


FAILED = Failed()
Answer = str | tuple[str, str | None] | Failed  # a completion; one with its finish reason; none


def store_run(
    path: Path,
    benchmark: Benchmark,
    answers: Mapping[str, Answer],
    *,
    model: str = "m",
    variant: Variant = LETTER_ONLY,
    served: str | None = None,
    parameters: Parameters | None = None,
    reask: Reask | None = None,
) -> str:
    """Store a run in which these items have these completions, and no other was asked; returns its id."""
    provider = provider_named("openai", "http://127.0.0.1:1/v1")
    spec = RunSpec(
        provider.name,
        model,
        provider.endpoint,
        benchmark.items_sha256,
        variant,
        parameters or Parameters(),
        reask=reask,
    )

    async def keep() -> str:
        async with AsyncStore(path) as store:
            await open_run(store, RunOrder(benchmark, spec, provider, spec.run_id()))
            prompter = prompter_for(all_items(store, spec.benchmark), spec)
            planned = store.read(lambda stored: list(stored.results.read_records(spec.run_id())))
            requests = {
                record.item_id: request_for(provider, spec, prompter.ask(record.item))
                for record in planned
                if record.item_id in answers
            }
            await store.write(
                partial(
                    _keep, run_id=spec.run_id(), requests=requests, answers=answers, served=served or model
                )
            )
        return spec.run_id()

    return anyio.run(keep)


def _keep(store, run_id: str, requests: Mapping[str, StoredRequest], answers, served: str) -> None:
    session_id = store.sessions.start(run_id, "nobody", "test")
    end = AttemptEnd(0.1, 200, {})
    for item_id, request in requests.items():
        answer = answers[item_id]
        (begun,) = store.attempts.claim([RequestClaim(request, BOUND)], ClaimTerms(run_id, session_id))
        if not isinstance(begun, Begun):
            continue
        if isinstance(answer, Failed):
            store.attempts.give_up(run_id, request.key, "RequestRejected", "no", retryable=False)
            continue
        completion, finish_reason = (answer, "stop") if isinstance(answer, str) else answer
        choice = {"message": {"content": completion}, "finish_reason": finish_reason}
        body = json.dumps({"choices": [choice]}).encode()
        reply = Response(body, completion, finish_reason, served, None, 100, len(completion))
        store.attempts.keep_replies([Arrival(begun.attempt_id, request.key, reply, end)], run_id=run_id)


def rows_of(path: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    """What a query finds in a store."""
    return [tuple(row) for row in open_connection(path).execute(query, values)]
