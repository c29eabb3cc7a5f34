"""A report with people's decisions: what they change, and that what was read stays beside it."""

import csv
import io
import json

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from mhclient.read.collect import collect
from mhclient.report.blocks.judged import changed_figures
from tests.support.items import make_binary_items
from tests.support.stored import Answer, store_run


@pytest.fixture
def stored(make_benchmark, tmp_path):
    """Four A/B items, gold A, B, A, B: one read rightly, one wrongly, two not read."""
    items = make_binary_items(4)
    texts = ("A", "A", "Hmm.", "I cannot say")
    store = tmp_path / "s.sqlite3"
    replies = {item.id: text for item, text in zip(items, texts, strict=True)}
    return store, store_run(store, make_benchmark(items), replies)


@pytest.fixture
def decisions(stored, tmp_path):
    """One unread reply is an A, the wrong one is as it was read, the last one is a refusal."""
    store, run_id = stored
    connection = Store.open(store)
    collected = collect(connection, [run_id])
    judging = Judging(connection, "ann", collected.reader)
    case = dict(enumerate(collected.cases))
    judging.judge(case[1], Judgement(RaterVerdict.ANSWER, frozenset("A")))
    judging.judge(case[2], Judgement(RaterVerdict.ANSWER, frozenset("A")))
    judging.judge(case[3], Judgement(RaterVerdict.REFUSAL))
    path = tmp_path / "decisions.json"
    assert main(["audit", "decisions", run_id, "--store", str(store), "--out", str(path)]) == 0
    return path


def report(stored, capsysbinary, *more: object) -> str:
    capsysbinary.readouterr()
    assert main(["report", stored[1], "--store", str(stored[0]), *map(str, more)]) == 0
    return str(capsysbinary.readouterr().out, "utf-8")


def test_figures_with_decisions_are_those_worked_by_hand(stored, decisions, capsysbinary):
    plain = json.loads(report(stored, capsysbinary, "--format", "json"))
    decided = json.loads(report(stored, capsysbinary, "--format", "json", "--decisions", decisions))
    assert (plain["overall"]["accuracy"], decided["overall"]["accuracy"]) == (1 / 4, 2 / 4)
    assert (plain["overall"]["n_answered"], decided["overall"]["n_answered"]) == (2, 3)
    assert decided["overall"]["outcomes"]["refusal"] == 1
    assert plain["decisions"] is None
    assert (decided["decisions"]["n_replies"], decided["decisions"]["n_changed"]) == (3, 2)


def test_the_effect_on_every_figure_is_shown(stored, decisions, capsysbinary):
    plain = json.loads(report(stored, capsysbinary, "--format", "json"))
    decided = json.loads(report(stored, capsysbinary, "--format", "json", "--decisions", decisions))
    shown = {effect["figure"]: effect for effect in decided["decisions"]["effects"]}
    for part in ("overall", "tasks", "averages", "averages_ci95"):
        for effect in changed_figures({part: plain[part]}, {part: decided[part]}):
            assert (shown[effect.figure]["before"], shown[effect.figure]["after"]) == (
                effect.before,
                effect.after,
            )
    assert shown["overall.accuracy"]["before"] == 0.25


def test_a_judged_answer_counts_at_the_last_step_of_strictness_only(stored, decisions, capsysbinary):
    decided = json.loads(report(stored, capsysbinary, "--format", "json", "--decisions", decisions))
    steps = decided["overall"]["by_strictness"]
    assert (steps["strict"]["n_read"], steps["text"]["n_read"], steps["all"]["n_read"]) == (2, 2, 3)
    assert steps["all"]["accuracy"] == decided["overall"]["accuracy"]


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_every_form_says_that_people_decided_and_what_changed(stored, decisions, capsysbinary, form):
    text = report(stored, capsysbinary, "--format", form, "--decisions", decisions)
    assert "DECIDED BY PEOPLE: 3 replies" in " ".join(text.split())
    assert "Figures that decisions change" in text
    assert "DECIDED" not in report(stored, capsysbinary, "--format", form)


def test_the_page_and_latex_say_so_too(stored, decisions, capsysbinary, tmp_path):
    report(stored, capsysbinary, "--format", "html", "--out", tmp_path / "r.html", "--decisions", decisions)
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "DECIDED BY PEOPLE" in page
    assert "Figures that decisions change" in page
    latex = report(stored, capsysbinary, "--format", "latex", "--decisions", decisions)
    assert "with people's decisions (file" in latex


def test_rows_name_the_decision_as_their_rule(stored, decisions, capsysbinary):
    text = report(stored, capsysbinary, "--format", "csv", "--decisions", decisions)
    rows = {row["item_id"]: row for row in csv.DictReader(io.StringIO(text))}
    assert [row["rule"] == "decision" for row in rows.values()] == [False, False, True, True]
    assert rows["FC-00002"]["prediction"] == "A"


def test_the_same_decisions_give_the_same_bytes(stored, decisions, capsysbinary):
    first, second = (
        report(stored, capsysbinary, "--format", "json", "--decisions", decisions) for _ in range(2)
    )
    assert first == second


@pytest.fixture
def about_others(decisions, tmp_path):
    """The same decisions, about cases that no run has."""
    content = json.loads(decisions.read_text(encoding="utf-8"))
    for number, entry in enumerate(content["decisions"]):
        entry["case"] = f"{number:064}"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(content), encoding="utf-8")
    return other


def test_decisions_about_other_replies_change_nothing_and_say_so(stored, about_others, capsysbinary):
    document = json.loads(report(stored, capsysbinary, "--format", "json", "--decisions", about_others))
    assert (document["decisions"]["n_replies"], document["decisions"]["effects"]) == (0, [])
    assert document["runs"][0]["marks"] == []


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "csv"])
def test_a_run_that_no_decision_is_about_is_not_marked_decided(stored, about_others, capsysbinary, form):
    text = report(stored, capsysbinary, "--format", form, "--decisions", about_others)
    assert "DECIDED" not in text
    assert "(decided" not in text
    assert ",decided" not in text
    assert "Figures that decisions change" not in text
    assert "people's decisions" not in text
    if form in ("terminal", "markdown"):
        assert "None of the decisions" in text


def test_right_answers_that_people_decided_are_not_called_prose(make_benchmark, tmp_path, capsysbinary):
    """Of 20 items ten are explicit, six in prose; four are cut, three of which are decided right."""
    items = make_binary_items(20)
    texts = ["{}"] * 10 + ["{}, because it fits."] * 6
    said: dict[str, Answer] = {
        item.id: text.format(item.gold[0]) for item, text in zip(items, texts, strict=False)
    }
    said |= {item.id: (f"The options are to be weighed. Item {item.id}", "length") for item in items[16:]}
    stored = tmp_path / "s.sqlite3", store_run(tmp_path / "s.sqlite3", make_benchmark(items), said)
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    judging = Judging(connection, "ann", collected.reader)
    for case in [case for case in collected.cases if case.finish_reason == "length"][:3]:
        judging.judge(case, Judgement(RaterVerdict.ANSWER, case.gold))
    path = tmp_path / "decisions.json"
    assert main(["audit", "decisions", stored[1], "--store", str(stored[0]), "--out", str(path)]) == 0
    found = json.loads(report(stored, capsysbinary, "--format", "json", "--decisions", path))["findings"]
    (told,) = (finding["text"] for finding in found if finding["code"] == "depends_on_strictness")
    assert "6 right answers stand in prose, 3 are raters' decisions" in told


def test_a_missing_decisions_file_is_one_line(stored, capsys):
    assert main(["report", stored[1], "--store", str(stored[0]), "--decisions", "nowhere.json"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("letters", "said"), [("Z", "'Z' is no option of this item"), ("A&B", "this item asks for one letter")]
)
def test_a_decision_that_the_item_does_not_allow_is_refused(stored, decisions, letters, said, capsys):
    content = json.loads(decisions.read_text(encoding="utf-8"))
    for entry in content["decisions"]:
        entry["letters"] = letters if entry["letters"] else ""
    decisions.write_text(json.dumps(content), encoding="utf-8")
    arguments = ["report", stored[1], "--store", str(stored[0]), "--decisions", str(decisions)]
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_decisions_nested_beyond_reason_are_refused(stored, tmp_path, capsys):
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    assert main(["report", stored[1], "--store", str(stored[0]), "--decisions", "deep.json"]) == 2
    assert "nested too deeply" in capsys.readouterr().err
