"""What can go wrong with batches: every line ends in exactly one state, and nothing is lost."""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from cache import StoreFull
from mhclient.errors import RunStopped
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.faults import FAULTS
from tests.support.asking import attempts_of, nearly_full, records_of, report_of, run, simulator_for
from tests.support.batching import (
    PACE,
    WAITING,
    batches_in,
    lines_in,
    run_batch,
    strays_in,
)
from tests.support.items import make_items

N = 30
ALL = ["openai", "anthropic", "gemini-native"]
ONE_ROUND = replace(WAITING, rounds=0)


async def after(fault: BatchFault | None, make_benchmark, store, provider: str, pace=ONE_ROUND, said=None):
    """Run one batch that meets a fault, without another try; returns the run's id."""
    benchmark = make_benchmark(make_items(N))
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=[fault]) as simulator:
        run_id = await run_batch(benchmark, simulator, store, provider=provider, pace=pace, said=said)
        _, online = await run(benchmark, simulator, store.with_name("online.sqlite3"), provider=provider)
        assert online.done == N
    return run_id


@pytest.mark.slow
@pytest.mark.parametrize("provider", ALL)
@pytest.mark.parametrize(
    ("fault", "strays", "n_doubled", "n_unknown"),
    [
        (BatchFault.LINES_REORDERED, [], 0, 0),
        (BatchFault.LINES_DOUBLED, [], 10, 0),
        (BatchFault.LINES_DIFFERING, ["doubled"] * 10, 10, 0),
        (BatchFault.UNKNOWN_IDS, ["unknown"] * 10, 0, 10),
        (BatchFault.DOWNLOAD_CUT, [], 0, 0),
        (BatchFault.DOWNLOAD_SHORT, [], 0, 0),
    ],
)
async def test_results_are_matched_by_id_whatever_comes(
    make_benchmark, tmp_path, provider, fault, strays, n_doubled, n_unknown
):
    store = tmp_path / "s.sqlite3"
    run_id = await after(fault, make_benchmark, store, provider)
    (batch,) = batches_in(store)
    assert lines_in(store) == [{"response": N}]
    assert strays_in(store) == strays
    assert (batch.n_doubled, batch.n_unknown) == (n_doubled, n_unknown)
    assert report_of(store, run_id) == report_of(tmp_path / "online.sqlite3", run_id)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("provider", "fault", "lines"),
    [
        ("openai", BatchFault.LINES_MISSING, {"response": 20, "LineMissing": 10}),
        ("anthropic", BatchFault.LINES_MISSING, {"response": 20, "LineMissing": 10}),
        ("openai", BatchFault.LINES_TORN, {"response": 20, "LineMissing": 10}),
        ("openai", BatchFault.LINES_FAILING, {"response": 20, "RequestRejected": 10}),
        ("anthropic", BatchFault.LINES_FAILING, {"response": 20, "RequestRejected": 10}),
        ("openai", BatchFault.ONLY_ERRORS, {"RequestRejected": 30}),
        ("openai", BatchFault.BATCH_FAILED, {"BatchFailed": 30}),
        ("openai", BatchFault.BATCH_EXPIRED, {"response": 15, "LineExpired": 15}),
        ("anthropic", BatchFault.BATCH_EXPIRED, {"response": 15, "LineExpired": 15}),
        ("openai", BatchFault.BATCH_CANCELLED, {"response": 15, "LineCancelled": 15}),
        ("anthropic", BatchFault.BATCH_CANCELLED, {"response": 15, "LineCancelled": 15}),
        ("anthropic", BatchFault.RESULTS_GONE, {"ResultsGone": 30}),
        ("gemini-native", BatchFault.LINES_MISSING, {"response": 20, "LineMissing": 10}),
        ("gemini-native", BatchFault.LINES_TORN, {"response": 20, "LineMissing": 10}),
        ("gemini-native", BatchFault.LINES_FAILING, {"response": 20, "RequestRejected": 10}),
        ("gemini-native", BatchFault.ONLY_ERRORS, {"RequestRejected": 30}),
        ("gemini-native", BatchFault.BATCH_FAILED, {"BatchFailed": 30}),
        ("gemini-native", BatchFault.BATCH_EXPIRED, {"LineExpired": 30}),  # it has no results then
        ("gemini-native", BatchFault.BATCH_CANCELLED, {"response": 15, "LineCancelled": 15}),
    ],
)
async def test_each_line_ends_in_one_state(make_benchmark, tmp_path, provider, fault, lines):
    store = tmp_path / "s.sqlite3"
    run_id = await after(fault, make_benchmark, store, provider)
    assert lines_in(store) == [lines]
    records = records_of(store, run_id).values()
    errors = sorted(record.error for record in records if record.error)
    assert errors == sorted(name for name, n in lines.items() if name != "response" for _ in range(n))
    assert all(record.detail for record in records if record.error)
    assert all((record.response_id is None) == (record.error is not None) for record in records)


async def test_lines_that_may_have_been_charged_are_of_unknown_outcome(make_benchmark, tmp_path):
    store = tmp_path / "s.sqlite3"
    await after(BatchFault.LINES_MISSING, make_benchmark, store, "openai")
    states = [state for state, _ in attempts_of(store)]
    assert (states.count("answered"), states.count("unknown")) == (20, 10)


@pytest.mark.slow
@pytest.mark.parametrize("provider", ALL)
async def test_what_failed_goes_into_the_next_batch(make_benchmark, tmp_path, provider):
    expired = N if provider == "gemini-native" else N // 2  # how many lines have no result
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.BATCH_EXPIRED, BatchFault.LINES_MISSING]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        run_id = await run_batch(benchmark, simulator, store, provider=provider)
    assert [sum(lines.values()) for lines in lines_in(store)] == [N, expired, expired // 3]
    assert {record.admission for record in records_of(store, run_id).values()} == {"complete"}


async def test_a_refused_request_is_not_asked_again(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.LINES_FAILING]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        await run_batch(benchmark, simulator, store)
        await run_batch(benchmark, simulator, store)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert len(batches_in(store)) == 1


async def test_polling_survives_its_own_errors(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    names = ("server-error", "reset-in-body", "proxy-page", "rate-limited", "cut-json", "timeout-408")
    async with simulator_for(benchmark, batch_s=0.3) as simulator:
        simulator.batch_routes.get_faults.extend(FAULTS[name] for name in names)
        await run_batch(benchmark, simulator, store, said=said)
    assert sum("could not be asked for" in line for line in said) == len(names)
    assert lines_in(store) == [{"response": N}]


async def test_waiting_ends_with_the_providers_time(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [BatchFault.BATCH_STUCK]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        day_s = 25.1 * 3600

        def wall_s() -> float:
            return simulator.batch_api.clock.now() + day_s

        await run_batch(benchmark, simulator, store, said=said, wall_s=wall_s)
    assert "past their expiry, and not ended" in said[-1]
    assert lines_in(store) == [{"waiting": N}]


async def test_a_revoked_key_stops_with_one_sentence(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        simulator.batch_routes.get_faults.append(FAULTS["revoked-key"])
        with pytest.raises(RunStopped, match="Nothing is lost"):
            await run_batch(benchmark, simulator, store, pace=PACE)
    assert lines_in(store) == [{"waiting": N}]


async def test_a_batch_of_another_key_is_left_alone(make_benchmark, tmp_path, monkeypatch):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        monkeypatch.setenv("OPENAI_API_KEY", "another")
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True, said=said)
    assert lines_in(store) == [{"waiting": N}]
    assert "not found with this key" in said[-1]


@pytest.mark.parametrize("provider", ["openai", "gemini-native"])
async def test_a_file_whose_upload_brought_no_answer_is_not_uploaded_again(
    make_benchmark, tmp_path, provider
):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    faults = [BatchFault.UPLOAD_REPLY_LOST, BatchFault.FILE_UNSEEN, BatchFault.FILE_UNSEEN]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        await run_batch(benchmark, simulator, store, provider=provider)
        assert simulator.batch_api.n_uploads == 1
    assert lines_in(store) == [{"response": N}]


@pytest.mark.slow
@pytest.mark.parametrize("provider", ALL)
async def test_a_batch_made_after_its_answer_was_lost_is_waited_for(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [BatchFault.CREATE_LATE]
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=faults) as simulator:
        pace = replace(WAITING, settle_s=0.6)
        await run_batch(benchmark, simulator, store, provider=provider, pace=pace, said=said)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert any("looking again in" in line for line in said)
    assert lines_in(store) == [{"response": N}]


def _on_a_full_disk(**_: object):
    return Path("/dev/full").open("wb")


async def test_a_full_disk_stops_before_anything_is_sent(make_benchmark, tmp_path, monkeypatch):
    """/dev/full stands in for the disk: every write to it fails as it does there."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        with monkeypatch.context() as patched:
            patched.setattr("tempfile.TemporaryFile", _on_a_full_disk)
            with pytest.raises(RunStopped, match="No space left on device"):
                await run_batch(benchmark, simulator, store)
        assert simulator.batch_api.n_uploads == 0
        await run_batch(benchmark, simulator, store)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert lines_in(store) == [{"response": N}]


@pytest.mark.slow
async def test_a_disk_that_fills_up_in_the_download_loses_nothing(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(1_200))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=0.05) as simulator:
        await run_batch(benchmark, simulator, store, pace=PACE)
        await anyio.sleep(0.1)
        with pytest.raises(StoreFull, match="free some space and start again"):
            await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True, open_store=nearly_full)
        (lines,) = lines_in(store)
        assert lines["waiting"] > 0
        await run_batch(benchmark, simulator, store, pace=PACE, collect_only=True)
        assert set(simulator.batch_api.submitted.values()) == {1}
    assert lines_in(store) == [{"response": 1_200}]


async def test_an_unreachable_provider_leaves_the_intent(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        pass
    with pytest.raises(RunStopped, match="the same command"):
        await run_batch(benchmark, simulator, store, pace=PACE)
    assert [batch.state for batch in batches_in(store)] == ["intended"]
    async with simulator_for(benchmark, port=simulator.port, batch_s=0.05) as simulator:
        await run_batch(benchmark, simulator, store)
        assert len(simulator.batch_api.batches) == 1
    assert lines_in(store) == [{"response": N}]
