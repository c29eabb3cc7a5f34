"""What a run has spent: kept up step by step, it is what adding everything up gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cache import (
    AskedElsewhere,
    AttemptEnd,
    Begun,
    Caps,
    ClaimTerms,
    OverCap,
    RequestClaim,
    RunningSpend,
    Spend,
    Store,
    StoredRequest,
)
from tests.support.sql import NO_ITEMS, execute, keep_benchmark

NO_END = Caps(requests=10**9)
STEPS = st.lists(
    st.tuples(st.sampled_from(["begin", "end", "undo"]), st.integers(0, 9), st.booleans()), max_size=40
)


class Undone(Exception):
    """Takes a transaction back."""


@pytest.fixture
def store(tmp_path):
    connection = Store.open(tmp_path / "s.sqlite3", create=True)
    keep_benchmark(connection)
    for run_id in ("r", "other"):
        connection.runs.add(run_id, NO_ITEMS, {"model": "m"})
    yield connection
    connection.close()


def begin(store, run_id, key, ledger=None):
    return begin_all(store, run_id, [key], ledger)[0]


def begin_all(store, run_id, keys, ledger=None):
    claims = [
        RequestClaim(StoredRequest(key, "POST", "https://example.org", None, "m", "{}"), Spend(1, 100, 0.5))
        for key in keys
    ]
    session_id = execute(store, "SELECT id FROM sessions WHERE run_id = ?", (run_id,)).fetchone()[0]
    return store.attempts.claim(claims, ClaimTerms(run_id, session_id, ledger))


def end(store, attempt_id, tokens):
    spend = Spend(1, tokens, tokens / 100)
    store.attempts.fail(attempt_id, AttemptEnd(0.1, 500, {}, "ServerFault", "down", spend))


def end_and_undo(store, attempt_id, ledger):
    with store.transaction():
        end(store, attempt_id, tokens=1)
        ledger.add_up(store.ledger)
        raise Undone


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(steps=STEPS)
def test_a_ledger_says_what_adding_up_says_whatever_ends_or_is_undone(tmp_path_factory, steps):
    store = Store.open(tmp_path_factory.mktemp("ledger") / "s.sqlite3", create=True)
    keep_benchmark(store)
    for run_id in ("r", "other"):
        store.runs.add(run_id, NO_ITEMS, {"model": "m"})
        store.sessions.start(run_id, "account", "1")
    ledger, open_attempts = RunningSpend("r", NO_END), []
    for number, (step, choice, ours) in enumerate(steps):
        if step == "begin":
            begun = begin(store, "r" if ours else "other", f"k{number}")
            open_attempts.append(begun.attempt_id)
        elif open_attempts and step == "end":
            end(store, open_attempts.pop(choice % len(open_attempts)), tokens=choice)
        elif open_attempts:
            with pytest.raises(Undone):
                end_and_undo(store, open_attempts[choice % len(open_attempts)], ledger)
        kept, added = ledger.add_up(store.ledger), store.ledger.add_up("r")
        assert (kept.requests, kept.tokens) == (added.requests, added.tokens)
        assert kept.cost_usd == pytest.approx(added.cost_usd)
    store.close()


def test_what_has_ended_is_not_added_again(store):
    store.sessions.start("r", "account", "1")
    ledger = RunningSpend("r", NO_END)
    first, second = begin(store, "r", "k1", ledger), begin(store, "r", "k2", ledger)
    end(store, first.attempt_id, tokens=7)
    assert ledger.add_up(store.ledger).tokens == 107
    execute(store, "UPDATE attempts SET tokens = 1000000 WHERE id = ?", (first.attempt_id,))
    assert ledger.add_up(store.ledger).tokens == 107  # it was not looked at
    execute(store, "UPDATE attempts SET tokens = 50 WHERE id = ?", (second.attempt_id,))
    assert ledger.add_up(store.ledger).tokens == 57  # what is under way was


def test_what_nobody_knows_the_fate_of_is_added_up_apart(store):
    """Of three attempts one has ended, one was left by a process that has gone, one is under way."""
    left = store.sessions.start("r", "account", "1")
    ended = begin(store, "r", "k1")
    begin(store, "r", "k2")
    end(store, ended.attempt_id, tokens=7)
    unknown = RunningSpend("r", unknown=True)
    assert unknown.add_up_anyway(store.ledger).requests == 0
    assert store.ledger.add_up_each(["r"])["r"].under_way.tokens == 100
    store.sessions.end(left, "died")
    store.sessions.start("r", "account", "1")
    begin(store, "r", "k3")
    assert unknown.add_up_anyway(store.ledger)[:2] == (1, 100)
    assert store.ledger.add_up_unknown("r")[:2] == (1, 100)
    each = store.ledger.add_up_each(["r", "none"])
    assert [spend.tokens for spend in each["r"][:3]] == [207, 100, 100]
    assert list(each) == ["r"]
    assert store.ledger.add_up_sent_again("r").requests == 0  # the run has no items that miss a reply


def test_a_claim_beyond_the_cap_is_refused_and_one_within_it_is_not(store):
    store.sessions.start("r", "account", "1")
    ledger = RunningSpend("r", Caps(tokens=250))
    claims = [begin(store, "r", f"k{n}", ledger) for n in range(3)]
    assert [type(claim) for claim in claims] == [Begun, Begun, OverCap]
    end(store, claims[0].attempt_id, tokens=10)
    assert isinstance(begin(store, "r", "k2", ledger), Begun)


def test_of_two_equal_requests_the_one_within_the_cap_is_begun(store):
    """The first was begun and told that it was over the cap: nobody sent it, and the run waited for it."""
    store.sessions.start("r", "account", "1")
    ledger = RunningSpend("r", Caps(tokens=150))
    first, second, third = begin_all(store, "r", ["k1", "k1", "k2"], ledger)
    assert isinstance(first, Begun)
    assert isinstance(second, AskedElsewhere)
    assert isinstance(third, OverCap)
    assert execute(store, "SELECT count(*) FROM attempts").fetchone()[0] == 1


def test_runs_that_share_their_caps_spend_together(store):
    for run_id in ("r", "other"):
        store.sessions.start(run_id, "account", "1")
    caps = Caps(tokens=250, together=("r", "other"))
    ours, theirs = RunningSpend("r", caps), RunningSpend("other", caps)
    assert isinstance(begin(store, "r", "k1", ours), Begun)
    assert isinstance(begin(store, "other", "k2", theirs), Begun)
    refused = begin(store, "r", "k3", ours)
    assert isinstance(refused, OverCap)
    assert refused.n_in_flight == 2


def test_what_is_reserved_is_what_is_under_way(store):
    store.sessions.start("r", "account", "1")
    first = begin(store, "r", "k1")
    begin(store, "r", "k2")
    end(store, first.attempt_id, tokens=7)
    assert store.ledger.add_up("r").tokens == 107
    assert store.ledger.add_up_reserved("r") == Spend(1, 100, 0.5)


def test_a_price_counts_replies_by_their_tokens_and_batches_by_their_share(store):
    """3 tokens at 2 USD and 5 at 10 are 56 USD; 7 booked tokens count as the dearer ones; half in a batch."""
    store.sessions.start("r", "account", "1")
    keys = ("answered", "lost", "batched", "priced", "nobody's")
    ids = {key: begin(store, "r", key).attempt_id for key in keys}
    execute(store, "UPDATE attempts SET state = 'unknown', cost_usd = NULL, tokens = 7")
    execute(store, "UPDATE attempts SET cost_usd = 0.5 WHERE id = ?", (ids["priced"],))
    execute(store, "PRAGMA foreign_keys = OFF")
    execute(store, "UPDATE attempts SET batch_id = 1 WHERE id = ?", (ids["batched"],))
    execute(
        store,
        "INSERT INTO responses "
        "(id, request_key, attempt_id, received_at, prompt_tokens, completion_tokens, body) "
        "VALUES (1, 'answered', ?, 't', 3, 5, '')",
        (ids["answered"],),
    )
    for position, key in enumerate(keys[:-1]):
        execute(
            store,
            "INSERT INTO run_items (run_id, position, turn, item_id, task, request_key, response_id) "
            "VALUES ('r', ?, ?, ?, 't', ?, ?)",
            (position, position, key, key, 1 if key == "answered" else None),
        )

    def cost(prompt, completion, cached, written, tier, batched):
        assert (cached, written, tier, batched) == (0, 0, None, 0)
        return 2.0 * prompt + 10.0 * completion

    assert store.ledger.put_price("r", cost, dearest_usd_per_token=10.0, batch_share=0.5) == 3
    found = dict(execute(store, "SELECT request_key, cost_usd FROM attempts").fetchall())
    assert found == {"answered": 56.0, "lost": 70.0, "batched": 35.0, "priced": 0.5, "nobody's": None}
    assert store.ledger.put_price("r", cost, dearest_usd_per_token=9.0, batch_share=0.5) == 0
