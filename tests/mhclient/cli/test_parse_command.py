"""`mhclient parse` as a user types it."""

import io
import json
import sys

import pytest

from mhclient.cli.main import main

RELATIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
THOUGHT = "<think>A, maybe?</think>The answer is **B**, not A."


@pytest.fixture
def replies(tmp_path):
    """Writes lines to a file, objects as JSON."""

    def write(*lines):
        path = tmp_path / "replies.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return path

    return write


def run(capsys, *arguments):
    status = main(["parse", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, " ".join(printed.err.split())


def reply(response, **fields):
    return {"id": "m1", "options": RELATIONS, "response": response, **fields}


def test_each_line_becomes_a_reading(replies, capsys):
    status, shown, said = run(
        capsys, replies(reply(THOUGHT), reply("A & D", id=7, mode="multi"), reply("", finish_reason="length"))
    )
    first, second, third = map(json.loads, shown.splitlines())
    assert status == 0
    assert (first["id"], first["outcome"], first["letters"], first["grade"]) == (
        "m1",
        "answer",
        ["B"],
        "explicit",
    )
    assert THOUGHT[slice(*first["span"])] == "B"
    assert [candidate["set_aside"] for candidate in first["candidates"]] == [None, "negated"]
    assert (second["id"], second["letters"], third["outcome"]) == (7, ["A", "D"], "truncated")
    assert "3 lines: 2 answer, 1 truncated" in said


def test_a_bad_line_is_named_by_number_and_the_rest_is_read(replies, capsys):
    status, shown, said = run(
        capsys,
        replies(
            reply("B"),
            "no JSON",
            "",
            '"text"',
            reply(5),
            {"response": "B"},
            {"response": "B", "options": {"A": "x", "a": "y"}},
            reply("B", mode="most"),
            reply("B", id=[1]),
            {"response": None, "options": RELATIONS},
        ),
    )
    assert status == 1
    assert [json.loads(line)["id"] for line in shown.splitlines()] == ["m1", 10]
    for complaint in (
        "line 2: not a line of JSON",
        "line 4: a JSON str, not an object",
        "line 5: 'response' is int",
        "line 6: 'options' must be an object",
        "line 7: two of the option labels",
        "line 8: 'mode' is 'most'; it must be one of single, multi",
        "line 9: 'id' must be text",
        "9 lines: 7 unusable",
    ):
        assert complaint in said


def test_an_option_given_twice_is_a_bad_line(replies, capsys):
    """JSON would keep the second A and say nothing."""
    status, shown, said = run(capsys, replies('{"response": "A", "options": {"A": "x", "B": "y", "A": "z"}}'))
    assert (status, shown) == (1, "")
    assert "line 1: 'A' is given twice" in said


def test_one_option_and_a_shared_text_are_read_for_what_they_are(replies, capsys):
    twins = {"A": "same", "B": "same"}
    shared = [{"response": words, "options": twins} for words in ("same", "B. same", None)]
    status, shown, _ = run(capsys, replies({"response": "A", "options": {"A": "x"}}, *shared))
    readings = [json.loads(line) for line in shown.splitlines()]
    assert status == 0
    assert [(reading["outcome"], reading["letters"]) for reading in readings] == [
        ("answer", ["A"]),
        ("no_answer", []),
        ("answer", ["B"]),
        ("empty", []),
    ]


def test_bytes_that_are_no_text_are_a_bad_line(tmp_path, capsys):
    path = tmp_path / "replies.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(reply("B")).encode() + b'\n{"response": "\xff"}\n')
    status, shown, said = run(capsys, path)
    assert (status, len(shown.splitlines()), "line 2" in said) == (1, 1, True)


def test_a_named_format_adds_compliance(replies, capsys):
    _, shown, _ = run(capsys, replies(reply("**B**", answer_format="letter"), reply("B")))
    first, second = map(json.loads, shown.splitlines())
    assert (first["compliance"], "compliance" in second) == ("decorated", False)


def test_readings_go_to_a_file_and_nothing_else_is_left(tmp_path, replies, capsys):
    path, target = replies(reply("B")), tmp_path / "readings.jsonl"
    assert run(capsys, path, "--out", target)[:2] == (0, "")
    assert json.loads(target.read_text(encoding="utf-8"))["letters"] == ["B"]
    assert {file.name for file in tmp_path.iterdir()} == {path.name, target.name}


def test_readings_never_replace_the_completions_they_are_made_from(tmp_path, replies, capsys):
    path = replies(reply("B"))
    before, link = path.read_bytes(), tmp_path / "link.jsonl"
    link.symlink_to(path)
    for target in (path, link):
        status, _, said = run(capsys, path, "--out", target)
        assert (status, "was not written by mhclient" in said) == (2, True)
        assert path.read_bytes() == before


def test_replies_come_from_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(reply("B")).encode())))
    status, shown, _ = run(capsys, "-")
    assert (status, json.loads(shown)["letters"]) == (0, ["B"])


def test_explaining_marks_the_deciding_words_and_gives_each_reason(replies, capsys):
    _, shown, _ = run(capsys, replies(reply(THOUGHT)), "--explain")
    lines = shown.splitlines()
    said = next(line for line in lines if "The answer is" in line)
    marks = lines[lines.index(said) + 1]
    assert said[marks.index("▲")] == "B"
    assert said[marks.index("1")] == "A"
    assert "▲ B: answer, explicit, by the rule answer-sentence" in shown
    assert "1 A: negated, by the rule denial" in shown
    assert "- cut before reading: reasoning" in shown


def test_explaining_a_conflict_marks_every_side(replies, capsys):
    _, shown, _ = run(capsys, replies(reply("The answer is A. Indeed. The answer is C.")), "--explain")
    lines = shown.splitlines()
    said = next(line for line in lines if "Indeed" in line)
    marks = lines[lines.index(said) + 1]
    assert (said[marks.index("△")], said[marks.index("▲")]) == ("A", "C")
    assert "▲ C: ambiguous, by the rule several-answers" in shown
    assert "△ A: stands, too, by the rule answer-sentence" in shown


def test_explaining_shows_text_as_text(replies, capsys):
    _, shown, _ = run(capsys, replies(reply("\x1b[31m[bold]B[/bold]\u202e", id="[red]m")), "--explain")
    assert "\x1b[31m" not in shown
    assert "\u202e" not in shown
    assert "[bold]B[/bold]" in shown
    assert "[red]m" in shown


def test_a_long_reply_is_drawn_around_its_marks(replies, capsys):
    _, shown, _ = run(
        capsys,
        replies(reply("".join(f"It is {n}.\n" for n in range(90)) + "Answer: B\n" + "Indeed.\n" * 9)),
        "--explain",
    )
    assert "… 88 rows …" in shown
    assert len(shown.splitlines()) < 20


def test_a_file_that_cannot_be_used_is_one_line_and_status_2(tmp_path, replies, capsys):
    assert run(capsys, tmp_path / "nowhere")[0] == 2
    status, _, said = run(capsys, replies(reply("B")), "--out", tmp_path / "no" / "where")
    assert (status, "there is no folder" in said) == (2, True)
