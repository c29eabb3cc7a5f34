"""Whose a batch at the provider is: found again after a lost answer, and never another's."""

import anyio

from cache import Store
from mhclient.simulator.batch_api import BatchFault, SubmittedLine
from tests.support.asking import simulator_for
from tests.support.batching import PACE, lines_in, run_batch
from tests.support.items import make_items
from tests.support.sql import NO_ITEMS, execute, keep_benchmark

N = 12
BODY = {"model": "sim-tidy", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi"}]}


def strangers() -> list[SubmittedLine]:
    """As many lines as ours, of another program that uses the same key."""
    return [SubmittedLine(f"other-{n}", "/v1/messages", BODY) for n in range(N)]


async def test_of_equal_batches_the_one_made_nearest_to_our_call_is_ours(make_benchmark, tmp_path):
    """Anthropic keeps no tags: after a lost answer only size and time tell, until the results do."""
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [None, BatchFault.CREATE_REPLY_LOST]
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        simulator.batch_api.create("msgbatch_", "no-key", strangers(), {}).created_at -= 300.0
        for _ in range(2):
            await run_batch(benchmark, simulator, store, provider="anthropic", pace=PACE, said=said)
            await anyio.sleep(0.1)
        assert len(simulator.batch_api.batches) == 2
    assert any("found at the provider as msgbatch_000002" in line for line in said)
    assert not any("is not ours after all" in line for line in said)
    assert lines_in(store) == [{"response": N}]


async def test_a_stranger_of_the_same_size_and_time_is_given_back(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(N))
    store, said = tmp_path / "s.sqlite3", list[str]()
    faults = [None, BatchFault.CREATE_REPLY_LOST]
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        simulator.batch_api.create("msgbatch_", "no-key", strangers(), {})

        def delay(_: str) -> None:
            simulator.batch_api.batches["msgbatch_000002"].created_at += 200.0

        simulator.batch_api.on_step = delay
        await run_batch(benchmark, simulator, store, provider="anthropic", pace=PACE, said=said)
        simulator.batch_api.on_step = lambda _: None
        for _ in range(2):
            await anyio.sleep(0.1)
            await run_batch(benchmark, simulator, store, provider="anthropic", pace=PACE, said=said)
        assert len(simulator.batch_api.batches) == 2
    assert any("is not ours after all" in line for line in said)
    assert lines_in(store) == [{"response": N}]


def test_who_made_a_batch_takes_it_from_who_guessed_and_nobody_else_does(tmp_path):
    store = Store.open(tmp_path / "s.sqlite3", create=True)
    keep_benchmark(store)
    store.runs.add("r", NO_ITEMS, {})
    execute(
        store,
        "INSERT INTO sessions (run_id, host, pid, version, started_at, heartbeat_at, account) "
        "VALUES ('r', 'h', 1, '0', '', '', 'a')",
    )
    for tag in ("guesser", "maker", "late"):
        store.batches.draft(run_id="r", session_id=1, tag=tag, account="a", model="m", prices=None)
    guesser, maker, late = store.batches.get_all()
    for batch in (guesser, maker, late):
        store.batches.update(batch.id, state="creating")
    assert store.batches.own(guesser, "remote-1", guessed=True)
    assert store.batches.own(maker, "remote-1", guessed=False)
    assert not store.batches.own(late, "remote-1", guessed=True)
    found = {batch.tag: (batch.state, batch.remote_id) for batch in store.batches.get_all()}
    assert found == {
        "guesser": ("creating", None),
        "maker": ("submitted", "remote-1"),
        "late": ("creating", None),
    }
