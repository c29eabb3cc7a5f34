"""Items asked several times: the same bytes on the wire, each repetition under a key of its own."""

from collections import Counter, defaultdict
from dataclasses import replace

import anyio
import pytest

from cache import Caps, Store, request_key
from mhclient.ask.making import make_spec
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Ask, RunSpec
from tests.support.asking import PACE, run, simulator_for
from tests.support.batching import PROVIDERS, run_batch
from tests.support.items import make_binary_items, make_items
from tests.support.stored import LETTER_ONLY

WARM = Parameters(temperature=1.0)


def keys_by_repetition(store_path, run_id) -> dict[int, dict[str, str]]:
    """Repetition → item → key."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for record in Store.open(store_path).results.read_records(run_id):
        found[record.repetition][record.item_id] = record.request_key
    return found


def test_the_first_repetition_has_the_key_that_a_request_without_repetitions_has():
    url = "https://example.org"
    assert request_key({"a": 1}, endpoint=url, repetition=1) == request_key({"a": 1}, endpoint=url)
    assert len({request_key({"a": 1}, endpoint=url, repetition=n) for n in range(1, 20)}) == 19


def test_epochs_of_one_are_written_nowhere():
    spec = RunSpec("openai", "m", "e", "0" * 64, LETTER_ONLY)
    assert "epochs" not in spec.to_store()
    assert "epochs" not in spec.to_json()
    thrice = replace(spec, epochs=3)
    assert thrice.run_id() != spec.run_id()
    assert RunSpec.from_json("0" * 64, thrice.to_store()) == thrice


@pytest.mark.slow
@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic", "gemini-native"])
async def test_each_item_is_asked_so_often_in_the_same_words(make_benchmark, store_path, provider):
    benchmark = make_benchmark(make_items(6) + make_binary_items(4))
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, provider=provider, epochs=3)
        assert set(simulator.asked.values()) == {3}
    assert (progress.done, progress.total) == (30, 30)
    keys = keys_by_repetition(store_path, run_id)
    assert {number: len(items) for number, items in keys.items()} == {1: 10, 2: 10, 3: 10}
    assert len({key for items in keys.values() for key in items.values()}) == 30
    bodies = Counter(row["request"] for row in Store.open(store_path).upkeep.export())
    assert set(bodies.values()) == {3}


async def test_the_store_says_that_every_key_is_right(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(4))
    async with simulator_for(benchmark) as simulator:
        await run(benchmark, simulator, store_path, epochs=3)
    store = Store.open(store_path)
    assert list(store.check.find_violations(lambda *_: ())) == []
    assert sorted(row["repetition"] for row in store.upkeep.export()) == [1] * 4 + [2] * 4 + [3] * 4


async def test_a_run_with_repetitions_takes_what_an_earlier_run_has_and_asks_the_rest(
    make_benchmark, store_path
):
    benchmark = make_benchmark(make_items(5))
    async with simulator_for(benchmark) as simulator:
        once, _ = await run(benchmark, simulator, store_path)
        thrice, progress = await run(benchmark, simulator, store_path, epochs=3)
        assert progress.from_cache == 5
        assert simulator.asked.total() == 15
        _, again = await run(benchmark, simulator, store_path, epochs=5)
        assert (again.from_cache, again.done) == (15, 25)
    assert keys_by_repetition(store_path, thrice)[1] == keys_by_repetition(store_path, once)[1]


async def test_all_items_are_asked_once_before_any_is_asked_again(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(6) + make_binary_items(6))
    pace = replace(PACE, caps=Caps(requests=12))
    async with simulator_for(benchmark) as simulator:
        await run(benchmark, simulator, store_path, epochs=3, pace=pace)
        assert set(simulator.asked.values()) == {1}
        _, progress = await run(benchmark, simulator, store_path, epochs=3)
        assert set(simulator.asked.values()) == {3}
    assert (progress.done, progress.from_cache) == (36, 0)


async def test_a_limit_counts_items_and_not_replies(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(10))
    async with simulator_for(benchmark) as simulator:
        _, progress = await run(benchmark, simulator, store_path, epochs=3, limit=4)
    assert progress.total == 12


async def test_two_runners_share_the_repetitions(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(30))
    pace = replace(PACE, concurrency=8)

    async def run_quietly(simulator) -> None:
        await run(benchmark, simulator, store_path, pace=pace, epochs=2)

    async with simulator_for(benchmark, latency_s=0.02) as simulator:
        async with anyio.create_task_group() as both:
            for _ in range(2):
                both.start_soon(run_quietly, simulator)
        assert set(simulator.asked.values()) == {2}


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_the_lines_of_a_batch_tell_repetitions_apart(make_benchmark, store_path, provider):
    benchmark = make_benchmark(make_items(8))
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        run_id = await run_batch(benchmark, simulator, store_path, provider=provider, epochs=3)
        assert set(simulator.asked.values()) == {3}
    records = list(Store.open(store_path).results.read_records(run_id))
    assert len({record.response_id for record in records} - {None}) == 24


def model_of(simulator, **options):
    return find_model("openai", "sim-tidy", base_url=simulator.openai_base_url, **options)


async def test_what_cannot_be_asked_again_is_refused_in_one_line(make_benchmark):
    benchmark = make_benchmark(make_items(4))
    async with simulator_for(benchmark) as simulator:
        model = model_of(simulator)
        with pytest.raises(UsageError, match="`epochs` is 0: give a whole number from 1 to 1,000"):
            make_spec(benchmark, model, epochs=0)
        with pytest.raises(UsageError, match="a forced choice reads probabilities and draws nothing"):
            make_spec(benchmark, replace(model, ask=Ask.FORCED_CHOICE), epochs=2)
        assert make_spec(benchmark, model, epochs=4).epochs == 4


@pytest.mark.slow
async def test_a_wavering_model_wavers_at_a_temperature_alone(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(40))
    async with simulator_for(benchmark) as simulator:
        cold, _ = await run(benchmark, simulator, store_path, model="sim-wavering", epochs=4)
        warm, _ = await run(benchmark, simulator, store_path, model="sim-wavering", epochs=4, parameters=WARM)

    def n_said(run_id):
        said = defaultdict(set)
        for record in Store.open(store_path).results.read_records(run_id):
            said[record.item_id].add(record.completion)
        return Counter(len(different) for different in said.values())

    assert n_said(cold) == {1: 40}
    assert 5 < n_said(warm)[2] + n_said(warm)[3] < 40
