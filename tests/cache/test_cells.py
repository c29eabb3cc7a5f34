"""Cells that hold another kind of value than their column has: found, named, blamed for what they break."""

import gzip
import sqlite3
from contextlib import closing

import pytest

from cache import Store, StoreCorrupt
from cache.async_store import AsyncStore
from cache.cells import find_wrong_cells
from tests.support.places import ROOT

STORED = ROOT / "tests" / "fixtures" / "v0_1_0" / "store.sqlite3.gz"
ROWS = {
    "a text for a number": ("attempts SET tokens = 'x' WHERE id = 3", "attempts.tokens where id 3: 'x'"),
    "tokens given back": (
        "attempts SET tokens = -1000000 WHERE id = 3",
        "'-1000000' is not a number of tokens",
    ),
    "dollars given back": ("attempts SET cost_usd = -5.0 WHERE id = 3", "'-5.0' is not an amount in dollars"),
    "bytes for a text": (
        "responses SET served_model = x'00' WHERE id = 5",
        "responses.served_model where id 5",
    ),
    "nothing where something belongs": (
        "samples SET seed = '' WHERE sample_id = 1",
        "samples.seed where sample_id 1: ''",
    ),
    "a number that is none": (
        "sessions SET gate_s = 9e999 WHERE id = 2",
        "sessions.gate_s where id 2: 'Inf'",
    ),
    "a time that is none": (
        "batches SET created_at = '2026-13-45T' WHERE id = 1",
        "'2026-13-45T' is not a time",
    ),
    "a clock without a day": ("batches SET looked_at = '12:00' WHERE id = 1", "'12:00' is not a time"),
    "no JSON": ("benchmarks SET manifest = '{'", "benchmarks.manifest where digest"),
    "JSON that is no object": ("runs SET sent = '[1]' WHERE planned", "runs.sent where run_id"),
    "a benchmark that is not there": ("runs SET benchmark = 'gone'", "of benchmarks that is not there"),
}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "s.sqlite3"
    path.write_bytes(gzip.decompress(STORED.read_bytes()))
    Store.open(path).close()
    return path


def spoil(path, change):
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(f"UPDATE {change}").rowcount


@pytest.mark.parametrize(
    "change", ["tokens = -1000000", "tokens = 9000000000000000000", "cost_usd = -5.0", "cost_usd = 'x'"]
)
def test_a_cap_is_not_reckoned_from_rows_that_no_request_has(path, change):
    spoil(path, f"attempts SET {change} WHERE id = 3")
    with (
        Store.open(path) as store,
        pytest.raises(StoreCorrupt, match="row 3 of the table attempts has an impossible"),
    ):
        store.ledger.add_up([run.run_id for run in store.runs.get_all()])


def test_a_store_of_ours_has_no_wrong_cell(path):
    with Store.open(path) as store:
        assert list(find_wrong_cells(store._connection)) == []


@pytest.mark.parametrize("row", ROWS)
def test_a_wrong_cell_is_named_with_its_row(path, row):
    change, named = ROWS[row]
    spoil(path, change)
    with Store.open(path) as store:
        assert named in next(find_wrong_cells(store._connection))
        violations = list(store.check.find_violations(lambda *_: ()))
    assert any(named in violation for violation in violations)


@pytest.mark.parametrize("error", [TypeError(), KeyError(), OverflowError(), RecursionError()])
def test_a_wrong_cell_is_blamed_for_an_error_of_its_kind(path, error):
    spoil(path, "attempts SET tokens = 'x' WHERE id = 3")
    with pytest.raises(StoreCorrupt, match=r"s\.sqlite3: attempts\.tokens where id 3"), Store.open(path):
        raise error


def test_tables_and_columns_of_others_are_looked_at_whatever_they_are_called(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute('CREATE TABLE "my ""notes" ("a {0} b" INTEGER, "select" TEXT)')
        connection.execute("""INSERT INTO "my ""notes" VALUES ('x', 'y')""")
    with Store.open(path) as store:
        assert list(find_wrong_cells(store._connection)) == [
            "my \"notes.a {0} b where rowid 1: 'x' is not a whole number"
        ]


def test_an_error_beside_sound_cells_stays_what_it_is(path):
    with pytest.raises(KeyError), Store.open(path):
        raise KeyError


def test_an_error_that_values_do_not_make_stays_what_it_is(path):
    spoil(path, "attempts SET tokens = 'x' WHERE id = 3")
    with pytest.raises(ConnectionError), Store.open(path):
        raise ConnectionError


async def test_a_wrong_cell_is_blamed_on_an_event_loop_too(path):
    spoil(path, "attempts SET tokens = 'x' WHERE id = 3")
    with pytest.raises(StoreCorrupt, match=r"attempts\.tokens"):
        async with AsyncStore(path):
            raise ExceptionGroup("tasks", [TypeError()])


def test_a_heartbeat_that_is_no_time_is_one_clear_error(path):
    spoil(path, "sessions SET heartbeat_at = 'x', ended_at = NULL WHERE id = 4")
    named = r"s\.sqlite3: sessions\.heartbeat_at where id 4: 'x' is no time"
    with Store.open(path) as store, store.transaction(), pytest.raises(StoreCorrupt, match=named):
        store.sessions.close_dead()


@pytest.mark.parametrize("column", ["created_at", "creating_at", "owner_seen_at", "looked_at", "closed_at"])
def test_a_batch_whose_time_is_none_is_one_clear_error(path, column):
    spoil(path, f"batches SET {column} = 'x' WHERE id = 2")
    with Store.open(path) as store, pytest.raises(StoreCorrupt, match=rf"batches\.{column} where id 2: 'x'"):
        store.batches.get_all()


@pytest.mark.parametrize("change", ["received_at = 'x' WHERE id = 1", "received_at = 7"])
def test_the_time_of_a_reply_that_is_none_is_one_clear_error(path, change):
    spoil(path, f"responses SET {change}")
    with (
        Store.open(path) as store,
        pytest.raises(StoreCorrupt, match=r"responses\.received_at of run '.*no time"),
    ):
        [store.results.read_span(run.run_id) for run in store.runs.get_all()]


def test_a_start_without_a_time_is_one_clear_error(path):
    with Store.open(path) as store, store.transaction():
        store.starts.add([store.runs.get_all()[0].run_id])
    spoil(path, "starts SET started_at = 'x'")
    with Store.open(path) as store, pytest.raises(StoreCorrupt, match=r"starts\.started_at where id 1: 'x'"):
        store.starts.find_last()
