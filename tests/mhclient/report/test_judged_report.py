"""What raters say stands in every report beside what was read, and changes nothing of it unasked."""

import json

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from mhclient.judge.samples import find_or_draw
from mhclient.read.collect import collect
from tests.support.items import make_binary_items
from tests.support.stored import store_run

TEXTS = ("A", "A", "Hmm.", "I cannot say", "Well, B", "Answer: B")
A, B = (Judgement(RaterVerdict.ANSWER, frozenset(letter)) for letter in "AB")
NONE = Judgement(RaterVerdict.NONE)


@pytest.fixture
def stored(make_benchmark, tmp_path):
    items = make_binary_items(len(TEXTS))
    replies = {item.id: text for item, text in zip(items, TEXTS, strict=True)}
    store = tmp_path / "s.sqlite3"
    return store, store_run(store, make_benchmark(items), replies)


def judge(stored, rater: str, *said: Judgement) -> None:
    """Judge the run's replies in their order, with the readings hidden, in a sample of all of them."""
    store, run_id = stored
    connection = Store.open(store)
    collected = collect(connection, [run_id])
    find_or_draw(connection, collected, len(TEXTS), 42)
    judging = Judging(connection, rater, collected.reader, blind=True)
    for case, judgement in zip(collected.cases, said, strict=False):
        judging.judge(case, judgement)


@pytest.fixture
def judged(stored):
    """Ann decides all six, two of them not as they are read; bob five, one of them not as ann."""
    judge(stored, "ann", A, A, B, NONE, B, A)
    judge(stored, "bob", A, A, B, NONE, A)
    return stored


def document(stored, capsys, *more: str):
    capsys.readouterr()
    assert main(["report", stored[1], "--store", str(stored[0]), "--format", "json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_agreement_and_the_readers_errors_by_hand(judged, capsys):
    found = document(judged, capsys)["judgements"]
    assert found["raters"] == {"ann": 6, "bob": 5}
    (pair,) = found["pairs_of_raters"]
    assert (pair["count"], pair["n"]) == (4, 5)
    assert found["n_disagreements"] == 1
    # "Hmm." is a B to both, and "Answer: B" an A to ann; "Well, B" is left open.
    assert (found["n_replies"], found["n_decided"], found["n_changed"]) == (6, 5, 2)
    errors = found["reader_errors"]
    assert (errors["false_accept"]["count"], errors["false_accept"]["n"]) == (1, 3)
    assert (errors["false_reject"]["count"], errors["false_reject"]["n"]) == (1, 2)


def test_judgements_change_no_figure_unasked(stored, capsys):
    before = document(stored, capsys)
    judge(stored, "ann", A, A, B, NONE, B, A)
    after = document(stored, capsys)
    assert after.pop("judgements") != before.pop("judgements") is None
    (run_after,), (run_before,) = after["reports"], before["reports"]
    assert run_after.pop("judgements") != run_before.pop("judgements") is None
    assert after == before


def test_without_judgements_there_is_no_section(stored, tmp_path, capsys):
    assert document(stored, capsys)["judgements"] is None
    assert main(["report", stored[1], "--store", str(stored[0]), "--format", "html", "--out", "r.html"]) == 0
    assert 'id="judgements"' not in (tmp_path / "r.html").read_text()


def test_findings_that_rest_on_decisions_are_told_as_the_raters(judged, capsys, tmp_path):
    store, run_id = judged
    main(["audit", "decisions", run_id, "--store", str(store), "--out", "d.json"])
    for more, told in (((), False), (("--decisions", "d.json"), True)):
        findings = document(judged, capsys, *more)["findings"]
        (unread,) = (finding["text"] for finding in findings if finding["code"] == "unread")
        assert unread.startswith("As raters decided, not as was read: ") == told
