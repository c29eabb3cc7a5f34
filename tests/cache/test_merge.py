"""Two stores become one: nothing lost, nothing doubled, nothing taken that is not what it says."""

import os
import shutil
import signal
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from cache import Caps, Store
from cache.connection import open_connection
from cache.errors import OpenBatches, RunAtWork, RunMismatch, StoreCorrupt, StoreUnusable
from cache.merge import TAKEN
from cache.rows import NewJudgement, NewSample, SampleCaseRow
from mhclient.ask.order import Shard
from mhclient.cli.main import main
from mhclient.providers.stored_bodies import find_violations
from mhclient.run.spec import stored_in_full
from tests.support.asking import PACE, report_of, run, simulator_for
from tests.support.batching import PACE as BATCH_PACE
from tests.support.batching import batches_in, run_batch
from tests.support.items import make_binary_items, make_items
from tests.support.processes import finish
from tests.support.stored import FAILED, store_run

MODEL = "sim-tidy:accuracy=0.6,refusal_rate=0.2"


@pytest.fixture
def bench(make_benchmark):
    return make_benchmark([*make_items(20), *make_binary_items(13)])


async def ask_in_shards(bench, simulator, folder: Path, of: int) -> tuple[str, list[Path]]:
    paths = [folder / f"part-{index}-of-{of}.sqlite3" for index in range(of)]
    for index, path in enumerate(paths):
        pace = replace(PACE, shard=Shard(index, of))
        run_id, progress = await run(bench, simulator, path, model=MODEL, pace=pace, epochs=2)
        assert progress.done == progress.total, index
    return run_id, paths


def stored(path: Path, bench, answers, **more) -> str:
    """A run by a process that has signed off."""
    run_id = store_run(path, bench, answers, **more)
    with Store.open(path) as store, store.transaction():
        store.sessions.end(1, "done")
    return run_id


def merged(into: Path, *others: Path) -> Path:
    with Store.open(into, create=True) as store:
        for path in others:
            with Store.open(path, read_only=True) as other:
                store.take_over(other, stored_in_full, find_violations)
    return into


def rows_in(path: Path) -> dict[str, int]:
    connection = open_connection(path, read_only=True)
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables(path)}


def tables(path: Path) -> list[str]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    return [name for (name,) in open_connection(path, read_only=True).execute(query)]


def violations(path: Path) -> list[str]:
    return list(find_violations(Store.open(path, read_only=True)))


@pytest.mark.slow
@pytest.mark.parametrize("of", [1, 2, 7])
async def test_shards_merged_in_any_order_are_the_run_of_one_store(bench, tmp_path, of):
    async with simulator_for(bench) as simulator:
        run_id, _ = await run(bench, simulator, tmp_path / "one.sqlite3", model=MODEL, epochs=2)
        _, parts = await ask_in_shards(bench, simulator, tmp_path, of)
        assert simulator.asked.total() == 2 * 66
    whole = report_of(tmp_path / "one.sqlite3", run_id)
    for number, order in enumerate((parts, parts[::-1], parts[of // 2 :] + parts[: of // 2])):
        together = merged(tmp_path / f"all-{number}.sqlite3", *order)
        assert report_of(together, run_id) == whole
        assert violations(together) == []
        counted = rows_in(together)
        assert (counted["requests"], counted["responses"], counted["attempts"]) == (66, 66, 66)
        assert counted["sessions"] == of


@pytest.mark.slow
async def test_merging_again_changes_nothing(bench, tmp_path):
    async with simulator_for(bench) as simulator:
        _, parts = await ask_in_shards(bench, simulator, tmp_path, 2)
    into = merged(tmp_path / "all.sqlite3", *parts)
    before = "\n".join(open_connection(into).iterdump())
    merged(into, *parts, *parts)
    assert "\n".join(open_connection(into).iterdump()) == before


async def test_a_merged_run_asks_what_no_shard_has_asked_and_its_caps_add_up(bench, tmp_path):
    async with simulator_for(bench) as simulator:
        _, parts = await ask_in_shards(bench, simulator, tmp_path, 3)
        into = merged(tmp_path / "all.sqlite3", *parts[:2])
        asked_before = simulator.asked.total()
        capped = replace(PACE, caps=Caps(requests=44 + 10))
        _, progress = await run(bench, simulator, into, model=MODEL, epochs=2, pace=capped)
        assert (simulator.asked.total() - asked_before, progress.done) == (10, 54)
        _, progress = await run(bench, simulator, into, model=MODEL, epochs=2)
    assert (progress.done, progress.total, progress.n_earlier) == (66, 66, 54)


def test_every_table_of_the_store_is_taken_over(tmp_path):
    Store.open(tmp_path / "s.sqlite3", create=True).close()
    assert sorted(TAKEN) == sorted(tables(tmp_path / "s.sqlite3"))


def test_a_reply_goes_before_an_error_and_stays_once_it_is_there(make_benchmark, tmp_path):
    items = make_items(3)
    bench, ids = make_benchmark(items), [item.id for item in items]
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    run_id = stored(one, bench, {ids[0]: "A", ids[1]: FAILED})
    assert stored(other, bench, {ids[0]: "B", ids[1]: "C", ids[2]: FAILED}) == run_id
    for first, second, answers in ((one, other, "AC"), (other, one, "BC")):
        into = merged(tmp_path / f"{answers}.sqlite3", first, second)
        with Store.open(into) as store:
            records = list(store.results.read_records(run_id))
        assert [record.completion for record in records] == [*answers, None]
        assert records[2].error is not None


def test_judgements_and_samples_come_along_once(make_benchmark, tmp_path):
    bench = make_benchmark(make_items(2))
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    for path, rater in ((one, "ann"), (other, "bob")):
        run_id = stored(path, bench, {"RP-00000": "A"})
        with Store.open(path) as store, store.transaction():
            for undoes in (None, 1):
                store.judgements.add(
                    NewJudgement("case", rater, "answer", "A", "", undoes, "1", "answer A", False)
                )
            store.samples.add(
                NewSample(run_id, "1", 7, 1), [SampleCaseRow(0, "RP-00000", "case", "strict", 1, "answer A")]
            )
    into = merged(tmp_path / "all.sqlite3", one, other, other)
    with Store.open(into) as store:
        said = store.judgements.find(["case"])
        assert [(row.rater, row.undoes) for row in said] == [
            ("ann", None),
            ("ann", said[0].id),
            ("bob", None),
            ("bob", said[2].id),
        ]
        samples = store.samples.get_all(run_id)
        assert [len(store.samples.read_cases(sample.sample_id)) for sample in samples] == [1, 1]


async def test_an_open_batch_is_collected_where_it_was_merged_to(bench, tmp_path):
    one, into = tmp_path / "one.sqlite3", tmp_path / "all.sqlite3"
    async with simulator_for(bench) as simulator:
        run_id = await run_batch(bench, simulator, one, pace=BATCH_PACE)
        merged(into, one)
        assert [batch.state for batch in batches_in(into)] == [batch.state for batch in batches_in(one)]
        simulator.batch_api.clock.advance(2.0)
        await run_batch(bench, simulator, into, collect_only=True)
        await run_batch(bench, simulator, one, collect_only=True)
    assert report_of(into, run_id) == report_of(one, run_id)
    before = rows_in(into)
    assert rows_in(merged(into, one))["responses"] == before["responses"]
    assert violations(into) == []


async def test_a_batch_that_was_collected_there_is_ended_here(bench, tmp_path):
    one, into = tmp_path / "one.sqlite3", tmp_path / "all.sqlite3"
    async with simulator_for(bench) as simulator:
        run_id = await run_batch(bench, simulator, one, pace=BATCH_PACE)
        merged(into, one)
        simulator.batch_api.clock.advance(2.0)
        await run_batch(bench, simulator, one, collect_only=True)
    merged(into, one)
    assert report_of(into, run_id) == report_of(one, run_id)
    assert all(batch.closed_at for batch in batches_in(into))


async def test_two_batches_that_wait_for_the_same_are_refused(bench, tmp_path):
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    async with simulator_for(bench) as simulator:
        for path in (one, other):
            await run_batch(bench, simulator, path, pace=BATCH_PACE)
    with pytest.raises(OpenBatches, match="waits for a reply that a batch of"):
        merged(tmp_path / "all.sqlite3", one, other)


def test_runs_of_one_name_that_ask_different_things_are_refused(make_benchmark, tmp_path):
    bench = make_benchmark(make_items(2))
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    run_id = stored(one, bench, {"RP-00000": "A"})
    another = stored(other, bench, {"RP-00000": "A"}, model="m2")
    with sqlite3.connect(other) as connection:
        for table in ("sessions", "run_items", "runs"):
            connection.execute(f"UPDATE {table} SET run_id = ? WHERE run_id = ?", (run_id, another))
    before = rows_in(one)
    with pytest.raises(RunMismatch, match="asks other things"):
        merged(one, other)
    assert rows_in(one) == before


def test_a_store_somebody_works_on_is_refused(make_benchmark, tmp_path):
    one, into = tmp_path / "one.sqlite3", tmp_path / "all.sqlite3"
    run_id = stored(one, make_benchmark(make_items(2)), {"RP-00000": "A"})
    with Store.open(one) as store, store.transaction():
        store.sessions.start(run_id, account="a", version="1")
    with pytest.raises(RunAtWork, match="Merge once it has ended"):
        merged(into, one)
    with pytest.raises(RunAtWork):
        merged(one, into)


CHANGED = "they were changed, or are not all there"
SHIFTED = '{"A":"B","B":"A","C":"C","D":"D"}'


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE requests SET endpoint = 'https://elsewhere.example/v1'", "its body has the key"),
        ("DELETE FROM attempts", "of responses belongs to one of attempts that is not there"),
        ("UPDATE requests SET body = x'00'", "the body is cut short"),
        ("UPDATE attempts SET started_at = 'x'", r"one\.sqlite3: attempts\.started_at where id 1: 'x' is"),
        ("UPDATE responses SET completion = x'ff'", r"responses\.completion where id 1: .* is not a text"),
        ("UPDATE sessions SET ended_at = 7", r"sessions\.ended_at where id 1: .* is not a time"),
        ("""UPDATE items SET body = replace(body, '"gold":["A"]', '"gold":["B"]')""", CHANGED),
        ("UPDATE items SET body = replace(body, 'drug', 'pill')", CHANGED),
        ("DELETE FROM items WHERE position = 1", CHANGED),
        ("UPDATE items SET position = 2 WHERE position = 1", CHANGED),
        ("UPDATE responses SET completion = 'B'", "its body says"),
        ("UPDATE run_items SET response_id = 1", "a run rests on the response to another request"),
        (f"UPDATE run_items SET shown = '{SHIFTED}' WHERE position = 1", "recorded in another order"),
        (
            "UPDATE run_items SET (request_key, response_id) = (SELECT request_key, id FROM responses)",
            r"item RP-00001: its request asks something else",
        ),
    ],
)
def test_a_store_that_is_not_what_it_says_is_refused_whole(make_benchmark, tmp_path, change, says):
    one, into = tmp_path / "one.sqlite3", tmp_path / "all.sqlite3"
    stored(one, make_benchmark(make_items(2)), {"RP-00000": "A"})
    with sqlite3.connect(one) as connection:
        connection.execute(change)
    with pytest.raises(StoreCorrupt, match=says):
        merged(into, one)
    assert set(rows_in(into).values()) == {0}


def test_nothing_is_taken_for_items_that_were_changed_here(make_benchmark, tmp_path):
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    stored(one, make_benchmark(make_items(2)), {"RP-00000": "A"})
    shutil.copy(one, other)
    with sqlite3.connect(one) as connection:
        connection.execute("UPDATE items SET body = replace(body, '\"A\"', '\"B\"')")
    with pytest.raises(StoreCorrupt, match=rf"one\.sqlite3: the items of .* {CHANGED}"):
        merged(one, other)


def _merge_and_die(into: Path, other: Path, n_steps: int) -> int:
    """Merge, and end by SIGKILL after so many hundred steps of SQLite's machine."""
    left = n_steps

    def step() -> int:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    with Store.open(into, create=True) as store, Store.open(other, read_only=True) as source:
        store._connection.set_progress_handler(step, 100)
        store.take_over(source, stored_in_full, find_violations)
    return 0


@pytest.mark.storm
async def test_killed_in_a_merge_both_files_are_whole(bench, tmp_path):
    async with simulator_for(bench) as simulator:
        run_id, parts = await ask_in_shards(bench, simulator, tmp_path, 2)
    into = merged(tmp_path / "all.sqlite3", parts[0])
    empty_handed, there = rows_in(into), rows_in(parts[1])
    n_kills = 0
    for n_steps in (1, 3, 10, 20, 40, 80, 160):
        status = await finish(partial(_merge_and_die, into, parts[1], n_steps))
        n_kills += status == -signal.SIGKILL
        assert rows_in(into) == empty_handed or status == 0
        assert (violations(into), violations(parts[1]), rows_in(parts[1])) == ([], [], there)
    assert n_kills >= 4
    assert rows_in(merged(into, parts[1]))["responses"] == 66
    assert Store.open(into).results.count_tasks(run_id)["RP"].answered == 40


def test_a_file_that_is_no_store_is_refused(tmp_path):
    (tmp_path / "note.sqlite3").write_text("no store")
    with pytest.raises(StoreUnusable):
        merged(tmp_path / "all.sqlite3", tmp_path / "note.sqlite3")


def test_the_command_looks_at_all_stores_before_it_changes_one(make_benchmark, tmp_path, capsys):
    whole, into = tmp_path / "whole.sqlite3", tmp_path / "all.sqlite3"
    stored(whole, make_benchmark(make_items(2)), {"RP-00000": "A", "RP-00001": "B"})
    assert main(["cache", "merge", str(into), str(whole), str(tmp_path / "none.sqlite3")]) == 2
    assert "none.sqlite3: no store here" in capsys.readouterr().err
    assert not into.exists()
    assert main(["cache", "merge", str(into), str(whole)]) == 0
    assert rows_in(into)["responses"] == 2
