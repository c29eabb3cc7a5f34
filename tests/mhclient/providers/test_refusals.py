"""What refusals mean, whatever their shape and their words: one table, each row served over real HTTP."""

import json
import time
from contextlib import closing
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from aiohttp import web

from cache import Store
from cache.connection import open_connection
from mhclient.ask.batches.collect import line_end
from mhclient.errors import ProviderError, RunStopped, ServerFault
from mhclient.providers.access import NetworkOptions
from mhclient.providers.base import RawReply
from mhclient.providers.headers import kept_headers, reset_after_s
from mhclient.providers.openai.batches import openai_batches
from mhclient.providers.registry import provider_named
from mhclient.providers.stored_bodies import find_body_readers
from mhclient.report.blocks.asked import sent_findings
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.run.parameters import Parameters, Prompt
from mhclient.run.prices import Price
from mhclient.simulator.faults import FAULTS
from tests.support.asking import PACE, records_of, run, simulator_for
from tests.support.items import make_items
from tests.support.raw_server import RawServer, http

H11_S = 11 * 3600


class Row(NamedTuple):
    """What a server answers, and the error it is: its class, words of its message, the wait it tells."""

    status: int
    body: Any
    kind: str
    words: str = ""
    wait_s: float | None = None
    headers: tuple[str, ...] = ()


def error(message: str, code: Any = None, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "code": code, **more}}


def google(code: int, status: str, message: str, *details: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"error": {"code": code, "status": status, "message": message, "details": list(details)}}]


def quota(name: str) -> dict[str, Any]:
    return {"violations": [{"quotaId": name}]}


CURRENT = "You exceeded your current quota, please check your plan and billing details."
IN_33_S = {"retryDelay": "33s"}
NO_CREDIT, TODAY = "no credit or quota left", "the quota for today is used up"
PAGE = "<!DOCTYPE html><html><title>Attention Required! | Cloudflare</title></html>"
FLAGGED = error("Your input was flagged", 403, metadata={"reasons": ["self-harm"], "flagged_input": "Wh"})

NO_MONEY = [
    Row(
        429,
        error("Insufficient balance or no resource package. Please recharge.", "1113"),
        "QuotaExhausted",
        NO_CREDIT,
    ),
    Row(429, error("余额不足或无可用资源包,请充值。", "1113"), "QuotaExhausted", NO_CREDIT),
    Row(
        400,
        {"code": "Arrearage", "message": "Access denied, check your account."},
        "QuotaExhausted",
        NO_CREDIT,
    ),
    Row(
        403,
        {"code": "AllocationQuota.FreeTierOnly", "message": "The free tier of the model has been exhausted."},
        "QuotaExhausted",
    ),
    Row(429, error(CURRENT, "insufficient_quota"), "QuotaExhausted", "Add credit"),
    Row(429, error(CURRENT), "QuotaExhausted", NO_CREDIT),
    Row(429, error("over", type="exceeded_current_quota_error"), "QuotaExhausted", NO_CREDIT),
    Row(400, error("Billing hard limit has been reached", "billing_hard_limit_reached"), "QuotaExhausted"),
    Row(
        400,
        {"type": "error", "error": {"message": "Your credit balance is too low to access the API."}},
        "QuotaExhausted",
    ),
    Row(
        400,
        {"type": "error", "error": {"message": "You have reached your specified API usage limits."}},
        "QuotaExhausted",
    ),
    Row(402, error("Insufficient Balance"), "QuotaExhausted", "Insufficient Balance"),
    Row(403, {"code": "no permission", "error": "Your team doesn't have any credits yet."}, "QuotaExhausted"),
    Row(
        429,
        {"error": "Your team has used all available credits or reached its monthly spending limit."},
        "QuotaExhausted",
    ),
    Row(
        403,
        {"code": 30001, "message": "Sorry, your account balance is insufficient", "data": None},
        "QuotaExhausted",
    ),
    Row(400, error("Budget has been exceeded! Current cost: 5.1", type="budget_exceeded"), "QuotaExhausted"),
    Row(403, error("Key limit exceeded (total limit).", 403), "QuotaExhausted"),
    Row(429, google(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."), "QuotaExhausted"),
]
FOR_TODAY = [
    Row(429, error("Rate limit exceeded: free-models-per-day. Add credits", 429), "QuotaExhausted", TODAY),
    Row(
        429,
        google(429, "RESOURCE_EXHAUSTED", CURRENT, quota("RequestsPerDayPerModel-FreeTier"), IN_33_S),
        "QuotaExhausted",
        TODAY,
    ),
    Row(
        429, {"message": "Too many tokens per day, please wait before trying again."}, "QuotaExhausted", TODAY
    ),
    Row(
        429,
        {"message": "You are limited to 1000 API calls / month."},
        "QuotaExhausted",
        "this period's quota",
    ),
    Row(
        200, {"error_code": 17, "error_msg": "Open api daily request limit reached"}, "QuotaExhausted", TODAY
    ),
    Row(
        429,
        error("requests per day (RPD): Limit 200. Please try again in 7m12s.", "rate_limit_exceeded"),
        "Congested",
        wait_s=432.0,
    ),
    Row(
        429,
        error("Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 43211 seconds."),
        "Congested",
        wait_s=43211.0,
    ),
    Row(
        429,
        google(429, "RESOURCE_EXHAUSTED", CURRENT, quota("RequestsPerMinutePerProject"), IN_33_S),
        "Congested",
        wait_s=33.0,
    ),
    Row(429, {"message": "Service tier capacity exceeded for this model."}, "Congested", "Service tier"),
    Row(429, error("Limit of 3 requests per min reached. Your plan has 200 per day."), "Congested"),
    Row(429, error("Limit of 200 requests per day reached (at most 3 per min)."), "QuotaExhausted", TODAY),
    Row(
        429,
        google(429, "RESOURCE_EXHAUSTED", CURRENT, quota("RequestsPerMinute"), quota("RequestsPerDay")),
        "QuotaExhausted",
        TODAY,
    ),
    Row(429, error("Too many requests. Upgrade your plan today for higher limits."), "Congested"),
    Row(429, error("You have reached your limit for today."), "QuotaExhausted", TODAY),
    Row(429, error("Slow down. No credits were charged."), "Congested"),
    Row(
        429,
        error("Provider returned error", 429, metadata={"raw": '{"error": {"message": "busy upstream"}}'}),
        "Congested",
        "busy upstream",
    ),
    Row(503, error("Insufficient capacity"), "Overloaded"),
]
BY_A_FILTER = [
    Row(403, FLAGGED, "PromptFiltered"),
    Row(200, FLAGGED, "PromptFiltered"),
    Row(
        403,
        error('m requires moderation: flagged for "self-harm". No credits were charged.'),
        "PromptFiltered",
    ),
    Row(
        200,
        {
            "choices": [{"message": {"content": ""}, "finish_reason": "stop"}],
            "base_resp": {"status_code": 1027},
        },
        "PromptFiltered",
    ),
    Row(
        403,
        {"code": "x", "error": "Content violates usage guidelines. Team: t, API key ID: k."},
        "PromptFiltered",
    ),
    Row(403, error("Prompt blocked by policy"), "PromptFiltered"),
    Row(403, error("The prompt was blocked: PROHIBITED_CONTENT"), "PromptFiltered"),
    Row(
        400,
        {
            "success": False,
            "error": [{"code": 2016, "message": "Prompt blocked due to security configurations"}],
        },
        "PromptFiltered",
    ),
    Row(400, error("Content Exists Risk"), "PromptFiltered"),
    Row(
        400,
        error("Input data may contain inappropriate content.", "data_inspection_failed"),
        "PromptFiltered",
    ),
    Row(400, error("系统检测到输入或生成内容可能包含不安全或敏感内容", "1301"), "PromptFiltered"),
    Row(400, error("Your prompt was flagged as potentially violating our usage policy."), "PromptFiltered"),
    Row(451, error("flagged by moderation"), "PromptFiltered"),
    Row(403, PAGE, "Blocked", "Cloudflare"),
    Row(403, error("Your account has been flagged for abuse"), "AccessDenied"),
    Row(403, error("Request blocked by organization policy"), "AccessDenied"),
    Row(403, error("Country, region, or territory not supported"), "AccessDenied"),
    Row(403, {"message": "Forbidden"}, "Blocked"),
    Row(403, error("This question ('Which account has the key?') cannot be answered"), "Blocked"),
    Row(403, error("Your API key has no leave for this"), "AccessDenied"),
    Row(403, error("denied", type="permission_error"), "AccessDenied"),
    Row(403, google(403, "PERMISSION_DENIED", "Not enabled"), "AccessDenied"),
    Row(403, {"code": "x", "message": "您的账户没有权限"}, "AccessDenied"),
    Row(400, error("messages.0.content: names are case sensitive"), "RequestRejected"),
    Row(
        400,
        error("[{'type': 'missing', 'input': {'content': 'Which content is harmful?\\nA. Mary\\'s'}}]"),
        "RequestRejected",
    ),
    Row(400, error("'content': \"Which of a patient's texts is unsafe?\" is no list"), "RequestRejected"),
]
IN_OTHER_SHAPES = [
    Row(
        400,
        google(400, "INVALID_ARGUMENT", "API key not valid.", {"reason": "API_KEY_INVALID"}),
        "KeyRejected",
        "API key not valid.",
    ),
    Row(
        404,
        google(404, "NOT_FOUND", "models/x is not found"),
        "UnknownModel",
        "HTTP 404: models/x is not found",
    ),
    Row(
        503,
        google(503, "UNAVAILABLE", "The model is overloaded."),
        "Overloaded",
        "HTTP 503: The model is overloaded.",
    ),
    Row(200, google(429, "RESOURCE_EXHAUSTED", "slow down"), "Congested", "slow down"),
    Row(
        200,
        {"error": "Unexpected endpoint or method. (POST /chat/completions)"},
        "UnknownModel",
        "Unexpected endpoint or method",
    ),
    Row(200, {"object": "error", "message": "max context length exceeded", "code": 400}, "PromptTooLong"),
    Row(
        200,
        {"object": "error", "message": "no room", "type": "InternalServerError", "code": 500},
        "ServerFault",
        "no room",
    ),
    Row(200, {"detail": "Not authenticated"}, "KeyRejected", "Not authenticated"),
    Row(200, {"detail": "Not Found"}, "UnknownModel", "end in /v1"),
    Row(
        200,
        {"detail": [{"loc": ["body", "model"], "msg": "field required"}]},
        "RequestRejected",
        "model: field required",
    ),
    Row(
        422,
        {
            "detail": [
                {"loc": ["body", "messages", 0, "role"], "msg": "Input should be 'user'"},
                {"loc": ["body"], "msg": "extra fields"},
            ]
        },
        "RequestRejected",
        "messages.0.role: Input should be 'user'; extra fields",
    ),
    Row(200, {"code": 1302, "msg": "您的账户已达到速率限制"}, "Congested"),
    Row(200, {"code": "1113", "msg": "欠费"}, "QuotaExhausted", NO_CREDIT),
    Row(
        200, {"success": False, "errors": [{"code": 10000, "message": "Authentication error"}]}, "KeyRejected"
    ),
    Row(200, {"status": "error", "message": "the model is loading"}, "ServerFault", "the model is loading"),
    Row(200, {"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}, "QuotaExhausted"),
    Row(
        200,
        {"Response": {"Error": {"Code": "AuthFailure", "Message": "wrong secret"}}},
        "KeyRejected",
        "wrong secret",
    ),
    Row(200, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, "Overloaded"),
    Row(200, {"error": "something broke"}, "ServerFault", "HTTP 200 with an error: something broke"),
    Row(200, {"choices": []}, "MalformedReply", "choices"),
    Row(200, {"choices": [{"text": "B", "finish_reason": "stop"}]}, "MalformedReply", "message"),
    Row(
        200, {"choices": [{"delta": {"content": "B"}, "finish_reason": "stop"}]}, "MalformedReply", "message"
    ),
    Row(
        200,
        {"choices": None, "base_resp": {"status_code": 1004, "status_msg": "login fail"}},
        "KeyRejected",
        "login fail",
    ),
    Row(
        200,
        {"choices": [{"message": {"content": ""}}], "base_resp": {"status_code": 1002, "status_msg": "slow"}},
        "Congested",
        "slow",
    ),
]
RESET = [
    Row(
        429,
        error("slow"),
        "Congested",
        wait_s=H11_S,
        headers=("X-RateLimit-Reset: {ms}", "X-RateLimit-Remaining: 0"),
    ),
    Row(429, error("slow"), "Congested", wait_s=H11_S, headers=("X-RateLimit-Reset: {s}",)),
    Row(429, error("slow"), "Congested", wait_s=45.0, headers=("RateLimit-Reset: 45",)),
    Row(429, error("slow"), "Congested", wait_s=50.0, headers=('RateLimit: "default";r=0;t=50',)),
    Row(
        429,
        error("slow"),
        "Congested",
        wait_s=360.0,
        headers=(
            "x-ratelimit-reset-requests: 6m0s",
            "x-ratelimit-reset-tokens: 9h",
            "x-ratelimit-remaining-tokens: 7",
        ),
    ),
    Row(429, error("slow"), "Congested", wait_s=2.0, headers=("X-RateLimit-Reset: 45", "Retry-After: 2")),
    Row(429, error("slow", metadata={"headers": {"X-RateLimit-Reset": "30"}}), "Congested", wait_s=30.0),
]
TABLE = [*NO_MONEY, *FOR_TODAY, *BY_A_FILTER, *IN_OTHER_SHAPES, *RESET]


async def test_each_refusal_is_the_error_it_is_in_its_own_words():
    at = time.time() + H11_S

    async def answer(writer, number):
        row = TABLE[number]
        body = row.body if isinstance(row.body, str) else json.dumps(row.body)
        named = (header.format(ms=int(at * 1000), s=int(at)) for header in row.headers)
        writer.write(http(body.encode(), *named, status=f"{row.status} x"))

    async with RawServer(answer) as server:
        provider = provider_named("compatible", server.url)
        request = provider.request("m", Prompt(None, ()), Parameters())
        wrong = []
        async with provider.connect(NetworkOptions()) as connection:
            for row in TABLE:
                said: object = None
                try:
                    said = provider.read(await connection.send(request))
                except ProviderError as raised:
                    said = raised
                kind, wait_s = type(said).__name__, getattr(said, "retry_after_s", None)
                waits = wait_s == pytest.approx(row.wait_s, abs=60 if row.wait_s == H11_S else 0.01)
                if kind != row.kind or row.words not in str(said) or not waits:
                    wrong.append((row.status, row.body, kind, str(said), wait_s))
    assert wrong == []


@pytest.mark.parametrize("value", ["soon", "-3", "nan", "", "0"])
def test_a_reset_that_says_nothing_is_no_wait(value):
    assert reset_after_s(kept_headers({"X-RateLimit-Reset": value})) is None


def answer_with(row: Row):
    async def answer(_: web.Request, __: bytes) -> web.StreamResponse:
        at = time.time() + H11_S
        named = (header.format(ms=int(at * 1000), s=int(at)).split(": ") for header in row.headers)
        body = row.body if isinstance(row.body, str) else json.dumps(row.body)
        kind = "text/html" if isinstance(row.body, str) else "application/json"
        return web.Response(text=body, status=row.status, content_type=kind, headers=dict(named))

    return answer


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (NO_MONEY[0], NO_CREDIT),
        (FOR_TODAY[0], TODAY),
        (FOR_TODAY[1], TODAY),
        (RESET[0], r"asks to wait 11 h, until 20\d\d-\d\d-\d\d \d\d:\d\d UTC: HTTP 429: slow"),
    ],
)
@pytest.mark.parametrize("n_before", [0, 3])
async def test_what_no_waiting_cures_stops_a_run_at_once(make_benchmark, store_path, row, said, n_before):
    benchmark = make_benchmark(make_items(40))
    script = [None] * n_before + [answer_with(row)] * 300
    async with simulator_for(benchmark, script=script) as simulator:
        with pytest.raises(RunStopped, match=said):
            await run(benchmark, simulator, store_path, provider="compatible")
        assert simulator.asked.total() <= n_before + 40  # those that were under way: none a second time
        assert n_before or simulator.asked.total() == 1


COUNTED = {"prompt_tokens": 50, "completion_tokens": 2}
FORBIDDEN = Row(403, {"message": "Forbidden"}, "Blocked")
NO_LEAVE = Row(403, error("The account has no permission for this model"), "AccessDenied")


@pytest.mark.parametrize("refusal", [FORBIDDEN, NO_LEAVE, Row(403, PAGE, "Blocked")])
@pytest.mark.parametrize("place", [2, 5])
async def test_a_403_of_one_item_costs_that_item_alone(make_benchmark, store_path, refusal, place):
    benchmark = make_benchmark(make_items(8))
    script = [None] * place + [answer_with(refusal)]
    one_at_a_time = replace(PACE, concurrency=1)
    async with simulator_for(benchmark, script=script) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, pace=one_at_a_time)
        assert (progress.answered, progress.errors) == (7, 1)
        await run(benchmark, simulator, store_path, pace=one_at_a_time)
        assert simulator.asked.total() == 8  # other replies came after it: it is the item's
    errors = [record.error for record in records_of(store_path, run_id).values()]
    assert sorted(filter(None, errors)) == [refusal.kind]


@pytest.mark.parametrize("n_refused", [1, 2])
@pytest.mark.parametrize("refusal", [FORBIDDEN, Row(403, "", "Blocked"), Row(403, PAGE, "Blocked")])
async def test_a_403_for_the_first_item_is_not_everybodys(make_benchmark, store_path, refusal, n_refused):
    benchmark = make_benchmark(make_items(8))
    async with simulator_for(benchmark, script=[answer_with(refusal)] * n_refused) as simulator:
        _, progress = await run(benchmark, simulator, store_path)
    assert (progress.answered, progress.errors) == (8 - n_refused, n_refused)


@pytest.mark.parametrize(
    ("refusal", "n_asked", "said"),
    [
        (FORBIDDEN, 3, "the first 3 requests were rejected: HTTP 403: Forbidden"),
        (NO_LEAVE, 1, "the first request failed: HTTP 403: The account"),
        (
            Row(200, {"object": "error", "message": "no room", "code": 500}, ""),
            2,
            "no room. The server fails",
        ),
        (Row(403, PAGE, "Blocked"), 3, "the first 3 requests were rejected"),
    ],
)
async def test_what_all_are_refused_with_stops_at_the_first(
    make_benchmark, store_path, refusal, n_asked, said
):
    benchmark = make_benchmark(make_items(8))
    async with simulator_for(benchmark, script=[answer_with(refusal)] * 99) as simulator:
        with pytest.raises(RunStopped, match=said):
            await run(benchmark, simulator, store_path)
        assert simulator.asked.total() == n_asked


async def test_a_403_for_all_from_some_moment_on_stops_and_costs_no_item(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(30))
    script = [None] * 4 + [answer_with(FORBIDDEN)] * 99
    pace = replace(PACE, concurrency=1)
    async with simulator_for(benchmark, script=script) as simulator:
        with pytest.raises(RunStopped, match="HTTP 403: Forbidden"):
            await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() < 15
    async with simulator_for(
        benchmark, port=simulator.port, script=[answer_with(FORBIDDEN)] * 99
    ) as simulator:
        with pytest.raises(RunStopped, match="HTTP 403: Forbidden"):  # as at a first start
            await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() == 5
    with Store.open(store_path) as store:
        (run_id,) = (row.run_id for row in store.runs.get_all())
        assert not store.results.count_errors(run_id)
    script = [answer_with(FORBIDDEN)] * 4  # of four items alone: their next start asks the others, too
    async with simulator_for(benchmark, port=simulator.port, script=script) as simulator:
        _, progress = await run(benchmark, simulator, store_path)
    assert (progress.done, progress.errors) == (30, 4)


async def test_a_flagged_prompt_is_filtered_with_the_category_that_is_told(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(4))
    choice = {"message": {"content": ""}, "finish_reason": "error", **FLAGGED}
    flagged = [Row(403, FLAGGED, ""), Row(200, FLAGGED, ""), Row(200, {"choices": [choice]}, "")]
    script = [None, *map(answer_with, flagged)]
    async with simulator_for(benchmark, script=script) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path)
        assert (simulator.asked.total(), progress.errors) == (4, 0)
    kept = sorted(record.admission for record in records_of(store_path, run_id).values())
    assert kept == ["complete", "filtered", "filtered", "filtered"]
    with Store.open(store_path, read_only=True) as store:
        assert list(store.check.find_violations(find_body_readers)) == []
    with closing(open_connection(store_path)) as connection:
        told = connection.execute("SELECT filters FROM responses WHERE filters IS NOT NULL").fetchall()
    assert len(told) >= 2
    assert all("self-harm" in filters for (filters,) in told)


async def test_what_an_earlier_version_kept_of_a_failure_is_said_and_asked_again(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(6))
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(benchmark, simulator, store_path, limit=4)
        with closing(open_connection(store_path)) as connection, connection:
            connection.execute(
                "UPDATE responses SET finish_reason = 'Error', completion = '', n_visible = 0 WHERE id = 1"
            )
            connection.execute("UPDATE responses SET finish_reason = 'abort' WHERE id = 2")
        with Store.open(store_path, read_only=True) as store:
            (summary,) = summarise_all(load_runs(store, [run_id]))
        said = {finding.code: finding.text for finding in sent_findings(summary)}
        assert said["broken_off"].startswith("2 replies were broken off by a failure of the provider")
        _, larger = await run(benchmark, simulator, store_path)  # shares requests with the first
        assert (larger.from_cache, larger.done, simulator.asked.total()) == (2, 6, 8)
        _, again = await run(benchmark, simulator, store_path, limit=4)
        assert (again.done, again.n_broken_off, simulator.asked.total()) == (4, 2, 8)
    kept = {record.admission for record in records_of(store_path, run_id).values()}
    assert kept == {"complete"}


async def test_what_was_written_before_a_failure_is_charged_at_its_bound(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(3))
    pace = replace(PACE, price=Price(1.0, 1.0, "test"))
    script = [None, FAULTS["failed-choice"], FAULTS["broken-off"]]
    async with simulator_for(benchmark, script=script) as simulator:
        await run(benchmark, simulator, store_path, pace=pace)
        assert simulator.asked.total() == 5
    with closing(open_connection(store_path)) as connection:
        spent = connection.execute("SELECT cost_usd FROM attempts WHERE state = 'failed'").fetchall()
    assert len(spent) == 2
    assert all(cost > 0 for (cost,) in spent)


def test_a_failure_in_a_batchs_line_is_no_reply_of_it():
    provider = provider_named("openai", "http://localhost/v1")
    reply = {"choices": [{"message": {"content": "The ans"}, "finish_reason": "abort"}]}
    line = {"custom_id": "a" * 64, "response": {"status_code": 200, "body": reply}, "error": None}
    dialect = openai_batches("/v1/chat/completions")
    broken = line_end(provider, dialect, None, json.dumps(line).encode())
    assert broken.end is not None
    assert (broken.reply, broken.curable, broken.end.error) == (None, True, "ServerFault")
    assert broken.end.spend is None
    line["response"] = {"status_code": 200, "body": reply | {"usage": COUNTED}}
    charged = line_end(provider, dialect, Price(3.0, 15.0, ""), json.dumps(line).encode())
    assert charged.end is not None
    assert charged.end.spend is not None
    assert charged.end.spend.cost_usd == pytest.approx(0.00018)
    line["response"] = {"status_code": 403, "body": FLAGGED}
    filtered = line_end(provider, dialect, None, json.dumps(line).encode())
    assert filtered.reply is not None
    assert filtered.reply.finish_reason == "content_filter"


@pytest.mark.parametrize(
    ("end", "text", "kept"),
    [
        ("eaten_by_a_dog", "B", "eaten_by_a_dog"),
        ("tool_calls", "", "tool_calls"),
        ("eos_token", "", "eos_token"),
        (None, "", None),
        ("sensitive", "", "content_filter"),
        ("SAFETY", "", "content_filter"),
        *(
            (end, "B", ServerFault)
            for end in ("error", "Abort", "network_error", "model_overloaded", "cancelled")
        ),
        *((end, "", ServerFault) for end in ("eaten_by_a_dog", "OTHER", "timeout")),
    ],
)
def test_an_end_is_the_models_or_the_providers(end, text, kept):
    body = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": end}]}).encode()
    provider = provider_named("compatible", "http://localhost/v1")
    if kept is ServerFault:
        with pytest.raises(ServerFault, match=end.lower()):
            provider.read(RawReply(200, {}, body))
    else:
        assert provider.read(RawReply(200, {}, body)).finish_reason == kept
