"""A store of others in which something works on its own: it is refused before it does."""

import sqlite3
from contextlib import closing

import pytest

from cache import Store, StoreUnusable
from cache.store_file import LONGEST_VALUE, statements_of_a_new_store
from mhclient.cli.main import main

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
RENAME = "ALTER TABLE runs RENAME TO other; "


def _altered(table, clause):
    """A table of ours, empty, made anew with one more clause."""
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in statements_of_a_new_store():
            made.execute(statement)
        (text,) = made.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    body, end = text.rsplit(")", 1)
    sql = f"{body}, {clause}){end}".replace("'", "''")
    return f"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '{sql}' WHERE name = '{table}'"


FOREIGN = {
    "an endless view in a table's place": (
        f"{RENAME}CREATE VIEW runs AS {ENDLESS} SELECT i FROM n",
        "view 'runs'",
    ),
    "a view with an endless column": (
        f"{RENAME}CREATE VIEW runs AS SELECT *, ({ENDLESS} SELECT count(*) FROM n) AS x FROM other",
        "view 'runs'",
    ),
    "a view of no table of ours": ("CREATE VIEW theirs AS SELECT 1", "view 'theirs'"),
    "a trigger": (
        "CREATE TRIGGER theirs AFTER INSERT ON requests BEGIN DELETE FROM responses; END",
        "trigger 'theirs'",
    ),
    "a trigger under the name of ours": (
        "DROP TRIGGER judgements_stay; CREATE TRIGGER judgements_stay BEFORE UPDATE ON judgements "
        "BEGIN SELECT RAISE(IGNORE); END",
        "trigger 'judgements_stay'",
    ),
    "a column that computes": (
        "ALTER TABLE runs ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(900000000)))",
        "table 'runs'",
    ),
    "an index over what is computed": (
        "CREATE INDEX theirs ON runs (printf('%900000000s', run_id))",
        "index 'theirs'",
    ),
    "an index of chosen rows": (
        "CREATE INDEX theirs ON runs (run_id) WHERE length(printf('%900000000s', run_id)) > 0",
        "index 'theirs'",
    ),
    "a table that lacks a column": ("ALTER TABLE runs DROP COLUMN spec", "table 'runs'"),
    "an index that refuses rows": ("CREATE UNIQUE INDEX theirs ON responses (received_at)", "index 'theirs'"),
    "a table that drops rows": (
        _altered("run_items", "UNIQUE (request_key) ON CONFLICT REPLACE"),
        "table 'run_items'",
    ),
    "a table that refuses rows": (_altered("attempts", "CHECK (tokens < 100)"), "table 'attempts'"),
    "a column whose default computes": (
        _altered("runs", "more TEXT DEFAULT (hex(zeroblob(900000000)))"),
        "table 'runs'",
    ),
    "a virtual table": ("CREATE VIRTUAL TABLE theirs USING rtree(id, a, b)", "table 'theirs'"),
}


@pytest.fixture
def path(tmp_path):
    Store.open(tmp_path / "s.sqlite3", create=True).close()
    return tmp_path / "s.sqlite3"


def change(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA legacy_alter_table = ON;" + script)


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("name", FOREIGN)
def test_what_others_let_a_store_do_is_refused_by_name(path, name, read_only):
    script, named = FOREIGN[name]
    change(path, script)
    with pytest.raises(StoreUnusable, match=rf"s\.sqlite3: no mhclient made the {named}"):
        Store.open(path, read_only=read_only)


@pytest.mark.timeout(20)
def test_an_endless_view_ends_a_command_with_one_line(path, capsys):
    change(path, FOREIGN["an endless view in a table's place"][0])
    assert main(["runs", "--store", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("DROP TABLE readings", "table readings with its column"),
        ("DROP INDEX attempts_in_flight", "index attempts_in_flight"),
        ("DROP TRIGGER judgements_stay", "trigger judgements_stay"),
    ],
)
def test_what_is_missing_is_named(path, script, named):
    change(path, script)
    with pytest.raises(StoreUnusable, match=rf"s\.sqlite3: not a whole store: there is no {named}"):
        Store.open(path)


def test_tables_and_indexes_that_others_add_may_stay(path):
    change(path, "CREATE TABLE notes (text TEXT); CREATE INDEX by_model ON requests (model)")
    with Store.open(path) as store, store.transaction():
        assert store.runs.get_all() == []  # it is read and written like any other


def test_no_value_is_longer_than_any_that_is_kept(path):
    with Store.open(path) as store, pytest.raises(StoreUnusable, match="too big: mhclient keeps none"):
        store.upkeep._connection.execute(f"SELECT zeroblob({LONGEST_VALUE + 1})").fetchone()


def test_a_column_of_others_that_computes_nothing_is_left_alone(path, capsys):
    change(path, "ALTER TABLE runs ADD COLUMN theirs; CREATE INDEX theirs ON runs (theirs)")
    assert main(["cache", "verify", "--store", str(path)]) == 0
