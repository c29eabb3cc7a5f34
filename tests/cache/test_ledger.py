"""What a run has spent: kept up step by step, it is what adding everything up gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cache import AttemptEnd, StoredRequest, open_connection
from cache.attempts import Begun, Claim, OverCap, begin_attempts, fail_attempt
from cache.benchmarks import add_benchmark
from cache.connection import transaction
from cache.ledger import Caps, Ledger, Spend, spent
from cache.runs import add_run
from cache.sessions import start_session

NO_END = Caps(requests=10**9)
STEPS = st.lists(
    st.tuples(st.sampled_from(["begin", "end", "undo"]), st.integers(0, 9), st.booleans()), max_size=40
)


class Undone(Exception):
    """Takes a transaction back."""


@pytest.fixture
def store(tmp_path):
    connection = open_connection(tmp_path / "s.sqlite3", create=True)
    add_benchmark(connection, digest="d", name="b", manifest={}, items=[], triples=None)
    for run_id in ("r", "other"):
        add_run(connection, run_id, "d", {"model": "m"})
    yield connection
    connection.close()


def begin(store, run_id, key, ledger=None):
    claim = Claim(StoredRequest(key, "POST", "https://example.org", None, "m", "{}"), Spend(1, 100, 0.5))
    session_id = store.execute("SELECT id FROM sessions WHERE run_id = ?", (run_id,)).fetchone()[0]
    return begin_attempts(store, [claim], run_id=run_id, session_id=session_id, ledger=ledger)[0]


def end(store, attempt_id, tokens):
    spend = Spend(1, tokens, tokens / 100)
    fail_attempt(store, attempt_id, AttemptEnd(0.1, 500, {}, "ServerFault", "down", spend))


def end_and_undo(store, attempt_id, ledger):
    with transaction(store):
        end(store, attempt_id, tokens=1)
        ledger.spent(store)
        raise Undone


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_a_ledger_says_what_adding_up_says_whatever_ends_or_is_undone(tmp_path_factory, steps):
    store = open_connection(tmp_path_factory.mktemp("ledger") / "s.sqlite3", create=True)
    add_benchmark(store, digest="d", name="b", manifest={}, items=[], triples=None)
    for run_id in ("r", "other"):
        add_run(store, run_id, "d", {"model": "m"})
        start_session(store, run_id, "account", "1")
    ledger, open_attempts = Ledger("r", NO_END), []
    for number, (step, choice, ours) in enumerate(steps):
        if step == "begin":
            begun = begin(store, "r" if ours else "other", f"k{number}")
            open_attempts.append(begun.attempt_id)
        elif open_attempts and step == "end":
            end(store, open_attempts.pop(choice % len(open_attempts)), tokens=choice)
        elif open_attempts:
            with pytest.raises(Undone):
                end_and_undo(store, open_attempts[choice % len(open_attempts)], ledger)
        kept, added = ledger.spent(store), spent(store, "r")
        assert (kept.requests, kept.tokens) == (added.requests, added.tokens)
        assert kept.cost_usd == pytest.approx(added.cost_usd)
    store.close()


def test_what_has_ended_is_not_added_again(store):
    start_session(store, "r", "account", "1")
    ledger = Ledger("r", NO_END)
    first, second = begin(store, "r", "k1", ledger), begin(store, "r", "k2", ledger)
    end(store, first.attempt_id, tokens=7)
    assert ledger.spent(store).tokens == 107
    store.execute("UPDATE attempts SET tokens = 1000000 WHERE id = ?", (first.attempt_id,))
    assert ledger.spent(store).tokens == 107  # it was not looked at
    store.execute("UPDATE attempts SET tokens = 50 WHERE id = ?", (second.attempt_id,))
    assert ledger.spent(store).tokens == 57  # what is under way was


def test_a_claim_beyond_the_cap_is_refused_and_one_within_it_is_not(store):
    start_session(store, "r", "account", "1")
    ledger = Ledger("r", Caps(tokens=250))
    claims = [begin(store, "r", f"k{n}", ledger) for n in range(3)]
    assert [type(claim) for claim in claims] == [Begun, Begun, OverCap]
    end(store, claims[0].attempt_id, tokens=10)
    assert isinstance(begin(store, "r", "k2", ledger), Begun)
