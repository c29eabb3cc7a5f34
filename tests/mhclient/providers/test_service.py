"""How a request is served: tiers, routes, cached tokens."""

import json
from dataclasses import replace

import pytest

from cache import Caps, Response
from cache.connection import open_connection
from mhclient.ask.making import make_spec
from mhclient.ask.order import make_pace
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES
from mhclient.providers.openai.chat import OPENAI_CHAT, OPENROUTER_CHAT
from mhclient.providers.openai.responses import OPENAI_RESPONSES
from mhclient.providers.registry import find_model
from mhclient.run.parameters import Message, Parameters, Prompt
from mhclient.run.prices import Price, bound, cost_of, look_up_price
from mhclient.run.spec import RunSpec
from mhclient.simulator.formats import SimulatedRequest, anthropic_reply, openai_reply, responses_reply
from mhclient.simulator.profiles import Simulated
from tests.support.asking import PACE, attempts_of, run, serving, simulator_for, summaries_of
from tests.support.items import make_items

PROMPT = Prompt(None, (Message("user", "Which?"),))
SERVED = SimulatedRequest("m", "x" * 400, 10, tier="flex", route="Together", cached_tokens=40)
WRITTEN = Simulated("B", "stop", 0, 1)
PRICE = Price(2.0, 10.0, "test", cached=0.5, written=2.5, priority=2.0)


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in ("OPENAI", "AZURE_OPENAI", "OPENROUTER", "ANTHROPIC"):
        monkeypatch.setenv(f"{name}_API_KEY", "sk-test-0123456789abcdef")


def test_tier_route_and_cached_tokens_are_read_from_each_wire_format():
    chat = OPENROUTER_CHAT.read_body(json.dumps(openai_reply(SERVED, WRITTEN, "1")).encode())
    assert (chat.tier, chat.route, chat.prompt_tokens, chat.cached_tokens) == ("flex", "Together", 100, 40)
    response = OPENAI_RESPONSES.read_body(json.dumps(responses_reply(SERVED, WRITTEN, "1")).encode())
    assert (response.tier, response.prompt_tokens, response.cached_tokens) == ("flex", 100, 40)
    message = ANTHROPIC_MESSAGES.read_body(json.dumps(anthropic_reply(SERVED, WRITTEN, "1")).encode())
    assert (message.tier, message.prompt_tokens, message.cached_tokens) == ("standard", 100, 40)


def test_anthropics_tokens_of_the_cache_are_part_of_the_prompt():
    """Its `input_tokens` leave out what the cache took part in (API reference, "usage")."""
    usage = {
        "input_tokens": 5,
        "cache_read_input_tokens": 70,
        "cache_creation_input_tokens": 25,
        "output_tokens": 1,
    }
    body = {"content": [{"type": "text", "text": "B"}], "stop_reason": "end_turn", "usage": usage}
    reply = ANTHROPIC_MESSAGES.read_body(json.dumps(body).encode())
    assert (reply.prompt_tokens, reply.cached_tokens, reply.written_tokens) == (100, 70, 25)


@pytest.mark.parametrize("label", [7, "", "x" * 201, ["flex"]])
def test_a_tier_or_route_that_is_no_name_costs_no_reply(label):
    body = openai_reply(SERVED, WRITTEN, "1") | {"service_tier": label, "provider": label}
    reply = OPENAI_CHAT.read_body(json.dumps(body).encode())
    assert (reply.completion, reply.tier, reply.route) == ("B", None, None)


def test_a_reply_is_priced_by_the_tier_that_served_it():
    """1,000 tokens in at 2 USD and 100 out at 10 USD per million: 0.003 USD in the usual tier."""
    reply = Response(b"", "B", "stop", prompt_tokens=1000, completion_tokens=100)
    costs = [cost_of(reply._replace(tier=tier), PRICE) for tier in (None, "default", "flex", "priority")]
    assert [cost.cost_usd for cost in costs if cost] == pytest.approx([0.003, 0.003, 0.0015, 0.006])


def test_cached_tokens_are_priced_as_the_list_has_them():
    """600 of 1,000 tokens read from the cache at 0.5, 100 written to it at 2.5, 300 at 2 USD per million."""
    reply = Response(b"", "B", "stop", None, None, 1000, 0, cached_tokens=600, written_tokens=100)
    spend = cost_of(reply, PRICE)
    assert spend is not None
    assert spend.cost_usd == pytest.approx((600 * 0.5 + 100 * 2.5 + 300 * 2.0) / 1e6)
    unlisted = cost_of(reply, Price(2.0, 10.0, "test"))
    assert unlisted is not None
    assert unlisted.cost_usd == pytest.approx(0.002)


def test_a_bound_holds_in_whichever_tier_a_request_is_served():
    usual = bound(PROMPT, Parameters(), PRICE).cost_usd
    assert usual is not None
    assert bound(PROMPT, Parameters(tier="flex"), PRICE).cost_usd == usual
    assert bound(PROMPT, Parameters(tier="priority"), PRICE).cost_usd == pytest.approx(2 * usual)


def test_a_batch_is_a_tier_of_its_own():
    reply = Response(b"", "B", "stop", prompt_tokens=1000, completion_tokens=100, tier="flex")
    spend = cost_of(reply, PRICE.in_batch())
    assert spend is not None
    assert spend.cost_usd == pytest.approx(0.0015)
    with pytest.raises(UsageError, match="a batch is a tier of its own"):
        make_pace(find_model("openai", "gpt-5"), {}, by_batch=True, tier="flex")


def test_listed_prices_have_cache_and_priority():
    listed = look_up_price("openai", "gpt-5")
    assert listed is not None
    assert (listed.prompt, listed.cached, listed.priority, listed.flex) == (1.25, 0.125, 2.0, 0.5)
    claude = look_up_price("anthropic", "claude-sonnet-4-5")
    assert claude is not None
    assert (claude.prompt, claude.cached, claude.written, claude.priority) == (3.0, 0.3, 3.75, 1.0)


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "azure"])
def test_the_tier_is_in_the_body_the_run_id_and_the_time_an_attempt_may_take(make_benchmark, provider):
    model = find_model(provider, "gpt-5", base_url="http://127.0.0.1:1/v1")
    benchmark = make_benchmark(make_items(3))
    plain, flex = make_spec(benchmark, model), make_spec(benchmark, model, tier="flex")
    assert json.loads(model.provider.request("m", PROMPT, flex.parameters).body)["service_tier"] == "flex"
    assert "service_tier" not in json.loads(model.provider.request("m", PROMPT, plain.parameters).body)
    assert plain.run_id() != flex.run_id()
    assert RunSpec.from_json(benchmark.items_sha256, flex.to_store()) == flex
    assert make_pace(model, {}, tier="flex").deadline_s == 900.0
    assert make_pace(model, {"timeout_s": 30.0}, tier="flex").deadline_s == 30.0
    assert make_pace(model, {}).deadline_s == 300.0


@pytest.mark.parametrize("provider", ["anthropic", "openrouter", "compatible", "gemini"])
def test_providers_without_tiers_refuse_one(make_benchmark, provider):
    model = find_model(provider, "m", base_url="http://127.0.0.1:1")
    with pytest.raises(UsageError, match="`tier=flex`: this provider has no tiers"):
        make_spec(make_benchmark(make_items(3)), model, tier="flex")


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "azure"])
async def test_flex_without_room_is_waited_for_at_no_cost(make_benchmark, store_path, provider):
    benchmark = make_benchmark(make_items(12))
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(
            benchmark,
            simulator,
            store_path,
            provider=provider,
            model="sim-tidy:flex_refusal_rate=1.0",
            pace=replace(PACE, price=PRICE, deadline_s=10.0),
            parameters=Parameters(tier="flex"),
        )
    assert (progress.done, progress.errors) == (12, 0)
    states = attempts_of(store_path)
    assert states.count(("failed", "Overloaded")) == 12
    assert states.count(("answered", None)) == 12
    rows = open_connection(store_path).execute("SELECT state, cost_usd, tokens FROM attempts").fetchall()
    assert all(row["cost_usd"] == 0 and row["tokens"] == 0 for row in rows if row["state"] == "failed")
    tiers = open_connection(store_path).execute("SELECT DISTINCT tier FROM responses").fetchall()
    assert [tuple(row) for row in tiers] == [("flex",)]
    (summary,) = summaries_of(store_path, run_id)
    assert summary.run.tiers == {"flex": 12}
    spent = summary.run.spent_in_all
    assert spent.prompt_tokens is not None
    assert spent.completion_tokens is not None
    expected = (spent.prompt_tokens * 2.0 + spent.completion_tokens * 10.0) / 1e6 / 2
    assert spent.cost_usd == pytest.approx(expected)


async def test_a_cap_holds_where_every_reply_is_served_in_the_usual_tier(make_benchmark, store_path):
    """Asked for half the price, charged the whole: nothing is sent that the cap could not pay."""
    benchmark = make_benchmark(make_items(30))
    pace = replace(PACE, price=PRICE, deadline_s=10.0, caps=Caps(None, None, 0.02))
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(
            benchmark,
            simulator,
            store_path,
            model="sim-tidy:usual_tier_rate=1.0",
            pace=pace,
            parameters=Parameters(tier="flex"),
        )
    (summary,) = summaries_of(store_path, run_id)
    assert 0 < (summary.run.spent_in_all.cost_usd or 0) <= 0.02
    assert "other_tier_served" in {finding["code"] for finding in findings_of(summary)}


def findings_of(summary):
    from mhclient.report.writers.text import document

    return document([summary])["findings"]


def test_cached_tokens_are_counted_in_the_report(make_benchmark, store_path, capsys):
    benchmark = make_benchmark(make_items(8))
    with serving(simulator_for(benchmark)) as simulator:
        for provider, url in (("openai", simulator.openai_base_url), ("anthropic", simulator.url)):
            command = ["run", str(benchmark.directory), "--model", f"{provider}:sim-tidy:cached_share=0.5"]
            command += ["--base-url", url, "--store", str(store_path), "--price", "2,10"]
            assert main(command) == 0
    capsys.readouterr()
    found = open_connection(store_path).execute("SELECT run_id FROM runs")
    ids = [row["run_id"] for row in found]
    assert main(["report", *ids, "--store", str(store_path), "--format", "json"]) == 0
    for each in json.loads(capsys.readouterr().out)["runs"]:
        assert 0.4 < each["cached_tokens"] / each["prompt_tokens"] <= 0.5


def test_a_tier_that_a_model_does_not_have_is_told_with_the_way_out():
    from mhclient.providers.faults import fault_of

    body = b'{"error":{"message":"Invalid service_tier argument","type":"invalid_request_error","code":null}}'
    assert "leave out `tier`" in str(fault_of(400, {}, body))


def test_a_dry_run_says_what_the_tier_costs(make_benchmark, store_path, capsys):
    benchmark = make_benchmark(make_items(8))
    command = ["run", str(benchmark.directory), "--model", "openai:gpt-5", "--tier", "flex", "--dry-run"]
    assert main([*command, "--store", str(store_path)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Replies that the tier 'flex' serves cost 0.5 of it" in shown
