"""The file: opening it, refusing what is not ours, bringing it up to date."""

import contextlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cache import MetReplies, Store, StoreCorrupt, StoreUnusable, StoreVersionError, packing
from cache.connection import APPLICATION_ID, SCHEMA_VERSION, open_connection
from cache.packing import UNPACKED_MAX, pack, unpack
from cache.schema import MIGRATIONS
from mhclient.simulator.batch_api import BatchFault
from tests.support.asking import run, simulator_for
from tests.support.batching import run_batch
from tests.support.items import make_items


def test_a_new_store_has_its_tables_and_says_whose_it_is(tmp_path):
    connection = open_connection(tmp_path / "s.sqlite3", create=True)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert {
        "benchmarks",
        "items",
        "runs",
        "run_items",
        "requests",
        "sessions",
        "attempts",
        "responses",
    } <= tables
    assert connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_a_missing_store_is_not_made_by_a_reader(tmp_path):
    with pytest.raises(StoreUnusable, match="no store here"):
        open_connection(tmp_path / "s.sqlite3")
    assert not (tmp_path / "s.sqlite3").exists()


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "theirs.sqlite3"
    theirs = sqlite3.connect(path)
    theirs.execute("CREATE TABLE precious (x)")
    theirs.close()
    before = path.read_bytes()
    with pytest.raises(StoreUnusable, match="not an mhclient store"):
        open_connection(path, create=True)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreUnusable, match=r"notes\.txt is no store, but text"):
        open_connection(path, create=True)
    assert path.read_text().startswith("Dear diary")


def test_a_store_of_two_names_is_read_and_not_written(tmp_path):
    path, other = tmp_path / "s.sqlite3", tmp_path / "other.sqlite3"
    Store.open(path, create=True).close()
    other.hardlink_to(path)
    with pytest.raises(StoreUnusable, match=r"other\.sqlite3: this file has another name, too"):
        Store.open(other)
    Store.open(other, read_only=True).close()
    other.unlink()
    Store.open(path).close()


@pytest.mark.parametrize("read_only", [True, False])
def test_an_empty_database_becomes_a_store_only_where_one_is_made(tmp_path, read_only):
    """What 'sqlite3 empty.db vacuum' writes: an SQLite file that is nobody's yet."""
    path = tmp_path / "empty.db"
    with contextlib.closing(sqlite3.connect(path)) as made:
        made.execute("VACUUM")
    before = path.read_bytes()
    assert before
    with pytest.raises(StoreUnusable, match="not an mhclient store"):
        open_connection(path, read_only=read_only)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    open_connection(path, create=True).close()
    open_connection(path, read_only=read_only).close()


def test_a_store_of_a_newer_program_is_refused(tmp_path):
    path = tmp_path / "s.sqlite3"
    connection = open_connection(path, create=True)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(StoreVersionError, match="Update mhclient"):
        open_connection(path)


def test_a_read_only_connection_cannot_write(tmp_path):
    path = tmp_path / "s.sqlite3"
    open_connection(path, create=True).close()
    with pytest.raises(StoreUnusable, match="readonly"):
        open_connection(path, read_only=True).execute("DELETE FROM runs")


# Mounts a folder read-only for one process: file modes do not hold root back.
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" -c "$3" "$1/s.sqlite3"'


COUNT_RUNS = """
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar
from cache.connection import open_connection
print(open_connection(Path(sys.argv[1]), read_only=True).execute("SELECT count(*) FROM runs").fetchone()[0])
"""


def test_a_store_where_nothing_may_be_written_is_read_as_it_lies(tmp_path):
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "--mount", "true"], check=False).returncode
    ):
        pytest.skip("this process may not mount a folder read-only")
    Store.open(tmp_path / "s.sqlite3", create=True).close()
    in_a_mount = [
        "unshare",
        "--mount",
        "sh",
        "-c",
        READ_ONLY,
        "sh",
        str(tmp_path),
        sys.executable,
        COUNT_RUNS,
    ]
    done = subprocess.run(in_a_mount, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing/s.sqlite3", "there is no folder"), ("", "a folder"), ("empty", "no store here")],
)
def test_a_place_where_no_store_can_be_is_named(tmp_path, name, said):
    (tmp_path / "empty").touch()
    with pytest.raises(StoreUnusable, match=said):
        open_connection(tmp_path / name, read_only=True)
    assert (tmp_path / "empty").stat().st_size == 0


def test_a_store_of_each_earlier_version_is_brought_up_to_date_with_what_it_holds(tmp_path):
    for version in range(1, SCHEMA_VERSION):
        path = tmp_path / f"{version}.sqlite3"
        earlier = sqlite3.connect(path)
        for step in MIGRATIONS[:version]:
            for statement in step:
                earlier.execute(statement)
        earlier.execute(
            "INSERT INTO attempts (request_key, session_id, state, started_at, tokens) "
            "VALUES ('k', 1, 'answered', 'then', 7)"
        )
        earlier.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        earlier.execute(f"PRAGMA user_version = {version}")
        earlier.commit()
        earlier.close()
        now_ = open_connection(path)
        assert now_.execute("SELECT tokens, batch_id FROM attempts").fetchall()[0][:] == (7, None)
        assert now_.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
        assert now_.execute("SELECT count(*) FROM batches").fetchone()[0] == 0


def test_a_new_store_has_the_tables_that_the_chain_of_migrations_makes(tmp_path):
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    with contextlib.closing(sqlite3.connect(tmp_path / "chain.sqlite3")) as chain:
        for step in MIGRATIONS:
            for statement in step:
                chain.execute(statement)
        expected = chain.execute(schema).fetchall()
    with contextlib.closing(open_connection(tmp_path / "new.sqlite3", create=True)) as new:
        assert [tuple(row) for row in new.execute(schema)] == expected
        assert new.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION


@pytest.mark.slow
def test_a_body_that_unpacks_to_more_than_any_that_was_kept_is_not_unpacked():
    packed = pack(bytes(UNPACKED_MAX + 1))
    with pytest.raises(StoreCorrupt, match="unpacks to more than 128,000,000 bytes"):
        unpack(packed)
    with pytest.raises(StoreCorrupt, match="cut short"):
        unpack(packed[:1000])
    with pytest.raises(StoreCorrupt, match="damaged"):
        unpack(b"no body")


def test_a_transaction_may_hold_more_of_the_file_and_leaves_the_connection_as_it_was(tmp_path):
    def pages():
        return store._connection.execute("PRAGMA cache_size").fetchone()[0]

    with Store.open(tmp_path / "s.sqlite3", create=True) as store:
        usual = pages()
        with store.bulk_transaction(16 << 20):
            assert pages() == -(16 << 10) != usual
        with pytest.raises(KeyError), store.bulk_transaction(16 << 20):
            raise KeyError
        assert pages() == usual


TEXTS = st.one_of(st.binary(max_size=3_000), st.binary(max_size=40).map(lambda text: text * 900))


@given(TEXTS)
def test_what_is_packed_is_unpacked_whoever_packed_it(text):
    for packed in (packing.pack(text), zlib.compress(text, 9)):
        assert zlib.decompress(packed) == packing.unpack(packed) == text


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_damaged_body_is_the_one_that_was_packed_or_refused(text, data):
    packed = bytearray(packing.pack(text))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        assert packing.unpack(bytes(packed)) == text
    except StoreCorrupt as error:
        assert "the body" in str(error)  # noqa: PT017  # either is right


HASHES = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-2, 2))


# Of three names each item asks one of a few things; `asked` says the name, too, as a hash of both would.
REPLIES = st.tuples(
    st.integers(0, 2), st.integers(0, 2), st.integers(0, 1), st.sampled_from([1, 2, 10**30]), HASHES
)


@given(st.lists(REPLIES, max_size=60))
def test_replies_are_known_again_by_item_log_and_epoch(replies):
    positions: dict[tuple[int, int], tuple[int, int]] = {}
    first: dict[tuple[tuple[int, int], int, int], int] = {}
    with closing(MetReplies()) as met:
        for name, question, log, epoch, text in replies:
            item = (name, question)
            is_new = item not in positions
            n_before = sum(other == name for other, _ in positions)
            expected = positions.setdefault(item, (len(positions), n_before + 1))
            before = first.get((item, log, epoch))
            first.setdefault((item, log, epoch), text)
            found = met.enter(name, 10 * name + question, log, epoch, text)
            assert found == (*expected, is_new, before)
        assert met.n_items == len(positions)


@pytest.mark.slow
def test_memory_does_not_grow_with_what_has_been_met():
    def enter(numbers):
        for number in numbers:
            met.enter(number * 0x9E3779B97F4A7C15 % 2**63, number, 0, 1, number)
            met.enter(number * 0x9E3779B97F4A7C15 % 2**63, number, 1, 1, number)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with closing(MetReplies()) as met:
        before = enter(range(50_000))
        assert enter(range(50_000, 120_000)) - before < 1_000  # kB: 8 bytes for each would be more


# A table that grows with every request, gone through from first row to last (or put into an index for one
# statement). The index of attempts under way holds those alone.
WHOLE = re.compile(r"SCAN (requests|responses|attempts(?! USING INDEX attempts_in_flight))\b|AUTOMATIC")


# Once per start: replies that other runs have brought, and endings that are to be asked again.
ONCE = re.compile(r"UPDATE run_items SET (from_cache = 1.*ORDER BY|response_id = NULL)", re.DOTALL)


async def test_no_query_but_those_of_the_start_goes_through_a_whole_table(
    make_benchmark, store_path, monkeypatch
):
    said: list[str] = []
    connect = sqlite3.connect

    def listening(*args, **more):
        connection = connect(*args, **more)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr("cache.connection.sqlite3.connect", listening)
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=[BatchFault.DOWNLOAD_SHORT]) as simulator:
        await run(benchmark, simulator, store_path, limit=8)
        await run_batch(benchmark, simulator, store_path)
        await run(benchmark, simulator, store_path)
    monkeypatch.undo()
    begins = re.compile(r"\s*(SELECT|WITH|UPDATE|INSERT (?!INTO repeated_items)|DELETE)\b")  # no migration
    asked = {each.strip() for each in said if begins.match(each)}
    assert len(asked) > 50
    with sqlite3.connect(store_path) as connection:
        steps = {
            (row[3], each)
            for each in asked
            if not ONCE.match(each)
            for row in connection.execute(f"EXPLAIN QUERY PLAN {each}")
        }
    assert not {(step, statement) for step, statement in steps if WHOLE.search(step)}
