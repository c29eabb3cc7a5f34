"""What SQLite finds wrong is said in the store's words, wherever it shows up, with the file's name."""

import sqlite3
import sys
from pathlib import Path

import pytest

from cache import Store, StoreCorrupt, StoreUnusable
from cache.connection import open_connection
from cache.tables.table import for_all
from tests.support.sql import NO_ITEMS, keep_benchmark


def damaged(path) -> None:
    """A store of a thousand runs whose last page is no page."""
    with Store.open(path, create=True) as store, store.transaction():
        keep_benchmark(store)
        for number in range(1_000):
            store.runs.add(f"run-{number:04}", NO_ITEMS, {"text": "x" * 300})
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'runs'").fetchone()
        assert connection.execute("PRAGMA page_count").fetchone()[0] > 50
    connection.close()
    body = bytearray(path.read_bytes())
    body[-8 * 4096 :] = b"\xff" * (8 * 4096)
    assert root * 4096 < len(body) - 8 * 4096
    path.write_bytes(body)


def one_by_one(rows) -> None:
    while rows.fetchone():
        pass


@pytest.mark.parametrize("read_all", [list, lambda rows: rows.fetchall(), one_by_one])
def test_damage_that_shows_at_a_later_row_is_named(tmp_path, read_all):
    path = tmp_path / "damaged.sqlite3"
    damaged(path)
    rows = open_connection(path, read_only=True).execute("SELECT rowid, spec FROM runs NOT INDEXED")
    with pytest.raises(StoreCorrupt, match=r"damaged\.sqlite3.*recover"):
        read_all(rows)


def test_a_statement_that_cannot_be_done_names_the_file(tmp_path):
    connection = open_connection(tmp_path / "s.sqlite3", create=True)
    with pytest.raises(StoreUnusable, match=r"s\.sqlite3.*no such table"):
        connection.execute("SELECT * FROM elsewhere")
    with pytest.raises(StoreUnusable, match=r"s\.sqlite3.*NOT NULL"):
        connection.executemany("INSERT INTO runs (run_id) VALUES (?)", [("a",)])


def test_a_view_shows_one_moment_and_may_be_entered_again(tmp_path):
    path = tmp_path / "s.sqlite3"
    with Store.open(path, create=True) as writing, Store.open(path, read_only=True) as reading:
        with reading.view(), reading.view():
            assert reading.runs.get_all() == []
            with writing.transaction():
                keep_benchmark(writing)
                writing.runs.add("r", NO_ITEMS, {})
            assert not reading.runs.exists("r")
        assert reading.runs.exists("r")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_what_was_stored_is_not_kept_by_the_statement_that_stored_it(tmp_path):
    """For each number of rows there is a statement, and each kept the texts that came last: 31 MB a reply."""
    connection = open_connection(tmp_path / "s.sqlite3", create=True)
    connection.execute("CREATE TEMP TABLE texts (text)")
    before = _megabytes()
    for n_rows in (1, 2, 3, 4):
        for_all(connection, "INSERT INTO texts VALUES", [("x" * 25_000_000,), *[("x",)] * (n_rows - 1)])
    assert _megabytes() - before < 60
    assert connection.execute("SELECT sum(length(text)) FROM texts").fetchone()[0] == 100_000_006
    connection.close()


def _megabytes() -> float:
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) / 256
