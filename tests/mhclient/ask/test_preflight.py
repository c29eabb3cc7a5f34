"""What a model does not take is found out by a few requests, said, and adapted only if the user says so."""

import json
from dataclasses import replace

import pytest
from aiohttp import web

from cache import Response, Store
from cache.connection import open_connection
from cache.packing import unpack
from mhclient.ask.preflight import without_refused
from mhclient.cli.main import main
from mhclient.errors import RunStopped
from mhclient.providers.stored_bodies import find_body_readers
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.simulator.faults import FAULTS
from mhclient.simulator.server import start_simulator
from tests.support.asking import PACE, records_of, run, simulator_for
from tests.support.items import make_items

REFUSALS = [
    (
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is "
        "supported.",
        Parameters(temperature=None),
    ),
    ("temperature: Extra inputs are not permitted", Parameters(temperature=None)),
    ("`temperature` is deprecated for this model.", Parameters(temperature=None)),
    (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
        "instead.",
        Parameters(cap_field="max_completion_tokens"),
    ),
]


@pytest.mark.parametrize(("refusal", "adapted"), REFUSALS)
def test_a_refused_parameter_is_recognised(refusal, adapted):
    found = without_refused(Parameters(), refusal)
    assert found is not None
    assert found[0] == adapted


@pytest.mark.parametrize(
    "refusal", ["This model's maximum context length is 4096 tokens", "temperature must be at most 2"]
)
def test_another_refusal_is_not_taken_for_one_of_a_parameter(refusal):
    assert without_refused(Parameters(), refusal) is None


def picky(parameter: str):
    """A model that refuses a parameter, as OpenAI's reasoning models do."""

    async def answer(request: web.Request, sent: bytes) -> web.StreamResponse:
        if parameter not in await request.json():
            return web.Response(body=sent, content_type="application/json")
        message = f"Unsupported value: '{parameter}' does not support 0 with this model."
        error = {"message": message, "type": "invalid_request_error", "param": parameter}
        return web.json_response({"error": error}, status=400)

    return answer


async def test_a_refused_parameter_stops_the_run_after_one_request(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[picky("temperature")] * 99) as simulator:
        with pytest.raises(RunStopped, match="`adapt` to ask without temperature"):
            await run(benchmark, simulator, store_path)
        assert simulator.asked.total() == 1


async def test_with_leave_it_is_adapted_and_asked_sent_and_served_are_on_record(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[picky("temperature")] * 99) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, adapt=True)
        assert simulator.asked.total() == 21
    assert (progress.done, progress.errors) == (20, 0)
    row = open_connection(store_path).execute("SELECT spec, sent FROM runs").fetchone()
    assert RunSpec.from_json(benchmark.items_sha256, json.loads(row["spec"])).parameters.temperature == 0.0
    assert json.loads(row["sent"])["temperature"] is None
    requests = open_connection(store_path).execute("SELECT body FROM requests ORDER BY created_at").fetchall()
    bodies = [json.loads(unpack(body)) for (body,) in requests]
    assert sum("temperature" in body for body in bodies) == 1
    assert {record.served_model for record in records_of(store_path, run_id).values()} == {"sim-tidy"}


async def test_an_adapted_run_is_resumed_as_adapted(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[picky("temperature")] * 99) as simulator:
        await run(benchmark, simulator, store_path, adapt=True)
        asked = simulator.asked.total()
        _, progress = await run(benchmark, simulator, store_path)
        assert (simulator.asked.total(), progress.done) == (asked, 20)


async def test_a_cap_used_up_by_reasoning_stops_the_run_after_three_requests(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[FAULTS["reasoned-out"]] * 99) as simulator:
        with pytest.raises(RunStopped, match="hidden reasoning uses up the cap of 120 completion tokens"):
            await run(benchmark, simulator, store_path)
        assert simulator.asked.total() == 3


async def test_one_empty_reply_is_an_accident_and_stops_nothing(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[FAULTS["reasoned-out"]]) as simulator:
        _, progress = await run(benchmark, simulator, store_path)
    assert progress.done == 20


async def test_with_leave_the_cap_is_raised(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[FAULTS["reasoned-out"]] * 3) as simulator:
        _, progress = await run(benchmark, simulator, store_path, adapt=True)
    assert progress.done == 20
    (sent,) = open_connection(store_path).execute("SELECT sent FROM runs").fetchone()
    assert json.loads(sent)["max_tokens"] == 4000


async def test_without_a_preflight_everything_is_asked_as_it_is(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    pace = replace(PACE, preflight=False)
    async with simulator_for(benchmark, script=[FAULTS["reasoned-out"]] * 20) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path, pace=pace)
    assert progress.done == 20
    assert {record.admission for record in records_of(store_path, run_id).values()} == {"cut"}


def test_a_reply_is_used_up_only_if_it_says_nothing():
    from mhclient.ask.preflight import used_up_by_reasoning

    assert used_up_by_reasoning(Response(b"", " ", "length"))
    assert not used_up_by_reasoning(Response(b"", "The answer", "length"))
    assert not used_up_by_reasoning(Response(b"", "", "stop"))


def never_content():
    """A server that refuses each name of the cap and asks for the other one."""

    async def answer(request: web.Request, _: bytes) -> web.StreamResponse:
        sent = await request.json()
        other = "max_tokens" if "max_completion_tokens" in sent else "max_completion_tokens"
        error = {"message": f"Unsupported parameter. Use '{other}' instead.", "type": "x"}
        return web.json_response({"error": error}, status=400)

    return answer


async def test_each_way_to_ask_is_tried_once(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[never_content()] * 99) as simulator:
        with pytest.raises(RunStopped, match="was tried already"):
            await run(benchmark, simulator, store_path, adapt=True)
        assert simulator.asked.total() == 3  # as by default, and by either name


async def test_a_rejected_first_item_is_an_error_of_that_item(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[FAULTS["bad-request"]]) as simulator:
        run_id, progress = await run(benchmark, simulator, store_path)
    assert (progress.done, progress.errors) == (20, 1)
    (error,) = {record.error for record in records_of(store_path, run_id).values() if record.error}
    assert error == "PromptTooLong"


async def test_three_rejected_items_in_a_row_stop_the_run(make_benchmark, store_path):
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, script=[FAULTS["rejected"]] * 99) as simulator:
        with pytest.raises(RunStopped, match="the first 3 requests were rejected"):
            await run(benchmark, simulator, store_path)
        assert simulator.asked.total() == 3


def sparing(most: int):
    """A server that gives no more top log-probs than so many, and says so, as mlx_lm does."""

    async def answer(request: web.Request, sent: bytes) -> web.StreamResponse:
        if (await request.json())["top_logprobs"] <= most:
            return web.Response(body=sent, content_type="application/json")
        return web.json_response({"error": f"top_logprobs must be between 0 and {most}"}, status=400)

    return answer


@pytest.mark.parametrize("given", [[], ["--top-logprobs", "15"]])
def test_as_many_log_probs_are_asked_for_as_the_server_gives(
    make_benchmark, store_path, monkeypatch, capsys, given
):
    monkeypatch.setenv("MHCLIENT_API_KEY", "sk-nobody-listens-0")
    benchmark = make_benchmark(make_items(20))
    with start_simulator(benchmark, script=[sparing(11)] * 99) as simulator:
        words = ["run", "--provider", "compatible", "--base-url", simulator.openai_base_url, *given]
        words += ["--model", "sim-tidy", "--ask", "logprobs", "--benchmark", str(benchmark.directory)]
        assert main([*words, "--store", str(store_path)]) == 0
        assert simulator.asked.total() == 21
        assert main([*words, "--store", str(store_path)]) == 0
        assert simulator.asked.total() == 21
    said = capsys.readouterr().err
    assert "the server gives no more top log-probs than 11; asking with --top-logprobs 11" in said
    rows = open_connection(store_path).execute(
        "SELECT requests.body FROM run_items JOIN requests ON requests.key = run_items.request_key"
    )
    assert {json.loads(unpack(body))["top_logprobs"] for (body,) in rows} == {11}
    assert [list(Store.open(store_path).check.find_violations(find_body_readers))] == [[]]


def test_a_server_that_refuses_what_it_said_it_gives_is_not_asked_for_ever(
    make_benchmark, store_path, monkeypatch, capsys
):
    monkeypatch.setenv("MHCLIENT_API_KEY", "sk-nobody-listens-0")
    benchmark = make_benchmark(make_items(20))

    async def refuse(request: web.Request, _: bytes) -> web.StreamResponse:
        return web.json_response({"error": "top_logprobs must be between 0 and 11"}, status=400)

    with start_simulator(benchmark, script=[refuse] * 99) as simulator:
        words = ["run", "--provider", "compatible", "--base-url", simulator.openai_base_url]
        words += ["--model", "sim-tidy", "--ask", "logprobs", "--benchmark", str(benchmark.directory)]
        assert main([*words, "--store", str(store_path)]) == 1
        assert simulator.asked.total() == 2
    assert "gives no such log-probs: pass --top-logprobs 11" in capsys.readouterr().err
