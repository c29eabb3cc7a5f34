"""A grid: whom it asks, that nothing is asked twice, and that one cap holds for all of it."""

from contextlib import asynccontextmanager

import pytest

import mhclient
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, Limits
from mhclient.errors import MissingKey, UnknownModel, UsageError
from mhclient.machine.event_loop import run_async
from mhclient.study.asking import ask_grid, exit_status
from mhclient.study.grid import AskedModel, Wanted, make_grid
from mhclient.study.model_ref import ModelRef, parse_model
from mhclient.study.table import rank_runs, result_lines
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items

N_ITEMS = 30


@asynccontextmanager
async def unattended(turn):
    yield Controls()


def asked_of(simulator, *names):
    return [
        AskedModel(mhclient.find_model("openai", name, base_url=simulator.openai_base_url)) for name in names
    ]


async def ask(store_path, cells):
    async with AsyncStore(store_path) as store:
        return await ask_grid(store, cells, unattended)


@pytest.mark.parametrize(
    ("text", "provider", "meant"),
    [
        ("openai:gpt-5", None, ModelRef("openai", "gpt-5")),
        ("compatible:llama3:8b", None, ModelRef("compatible", "llama3:8b")),
        ("llama3:8b", "compatible", ModelRef("compatible", "llama3:8b")),
        ("openai:gpt-5", "compatible", ModelRef("compatible", "openai:gpt-5")),
    ],
)
def test_a_model_is_named_with_its_provider_or_beside_it(text, provider, meant):
    assert parse_model(text, provider) == meant


@pytest.mark.parametrize("text", ["openai:gpt-5", "compatible:sim-tidy"])
def test_a_provider_said_twice_is_refused(text):
    with pytest.raises(UsageError, match="the provider is said twice"):
        parse_model(text, "openai")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gpt-5", "which provider has it"),
        ("opnai:gpt-5", "Did you mean openai:gpt-5"),
        ("openai:", "name is missing"),
        ("  ", "empty"),
    ],
)
def test_a_model_that_is_nobodys_is_refused(text, said):
    with pytest.raises(UsageError, match=said):
        parse_model(text)


@pytest.mark.slow
async def test_one_cap_holds_over_all_cells_and_all_starts(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(N_ITEMS))
    async with simulator_for(benchmark) as simulator:
        asked = asked_of(simulator, "sim-tidy", "sim-verbose")

        def cells(n):
            return make_grid([benchmark], asked, Wanted(limits=Limits(max_requests=n, concurrency=4)))

        ends = await ask(store_path, cells(40))
        assert [end.progress.done for end in ends] == [N_ITEMS, 10]
        assert simulator.asked.total() == 40
        assert exit_status(ends) == 1
        await ask(store_path, cells(40))
        assert simulator.asked.total() == 40
        ends = await ask(store_path, cells(2 * N_ITEMS))
        assert simulator.asked.total() == 2 * N_ITEMS
        assert exit_status(ends) == 0


async def test_a_model_that_is_not_there_leaves_no_run_and_the_others_are_asked(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(N_ITEMS))
    async with simulator_for(benchmark) as simulator:
        cells = make_grid([benchmark], asked_of(simulator, "no-such", "sim-tidy"), Wanted())
        ends = await ask(store_path, cells)
    failure = ends[0].failure
    assert failure is not None
    assert isinstance(failure.__cause__, UnknownModel)
    assert ends[1].complete
    with Store.open(store_path, read_only=True) as store:
        assert [run.run_id for run in store.runs.get_all()] == [ends[1].cell.run_id]


async def test_without_a_key_nothing_is_sent_and_no_run_is_left(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(N_ITEMS))
    async with simulator_for(benchmark) as simulator:
        cells = make_grid(
            [benchmark],
            [
                *asked_of(simulator, "sim-tidy"),
                AskedModel(mhclient.find_model("anthropic", "claude-sonnet-5")),
            ],
            Wanted(),
        )
        with pytest.raises(MissingKey):
            await ask(store_path, cells)
        assert simulator.asked.total() == 0
    with Store.open(store_path, read_only=True) as store:
        assert store.runs.get_all() == []


def test_the_same_cell_twice_is_refused(make_benchmark):
    benchmark = make_benchmark(make_items(N_ITEMS))
    one = AskedModel(mhclient.find_model("openai", "m"))
    with pytest.raises(UsageError, match="same twice"):
        make_grid([benchmark], [one, one], Wanted())
    with pytest.raises(UsageError, match="m · letter-only is to be asked the same twice"):
        make_grid([benchmark], [one], Wanted(variants=["letter-only", "letter-only"]))


@pytest.mark.slow
def test_the_table_ranks_and_says_what_the_cap_of_tokens_cost(make_benchmark, store_path):
    """sim-reasoning knows 90 %, but thinks up to 160 tokens: at 120 of them a part of its replies is cut."""
    benchmark = make_benchmark(make_items(200))
    with serving(simulator_for(benchmark)) as simulator:
        wanted = Wanted(
            variants=["letter-only", "reasoning"], limits=Limits(price=mhclient.more.Price(1, 4, ""))
        )
        cells = make_grid([benchmark], asked_of(simulator, "sim-reasoning"), wanted)
        run_async(ask, store_path, cells)
    with mhclient.open_store(store_path) as store:
        (ranking,) = rank_runs(mhclient.load_runs(store, [cell.run_id for cell in cells]))
    best, other = ranking.rows
    assert (best.name, best.ranks, other.ranks) == ("sim-reasoning · reasoning", (1, 1), (2, 2))
    assert other.unread == {"truncated": other.unread.total()}
    lines = list(result_lines([ranking]))
    assert lines[0].split() == ["rank", "accuracy", "95", "%", "CI", "unread", "tokens", "cost", "USD"]
    assert "of them because letter-only was cut at 120 tokens." in lines[3]
