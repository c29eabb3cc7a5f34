"""Replies are written while the log is still read: what is kept is as when all of it had been read before."""

import json
import math
import random
import signal
import sqlite3
import threading
import time
from contextlib import ExitStack, closing

import pytest

from cache import open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS, LogUnusable
from tests.mhclient.adopt.test_formats import lm_eval_row
from tests.support.processes import start

NEVER, AT_ONCE = -1.0, math.inf
# What no two adoptions share: the time of day, and the process.
OF_THE_MOMENT = {"created_at", "started_at", "heartbeat_at", "ended_at", "received_at", "pid", "pid_started"}


def rows(n, seed=0, n_chars=2_400):
    rng = random.Random(seed)
    for number in range(n):
        prompt = f"Which tree, {number}? {rng.randbytes(n_chars // 2).hex()}"
        arguments = {"gen_args_0": {"arg_0": prompt}}
        yield lm_eval_row(number, arguments=arguments, resps=[[f"It is {rng.random()}. Answer: B"]])


def log_of(folder, n, seed=0, **changes):
    """A log of so many replies; 2,100 of them are two parts and two pages."""
    path = folder / f"samples_trees{seed}_2026-01-21T03-44-18.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows(n, seed, **changes))
    return path


def contents(store):
    """All rows of all tables, but for what is of the moment."""
    with closing(sqlite3.connect(store)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {table: rows_of(connection, table) for (table,) in tables}


def rows_of(connection, table):
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    wanted = ", ".join(name for name in names if name not in OF_THE_MOMENT)
    return sorted(connection.execute(f"SELECT {wanted} FROM {table}"), key=repr)


@pytest.mark.slow
def test_what_is_kept_does_not_depend_on_when_writing_began(tmp_path):
    logs = [log_of(tmp_path, 2_100), log_of(tmp_path, 2_100, seed=1)]
    found = []
    for locked_s in (NEVER, AT_ONCE):
        path = tmp_path / f"{locked_s}.sqlite3"
        with open_store(path) as store:
            opened = [open_log(log, NO_FIELDS) for log in logs]
            keep_logs(store, opened, n_processes=1, locked_s=locked_s)
        found.append(contents(path))
    assert found[0] == found[1]
    assert [len(found[0][name]) for name in ("runs", "items", "run_items", "responses", "sessions")] == [
        *(2, 4_200, 4_200, 4_200, 2)
    ]


@pytest.mark.parametrize("locked_s", [NEVER, AT_ONCE])
def test_a_bad_last_row_leaves_nothing_behind(tmp_path, locked_s):
    path = log_of(tmp_path, 2_100)
    with path.open("a") as file:
        file.write("{no JSON\n")
    with open_store(tmp_path / "s.sqlite3") as store:
        before = contents(tmp_path / "s.sqlite3")
        with pytest.raises(LogUnusable, match="line 2101: no JSON"):
            keep_logs(store, [open_log(path, NO_FIELDS)], locked_s=locked_s)
    assert contents(tmp_path / "s.sqlite3") == before


@pytest.mark.slow
@pytest.mark.parametrize("locked_s", [NEVER, AT_ONCE])
def test_adopting_twice_changes_nothing_whenever_writing_began(tmp_path, locked_s):
    path = log_of(tmp_path, 2_100)
    with open_store(tmp_path / "s.sqlite3") as store:
        keep_logs(store, [open_log(path, NO_FIELDS)])
        before = contents(tmp_path / "s.sqlite3")
        (again,) = keep_logs(store, [open_log(path, NO_FIELDS)], locked_s=locked_s)
    assert again.known
    assert contents(tmp_path / "s.sqlite3") == before


def test_a_log_beside_others_rests_on_replies_that_are_here(tmp_path):
    """Those of a run that was deleted; with another log it is a run of another benchmark."""
    logs = [log_of(tmp_path, 30), log_of(tmp_path, 40, seed=1)]
    with open_store(tmp_path / "s.sqlite3") as store:
        (alone,) = keep_logs(store, [open_log(logs[0], NO_FIELDS)])
        with store.transaction():
            store.runs.delete(alone.run_id)
        runs = keep_logs(store, [open_log(log, NO_FIELDS) for log in logs])
        rested = [[row.from_cache for row in store.results.read_records(run.run_id)] for run in runs]
    assert rested == [[True] * 30, [False] * 40]
    assert len(contents(tmp_path / "s.sqlite3")["responses"]) == 70


def test_another_model_may_give_its_replies_in_another_order_but_not_two_for_one_item(tmp_path):
    lines = {name: list(map(json.dumps, rows(5, seed=2))) for name in ("one", "other")}
    lines["other"] = [lines["other"][place] for place in (3, 1, 0, 2, 4, 3)]
    changed = json.loads(lines["other"][0]) | {"resps": [["Answer: A"]]}
    with open_store(tmp_path / "s.sqlite3") as store:
        for name, extra in (("twice", []), ("changed", [json.dumps(changed)])):
            opened = [
                named(tmp_path / f"samples_{name}_{model}.jsonl", model, lines[model]) for model in lines
            ]
            if not extra:
                assert [each.n_replies for each in keep_logs(store, opened)] == [5, 5]
                continue
            opened[1] = named(tmp_path / "samples_changed_other.jsonl", "other", lines["other"] + extra)
            with pytest.raises(LogUnusable, match="line 7: item '3', epoch 1, has another reply before"):
                keep_logs(store, opened)


def named(path, model, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    log = open_log(path, NO_FIELDS)
    return log._replace(head=log.head._replace(model=model))


def adopt_at_once(path, log) -> int:
    with open_store(path) as store:
        keep_logs(store, [open_log(log, NO_FIELDS)], n_processes=1, locked_s=AT_ONCE)
    return 0


@pytest.fixture(scope="module")
def large_log(tmp_path_factory):
    """So large that who writes it has not ended when the first megabyte is written."""
    return log_of(tmp_path_factory.mktemp("large"), 5_000, n_chars=6_000)


@pytest.mark.slow
@pytest.mark.parametrize("has_run", [False, True])
def test_a_process_that_is_killed_while_it_writes_leaves_nothing_behind(tmp_path, large_log, has_run):
    store = tmp_path / "s.sqlite3"
    with open_store(store) as blank:
        if has_run:
            keep_logs(blank, [open_log(log_of(tmp_path, 5, seed=1), NO_FIELDS)])
    before = contents(store)
    adopting = start(adopt_at_once, store, large_log)
    written = store.with_name(f"{store.name}-wal") if has_run else store
    deadline = time.monotonic() + 120
    while not (written.exists() and written.stat().st_size > 1 << 20) and time.monotonic() < deadline:
        time.sleep(0.002)
    adopting.kill()
    adopting.join()
    assert adopting.exitcode == -signal.SIGKILL  # it was at work
    assert written.stat().st_size > 1 << 20
    with open_store(store) as again:
        assert contents(store) == before
        (adopted,) = keep_logs(again, [open_log(large_log, NO_FIELDS)], n_processes=1)
    assert adopted.n_replies == 5_000


def journal_mode_of(store):
    with closing(sqlite3.connect(store)) as connection:
        return connection.execute("PRAGMA journal_mode").fetchone()[0]


@pytest.mark.parametrize("others", ["nobody", "another reader", "a run"])
def test_only_the_first_run_of_a_store_that_nobody_reads_is_written_without_a_log(tmp_path, others):
    path, log = tmp_path / "s.sqlite3", log_of(tmp_path, 30)
    with open_store(path) as store, ExitStack() as stack:
        if others == "another reader":
            stack.enter_context(open_store(path))
        if others == "a run":
            keep_logs(store, [open_log(log_of(tmp_path, 5, seed=1), NO_FIELDS)])
        with store.bulk_transaction(1 << 20):
            assert path.with_name(f"{path.name}-wal").exists() == (others != "nobody")
        assert journal_mode_of(path) == "wal"
        (adopted,) = keep_logs(store, [open_log(log, NO_FIELDS)])
    assert adopted.n_replies == 30


def test_who_opens_a_store_while_its_first_run_is_written_waits_for_it(tmp_path):
    path, opened = tmp_path / "s.sqlite3", threading.Event()

    def open_it():
        with open_store(path, read_only=True):
            opened.set()

    with open_store(path) as store:
        with store.bulk_transaction(1 << 20):
            other = threading.Thread(target=open_it)
            other.start()
            assert not opened.wait(0.3)
        assert opened.wait(120)
        other.join()
