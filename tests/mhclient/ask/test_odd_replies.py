"""What replies of other people's servers are: their text, how they ended, what they took, what they cost."""

import json
import re
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from cache import Caps, Store
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.request import in_common
from mhclient.ask.run import ask_run
from mhclient.ask.stopping import Stop
from mhclient.audit.overview import overview
from mhclient.cli.as_options import as_options
from mhclient.cli.main import main
from mhclient.providers.registry import provider_named
from mhclient.providers.stored_bodies import find_body_readers
from mhclient.read.collect import collect
from mhclient.report.blocks.asked import sent_findings
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.run.prices import Price
from mhclient.run.spec import RunSpec
from mhclient.run.stored_runs import list_runs
from mhclient.run.variant import load_variant
from tests.support.asking import PACE, run, serving
from tests.support.items import make_items
from tests.support.raw_server import RawServer, http

PRICE = Price(3.0, 15.0, "test")
LONG = "Lithium is given for bipolar disorder, and clozapine is not. " * 34 + "Answer: B"
BOUND = "bound"  # of the cost: nobody knows what it was
COUNTED = {"prompt_tokens": 50, "completion_tokens": 2, "total_tokens": 52}
SAID = {"role": "assistant", "content": "B"}


def chat(message=SAID, end="stop", usage=COUNTED, **more):
    choice = {"index": 0, "message": message, "finish_reason": end}
    return {"id": "x", "model": "m", "choices": [choice], "usage": usage} | more


def counted(usage, message=SAID, end="stop"):
    return chat(message, end, usage)


def without_message(end, **usage):
    return {"id": "x", "model": "m", "choices": [{"index": 0, "finish_reason": end}], "usage": usage}


def response(*messages, usage=None, **more):
    """Of the responses API; a message is its phase and its text, None an item of reasoning."""
    output = [
        {"type": "reasoning", "summary": []}
        if message is None
        else {
            "type": "message",
            **({} if message[0] is None else {"phase": message[0]}),
            "content": [{"type": "output_text", "text": text} for text in message[1:]],
        }
        for message in messages
    ]
    counts = {"input_tokens": 50, "output_tokens": 12} if usage is None else usage
    return {"id": "r", "status": "completed", "model": "m", "output": output, "usage": counts} | more


def message(*blocks, usage=None, **more):
    """Anthropic's; a block is a text, None a thought."""
    thought = {"type": "thinking", "thinking": "x", "signature": "s"}
    content = [thought if block is None else {"type": "text", "text": block} for block in blocks]
    counts = {"input_tokens": 50, "output_tokens": 9} if usage is None else usage
    return {"content": content, "model": "m", "stop_reason": "end_turn", "usage": counts} | more


def generated(*parts, usage=None, **more):
    """Gemini's own."""
    counts = {"promptTokenCount": 50, "candidatesTokenCount": 9} if usage is None else usage
    candidate = {"content": {"parts": list(parts)}, "finishReason": "STOP"}
    return {"candidates": [candidate], "modelVersion": "m", "usageMetadata": counts} | more


def parts(*given):
    """A chat message in parts: texts, and whatever else."""
    return {"content": [{"type": "text", "text": each} if isinstance(each, str) else each for each in given]}


AZURE = {"prompt_index": 0, "content_filter_results": {"self_harm": {"filtered": True, "severity": "high"}}}
XAI = {"completion_tokens_details": {"reasoning_tokens": 800}}
PLAIN = ("B", "stop", 50, 2, 0.00018)
HIDDEN = ("B", "stop", 50, 802, 0.01218)  # 800 of them thought
UNKNOWN = ("B", "stop", None, None, BOUND)
NOTHING = (None, "length", 50, 2, 0.00018)
WITHHELD = (None, "content_filter", None, None, BOUND)
TWO = "Checking aspirin\n\nB"

# The body → completion, end, tokens of the prompt and of the completion, cost.
CHAT = [
    (chat(), *PLAIN),
    # Side fields of any form.
    (chat({**SAID, "refusal": False}), *PLAIN),
    (chat({**SAID, "refusal": []}), *PLAIN),
    (chat(end={"type": "stop", "matched": 2}), *PLAIN),
    (chat(end=["stop"]), *PLAIN),
    (chat(end=7), "B", None, *PLAIN[2:]),
    (chat(end={"code": 1}), "B", None, *PLAIN[2:]),
    (chat(system_fingerprint=12345), *PLAIN),
    (chat(model={"name": "m"}, service_tier=1, provider=[]), *PLAIN),
    (chat() | {"choices": [*chat()["choices"], None]}, *PLAIN),
    (chat(parts({"type": "text", "text": None}, "B")), *PLAIN),
    (chat({"content": [{"text": "B"}]}), *PLAIN),
    (chat(parts(7, "B")), *PLAIN),
    # Counts that are none, or cannot be true.
    (counted("none of your business"), *UNKNOWN),
    (counted(None), *UNKNOWN),
    (counted({"foo": 50}), *UNKNOWN),
    (counted({"prompt_tokens": 0, "completion_tokens": 0}), *UNKNOWN),
    (counted({"prompt_tokens": 50, "completion_tokens": 0}), "B", "stop", 50, None, BOUND),
    (counted({"prompt_tokens": 50, "completion_tokens": 2.5}), "B", "stop", 50, None, BOUND),
    (counted({"prompt_tokens": True, "completion_tokens": 2}), "B", "stop", None, 2, BOUND),
    (counted({**COUNTED, "completion_tokens": 1}, {"content": LONG}), LONG, "stop", 50, None, BOUND),
    # Counts under other names, and of other types.
    (counted({"prompt_tokens": 50.0, "completion_tokens": 2.0}), *PLAIN),
    (counted({"prompt_tokens": "50", "completion_tokens": "2"}), *PLAIN),
    (counted({"input_tokens": 50, "output_tokens": 2}), *PLAIN),
    (counted({"promptTokens": 50, "completionTokens": 2}), *PLAIN),
    (counted({"inputTokens": 50, "outputTokens": 2, "totalTokens": 52}), *PLAIN),
    (counted(None) | {"prompt_eval_count": 50, "eval_count": 2}, *PLAIN),
    (counted({"prompt_tokens": 50, "total_tokens": 52}), *PLAIN),
    (counted({"completion_tokens": 2, "total_tokens": 52}), *PLAIN),
    (counted({"total_tokens": 52}), *UNKNOWN[:-1], 52 * 15 / 1e6),
    # What is thought beside the completion.
    (counted({**COUNTED, "total_tokens": 852, **XAI}), *HIDDEN),
    (counted({**COUNTED, "total_tokens": 852}), *HIDDEN),
    (counted({"prompt_tokens": 50, "completion_tokens": 2, **XAI}), *HIDDEN),
    (counted({"prompt_tokens": 50, "completion_tokens": 802, "total_tokens": 852, **XAI}), *HIDDEN),
    # A choice without a message, and no choice.
    (without_message("length", prompt_tokens=50, total_tokens=170), None, "length", 50, 120, 0.00195),
    (without_message("length", prompt_tokens=50, completion_tokens=0), None, "length", 50, None, BOUND),
    (without_message("stop", **COUNTED), None, "stop", *PLAIN[2:]),
    (chat(None, "length"), *NOTHING),
    (chat({"role": "assistant"}, "length"), *NOTHING),
    (without_message("content_filter"), *WITHHELD),
    ({"choices": [], "prompt_filter_results": [AZURE]}, *WITHHELD),
    ({"choices": None, "prompt_filter_results": [AZURE]}, *WITHHELD),
    # Parts: neighbours are one text, and what stands apart stays apart.
    (chat(parts("Answer", ": B")), "Answer: B", *PLAIN[1:]),
    (chat(parts("Take a", {"type": "reference"}, " look: B")), "Take a look: B", *PLAIN[1:]),
    (chat(parts("Checking aspirin", {"type": "thinking", "thinking": []}, "B")), TWO, *PLAIN[1:]),
    (chat(parts("Checking aspirin", "B")), TWO, *PLAIN[1:]),
]
TOOK_12, TOOK_9 = ("stop", 50, 12, 0.00033), ("stop", 50, 9, 0.000285)
RESPONSES = [
    (response(("commentary", "My first guess is A."), ("final_answer", "B")), "B", *TOOK_12),
    (response(("commentary", "B"), ("final_answer", "B")), "B", *TOOK_12),
    (response((None, "B"), (None, "B")), "B", *TOOK_12),
    (response((None, "Checking aspirin"), None, (None, "B")), TWO, *TOOK_12),
    (response((None, "Answer", ": B")), "Answer: B", *TOOK_12),
    (response(("commentary", "Let me see.")), "Let me see.", *TOOK_12),
    (response((7, "B"), model=["m"], incomplete_details="no"), "B", *TOOK_12),
    (response() | {"output": [7, *response((None, "B"))["output"]]}, "B", *TOOK_12),
    (response((None, "B"), usage="many"), *UNKNOWN),
    (response((None, "B"), usage={"input_tokens": 50, "output_tokens": 2, "total_tokens": 852}), *HIDDEN),
    (
        response(status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
        *(None, "length", *TOOK_12[1:]),
    ),
]
CACHE = {"cache_read_input_tokens": 30, "cache_creation_input_tokens": 10}
ANTHROPIC = [
    (message("Checking aspirin", None, "B"), TWO, *TOOK_9),
    (message("B", None, "B"), "B", *TOOK_9),
    (message("It is lithium,", " which is ", "B."), "It is lithium, which is B.", *TOOK_9),
    (message("B", model=7, usage=[]), *UNKNOWN),
    (message("B", stop_reason={"type": "end_turn"}), "B", *TOOK_9),
    (message("B", usage={"input_tokens": 10, "output_tokens": 9, **CACHE}), "B", *TOOK_9),
    (message("B", usage={"input_tokens": 0, "output_tokens": 0}), *UNKNOWN),
]
THOUGHT, CALL = {"text": "hm", "thought": True}, {"functionCall": {"name": "f"}}
THOUGHTS = {"promptTokenCount": 50, "thoughtsTokenCount": 800, "candidatesTokenCount": 2}
GEMINI = [
    (generated({"text": "Checking aspirin"}, THOUGHT, {"text": "B"}), TWO, *TOOK_9),
    (generated({"text": "Checking aspirin"}, CALL, {"text": "B"}), TWO, *TOOK_9),
    (generated({"text": "Answer"}, {"text": ": B"}), "Answer: B", *TOOK_9),
    (generated({"text": None}, {"text": "B"}, modelVersion=3), "B", *TOOK_9),
    (generated({"text": "B"}, usage=THOUGHTS), *HIDDEN),
    (generated({"text": "B"}, usage={**THOUGHTS, "totalTokenCount": 852}), *HIDDEN),
    (generated({"text": "B"}, usage=7, promptFeedback="none"), *UNKNOWN),
]


def answering(bodies):
    async def answer(writer, number):
        writer.write(http(json.dumps(bodies[number]).encode(), "Content-Type: application/json"))

    return RawServer(answer)


def replies_in(store_path):
    """Completion, end, tokens, cost and bound of each reply, in the order in which they came."""
    with closing(open_connection(store_path)) as connection:
        rows = connection.execute(
            "SELECT completion, finish_reason, prompt_tokens, completion_tokens, attempts.cost_usd "
            "FROM attempts JOIN responses ON attempt_id = attempts.id ORDER BY attempts.id"
        )
        return [tuple(row) for row in rows]


@pytest.mark.parametrize(
    ("provider", "table"),
    [
        ("compatible", CHAT),
        ("openai-responses", RESPONSES),
        ("anthropic", ANTHROPIC),
        ("gemini-native", GEMINI),
    ],
)
async def test_what_each_reply_is_and_what_it_cost(make_benchmark, store_path, provider, table):
    """A cost that nobody knows is the bound, and stays so however much another reply took beside its cap."""
    benchmark = make_benchmark(make_items(len(table)))
    pace = replace(PACE, concurrency=1, price=PRICE, deadline_s=20.0)
    async with answering([body for body, *_ in table]) as server:
        await run(benchmark, server, store_path, provider=provider, model="m", pace=pace)
    found = replies_in(store_path)
    assert len(found) == len(table)
    for (body, *expected), (*said, cost) in zip(table, found, strict=True):
        assert said == expected[:-1], body
        if expected[-1] == BOUND:
            assert cost > 120 * 15 / 1e6, body
        else:
            assert cost == pytest.approx(expected[-1]), body


@pytest.mark.parametrize(
    "usage",
    [{**COUNTED, "total_tokens": 852, **XAI}, {**COUNTED, "total_tokens": 852}, {"total_tokens": 852}],
)
@pytest.mark.parametrize("provider", ["compatible", "gemini"])
async def test_thoughts_beside_the_completion_pass_no_cap(make_benchmark, store_path, provider, usage):
    """The first reply costs 0.0122: as much is kept for the second, which the cap then has no room for."""
    benchmark = make_benchmark(make_items(20))
    for _ in range(2):  # a next start has not forgotten it
        stop, pace = Stop(), replace(PACE, caps=Caps(cost_usd=0.02), price=PRICE, deadline_s=20.0)
        async with answering([counted(usage)] * 20) as server:
            _, progress = await run(
                benchmark,
                server,
                store_path,
                provider=provider,
                model="m",
                pace=pace,
                stop=stop,
                endpoint_name="s",
            )
        assert "the cap has no room for another request" in str(stop.cause)
        assert progress.done == 1
    assert sum(cost for *_, cost in replies_in(store_path)) <= 0.02


FAULT = {"error": {"message": "Upstream failed", "code": 502}}
IN_CHOICE = {"choices": [{"message": {"content": ""}, "finish_reason": "stop", **FAULT}], "usage": COUNTED}
OTHER = {"candidates": [{"finishReason": "OTHER"}], "usageMetadata": {"promptTokenCount": 50}}
WRITTEN = {"promptTokenCount": 50, "candidatesTokenCount": 2}
FAILED = response(usage={"input_tokens": 50, "output_tokens": 2}, status="failed", error={"message": "x"})


@pytest.mark.parametrize(
    ("provider", "body", "cost"),
    [
        ("compatible", chat(end="error"), 0.00018),
        ("compatible", chat() | FAULT, 0.00018),
        ("compatible", FAULT | {"usage": COUNTED}, 0.00018),
        ("compatible", FAULT | {"choices": [], "usage": COUNTED}, 0.00018),
        ("compatible", IN_CHOICE, 0.00018),
        ("compatible", counted({**COUNTED, "total_tokens": 852}, end="error"), 0.01218),
        ("compatible", counted({"total_tokens": 52}, end="error"), 52 * 15 / 1e6),
        ("openai-responses", FAILED, 0.00018),
        ("gemini-native", OTHER | {"usageMetadata": WRITTEN}, 0.00018),
        ("gemini-native", OTHER, 0.00015),  # Gemini leaves a count of 0 out
        ("gemini-native", OTHER | {"usageMetadata": {}}, BOUND),
        ("compatible", counted(None, end="error"), BOUND),
        ("compatible", counted({"prompt_tokens": 0, "completion_tokens": 0}, end="error"), BOUND),
        ("compatible", counted(COUNTED, {"content": LONG}, "error"), BOUND),
        ("compatible", {"choices": [{"text": LONG}], "usage": COUNTED}, BOUND),
        ("compatible", FAULT, 0.0),
    ],
)
async def test_a_failure_costs_what_it_says_that_it_took(make_benchmark, store_path, provider, body, cost):
    benchmark, good = make_benchmark(make_items(1)), chat()
    if provider != "compatible":
        good = response((None, "B")) if provider == "openai-responses" else generated({"text": "B"})
    pace = replace(PACE, price=PRICE, deadline_s=20.0)
    async with answering([body, good]) as server:
        await run(benchmark, server, store_path, provider=provider, model="m", pace=pace)
    with closing(open_connection(store_path)) as connection:
        ((found,),) = connection.execute("SELECT cost_usd FROM attempts WHERE state = 'failed'").fetchall()
    assert found > 120 * 15 / 1e6 if cost == BOUND else found == pytest.approx(cost)


@pytest.mark.parametrize(("usage", "paid"), [(COUNTED, "(at most 0.0008 USD)"), (None, "(at most 0.0")])
async def test_what_failed_and_is_asked_at_each_start_is_said(make_benchmark, store_path, usage, paid):
    """Four tries at each start bring no reply, and each may have been paid."""
    benchmark = make_benchmark(make_items(1))
    said: list[str] = []

    @asynccontextmanager
    async def attend(_):
        yield Controls(tell=said.append)

    async with answering([counted(usage, {"content": ""}, "OTHER")] * 8 + [chat()]) as server:
        provider = provider_named("compatible", server.openai_base_url).under_name("s")
        words = (provider.name, "m", provider.endpoint, benchmark.items_sha256, load_variant("letter-only"))
        pace = replace(PACE, price=PRICE, deadline_s=20.0, preflight=False)
        order = RunOrder(benchmark, RunSpec(*words), provider, "again", pace)
        for n_failed in (0, 4, 8, 0):
            said.clear()
            async with AsyncStore(store_path) as store:
                await ask_run(store, order, attend)
            start = f"{n_failed} attempts of earlier starts of again failed and may have been paid"
            assert [line.startswith(start) for line in said] == [True] * bool(n_failed)
            assert n_failed != 4 or paid in said[0]


async def test_tokens_that_nobody_counted_are_shown_as_not_known(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(4))
    for name, bodies, shown in [
        ("m", [chat()] * 4, "208"),
        ("n", [chat(), counted(None), counted({"input_tokens": 50}), chat()], "≥ 154"),
        ("o", [counted({"prompt_tokens": 0, "completion_tokens": 0})] * 4, "–"),
    ]:
        async with answering(bodies) as server:
            run_id, _ = await run(
                benchmark, server, store_path, provider="compatible", model=name, endpoint_name="s"
            )
        with Store.open(store_path) as store:
            (loaded,) = load_runs(store, run_id)
        assert loaded.spent_in_all.tokens_in_words == shown
        assert (loaded.spent_in_all.tokens is None) == (shown != "208")


@pytest.mark.parametrize(
    ("counts", "text", "cost", "shown"),
    [
        ((0, 0), "B", None, "–"),
        ((0, 3), "B", None, "≥ 3"),
        ((50, 0), "", 0.0, "50"),
        ((50, 2), "B", 0.0, "52"),
    ],
)
async def test_counts_of_0_that_earlier_versions_believed_are_not_known(
    make_benchmark, store_path, capsys, counts, text, cost, shown
):
    async with answering([chat()]) as server:
        benchmark = make_benchmark(make_items(1))
        run_id, _ = await run(benchmark, server, store_path, provider="compatible", model="m")
    with closing(open_connection(store_path)) as connection:
        change = (
            "UPDATE responses SET prompt_tokens = ?, completion_tokens = ?, completion = ?, n_visible = ?"
        )
        connection.execute(change, (*counts, text, len(text)))
        connection.execute("UPDATE attempts SET tokens = ?, cost_usd = 0.0", (sum(counts),))
        connection.commit()
    with Store.open(store_path) as store:
        (loaded,) = load_runs(store, run_id)
        (listed,) = list_runs(store)
        (attempt,) = store.results.read_attempts(loaded.response_ids)
    assert (loaded.spent_in_all.cost_usd, loaded.spent_in_all.tokens_in_words) == (cost, shown)
    assert attempt.cost_usd == cost
    assert (listed.cost_usd is None) == (sum(counts) == 0)


REASONED = chat({"content": None, "reasoning_content": "We weigh it. The answer is B."})
CUT = chat({"content": "", "reasoning": "We weigh"}, "length")
CALLED = chat({"content": None, "tool_calls": [{"type": "function"}]}, "tool_calls")


def asked_of(bodies, items, store, capsys):
    """What `mhclient run` says of a server that gives these replies in turn, meanwhile and at its end."""
    with serving(answering(bodies)) as server:
        asked = ["run", str(items), "--model", "compatible:m", "--base-url", server.openai_base_url]
        main([*asked, "--endpoint-name", "s", "--concurrency", "1", "--store", store])
    return capsys.readouterr().err


A_CALL = "call of a tool, not a text. What to do: if the server is yours, start it without its tool parser"
TOOL_USE = {"content": [{"type": "tool_use", "name": "f"}], "stop_reason": "tool_use"}
HALF_CUT = (
    "50.0 % ({0} of {1}) were cut at the cap of 120 tokens before an answer, {0} of them while thinking: "
    "raise --max-tokens, or think less"
)


@pytest.mark.parametrize(
    ("provider", "body", "said"),
    [
        ("compatible", REASONED, "stand in 'reasoning_content', not in the answer. What to do: if the"),
        ("compatible", chat({"content": "", "reasoning": "It is B."}), "stand in 'reasoning', not"),
        ("compatible", chat(parts({"type": "thinking", "thinking": ["B"]})), "stand in 'thinking', not"),
        ("compatible", CALLED, A_CALL),
        ("compatible", chat({"content": None, "function_call": {"name": "f"}}), A_CALL),
        ("compatible", chat({"content": ""}, "sensitive"), "100.0 % (4 of 4) were withheld by the provider"),
        ("compatible", chat({"content": ""}, "max_tokens"), "before an answer, 4 of them while thinking"),
        ("compatible", chat({"content": ""}), "the server says nothing of the reason"),
        (
            "compatible",
            chat({"content": ""}, "content_filter"),
            "100.0 % (4 of 4) were withheld by the provider",
        ),
        ("compatible", chat({"content": "Well,"}, "length"), "before an answer: raise --max-tokens, or ask"),
        ("openai-responses", response() | {"output": [{"type": "function_call", "name": "f"}]}, A_CALL),
        ("openai-responses", response(None), "stand in 'reasoning', not"),
        ("anthropic", message() | TOOL_USE, A_CALL),
        ("anthropic", message(None), "stand in 'thinking', not"),
        ("gemini-native", generated(CALL), A_CALL),
        ("gemini-native", generated(THOUGHT), "stand in 'thought', not"),
        ("compatible", chat(), ""),
    ],
)
async def test_the_end_of_a_run_says_why_replies_are_empty(make_benchmark, store_path, provider, body, said):
    benchmark = make_benchmark(make_items(4))
    async with answering([body] * 4) as server:
        run_id, progress = await run(benchmark, server, store_path, provider=provider, model="m")
    lines = as_options(" ".join(in_common(progress)))
    assert said in lines
    progress.of_service = True
    assert "server is yours" not in " ".join(in_common(progress))
    assert bool(lines) == bool(said)
    with Store.open(store_path) as store:
        cases = collect(store, run_id).cases
        assert list(store.check.find_violations(find_body_readers)) == []
    texts = {case.shown for case in cases}
    known = {"B", "Well,", "(nothing)", "(nothing: cut while thinking)"}
    assert texts <= known or said.partition(". What to do")[0] in texts.pop()
    assert {shape.form for shape in overview(cases).unread} <= {case.shown for case in cases} | {"well ,"}


@pytest.mark.slow
def test_the_first_replies_warn_before_the_money_is_spent(tmp_path, monkeypatch, capsys):
    """Half are cut: said at once, and the run goes on. None has an answer: it stops, and goes on if told."""
    monkeypatch.chdir(tmp_path)
    items = Path("exam.jsonl")
    items.write_text("".join(f'{{"question":"Q{n}?","options":["a","b"],"answer":"A"}}\n' for n in range(60)))
    said = asked_of([chat(), CUT] * 30, items, "half.sqlite3", capsys)
    assert "Of the first 30 replies: " + HALF_CUT.format(15, 30) in said
    assert "\n" + HALF_CUT.format(30, 60) in said
    assert "60 of 60 items have a reply" in said
    said = asked_of([REASONED] * 60, items, "none.sqlite3", capsys)
    assert "Stopped: not one of the first 30 replies holds an answer. 30 replies of 30 are empty" in said
    assert "--no-preflight asks the rest all the same" in said
    assert re.search("3[0-2] of 60 items have a reply", said)
    said = asked_of([REASONED] * 30, items, "none.sqlite3", capsys)
    assert "60 of 60 items have a reply" in said
    said = asked_of([], items, "none.sqlite3", capsys)
    assert "all 60 replies were there already" in said
    assert "\n60 replies of 60 are empty: the model's words stand in 'reasoning_content'" in said
    said = asked_of([], items, "half.sqlite3", capsys)
    assert "\n" + HALF_CUT.format(30, 60) in said
    said = asked_of([counted(None)] * 60, items, "uncounted.sqlite3", capsys)
    assert "\n60 replies of 60 came without counts of prompt and completion tokens that can be true" in said
    assert "\n60 replies of 60 came without counts" in asked_of([], items, "uncounted.sqlite3", capsys)
    said = asked_of([chat()] * 60, items, "well.sqlite3", capsys)
    assert "first 30" not in said
    assert "%" not in said


async def test_what_earlier_versions_read_stays_and_is_sound(make_benchmark, store_path):
    """They kept all messages without a break; a text that neither way of reading gives was changed since."""
    benchmark = make_benchmark(make_items(1))
    async with answering([RESPONSES[0][0]]) as server:
        run_id, _ = await run(benchmark, server, store_path, provider="openai-responses", model="m")
    for text, n_wrong, n_glued in (
        ("B", 0, 0),
        ("My first guess is A.B", 0, 1),
        ("My first guess is A.", 1, 0),
    ):
        with closing(open_connection(store_path)) as connection:
            connection.execute("UPDATE responses SET completion = ?, n_visible = ?", (text, len(text)))
            connection.commit()
        with Store.open(store_path) as store:
            assert len(list(store.check.find_violations(find_body_readers))) == n_wrong
            (summary,) = summarise_all(load_runs(store, run_id))
        said = [finding.text for finding in sent_findings(summary) if finding.code == "glued"]
        assert len(said) == n_glued
        assert not said or "The text of 1 reply holds the model's commentary" in said[0]
