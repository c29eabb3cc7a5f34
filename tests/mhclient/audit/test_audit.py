"""Seeing what was read and what was not, and judging it: cases, filters, shapes, judgements, decisions."""

import csv
import io
import json
import sqlite3
from dataclasses import replace

import pytest

from cache import Store
from cache.connection import APPLICATION_ID, open_connection
from cache.schema import AUDIT, MIGRATIONS
from mhclient.audit.case_files import COLUMNS, as_csv, as_html, as_jsonl
from mhclient.audit.filters import Filter
from mhclient.audit.overview import overview, shape_of, shapes
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.judge.judgements import (
    Judgement,
    Judging,
    RaterVerdict,
)
from mhclient.read.collect import cases_at, collect, collect_stored
from mhclient.read.highlights import Highlight, HighlightKind, highlights_of, pieces, read_case, segments
from mhclient.show.visible import one_line, visible
from tests.support.auditing import HOSTILE, case_of, cases_of, judging_by, store_all_kinds
from tests.support.items import make_binary_items, make_items
from tests.support.sql import execute
from tests.support.stored import LETTER_ONLY, store_run


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


def test_every_reply_is_a_case_and_what_has_none_is_counted(stored):
    collected = collect(Store.open(stored[0]), [stored[1]])
    assert len(collected.cases) == 9
    assert collected.without_reply == {stored[1]: 1}
    said = {case.item_id: case.said for case in collected.cases}
    assert (said["RP-00000"], said["RP-00001"], said["RP-00004"]) == ("A", "B", "truncated")


def test_a_second_look_reads_nothing_again(stored):
    first, second = (collect(Store.open(stored[0]), [stored[1]]) for _ in range(2))
    assert (first.newly_read, second.newly_read) == (9, 0)
    assert first.cases == second.cases


def test_an_overview_loads_no_text_of_what_was_read_before(stored):
    """Of a run that was looked at before, only unread replies come from the store in full."""
    path, run_id = stored
    before = overview(collect(Store.open(path), [run_id]).cases)
    with Store.open(path) as opened:
        execute(opened, "UPDATE items SET body = '{' WHERE item_id = 'RP-00000'")  # its reply was read
        found = collect_stored(opened, [run_id])
        assert overview(found.cases) == before
        assert found.cases[1].said == "B"
        with pytest.raises(UsageError, match="broken"):
            list(found.cases)


def test_replies_that_others_have_replaced_are_not_shown_with_a_reading_of_these(stored):
    path, run_id = stored
    with Store.open(path) as opened:
        found = collect_stored(opened, [run_id])
        execute(opened, "UPDATE run_items SET response_id = 2 WHERE response_id = 1")
        with pytest.raises(UsageError, match="other replies than before"):
            _ = found.cases[0]
    assert collect(Store.open(path), [run_id]).cases[0].said == "B"


def test_a_filter_chooses_the_same_of_stored_cases(stored):
    path, run_id = stored
    with Store.open(path) as opened:
        found, cases = collect_stored(opened, [run_id]).cases, cases_of(stored)
        for line in ("read:no", "outcome:answer", "relation:indication", "judged:no", "medical said:refusal"):
            chosen = Filter.parse(line).chosen(cases, {})
            assert Filter.parse(line).chosen(found, {}) == chosen != []
            assert list(cases_at(found, chosen)) == [cases[place] for place in chosen]


def test_equal_completions_of_equal_items_share_one_case_whoever_said_them(make_benchmark, tmp_path):
    items = make_binary_items(2)
    benchmark, store = make_benchmark(items), tmp_path / "s.sqlite3"
    runs = [store_run(store, benchmark, {item.id: "perhaps" for item in items}, model=name) for name in "mn"]
    cases = collect(Store.open(store), runs).cases
    assert len(cases) == 4
    assert len({case.key for case in cases}) == 2
    judging = Judging(Store.open(store), "ann", "1+test")
    judging.judge(cases[0], Judgement(RaterVerdict.NONE))
    judged = judging.mine(case.key for case in cases)
    assert [case.run_id for case in cases if case.key in judged] == runs


def test_options_shown_in_another_order_are_another_case(make_benchmark, tmp_path):
    items = make_items(1)
    benchmark, store = make_benchmark(items), tmp_path / "s.sqlite3"
    variants = [LETTER_ONLY, replace(LETTER_ONLY, option_order="reversed")]
    runs = [store_run(store, benchmark, {items[0].id: "A"}, variant=variant) for variant in variants]
    plain, turned = collect(Store.open(store), runs).cases
    assert (plain.options["A"], turned.options["A"]) == ("indication", "none")
    assert plain.key != turned.key
    assert (set(plain.gold), set(turned.gold)) == ({"A"}, {"D"})


def test_replies_that_differ_in_what_they_are_about_have_one_shape(stored):
    ranked = shapes(case for case in cases_of(stored) if not case.read)
    assert (ranked[0].outcome, ranked[0].n) == ("refusal", 2)
    assert ranked[0].form == "i cannot give medical advice about drug ‹n› ."
    names = ["bipolar disorder", "Lithium", "no"]
    assert shape_of("Lithium for bipolar disorder? No.", names, "AB") == shape_of(
        "Lithium for lithium? No.", names, "AB"
    )


def test_the_overview_counts_every_reply_once(stored):
    view = overview(cases_of(stored))
    assert (view.n, sum(row.n for row in view.rows)) == (9, 9)
    assert view.n_unread == sum(shape.n for shape in view.unread)
    assert {row.task: row.outcomes["refusal"] for row in view.rows} == {"RP": 2, "FC": 0}


def test_control_characters_are_shown_and_do_nothing():
    shown = visible(HOSTILE)
    assert len(shown) == len(HOSTILE)
    assert not set(shown) & {"\x1b", "\x07", "\u202e"}
    assert "␛[2J" in shown
    assert one_line("a\n\nb  c" + " d" * 100, 10) == "a b c d d…"


def test_marks_cut_a_completion_without_losing_a_character(stored):
    case = case_of(stored, "RP-00001")
    marks = highlights_of(read_case(case))
    pieces = list(segments(len(case.completion), marks))
    assert "".join(case.completion[start:end] for start, end, _ in pieces) == case.completion
    assert [(mark.kind, mark.letters) for mark in marks] == [("decided", "B")]


def test_where_highlights_overlap_what_decided_shows_and_then_the_inner_one():
    outer = Highlight(0, 9, HighlightKind.ASIDE, "A&B", "r", "considered")
    inner = Highlight(2, 5, HighlightKind.ASIDE, "B", "r", "negated")
    decided = Highlight(4, 7, HighlightKind.DECIDED, "B", "r")
    found = [(piece.text, piece.kind, piece.tip) for piece in pieces("012345678-", [outer, inner, decided])]
    assert found == [
        ("01", "aside", "A&B r: considered"),
        ("23", "aside", "B r: negated"),
        ("456", "decided", "B r"),
        ("78", "aside", "A&B r: considered"),
        ("-", "", ""),
    ]


def test_an_export_has_every_case_and_no_gold(stored):
    cases = cases_of(stored)
    rows = [json.loads(line) for line in as_jsonl(cases).split("\n") if line]
    assert [row["completion"] for row in rows] == [case.completion for case in cases]
    assert not any("gold" in row for row in rows)
    assert as_csv(cases).splitlines()[0] == ",".join(COLUMNS)


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"]
)
def test_a_completion_that_a_spreadsheet_would_work_out_is_text_in_csv_and_whole_in_jsonl(stored, text):
    case = cases_of(stored)[0]._replace(completion=text, model=text)
    (row,) = csv.DictReader(io.StringIO(as_csv([case]), newline=""))
    written = f"'{text}".replace("\r=", "\r'=").replace("\n=", "\n'=")  # each line of it
    assert (row["completion"], row["model"]) == (written, written)
    assert row["span_start"] == "0"
    assert json.loads(as_jsonl([case]))["completion"] == text


def test_a_script_in_a_completion_is_text_in_the_exported_page(stored):
    page = as_html(cases_of(stored))
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "default-src 'none'" in page
    assert "\x1b" not in page


def test_the_command_prints_an_overview_and_escape_sequences_do_not_get_through(stored, capsys):
    assert main(["audit", stored[1], "--plain", "--store", str(stored[0])]) == 0
    printed = capsys.readouterr().out
    assert "9 replies" in printed
    assert "1 more without a reply" in printed
    assert "\x1b" not in printed


@pytest.mark.parametrize(
    "arguments", [["nope"], ["agreement"], ["nope", "--export", "csv"], ["agreement", "nope"]]
)
def test_bad_input_is_one_line_and_status_2(stored, capsys, arguments):
    assert main(["audit", *arguments, "--store", str(stored[0])]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_bytes_that_are_no_text_name_no_run(stored, capsys):
    assert main(["audit", "\udcff", "--store", str(stored[0])]) == 2
    assert capsys.readouterr().err.startswith("mhclient: '\\udcff' is no UTF-8")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["agreement", "RUN", "--n", "5"], "'mhclient audit agreement' does not use --n."),
        (["decisions", "RUN", "--filter", "x"], "'mhclient audit decisions' does not use --filter."),
        (["RUN", "--seed", "0"], "'mhclient audit RUN' does not use --seed."),
        (["RUN", "--settle", "ann"], "does not use --settle"),
        (["sample", "RUN", "--export", "csv"], "'mhclient audit sample' does not use --export."),
        (
            ["RUN", "--plain", "--rater", "zoe"],
            "--rater: 'zoe' has judged none of these replies. Who has: ann.",
        ),
        (["decisions", "RUN", "--settle", "zoe"], "--settle: 'zoe' has judged none"),
        (["RUN", "--plain", "--rater", ""], "a rater's name has"),
    ],
)
def test_what_would_be_passed_over_is_refused(stored, capsys, arguments, why):
    judging_by(stored, "ann").judge(case_of(stored, "RP-00002"), Judgement(RaterVerdict.REFUSAL))
    words = [stored[1] if word == "RUN" else word for word in arguments]
    assert main(["audit", *words, "--store", str(stored[0])]) == 2
    captured = capsys.readouterr()
    assert why in captured.err
    assert captured.out == ""


def test_a_run_may_have_the_name_of_an_action(make_benchmark, tmp_path, capsys):
    store, run_id = store_all_kinds(make_benchmark, tmp_path)
    with sqlite3.connect(store) as connection:
        for table in ("runs", "run_items", "sessions"):
            connection.execute(f"UPDATE {table} SET run_id = 'sample' WHERE run_id = ?", (run_id,))
    command = ["audit", "--store", str(store)]
    assert main([*command, "sample", "--plain"]) == 0
    assert "9 replies, " in capsys.readouterr().out
    assert main([*command, "sample", "sample", "--n", "9"]) == 0
    assert "Sample 1 of sample" in capsys.readouterr().out


def test_an_older_store_gets_the_tables_and_keeps_what_it_has(tmp_path):
    path = tmp_path / "older.sqlite3"
    older = sqlite3.connect(path)
    before = MIGRATIONS.index(AUDIT)
    for step in MIGRATIONS[:before]:
        for statement in step:
            older.execute(statement)
    older.execute("INSERT INTO benchmarks VALUES ('d', 'kept', 0, '{}', NULL)")
    older.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    older.execute(f"PRAGMA user_version = {before}")
    older.commit()
    older.close()
    connection = open_connection(path)
    assert connection.execute("SELECT name FROM benchmarks").fetchone()[0] == "kept"
    for table in ("readings", "judgements", "samples", "sample_cases"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0
