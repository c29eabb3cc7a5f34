"""Jobs through a real store and the simulator's server."""

import json
from typing import cast

import pytest

from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Limits
from mhclient.compose.composition import Composition, Stage, StageUnfinished, estimate_stage, make_composer
from mhclient.compose.item_work import JobFailure, Unreadable, json_object
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.report.loading.load import load_runs
from mhclient.run.jobs import ComposeJob, digest_of, job_from_line
from mhclient.run.prices import Price
from mhclient.run.stored_runs import list_runs, readable_runs
from mhclient.simulator.server import Simulator


@pytest.fixture
async def simulator():
    async with Simulator() as server:
        yield server


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


def composer_at(simulator, model="sim-writer", parameters=None, **limits):
    found = find_model("openai", model, base_url=simulator.openai_base_url)
    return make_composer(found, cast("Limits", {"concurrency": 4, **limits}), **(parameters or {}))


def jobs_of(stage, n=4, number=1, **more):
    return [
        ComposeJob(f"{stage}-{number}-{i}", stage, number, f"item {i}", f"{stage} {number} {i}", **more)
        for i in range(n)
    ]


def text_in(completion):
    return json_object(completion)["text"]


async def test_every_job_gets_its_value_and_a_second_time_nothing_is_asked(simulator, tmp_path):
    composer = composer_at(simulator)
    for _ in range(2):
        async with AsyncStore(tmp_path / "s.sqlite3") as store:
            composition = Composition(store, "exam, hardened")
            found = await composition.ask(Stage("write", 1, jobs_of("write"), composer, text_in))
        assert list(found) == [f"write-1-{i}" for i in range(4)]
        assert {len(reply.value or "") for reply in found.values()} == {12}
        assert [asked.n_jobs for asked in composition.asked] == [4]
        assert composition.spend.requests == 4
    assert simulator.asked.total() == 4
    with Store.open(tmp_path / "s.sqlite3") as opened:
        kept = opened.requests.find_answered([found["write-1-2"].request_key], ("complete",))
    assert kept
    assert found["write-1-2"].served_model == "sim-writer"


async def test_one_cap_holds_over_all_stages_and_starts(simulator, tmp_path):
    async def compose(max_requests):
        composer = composer_at(simulator, max_requests=max_requests)
        async with AsyncStore(tmp_path / "s.sqlite3") as store:
            composition = Composition(store, "exam, hardened")
            await composition.ask(Stage("mentions", 1, jobs_of("mentions"), composer, text_in))
            await composition.ask(Stage("write", 1, jobs_of("write"), composer, text_in))
            return composition

    for _ in range(2):  # a second start has the same cap, not another one
        with pytest.raises(StageUnfinished, match=r"the cap is reached.*stage 'write', round 1: 2 of 4"):
            await compose(6)
        assert simulator.asked.total() == 6
    assert (await compose(8)).spend.requests == 8
    assert set(simulator.asked.values()) == {1}  # nothing was asked twice


async def test_a_cap_in_dollars_counts_models_of_different_prices_together(simulator, tmp_path):
    dear = composer_at(simulator, max_cost_usd=1.0, price=Price(0.0, 1_000.0, "test"))
    cheap = composer_at(simulator, max_cost_usd=1.0, price=Price(0.0, 1.0, "test"))
    async with AsyncStore(tmp_path / "s.sqlite3") as store:
        composition = Composition(store, "exam, hardened")
        long = jobs_of("write", 1, max_tokens=900)
        await composition.ask(Stage("write", 1, long, dear, text_in))
        before = composition.spend.cost_usd or 0.0
        await composition.ask(Stage("judge", 1, jobs_of("judge"), cheap, text_in))
        with pytest.raises(StageUnfinished, match="the cap has no room for another request"):
            await composition.ask(Stage("write", 2, jobs_of("write", 300, 2, max_tokens=900), dear, text_in))
        spent = sum(store.ledger.add_up(run.run).cost_usd or 0.0 for run in list_runs(Store.open(store.path)))
    assert 0 < before < spent <= 1.0


async def test_a_cut_reply_is_a_reason_and_a_job_may_name_a_larger_cap(simulator, tmp_path):
    short, long = jobs_of("write", 1, max_tokens=2), jobs_of("write", 2, 2, max_tokens=50)
    async with AsyncStore(tmp_path / "s.sqlite3") as store:
        composition = Composition(store, "exam, hardened")
        jobs = [long[0], *short, long[1]]
        found = await composition.ask(Stage("write", 1, jobs, composer_at(simulator), text_in))
    assert list(found) == ["write-2-0", "write-1-0", "write-2-1"]
    cut = found["write-1-0"]
    assert (cut.value, cut.why_not, cut.detail) == (None, JobFailure.CUT, "the reply was cut")
    assert len(cut.completion_sha256 or "") == 64
    assert found["write-2-0"].why_not is None
    assert [asked.n_jobs for asked in composition.asked] == [2, 1]  # a cap is a run's


@pytest.mark.parametrize("rate", ["prose_rate", "broken_json_rate"])
async def test_what_is_not_one_json_object_is_unreadable_and_is_not_repaired(simulator, tmp_path, rate):
    composer = composer_at(simulator, f"sim-writer:{rate}=1")
    async with AsyncStore(tmp_path / "s.sqlite3") as store:
        jobs = jobs_of("write")
        found = await Composition(store, "exam").ask(Stage("write", 1, jobs, composer, text_in))
    assert {reply.why_not for reply in found.values()} == {JobFailure.UNREADABLE}
    assert all(reply.completion and "one JSON object" in reply.detail for reply in found.values())


async def test_stages_without_jobs_ask_nothing(simulator, tmp_path):
    async with AsyncStore(tmp_path / "s.sqlite3") as store:
        composition = Composition(store, "exam")
        assert await composition.ask(Stage("judge", 1, [], composer_at(simulator), text_in)) == {}
        assert composition.asked == []
    assert simulator.asked.total() == 0


async def test_an_estimate_sends_nothing_and_leaves_out_what_is_stored(simulator, tmp_path):
    stage = Stage(
        "write", 1, jobs_of("write"), composer_at(simulator, price=Price(1.0, 2.0, "test")), text_in
    )
    (before,) = estimate_stage(stage, tmp_path / "s.sqlite3")
    assert (before.n_requests, before.completion_tokens) == (4, 4 * 1_000)
    assert (before.cost_usd or 0.0) > 4 * 1_000 * 2e-6
    assert simulator.asked.total() == 0
    async with AsyncStore(tmp_path / "s.sqlite3") as store:
        await Composition(store, "exam").ask(stage)
    (after,) = estimate_stage(stage, tmp_path / "s.sqlite3")
    assert (after.n_stored, after.n_requests) == (4, 0)


async def test_reports_refuse_such_runs_by_name_and_the_list_says_what_they_are_for(simulator, tmp_path):
    path = tmp_path / "s.sqlite3"
    async with AsyncStore(path) as store:
        composition = Composition(store, "exam, hardened")
        await composition.ask(Stage("write", 1, jobs_of("write"), composer_at(simulator), text_in))
    run_id = composition.asked[0].run_id
    assert run_id.startswith("sim-writer-write-1-compose-")
    with Store.open(path) as opened:
        with pytest.raises(UsageError, match=f"run '{run_id}' has no answers"):
            load_runs(opened, run_id)
        with pytest.raises(UsageError, match="has no answers"):
            readable_runs(opened, [run_id], print)
        (listed,) = list_runs(opened)
    assert (listed.state, listed.composed) == ("done", "exam, hardened: write, round 1")


def test_equal_jobs_have_equal_bytes_and_come_back_from_their_line():
    job = ComposeJob("write-1-x", "write", 1, "x", "Write “é”.", "Be brief.", max_tokens=20)
    assert job_from_line(job.to_line()) == job
    assert digest_of([job]) == digest_of([job_from_line(job.to_line())])
    broken = json.loads(job.to_line()) | {"round": "1"}
    with pytest.raises(ValueError, match="'round' is '1'"):
        job_from_line(json.dumps(broken))


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", '{"a": 1} {"b": 2}', 'Here: {"a": 1}', '{"a": 1,}', '{"a": 1, "a": 2}',
        '```json\n{"a": 1}\n``` as you asked', "```\n[1]\n```",
    ],
)  # fmt: skip
def test_one_object_alone_is_read(text):
    with pytest.raises(Unreadable):
        json_object(text)


@pytest.mark.parametrize("text", ['{"a": 1}', ' {"a": 1}\n', '```json\n{"a": 1}\n```', '```\n{"a": 1}\n```'])
def test_an_object_may_stand_in_a_fence(text):
    assert json_object(text) == {"a": 1}
