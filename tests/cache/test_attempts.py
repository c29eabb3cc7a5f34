"""Attempts and replies: what is claimed, what is kept, what may serve again."""

import os
import socket
import subprocess
import sys

import pytest

from cache import (
    AlreadyAnswered,
    Arrival,
    AskedElsewhere,
    AttemptEnd,
    Begun,
    ClaimTerms,
    Kept,
    Neighbours,
    PlannedItem,
    RequestClaim,
    Response,
    RunMismatch,
    Spend,
    Store,
    StoredRequest,
    UnknownRun,
)
from cache.packing import unpack
from tests.support.sql import digest_of, execute, keep_benchmark

ITEMS = [(f"i{n}", "T", f'{{"id": "i{n}"}}') for n in range(3)]
DIGEST = digest_of(ITEMS)
END = AttemptEnd(0.5, 200, {"x-request-id": "r1"})


def request(key: str) -> StoredRequest:
    return StoredRequest(key, "POST", "https://example.org", None, "m", '{"model":"m"}')


def reply(completion: str | None = "B", finish_reason: str | None = "stop") -> Response:
    return Response(b'{"raw": 1}', completion, finish_reason, prompt_tokens=7, completion_tokens=1)


@pytest.fixture
def store(tmp_path):
    """A store with one benchmark of three items and a planned run `r` of them, keys k0, k1, k2."""
    connection = Store.open(tmp_path / "s.sqlite3", create=True)
    keep_benchmark(connection, ITEMS)
    plan_run(connection, "r")
    yield connection
    connection.close()


def plan_run(connection, run_id):
    connection.runs.add(run_id, DIGEST, {"model": "m"})
    connection.runs.plan(run_id, [PlannedItem(n, n, f"i{n}", "T", f"k{n}") for n in range(3)], last=True)


def begin_attempt(store, run_id, session_id, request, **bounds):
    claims = [RequestClaim(request, Spend(1, 100, 0.5))]
    return store.attempts.claim(claims, ClaimTerms(run_id, session_id, **bounds))[0]


def claim(store, run_id, session_id, key) -> int:
    begun = begin_attempt(store, run_id, session_id, request(key))
    assert isinstance(begun, Begun)
    return begun.attempt_id


def answer(store, run_id, session_id, key, **fields):
    return arrive(store, run_id, claim(store, run_id, session_id, key), key, reply(**fields))


def arrive(store, run_id, attempt_id, key, reply) -> int:
    (kept,) = store.attempts.keep_replies([Arrival(attempt_id, key, reply, END)], run_id)
    return int(kept.n_items)


def missing(store, run_id="r"):
    return [item.item_id for item in store.runs.read_missing(run_id)]


def test_an_answered_item_is_no_longer_missing_and_has_its_reply_on_record(store):
    session = store.sessions.start("r", "account", "0")
    assert answer(store, "r", session, "k1") == 1
    assert missing(store) == ["i0", "i2"]
    record = list(store.results.read_records("r"))[1]
    assert (record.completion, record.finish_reason, record.admission) == ("B", "stop", "complete")
    assert unpack(execute(store, "SELECT body FROM responses").fetchone()[0]) == b'{"raw": 1}'


def test_an_intent_is_on_record_before_the_reply(store):
    session = store.sessions.start("r", "account", "0")
    begin_attempt(store, "r", session, request("k0"))
    assert execute(store, "SELECT state FROM attempts").fetchall()[0][0] == "in_flight"


def test_one_request_is_claimed_by_one_process_at_a_time(store):
    first, second = store.sessions.start("r", "account", "0"), store.sessions.start("r", "account", "0")
    attempt_id = claim(store, "r", first, "k0")
    assert begin_attempt(store, "r", second, request("k0")) == AskedElsewhere()
    arrive(store, "r", attempt_id, "k0", reply())
    answered = begin_attempt(store, "r", second, request("k0"))
    assert answered == AlreadyAnswered("B", "stop", Kept(1, 0))


def test_a_failed_attempt_frees_the_request(store):
    session = store.sessions.start("r", "account", "0")
    store.attempts.fail(claim(store, "r", session, "k0"), AttemptEnd(0.1, 503, {}, "Congested", "HTTP 503"))
    assert isinstance(begin_attempt(store, "r", session, request("k0")), Begun)
    assert missing(store) == ["i0", "i1", "i2"]


@pytest.mark.parametrize(
    ("completion", "finish_reason", "admission"),
    [
        ("B", "stop", "complete"),
        ("I cannot", "refusal", "complete"),
        ("B and", "length", "cut"),
        ("", "length", "cut"),
        ("", "content_filter", "filtered"),
        (None, "content_filter", "filtered"),
        ("", "stop", "empty"),
        (" \n\u2003", "stop", "empty"),
        (None, "stop", "empty"),
        (None, "tool_calls", "empty"),
        ("B", "eos_token", "unfinished"),
        ("B", None, "unfinished"),
    ],
)
def test_only_a_complete_reply_is_admitted_as_an_answer(store, completion, finish_reason, admission):
    session = store.sessions.start("r", "account", "0")
    answer(store, "r", session, "k0", completion=completion, finish_reason=finish_reason)
    assert execute(store, "SELECT admission FROM responses").fetchone()[0] == admission


def test_admission_is_judged_at_every_read_whatever_was_once_written(store):
    session = store.sessions.start("r", "account", "0")
    answer(store, "r", session, "k0")
    execute(store, "UPDATE responses SET finish_reason = 'length'")
    assert execute(store, "SELECT admission FROM responses").fetchone()[0] == "cut"


def test_another_run_takes_stored_replies_and_prefers_the_complete_one(store):
    session = store.sessions.start("r", "account", "0")
    attempt_id = claim(store, "r", session, "k0")
    arrive(store, "r", attempt_id, "k0", reply("The answer", "length"))
    arrive(store, "r", attempt_id, "k0", reply("C", "stop"))
    plan_run(store, "r2")
    assert store.runs.take_stored_replies("r2") == 1
    record = next(iter(store.results.read_records("r2")))
    assert (record.completion, record.from_cache) == ("C", 1)
    assert missing(store, "r2") == ["i1", "i2"]


def test_a_cut_reply_is_served_as_what_it_is_and_not_asked_again(store):
    session = store.sessions.start("r", "account", "0")
    answer(store, "r", session, "k0", completion="Well,", finish_reason="length")
    plan_run(store, "r2")
    store.runs.take_stored_replies("r2")
    assert next(iter(store.results.read_records("r2"))).admission == "cut"


def test_two_items_with_one_request_share_its_reply(store):
    store.runs.add("twins", DIGEST, {})
    store.runs.plan("twins", [PlannedItem(n, n, f"i{n}", "T", "same") for n in range(3)], last=True)
    session = store.sessions.start("twins", "account", "0")
    assert answer(store, "twins", session, "same") == 3
    assert missing(store, "twins") == []


def test_retryable_errors_are_missing_again_and_final_ones_are_not(store):
    store.attempts.give_up("r", "k0", "ServerFault", "HTTP 500", retryable=True)
    store.attempts.give_up("r", "k1", "RequestRejected", "HTTP 400", retryable=False)
    assert missing(store) == ["i2"]
    assert store.runs.forget_retryable_errors("r") == 1
    assert missing(store) == ["i0", "i2"]
    assert store.results.count_tasks("r")["T"].errors == 1


def test_what_a_process_had_in_flight_when_it_left_is_of_unknown_outcome_and_free_again(store):
    session = store.sessions.start("r", "account", "0")
    begin_attempt(store, "r", session, request("k0"))
    store.sessions.end(session, "interrupted twice")
    assert execute(store, "SELECT state FROM attempts").fetchone()[0] == "unknown"
    assert isinstance(
        begin_attempt(store, "r", store.sessions.start("r", "account", "0"), request("k0")), Begun
    )


def test_a_dead_process_is_buried_and_a_living_one_is_not(store):
    living = store.sessions.start("r", "account", "0")
    died = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    dead = store.sessions.start("r", "account", "0")
    execute(store, "UPDATE sessions SET pid = ?, pid_started = '1' WHERE id = ?", (int(died.stdout), dead))
    begin_attempt(store, "r", dead, request("k0"))
    begin_attempt(store, "r", living, request("k1"))
    assert store.sessions.close_dead() == 1
    states = execute(store, "SELECT state FROM attempts ORDER BY id").fetchall()
    assert [state for (state,) in states] == ["unknown", "in_flight"]


def test_a_process_number_that_was_given_to_another_process_does_not_pass_for_the_dead_one(store):
    session = store.sessions.start("r", "account", "0")
    execute(store, "UPDATE sessions SET pid_started = '1' WHERE id = ?", (session,))
    assert execute(store, "SELECT pid FROM sessions").fetchone()[0] == os.getpid()
    assert store.sessions.close_dead() == 1


def test_a_process_elsewhere_is_dead_only_after_a_long_silence(store):
    session = store.sessions.start("r", "account", "0")
    execute(store, "UPDATE sessions SET host = ? WHERE id = ?", (f"not-{socket.gethostname()}", session))
    assert store.sessions.close_dead() == 0
    execute(store, "UPDATE sessions SET heartbeat_at = '2026-01-01T00:00:00.000+00:00'")
    assert store.sessions.close_dead() == 1


def test_a_run_id_in_use_refuses_another_specification_and_shows_the_difference(store):
    with pytest.raises(RunMismatch, match='model was "m", now "n"'):
        store.runs.add("r", DIGEST, {"model": "n"})
    assert store.runs.get("r").spec == {"model": "m"}


def test_what_differs_is_said_briefly_however_much_it_is(store):
    """Of a prompt format with another name its name alone; three values, and the names of the others."""
    long = {"prompt": "p" * 900, "system": "s" * 900}
    store.runs.add("many", DIGEST, {"model": "m", "variant": {"name": "a", **long}, "a": 1, "b": [1]})
    other = {"model": "n", "variant": {"name": "b"}, "a": 2, "b": [2], "c": "x" * 500}
    with pytest.raises(RunMismatch) as refused:
        store.runs.add("many", DIGEST, other)
    assert str(refused.value) == (
        "run 'many' cannot be resumed: a was 1, now 2; b[0] was 1, now 2; c was not given, now \""
        f"{'x' * 36}...; also model, variant.name. Pass what it was started with, or another `run_id`."
    )


def test_an_unknown_run_is_answered_with_the_known_ones(store):
    with pytest.raises(UnknownRun, match=r"Runs: r\."):
        store.runs.get("nonesuch")
    assert [run.run_id for run in store.runs.get_all()] == ["r"]


def test_living_processes_on_one_account_know_of_each_other_and_of_each_others_waits(store):
    first, second = store.sessions.start("r", "mine", "0"), store.sessions.start("r", "mine", "0")
    other = store.sessions.start("r", "theirs", "0")
    assert store.sessions.beat(first, gate_s=30.0).n_processes == 2
    neighbours = store.sessions.beat(second)
    assert neighbours.n_processes == 2
    assert neighbours.gate_s == pytest.approx(30.0, abs=2.0)
    assert store.sessions.beat(other) == Neighbours(1, 0.0)
    store.sessions.end(first, "done")
    assert store.sessions.beat(second) == Neighbours(1, 0.0)


@pytest.mark.parametrize("heartbeat_at", ["2020-01-01T00:00:00.000+00:00", "2090-01-01T00:00:00.000+00:00"])
def test_a_clock_that_is_set_neither_kills_a_living_process_nor_lengthens_a_wait(store, heartbeat_at):
    first, second = store.sessions.start("r", "mine", "0"), store.sessions.start("r", "mine", "0")
    store.sessions.beat(first, gate_s=20.0)
    execute(store, "UPDATE sessions SET heartbeat_at = ? WHERE id = ?", (heartbeat_at, first))
    neighbours = store.sessions.beat(second)
    assert neighbours.n_processes == 2
    assert 0.0 <= neighbours.gate_s <= 20.0


def test_bodies_of_requests_come_in_the_order_of_the_keys_that_were_asked_for(store, monkeypatch):
    """Also those asked for twice or not there, and where not all are looked up at once."""
    monkeypatch.setattr("cache.tables.attempts.LOOKED_UP", 2)
    session_id = store.sessions.start(run_id="r", account="a", version="1")
    for key in ("k2", "k0", "k1"):
        asked = StoredRequest(key, "POST", "https://example.org", None, "m", f"body of {key}")
        begin_attempt(store, "r", session_id, asked)
    keys = ["k2", None, "k0", "k1", "nobody's", "k2", "k0"]
    bodies = list(store.requests.read_bodies(keys))
    assert bodies == ["body of k2", None, "body of k0", "body of k1", None, "body of k2", "body of k0"]
