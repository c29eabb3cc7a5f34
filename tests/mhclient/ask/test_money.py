"""Prices, bounds and caps: never a cent more, and said before anything is sent."""

import re
from contextlib import closing
from dataclasses import replace
from decimal import Decimal

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cache import Caps, Response, Spend, Store
from cache.connection import open_connection
from mhclient.ask.stopping import Stop
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.run.parameters import Message, Parameters, Prompt
from mhclient.run.prices import (
    Price,
    at_most_usd,
    bound,
    cost_of,
    look_up_price,
    price_from,
    prompt_tokens_bound,
)
from mhclient.simulator.faults import FAULTS, edited
from tests.support.asking import PACE, run, simulator_for, until
from tests.support.asking import run_arguments as words_for
from tests.support.commands import typed
from tests.support.items import lines_of, make_binary_items, make_items

PRICE = Price(2.5, 10.0, "test")
PROMPT = Prompt("Be brief.", (Message("user", "Which?"),))


def test_a_listed_price_is_found_and_an_unlisted_one_is_said_to_be():
    listed = look_up_price("openai", "gpt-4o")
    assert listed is not None
    assert (listed.prompt, listed.completion) == (2.5, 10.0)
    assert look_up_price("openai", "nonesuch-9") is None
    assert look_up_price("compatible", "gpt-4o") is None


@pytest.mark.parametrize("text", ["1", "1,2,3,4", "1,2,x", "a,b", "-1,2", "inf,1", ""])
def test_a_price_that_is_none_is_refused(text):
    with pytest.raises(UsageError, match="`price="):
        price_from(text)


def test_a_bound_worked_by_hand():
    """9 + 6 bytes, 16 template tokens for each of two messages and the reply's start; a cap of 120."""
    prompt_tokens = 15 + 3 * 16
    spend = bound(PROMPT, Parameters(), PRICE)
    assert (spend.requests, spend.tokens) == (1, prompt_tokens + 120)
    assert spend.cost_usd == pytest.approx((prompt_tokens * 2.5 + 120 * 10) / 1e6)


def test_without_a_cap_on_completion_tokens_there_is_no_bound_in_dollars():
    assert bound(PROMPT, Parameters(max_tokens=None), PRICE).cost_usd is None


@given(text=st.text())
def test_the_bound_covers_a_token_per_byte(text):
    assert prompt_tokens_bound(Prompt(None, (Message("user", text),))) >= len(text.encode("utf-8", "replace"))


def test_what_a_reply_did_cost_needs_its_token_counts():
    reply = Response(b"", "B", "stop", prompt_tokens=1000, completion_tokens=100)
    spend = cost_of(reply, PRICE)
    assert spend is not None
    assert spend.tokens == 1100
    assert spend.cost_usd == pytest.approx(0.0035)
    assert cost_of(reply._replace(completion_tokens=None), PRICE) is None


def spent_of(store_path, run_id) -> Spend:
    with Store.open(store_path) as store:
        return store.ledger.add_up(run_id)


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", [8, 64])
@pytest.mark.parametrize(
    "caps",
    [Caps(requests=17), Caps(tokens=6_000), Caps(cost_usd=0.02), Caps(requests=30, tokens=5_000)],
)
async def test_a_cap_is_never_passed_and_is_used_up(make_benchmark, store_path, caps, concurrency):
    benchmark = make_benchmark(make_items(60) + make_binary_items(60))
    stop, pace = Stop(), replace(PACE, caps=caps, price=PRICE, concurrency=concurrency)
    highest = Spend(0, 0, 0.0)
    async with simulator_for(benchmark, latency_s=0.02) as simulator, anyio.create_task_group() as beside:

        async def look() -> None:
            nonlocal highest
            await until(lambda: store_path.exists() and bool(run_id_of(store_path)))
            begun = run_id_of(store_path)
            with Store.open(store_path) as watched:
                while True:
                    highest = watched.ledger.add_up(begun)
                    assert caps.allow(highest)
                    await anyio.sleep(0.01)

        beside.start_soon(look)
        run_id, progress = await run(benchmark, simulator, store_path, pace=pace, stop=stop)
        beside.cancel_scope.cancel()
        asked = simulator.asked.total()
    assert str(stop.cause).startswith(("the cap is reached: ", "the cap has no room for another request: "))
    assert str(stop.cause).endswith("; a higher cap lets the run go on")
    assert 0 < progress.done < 120
    final = spent_of(store_path, run_id)
    assert caps.allow(final)
    assert final.requests == asked
    assert not caps.allow(final.plus(Spend(1, 600, 0.003)))  # a bit more than another request's bound


def test_a_sum_in_another_order_does_not_pass_the_cap():
    caps = Caps(cost_usd=0.02)
    assert caps.allow(Spend(1, 1, 0.020000000000000004))
    assert not caps.allow(Spend(1, 1, 0.0200001))


def run_id_of(store_path) -> str:
    with closing(open_connection(store_path)) as connection:
        row = connection.execute("SELECT run_id FROM runs").fetchone()
    return row[0] if row else ""


@pytest.mark.slow
async def test_a_cap_counts_what_earlier_starts_of_the_run_have_spent(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(40))
    async with simulator_for(benchmark) as simulator:
        for _ in range(3):
            pace = replace(PACE, caps=Caps(requests=15))
            _, progress = await run(benchmark, simulator, store_path, pace=pace)
            assert simulator.asked.total() == 15
        pace = replace(PACE, caps=Caps(requests=40))
        _, progress = await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() == 40
    assert progress.done == 40


async def test_two_runners_together_stay_under_one_cap(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(80))
    pace = replace(PACE, caps=Caps(requests=31), concurrency=8)
    async with simulator_for(benchmark, latency_s=0.02) as simulator:
        async with anyio.create_task_group() as both:
            for _ in range(2):
                both.start_soon(_run_capped, benchmark, simulator, store_path, pace)
        assert simulator.asked.total() == 31


async def _run_capped(benchmark, simulator, store_path, pace) -> None:
    stop = Stop()
    await run(benchmark, simulator, store_path, pace=pace, stop=stop)
    assert (
        str(stop.cause) == "the cap is reached: 31 of 31 requests are sent; a higher cap lets the run go on"
    )


@pytest.mark.parametrize(
    ("fault", "charged"),
    [("server-error", False), ("rate-limited", False), ("reset-in-body", True), ("cut-json", True)],
)
async def test_an_attempt_that_may_have_been_charged_stays_booked_at_its_bound(
    make_benchmark, store_path, fault, charged
):
    benchmark = make_benchmark(make_items(2))
    pace = replace(PACE, price=PRICE)
    async with simulator_for(benchmark, script=[None, FAULTS[fault]]) as simulator:
        await run(benchmark, simulator, store_path, pace=pace)
    rows = open_connection(store_path).execute("SELECT state, tokens, cost_usd FROM attempts ORDER BY id")
    booked = {row["state"]: (row["tokens"], row["cost_usd"]) for row in rows}
    assert (booked["failed"][0] > 120) == charged
    assert (booked["failed"][1] > 0) == charged
    assert booked["answered"][0] < 120


async def test_a_capped_run_has_asked_the_same_share_of_every_task(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(40) + make_binary_items(80))
    pace = replace(PACE, caps=Caps(requests=60), concurrency=1)  # of several, one may overtake another
    async with simulator_for(benchmark) as simulator:
        _, progress = await run(benchmark, simulator, store_path, pace=pace)
    assert {task: counts.done for task, counts in progress.tasks.items()} == {"RP": 20, "FC": 40}


def run_arguments(benchmark, *more: str) -> list[str]:
    return [
        "run",
        "--provider",
        "openai",
        "--model",
        "gpt-4o",
        "--benchmark",
        str(benchmark.directory),
        *more,
    ]


def test_a_dry_run_says_the_highest_cost_and_writes_nothing(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(10))
    before = set(tmp_path.rglob("*"))
    assert main(run_arguments(benchmark, "--dry-run")) == 0
    shown = capsys.readouterr().out
    assert "10 items, 0 of them with a reply in the store; 10 requests to send." in shown
    assert "completions at most 1,200 tokens" in shown
    assert "Price per million tokens: 2.5 in, 10 out (genai-prices" in shown
    assert set(tmp_path.rglob("*")) == before


def test_the_highest_cost_is_rounded_up(make_benchmark, tmp_path, capsys):
    """A bound that lies below the cost, be it by a hundredth of a cent, is none."""
    benchmark = make_benchmark(make_items(10))
    for price in ("2.5,10", "0.7,1.1", "3,0.0003"):
        assert main(run_arguments(benchmark, "--dry-run", "--price", price)) == 0
        shown = capsys.readouterr().out
        n_prompt, n_completion, said = (
            Decimal(found.replace(",", "")) for found in re.findall(r"at most ([0-9.,]*[0-9])", shown)
        )
        per_prompt, per_completion = map(Decimal, price.split(","))
        exact = (n_prompt * per_prompt + n_completion * per_completion) / 1_000_000
        assert exact <= said < exact + Decimal("0.0001"), price


@pytest.mark.parametrize(
    ("usd", "said"),
    [
        (0.0, "0.0000"),
        (0.07, "0.0700"),
        (0.0700293, "0.0701"),
        (0.07000000001, "0.0700"),  # less than a token costs: what adding up floats leaves
        (0.1 + 0.2, "0.3000"),
        (1e-9, "0.0001"),
        (12_345.67891, "12,345.6790"),
    ],
)
def test_a_bound_in_usd_is_shown_rounded_up(usd, said):
    assert at_most_usd(usd) == said


def test_a_dry_run_after_the_run_finds_everything_stored(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(6))
    store = tmp_path / "s.sqlite3"

    async def ask():
        async with simulator_for(benchmark) as simulator:
            await run(benchmark, simulator, store, model="sim-tidy")
            return simulator.openai_base_url

    base_url = anyio.run(ask)
    arguments = run_arguments(benchmark, "--dry-run", "--base-url", base_url, "--store", str(store))
    arguments[arguments.index("gpt-4o")] = "sim-tidy"
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "6 items, 6 of them with a reply in the store; 0 requests to send." in shown
    assert "Cost" not in shown
    assert "come on top" not in shown


def test_a_cap_in_dollars_needs_a_price(make_benchmark, capsys):
    arguments = run_arguments(make_benchmark(make_items(2)), "--max-cost", "1")
    arguments[arguments.index("gpt-4o")] = "nonesuch-9"
    assert main(arguments) == 2
    assert "no price is known for 'nonesuch-9'" in capsys.readouterr().err


@pytest.mark.storm
@pytest.mark.parametrize("also", [[], ["--variant", "reasoning", "--variant", "json"]])
async def test_the_json_log_is_written_where_nothing_had_to_be_asked(make_benchmark, tmp_path, also):
    benchmark, log = make_benchmark(make_items(3)), tmp_path / "log.jsonl"
    async with simulator_for(benchmark) as simulator:
        arguments = [*words_for(simulator, benchmark, tmp_path / "s.sqlite3"), *also]
        assert (await typed(arguments)).status == 0
        assert (await typed([*arguments, "--json-log", str(log)])).status == 0
    runs = len(also) // 2 or 1
    assert [(event["event"], event["done"]) for event in lines_of(log)] == [("start", 3), ("end", 3)] * runs


@pytest.mark.storm
@pytest.mark.parametrize("other", ["bench", "store", "notes"])
async def test_a_file_that_is_no_log_is_not_written_to(make_benchmark, tmp_path, other):
    benchmark, store = make_benchmark(make_items(3)), tmp_path / "s.sqlite3"
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    file = {"bench": benchmark.items_path, "store": store, "notes": notes}[other]
    async with simulator_for(benchmark) as simulator:
        status, _, said = await typed(words_for(simulator, benchmark, store, "--json-log", str(file)))
        assert (status, simulator.asked.total()) == (2, 0)
    assert "this file exists and is not a log of a run" in " ".join(said.split())
    assert b'"event"' not in file.read_bytes()


@pytest.mark.slow
async def test_the_json_log_tells_the_run_from_start_to_end(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(30))
    log = tmp_path / "log.jsonl"
    async with simulator_for(benchmark, latency_s=0.1) as simulator:
        arguments = words_for(simulator, benchmark, tmp_path / "s.sqlite3", "--json-log", str(log))
        assert (await typed(arguments)).status == 0
    events = lines_of(log)
    assert events[0]["event"] == "start"
    assert events[-1] == events[-1] | {"event": "end", "cause": "done", "total": 30, "done": 30, "errors": 0}


async def test_a_cap_in_dollars_counts_attempts_that_had_no_price(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(40))
    async with simulator_for(benchmark) as simulator:
        await run(benchmark, simulator, store_path, pace=replace(PACE, caps=Caps(requests=10)))
        caps = Caps(cost_usd=5.0, unpriced_usd_per_token=PRICE.dearest_usd_per_token())
        _, progress = await run(benchmark, simulator, store_path, pace=replace(PACE, caps=caps, price=PRICE))
    assert progress.done == 40


async def test_a_provider_that_charges_more_than_was_allowed_is_named(make_benchmark, store_path):
    def overcharge(reply):
        reply["usage"]["completion_tokens"] = 100_000

    benchmark, stop = make_benchmark(make_items(40)), Stop()
    async with simulator_for(benchmark, script=[None, edited(overcharge)]) as simulator:
        pace = replace(PACE, caps=Caps(tokens=30_000))
        await run(benchmark, simulator, store_path, pace=pace, stop=stop)
    assert "more is spent than the cap allows" in str(stop.cause)
