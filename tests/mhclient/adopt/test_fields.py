"""Files of no tool: odd names, options in several columns, and what is said where a name is missing."""

import csv
import json

import pytest

from cache import open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS, Fields, LogUnusable
from mhclient.cli.main import main
from tests.support.logs import TREES

GERMAN = Fields(completion="Antwort", options="A+B+C+D", gold="Lösung", question="Frage", id="Nr.")
ROWS = [
    ["Nr.", "Frage", "A", "B", "C", "D", "Lösung", "Antwort"],
    ["1", "Welcher?", *TREES, "", "B", "B, 1,5"],
]


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t"), ("a.csv", "|")])
def test_the_header_shows_how_cells_are_separated_and_options_may_stand_in_several(tmp_path, name, mark):
    path = tmp_path / name
    path.write_text("".join(mark.join(row) + "\r\n" for row in ROWS), encoding="utf-8-sig")
    (reply,) = open_log(path, GERMAN).replies()
    assert (reply.item, reply.completion) == ("1", "B, 1,5")
    assert reply.options == dict(zip("ABC", TREES, strict=True))


def test_an_empty_option_among_others_is_no_end_of_them(tmp_path, capsys):
    path = tmp_path / "a.csv"
    path.write_text("q,A,B,C,key,out\nWhich?,oak,,elm,A,A\nWhich now?,oak,ash,,A,B\n", encoding="utf-8")
    fields = ["--completion", "out", "--question", "q", "--options", "A+B+C", "--gold", "key"]
    assert main(["adopt", str(path), *fields, "--store", str(tmp_path / "s.sqlite3")]) == 0
    said = capsys.readouterr().out
    assert "1 reply." in said
    assert "option B must be a non-empty text" in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"completion": "reply", "prompt": "ask", "options": "a+b", "gold": "out"},
            "no text of a reply. Name its field with `completion` FIELD. It has: ask, a",
        ),
        ({}, "neither question nor prompt. Name one with `question` or `prompt` FIELD. It has: ask"),
        (
            {"prompt": "ask"},
            "no options. Name their field with `options` FIELD, or several joined by '+'. It has",
        ),
        (
            {"prompt": "ask", "options": "a+b"},
            "no gold. Name its field with `gold` FIELD. It has: ask, a, b, out.",
        ),
    ],
)
def test_where_a_name_is_missing_the_names_that_there_are_are_told(tmp_path, given, said):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps({"ask": "Which?", "a": "oak", "b": "elm", "out": "A"}) + "\n")
    with pytest.raises(LogUnusable) as error, open_store(tmp_path / "s.sqlite3") as store:
        keep_logs(store, [open_log(path, Fields(**{"completion": "out", **given}))])
    assert said in str(error.value)


def test_an_empty_file_is_told_as_that(tmp_path):
    path = tmp_path / "log.jsonl"
    path.touch()
    with pytest.raises(LogUnusable, match="is empty"):
        open_log(path, NO_FIELDS)


@pytest.mark.parametrize("before", ["", "vars."])
def test_promptfoos_fields_may_be_named_as_in_the_file(tmp_path, before):
    result = {
        "prompt": {"raw": "Which?"},
        "vars": {"opts": TREES, "key": "C"},
        "response": {"output": {"answer": "C"}},
    }
    path = tmp_path / "out.json"
    path.write_text(json.dumps({"results": {"results": [result]}}), encoding="utf-8")
    (reply,) = open_log(path, Fields(options=f"{before}opts", gold=f"{before}key")).replies()
    assert (reply.gold, reply.completion, reply.error) == (frozenset("C"), None, "the output is no text")


ASKED = ["--question", "ask", "--options", "opts", "--gold", "key"]
RECORD = {"id": "q", "ask": "Which?", "opts": list(TREES), "key": "B", "out": "B", "other": "A", "pred": "B"}


def adopted(path, store, *names):
    assert main(["adopt", str(path), *ASKED, *names, "--store", str(store)]) == 0
    assert main(["reread", "@last", "--published", "--store", str(store)]) == 0


def test_who_named_another_field_first_does_not_get_its_replies_again(tmp_path, capsys):
    path, store = tmp_path / "log.jsonl", tmp_path / "s.sqlite3"
    path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    adopted(path, store, "--completion", "other", "--said", "other")
    capsys.readouterr()
    adopted(path, store, "--completion", "out", "--said", "pred")
    said = capsys.readouterr().out
    assert "was adopted before" not in said
    assert "100.0" in said  # published and read: the second field's replies, not the first's
    assert " 0.0" not in said


def test_a_file_named_twice_is_adopted_once(tmp_path, capsys):
    path, store = tmp_path / "log.jsonl", tmp_path / "s.sqlite3"
    path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    command = ["adopt", *ASKED, "--completion", "out", "--model", "m", "--store", str(store), str(path)]
    assert main([*command, str(path)]) == 0
    assert main(command) == 0
    assert "was adopted before" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["said", "id", "task", "epoch"])
def test_a_name_that_no_field_has_is_refused(tmp_path, option):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    fields = {"question": "ask", "options": "opts", "gold": "key", "completion": "out", option: "nope"}
    with pytest.raises(LogUnusable, match=f"no field 'nope', which `{option}` names. It has: id, ask"):
        list(open_log(path, Fields(**fields)).replies())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"epoch": 10**17}, "the epoch '100000000000000000' is no whole number from 1 to 1,000,000"),
        (
            {"opts": [f"tree {n}" for n in range(30)]},
            "30 options, of which no more than 26 can have a letter",
        ),
    ],
)
def test_more_than_can_be_meant_is_refused(tmp_path, changed, said):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(RECORD | changed) + "\n", encoding="utf-8")
    fields = Fields(question="ask", options="opts", gold="key", completion="out")
    with pytest.raises(LogUnusable, match=said):
        list(open_log(path, fields).replies())


def test_options_by_letter_keep_their_letters_in_whatever_order_they_stand(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(RECORD | {"opts": {"B": "oak", "A": "elm"}}) + "\n", encoding="utf-8")
    fields = Fields(question="ask", options="opts", gold="key", completion="out")
    (reply,) = open_log(path, fields).replies()
    assert reply.options == {"A": "elm", "B": "oak"}


def test_a_row_with_more_cells_than_the_header_is_refused(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("ask,a,b,key,out\nWhich?,oak,elm,A,B is not right, the answer is A\n", encoding="utf-8")
    fields = Fields(question="ask", options="a+b", gold="key", completion="out")
    with pytest.raises(LogUnusable, match="line 2: more cells than the header has names"):
        list(open_log(path, fields).replies())


def _csv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_a_reply_in_csv_that_is_json_stays_the_text_it_is(tmp_path):
    said = '{"answer": "B"}'
    row = ["Which?", json.dumps({"choices": TREES}), '["B"]', said]
    path = _csv(tmp_path / "log.csv", [["ask", "doc", "key", "out"], row])
    fields = Fields(question="ask", options="doc.choices", gold="key", completion="out")
    (reply,) = open_log(path, fields).replies()
    assert (reply.completion, reply.gold) == (said, frozenset("B"))
    assert list(reply.options.values()) == TREES


@pytest.mark.parametrize(
    ("options", "key", "gold"),
    [
        ({"1": "oak", "2": "elm"}, "2", "B"),
        ({"1": "oak", "2": "elm"}, 2, "B"),
        ({"0": "oak", "1": "elm"}, ["1"], "B"),
        ({"text": ["oak", "elm"], "label": ["1", "2"]}, "1", "A"),
        ({"text": ["oak", "elm"], "label": ["A", "B"]}, "B", "B"),
        ({"b": "oak", "a": "elm"}, "b", "B"),
        ({"A": "elm", "B": "oak", "C": None}, "B", "B"),
    ],
)
def test_a_gold_is_a_label_that_the_record_gives_its_options(tmp_path, options, key, gold):
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(RECORD | {"opts": options, "key": key}) + "\n", encoding="utf-8")
    fields = Fields(question="ask", options="opts", gold="key", completion="out")
    (reply,) = open_log(path, fields).replies()
    assert (reply.gold, sorted(reply.options.values())) == (frozenset(gold), ["elm", "oak"])


def test_letters_that_are_not_the_first_are_refused(tmp_path):
    """Given ours, replies that say "B" would be counted for another option."""
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(RECORD | {"opts": {"B": "oak", "D": "elm"}}) + "\n", encoding="utf-8")
    fields = Fields(question="ask", options="opts", gold="key", completion="out")
    with pytest.raises(LogUnusable, match="line 1: options with the letters B, D, not A, B"):
        list(open_log(path, fields).replies())


def test_a_gold_that_may_count_from_0_or_from_1_is_refused_with_what_to_do(tmp_path):
    path = _csv(tmp_path / "log.csv", [["ask", "a", "b", "key", "out"], ["Which?", "oak", "elm", "1", "B"]])
    fields = Fields(question="ask", options="a+b", gold="key", completion="out")
    with pytest.raises(LogUnusable, match="may count from 0 or 1: write the letter or the text"):
        list(open_log(path, fields).replies())
