"""What each fault of a server leads to, over real HTTP: asked again, kept as what it is, or an error."""

from dataclasses import replace
from itertools import product

import pytest

from cache import Caps
from mhclient.errors import MissingKey, RunStopped
from mhclient.providers.registry import provider_named
from mhclient.run.parameters import Parameters
from mhclient.simulator.faults import FAULTS
from tests.support.asking import PACE, attempts_of, records_of, run, simulator_for
from tests.support.items import make_items

# What a fault that strikes one item leads to: the item is asked again and answered ("again"), or the reply is
# kept as what it is (its admission), or the item ends in an error (its class).
CONSEQUENCES = {
    "rate-limited": "again",
    "rate-limited-1s": "again",
    "overloaded": "again",
    "unavailable": "again",
    "timeout-408": "again",
    "conflict-409": "again",
    "too-early-425": "again",
    "server-error": "again",
    "bad-gateway": "again",
    "bad-request": "PromptTooLong",
    "rejected": "RequestRejected",
    "filtered-prompt": "filtered",
    "flagged-prompt": "filtered",
    "blocked-page": "Blocked",
    "absurd-date": "again",
    "surrogate-error": "RequestRejected",
    "escape-error": "RequestRejected",
    "deep-error": "RequestRejected",
    "deep-json": "again",
    "reset": "again",
    "reset-in-headers": "again",
    "reset-in-body": "again",
    "short-body": "again",
    "long-body": "again",
    "broken-gzip": "again",
    "endless-chunks": "again",
    "proxy-page": "again",
    "hang": "again",
    "drip": "again",
    "cut-json": "again",
    "invalid-utf8": "again",
    "error-object": "again",
    "text-error": "again",
    "failed-choice": "again",
    "broken-off": "again",
    "empty-choices": "again",
    "several-choices": "complete",
    "null-content": "empty",
    "empty-content": "empty",
    "blank-content": "empty",
    "nul-content": "complete",
    "surrogate-content": "complete",
    "parts-content": "complete",
    "missing-usage": "complete",
    "absurd-usage": "complete",
    "unknown-finish": "unfinished",
    "null-finish": "unfinished",
    "reasoned-out": "cut",
    "filtered-output": "filtered",
    "refusal-field": "complete",
    "tool-call": "empty",
    "huge-answer": "complete",
    "other-model": "complete",
    "changed-fingerprint": "complete",
}
FATAL = {"no-credit", "revoked-key", "forbidden-region", "retired-model", "redirect", "endless-wait"}


def test_every_fault_of_the_simulator_has_a_known_consequence():
    assert set(CONSEQUENCES) | FATAL == set(FAULTS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CONSEQUENCES)
async def test_a_fault_costs_one_item_at_most_and_is_on_record(make_benchmark, store_path, name):
    benchmark = make_benchmark(make_items(6))
    consequence = CONSEQUENCES[name]
    pace = replace(PACE, deadline_s=0.5 if name in ("hang", "drip") else 60.0)
    async with simulator_for(benchmark, script=[None, None, FAULTS[name]]) as simulator:
        run_id, _ = await run(benchmark, simulator, store_path, pace=pace)
        asked_again = simulator.asked.total() - 6
    endings = [record.error or record.admission for record in records_of(store_path, run_id).values()]
    states = [state for state, _ in attempts_of(store_path)]
    if consequence == "again":
        assert endings == ["complete"] * 6
        assert asked_again == 1
        assert states.count("failed") == 1
    else:
        assert sorted(endings) == sorted(["complete"] * 5 + [consequence])
        assert asked_again == 0
    assert "in_flight" not in states


# Faults of the line and of HTTP, which every provider can have; those of a body are of one wire format.
OF_ANY_API = (
    *("rate-limited", "overloaded", "server-error", "bad-gateway"),
    *("reset", "reset-in-headers", "reset-in-body", "short-body", "long-body", "cut-json"),
    *("deep-json", "proxy-page", "broken-gzip", "invalid-utf8", "error-object", "endless-chunks"),
)
PROVIDERS = ("openai-responses", "anthropic", "compatible", "gemini-native")
LIKE_COMPATIBLE = ("azure", "openrouter", "gemini")  # asked as it is, and they answer as it does
# What is asked in another way of the same provider: nothing of it may weaken what holds after a fault.
WAYS = {
    "openai": {"parameters": Parameters(tier="flex")},
    "openrouter": {"parameters": Parameters(route={"only": ["together"]})},
    "anthropic": {"variant": "json-schema"},
    "openai-responses": {"variant": "json-schema"},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("provider", "name"),
    [*product(PROVIDERS, OF_ANY_API), *product(LIKE_COMPATIBLE, ("reset", "error-object"))],
)
async def test_a_fault_of_the_line_has_one_consequence_whoever_is_asked(
    make_benchmark, store_path, monkeypatch, provider, name
):
    await _assert_asked_again_once(make_benchmark, store_path, monkeypatch, provider, name, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rate-limited", "server-error", "reset"])
@pytest.mark.parametrize("provider", WAYS)
async def test_a_fault_has_it_in_every_way_of_asking(make_benchmark, store_path, monkeypatch, provider, name):
    await _assert_asked_again_once(make_benchmark, store_path, monkeypatch, provider, name, WAYS[provider])


async def _assert_asked_again_once(make_benchmark, store_path, monkeypatch, provider, name, way):
    for key in ("OPENAI", "AZURE_OPENAI", "OPENROUTER", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{key}_API_KEY", "sk-test-0123456789abcdef")
    benchmark = make_benchmark(make_items(4))
    pace = replace(PACE, deadline_s=10.0, caps=Caps(requests=5))
    async with simulator_for(benchmark, script=[None, None, FAULTS[name]]) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, provider=provider, pace=pace, **way)
        assert simulator.asked.total() == 5
    assert (progress.done, progress.errors) == (4, 0)
    assert [record.admission for record in records_of(store_path, run_id).values()] == ["complete"] * 4
    states = [state for state, _ in attempts_of(store_path)]
    assert (states.count("answered"), states.count("failed"), len(states)) == (4, 1, 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FATAL))
async def test_a_fatal_fault_stops_the_run_which_can_be_resumed(make_benchmark, store_path, name):
    benchmark = make_benchmark(make_items(30))
    faults = [None] * 5 + [FAULTS[name]] * 500
    async with simulator_for(benchmark, script=faults) as simulator:
        with pytest.raises(RunStopped, match="stopped: "):
            await run(benchmark, simulator, store_path)
    async with simulator_for(benchmark, port=simulator.port) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path)
    assert (progress.done, progress.errors) == (30, 0)
    assert len(records_of(store_path, run_id)) == 30


async def test_a_request_that_keeps_failing_becomes_an_error_and_is_asked_at_the_next_start(
    make_benchmark, store_path
):
    benchmark = make_benchmark(make_items(1))
    failing = [FAULTS["server-error"]] * PACE.policy.attempts_max
    items = make_benchmark(make_items(2))
    async with simulator_for(items, script=[None, *failing]) as simulator:
        run_id, progress = await run(items, simulator, store_path)
        assert progress.errors == 1
        error = next(record for record in records_of(store_path, run_id).values() if record.error)
        assert (error.error, error.detail) == ("ServerFault", "HTTP 500: internal error")
        _, progress = await run(items, simulator, store_path)
    assert progress.errors == 0
    assert all(record.admission == "complete" for record in records_of(store_path, run_id).values())
    assert benchmark.manifest["items"]["count"] == 1


@pytest.mark.parametrize(
    ("model", "message"),
    [("nonesuch", "the first request failed: HTTP 404: there is no model 'nonesuch'")],
)
async def test_a_wrong_model_is_found_out_by_one_request(make_benchmark, store_path, model, message):
    benchmark = make_benchmark(make_items(30))
    async with simulator_for(benchmark) as simulator:
        with pytest.raises(RunStopped, match=message):
            await run(benchmark, simulator, store_path, model=model)
        assert simulator.asked.total() == 1


async def test_an_unreachable_server_is_one_clear_error(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(30))
    simulator = simulator_for(benchmark, port=1)  # never started
    with pytest.raises(RunStopped, match="the first request failed: no connection"):
        await run(benchmark, simulator, store_path)


async def test_a_missing_key_is_said_before_anything_is_sent():
    with pytest.raises(MissingKey, match="OPENAI_API_KEY"):
        async with provider_named("openai", "https://api.example.org/v1").connect(PACE.reach()):
            pass
