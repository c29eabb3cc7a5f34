"""Judgements, agreement between raters (also while somebody still judges), and decisions."""

import json
import signal
import subprocess
import sys
from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from cache import JudgementRow, Store, StoreUnusable
from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.judge.agreement import agreement, agreement_so_far, cohen_kappa, krippendorff_alpha
from mhclient.judge.decisions import FORMAT, decide, read_decisions
from mhclient.judge.judgements import (
    LONGEST_NOTE,
    Judgement,
    JudgementError,
    RaterVerdict,
    all_standing,
)
from tests.support.auditing import case_of, cases_of, judging_by, store_all_kinds


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


def test_a_judgement_is_added_and_never_changes_a_reply_or_another_judgement(stored):
    connection = open_connection(stored[0])
    before = connection.execute("SELECT completion, body FROM responses").fetchall()
    case, judging = case_of(stored, "FC-00001"), judging_by(stored, "ann")
    judging.judge(case, Judgement(RaterVerdict.ANSWER, frozenset("A"), "leans to A"))
    judging.judge(case, Judgement(RaterVerdict.AMBIGUOUS))
    assert judging.mine([case.key])[case.key].verdict is RaterVerdict.AMBIGUOUS
    rows = connection.execute("SELECT verdict, letters, note, reader_said FROM judgements").fetchall()
    assert [tuple(row) for row in rows] == [
        ("answer", "A", "leans to A", case.said),
        ("ambiguous", "", "", case.said),
    ]
    assert connection.execute("SELECT completion, body FROM responses").fetchall() == before


@pytest.mark.parametrize("statement", ["UPDATE judgements SET verdict = 'none'", "DELETE FROM judgements"])
def test_the_store_itself_refuses_to_edit_a_judgement(stored, statement):
    judging_by(stored, "ann").judge(case_of(stored, "FC-00001"), Judgement(RaterVerdict.NONE))
    with pytest.raises(StoreUnusable, match="a judgement is never"):
        open_connection(stored[0]).execute(statement)


def test_undo_brings_back_what_counted_before_step_by_step(stored):
    case, judging = case_of(stored, "FC-00001"), judging_by(stored, "ann")
    first, second = Judgement(RaterVerdict.NONE), Judgement(RaterVerdict.ANSWER, frozenset("B"))
    for judgement in (first, second, first):
        judging.judge(case, judgement)
    assert [judging.undo(case) for _ in range(4)] == [second, first, None, None]
    assert judging.mine([case.key]) == {}
    judging.judge(case, second)
    assert judging.mine([case.key]) == {case.key: second}


def test_raters_do_not_see_one_another(stored):
    case = case_of(stored, "FC-00001")
    judging_by(stored, "ann").judge(case, Judgement(RaterVerdict.NONE))
    assert judging_by(stored, "bob").mine([case.key]) == {}
    assert judging_by(stored, "bob").undo(case) is None
    assert set(judging_by(stored, "ann").mine([case.key])) == {case.key}


@pytest.mark.parametrize(
    ("judgement", "why"),
    [
        (Judgement(RaterVerdict.ANSWER, frozenset("C")), "'C' is no option"),
        (Judgement(RaterVerdict.ANSWER, frozenset("AB")), "one letter"),
        (Judgement(RaterVerdict.ANSWER), "needs its letters"),
        (Judgement(RaterVerdict.NONE, frozenset("A")), "needs its letters"),
        (Judgement(RaterVerdict.NONE, note="x" * (LONGEST_NOTE + 1)), "2,000 are allowed"),
    ],
)
def test_a_judgement_that_the_item_does_not_allow_is_refused(stored, judgement, why):
    with pytest.raises(JudgementError, match=why):
        judging_by(stored, "ann").judge(case_of(stored, "FC-00001"), judgement)
    assert open_connection(stored[0]).execute("SELECT count(*) FROM judgements").fetchone()[0] == 0


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "\x1b[31m"])
def test_a_raters_name_is_checked(stored, name):
    with pytest.raises(UsageError, match="rater's name"):
        judging_by(stored, name)


@pytest.mark.slow
def test_no_judgement_is_lost_when_the_process_is_killed(stored):
    program = """
import os, signal, sys
from pathlib import Path
from cache import Store
from mhclient.read.collect import collect
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
connection = Store.open(Path(sys.argv[1]))
judging = Judging(connection, "ann", "1+test")
for number, case in enumerate(collect(connection, [sys.argv[2]]).cases):
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    judging.judge(case, Judgement(RaterVerdict.NONE))
    print(case.key, flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, stored)], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL
    confirmed = done.stdout.split()
    assert len(confirmed) == 5
    assert set(judging_by(stored, "ann").mine(confirmed)) == set(confirmed)


def test_cohens_kappa_of_a_case_worked_by_hand():
    pairs = [("A", "A")] * 4 + [("B", "B")] * 3 + [("A", "B")] * 2 + [("B", "A")]
    assert cohen_kappa(pairs) == pytest.approx(0.4)  # (0.7 - 0.5) / (1 - 0.5)
    assert cohen_kappa([("A", "A")] * 3) is None


@given(st.lists(st.tuples(*(st.sampled_from("ABCD") for _ in range(2))), min_size=2, max_size=40))
def test_cohens_kappa_is_that_of_statsmodels(pairs):
    said = sorted(set(chain(*pairs)))
    assume(len(said) > 1)
    table = [[pairs.count((row, column)) for column in said] for row in said]
    assert cohen_kappa(pairs) == cohens_kappa(table, return_results=False)


def test_krippendorffs_alpha_of_his_own_example():
    # "Computing Krippendorff's alpha-reliability" (2011), section C: four observers, missing values, 0.743.
    observers = {
        "a": "123321412...",
        "b": "1233224125.3",
        "c": ".33323422511"[:11] + ".",
        "d": "123324412" + "51.",
    }
    units = [
        {name: row[place] for name, row in observers.items() if row[place] != "."} for place in range(12)
    ]
    assert krippendorff_alpha(units) == pytest.approx(0.743, abs=0.0005)


def test_agreement_counts_only_who_decided_and_lists_disagreements(stored):
    first, second, third = cases_of(stored)[:3]
    for rater, letter in (("ann", "A"), ("bob", "A"), ("cid", "B")):
        judging_by(stored, rater).judge(first, Judgement(RaterVerdict.ANSWER, frozenset(letter)))
    for rater in ("ann", "bob"):
        judging_by(stored, rater).judge(second, Judgement(RaterVerdict.NONE))
    judging_by(stored, "cid").judge(second, Judgement(RaterVerdict.SKIP))
    judging_by(stored, "ann").judge(third, Judgement(RaterVerdict.NONE))
    found = agreement(all_standing(Store.open(stored[0]), [first.key, second.key, third.key]))
    assert found.decided == {"ann": 3, "bob": 2, "cid": 1}
    assert {(pair.first, pair.second): (pair.same.count, pair.same.n) for pair in found.pairs} == {
        ("ann", "bob"): (2, 2),
        ("ann", "cid"): (0, 1),
        ("bob", "cid"): (0, 1),
    }
    assert found.disagreements == (first.key,)


def test_decisions_hold_what_all_agree_on_and_the_settlers_word(stored, tmp_path):
    agreed, open_, settled = cases_of(stored)[:3]
    for rater, letters in (("ann", "ABA"), ("bob", "AAB")):
        for case, letter in zip((agreed, open_, settled), letters, strict=True):
            judging_by(stored, rater).judge(case, Judgement(RaterVerdict.ANSWER, frozenset(letter)))
    judging_by(stored, "zoe").judge(settled, Judgement(RaterVerdict.REFUSAL, note="reads like a refusal"))
    found = all_standing(Store.open(stored[0]), [case.key for case in (agreed, open_, settled)])
    decided = decide(found, settle="zoe")
    assert set(decided.decisions) == {agreed.key, settled.key}
    assert decided.open == (open_.key,)
    assert decided.decisions[agreed.key].raters == ("ann", "bob")
    path = tmp_path / "decisions.json"
    path.write_text(decided.to_json(), encoding="utf-8")
    assert read_decisions(path) == decided


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "mhclient-decisions/2"}', '{"format": "mhclient-decisions/1"}']
)
def test_a_file_that_holds_no_decisions_is_refused_in_one_line(tmp_path, text):
    path = tmp_path / "d.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="no decisions file"):
        read_decisions(path)


ENTRY = {"case": "ab", "verdict": "none", "letters": "", "raters": ["ann"], "notes": []}


def test_a_decision_with_two_verdicts_is_refused(tmp_path):
    path = tmp_path / "d.json"
    content = json.dumps({"format": FORMAT, "settled_by": None, "decisions": [ENTRY], "open": []})
    path.write_text(content.replace('"verdict": "none"', '"verdict": "none", "verdict": "refusal"'))
    with pytest.raises(UsageError, match="key 'verdict' stands twice"):
        read_decisions(path)


@pytest.mark.parametrize(
    ("decisions", "left_open", "why"),
    [
        ([ENTRY, ENTRY | {"verdict": "refusal"}], [], "case ab is in it 2 times"),
        ([ENTRY], ["ab"], "case ab is in it 2 times"),
        ([ENTRY | {"raters": "ann"}], [], "'ann' is no list of texts"),
        ([ENTRY], "ab", "'ab' is no list of texts"),
    ],
)
def test_a_decisions_file_that_says_two_things_or_no_list_is_refused(tmp_path, decisions, left_open, why):
    path = tmp_path / "d.json"
    content = {"format": FORMAT, "settled_by": None, "decisions": decisions, "open": left_open}
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        read_decisions(path)


def test_agreement_and_decisions_as_commands(stored, capsys, tmp_path):
    store = ["--store", str(stored[0])]
    case = case_of(stored, "FC-00001")
    for rater, letter in (("ann", "A"), ("bob", "B")):
        judging_by(stored, rater).judge(case, Judgement(RaterVerdict.ANSWER, frozenset(letter)))
    assert main(["audit", "agreement", stored[1], *store]) == 1
    assert "1 disagreement\n" in capsys.readouterr().out
    target = tmp_path / "d.json"
    assert main(["audit", "decisions", stored[1], "--out", str(target), *store]) == 1
    assert read_decisions(target).open == (case.key,)
    assert main(["audit", "decisions", stored[1], "--out", str(target), "--settle", "ann", *store]) == 0
    assert read_decisions(target).decisions[case.key].letters == {"A"}


def row(number: int, case: int, rater: str, letters: str, blind: bool = False) -> JudgementRow:
    return JudgementRow(
        *(number, f"case {case}", rater, "", "answer", letters, "", None, "1+test", ""), blind=blind
    )


def judgements(n: int, same: int, *, blind: bool = False) -> list[JudgementRow]:
    """Ann says A of every reply, Bob says A of the first ones and B of the rest."""
    ann = [row(number, number, "ann", "A", blind) for number in range(n)]
    bob = [row(n + number, number, "bob", "A" if number < same else "B", blind) for number in range(n)]
    return [*ann, *bob]


def test_nothing_is_said_of_fewer_than_ten_shared_replies():
    assert agreement_so_far(judgements(9, 9), "ann", blind=False) is None


def test_the_figure_moves_with_every_tenth_reply_alone():
    found = agreement_so_far(judgements(19, 8), "ann", blind=False)
    assert found is not None
    assert (found.n, found.same.count, found.same.n) == (10, 8, 10)
    found = agreement_so_far(judgements(20, 8), "ann", blind=False)
    assert found is not None
    assert (found.n, found.same.count, found.same.n) == (20, 8, 20)


def test_a_sample_counts_blind_judgements_alone():
    assert agreement_so_far(judgements(10, 10), "ann", blind=True) is None
    assert agreement_so_far(judgements(10, 10, blind=True), "ann", blind=True) is not None
