"""Figures and items for other programs: summary, JUnit, SQLite, views of the store."""

import csv
import io
import sqlite3
from contextlib import closing
from xml.etree import ElementTree

import polars
import pytest

from benchmark import read_benchmark
from benchmark.imports import read_people_file
from cache import Store
from cache.connection import open_connection
from mhclient import evaluate, load
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.read.scored import NoReply
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.writers import rows, tidy
from mhclient.report.writers.junit import short_of
from mhclient.report.writers.rows import OURS
from mhclient.run.variant import load_variant
from parsers import read_answer
from parsers.reading import PARSER_VERSION
from tests.support.asking import serving, simulator_for
from tests.support.stored import CUT, FAILED, Answer, store_run
from tests.support.workbooks import sheets_of

QUESTIONS = """question,A,B,gold,task,year
Which first?,x,y,A,one,2020
Which second?,x,y,B,one,2021
Which third?,x,y,A,two,2021
Which fourth?,x,y,B,two,
"""


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A store with one run: right, wrong, cut, failed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text(QUESTIONS)
    made = read_people_file(tmp_path / "q.csv").write(tmp_path / "b")
    ids = [item.id for item in read_people_file(tmp_path / "b").items]
    answers: dict[str, Answer] = dict(zip(ids, ("A", "A", ("Well\x1b, the", CUT), FAILED), strict=True))
    return store_run(tmp_path / "mhclient.sqlite3", made, answers, model="m<&>")


def rows_of(path, query):
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]


def test_the_summary_has_a_row_per_run_and_task_and_one_over_all(stored, capsys):
    assert main(["report", stored, "--format", "summary-csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    found = [
        (row["task"], row["n"], row["n_correct"], float(row["accuracy"]), row["n_unread"]) for row in rows
    ]
    assert found == [("one", "2", "1", 0.5, "0"), ("two", "2", "0", 0.0, "2"), ("", "4", "1", 0.25, "2")]
    assert rows[0]["model"] == "m<&>"
    assert float(rows[2]["ci95_low"]) < 0.25 < float(rows[2]["ci95_high"])
    assert float(rows[2]["n_effective"]) <= 4


def test_a_run_below_the_bound_ends_with_status_1_and_says_so(stored, capsys):
    assert main(["report", stored, "--fail-under", "26", "--format", "json"]) == 1
    assert f"{stored}: accuracy 25.0 % is below 26 %." in capsys.readouterr().err
    assert main(["report", stored, "--fail-under", "25", "--format", "json"]) == 0
    assert main(["report", stored, "--fail-under", "0.9%", "--format", "json"]) == 0
    assert main(["report", stored, "--fail-under", "0", "--format", "json"]) == 0
    assert main(["report", stored, "--fail-under", "25", "--format", "csv"]) == 2
    assert "--fail-under does nothing with --format csv" in capsys.readouterr().err


def test_junit_has_a_suite_per_run_and_fails_what_is_below_the_bound(stored, capsys):
    assert main(["report", stored, "--format", "junit", "--fail-under", "50"]) == 1
    (suite,) = ElementTree.fromstring(capsys.readouterr().out.encode())
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (stored, "3", "1")
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == ["accuracy of one", "accuracy of two", "accuracy"]
    failures = [failure.get("message") for failure in cases["accuracy"].findall("failure")]
    assert failures == [f"{stored}: accuracy 25.0 % is below 50 %."]
    assert cases["accuracy of one"].find("failure") is None
    assert main(["report", stored, "--format", "junit"]) == 0
    assert "<failure" not in capsys.readouterr().out


def test_junit_has_no_second_case_for_the_only_task(tmp_path, monkeypatch, capsys):
    """A case per task is not judged: beside a failure, the same figure would pass."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text(QUESTIONS.replace("two", "one"))
    made = read_people_file(tmp_path / "q.csv").write(tmp_path / "b")
    answers: dict[str, Answer] = dict.fromkeys(
        (item.id for item in read_people_file(tmp_path / "b").items), "A"
    )
    run_id = store_run(tmp_path / "mhclient.sqlite3", made, answers, model="m")
    main(["report", run_id, "--format", "junit", "--fail-under", "60"])
    (suite,) = ElementTree.fromstring(capsys.readouterr().out.encode())
    assert [case.get("name") for case in suite] == ["accuracy"]


# Of jenkinsci/xunit-plugin's junit-10.xsd: element → attributes that it needs, that it may have, children.
JUNIT = {
    "testsuites": (set(), {"name"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, set(), {"testcase"}),
    "testcase": ({"name"}, {"classname", "time"}, {"system-out", "failure", "error"}),
    "system-out": (set(), set(), set()),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
}


def test_junit_is_what_build_servers_take(stored, capsys):
    main(["report", stored, "--format", "junit", "--fail-under", "50"])
    for element in ElementTree.fromstring(capsys.readouterr().out.encode()).iter():
        needed, allowed, children = JUNIT[element.tag]
        assert needed <= set(element.attrib) <= needed | allowed
        assert {child.tag for child in element} <= children


def test_a_partial_run_does_not_pass(tmp_path, stored):
    made = read_people_file(tmp_path / "b")
    partial = store_run(
        tmp_path / "mhclient.sqlite3",
        made.write(tmp_path / "again"),
        {made.items[0].id: "A"},
        model="other",
    )
    with Store.open(tmp_path / "mhclient.sqlite3", read_only=True) as store:
        (summary,) = summarise_all(load_runs(store, [partial]))
    assert "1 of 4 items have been asked" in (short_of(summary, 10.0) or "")


def test_sqlite_replaces_its_own_file_and_no_other(stored, tmp_path, capsys):
    out, other = tmp_path / "results.sqlite", tmp_path / "other.sqlite"
    command = ["report", stored, "--format", "sqlite", "--out"]
    assert main([*command, str(out)]) == 0
    before = rows_of(out, "SELECT * FROM results")
    with closing(sqlite3.connect(out)) as connection, connection:
        connection.execute("DELETE FROM results")
    assert main([*command, str(out)]) == 0
    assert rows_of(out, "SELECT * FROM results") == before
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE results (mine)")
    for kept in (other, tmp_path / "mhclient.sqlite3"):
        was = kept.read_bytes()
        assert main([*command, str(kept)]) == 2
        assert "is not replaced" in capsys.readouterr().err
        assert kept.read_bytes() == was
    with closing(sqlite3.connect(out)) as changing:
        changing.execute("PRAGMA journal_mode = WAL")
        changing.execute("DELETE FROM results")  # a log lies beside the file, and would be applied to another
        assert main([*command, str(out)]) == 2


def test_sqlite_holds_what_was_asked_said_read_and_right(stored, tmp_path, capsys):
    out = tmp_path / "results.sqlite"
    assert main(["report", stored, "--format", "sqlite", "--out", str(out)]) == 0
    rows = rows_of(
        out, "SELECT question, completion, prediction, correct, year, failure FROM results ORDER BY 1"
    )
    assert [row["question"] for row in rows] == [
        "Which first?",
        "Which fourth?",
        "Which second?",
        "Which third?",
    ]
    assert [(row["completion"], row["prediction"], row["correct"]) for row in rows] == [
        ("A", "A", 1),
        (None, None, 0),
        ("A", "A", 0),
        ("Well\x1b, the", None, 0),
    ]
    assert [row["year"] for row in rows] == ["2020", None, "2021", "2021"]
    assert rows[1]["failure"].startswith("RequestRejected")
    assert rows_of(out, "SELECT accuracy FROM runs WHERE task = ''") == [{"accuracy": 0.25}]
    assert main(["report", stored, "--format", "sqlite"]) == 2
    assert main(["report", stored, "--format", "sqlite", "--out", "mhclient.sqlite3"]) == 2
    assert "is a store" in capsys.readouterr().err


def test_the_store_itself_says_in_sql_what_was_right_once_it_has_been_read(stored, tmp_path, capsys):
    store = tmp_path / "mhclient.sqlite3"
    query = "SELECT question, gold, completion, prediction, ending, correct, details FROM results ORDER BY 1"
    assert [row["correct"] for row in rows_of(store, query)] == [None, 0, None, None]
    assert main(["cache", "read"]) == 0
    rows = rows_of(store, query)
    assert [(row["gold"], row["prediction"], row["ending"], row["correct"]) for row in rows] == [
        ("A", "A", "answer", 1),
        ("B", None, NoReply.ERROR.value, 0),
        ("B", "A", "answer", 0),
        ("A", None, "truncated", 0),
    ]
    assert rows[0]["details"] == '{"year":"2020"}'
    assert rows_of(store, "SELECT options FROM questions LIMIT 1") == [{"options": '{"A":"x","B":"y"}'}]
    assert main(["cache", "verify"]) in (0, 1)  # bodies of these replies are not a provider's
    assert "view" not in capsys.readouterr().err


def test_sql_alone_says_what_was_read_where_by_which_rule_and_which_reader(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text(QUESTIONS)
    made = read_people_file(tmp_path / "q.csv").write(tmp_path / "b")
    ids = [item.id for item in read_people_file(tmp_path / "b").items]
    completions = ("Well: the answer is B.", "A", "I cannot help with that.", FAILED)
    store_run(
        tmp_path / "mhclient.sqlite3",
        made,
        dict(zip(ids, completions, strict=True)),
        variant=load_variant("letter-only:option_order=reversed"),
    )
    assert main(["cache", "read"]) == 0
    rows = {
        row["completion"]: row for row in rows_of(tmp_path / "mhclient.sqlite3", "SELECT * FROM read_replies")
    }
    assert {row["reader"] for row in rows.values()} == {PARSER_VERSION}
    assert None not in rows  # an error is no reading
    said = rows["Well: the answer is B."]
    reading = read_answer("Well: the answer is B.", {"A": "y", "B": "x"})
    assert (said["outcome"], said["letters"], said["prediction"]) == ("answer", "B", "A")
    assert (said["rule"], said["grade"]) == (reading.rule, reading.grade)
    assert (said["span_start"], said["span_end"]) == reading.span
    assert said["words"] == said["completion"][slice(*reading.span)] == "B"
    refused = rows["I cannot help with that."]
    assert (refused["outcome"], refused["letters"], refused["prediction"]) == ("refusal", None, None)
    assert refused["rule"] == read_answer("I cannot help with that.", {"A": "y", "B": "x"}).rule


def run_verb(benchmark, url):
    command = ["run", "b", "--model", "compatible:sim-tidy", "--base-url", url]
    assert main([*command, "--store", "other.sqlite3"]) == 0


def call_evaluate(benchmark, url):
    evaluate(benchmark, "compatible:sim-tidy", base_url=url, store="other.sqlite3")


@pytest.mark.parametrize("ask", [run_verb, call_evaluate])
def test_a_run_that_has_just_ended_is_right_or_wrong_in_sql_at_once(stored, tmp_path, ask):
    benchmark = read_benchmark(tmp_path / "b")
    with serving(simulator_for(benchmark)) as simulator:
        ask(benchmark, simulator.openai_base_url)
    rows = rows_of(tmp_path / "other.sqlite3", "SELECT gold, prediction, correct FROM results")
    assert len(rows) == 4
    assert all(row["correct"] == (row["gold"] == row["prediction"]) for row in rows)


def test_a_reading_of_another_reply_than_the_run_rests_on_is_not_shown(stored, tmp_path):
    assert main(["cache", "read"]) == 0
    connection = open_connection(tmp_path / "mhclient.sqlite3")
    connection.execute("UPDATE read_items SET response_id = response_id + 100")
    connection.close()
    assert rows_of(tmp_path / "mhclient.sqlite3", "SELECT DISTINCT prediction FROM results") == [
        {"prediction": None}
    ]


def test_a_run_that_is_deleted_takes_its_readings_along(stored, tmp_path):
    assert main(["cache", "read"]) == 0
    with closing(sqlite3.connect(tmp_path / "mhclient.sqlite3")) as connection, connection:
        connection.execute("UPDATE sessions SET ended_at = 'now', end_cause = 'done'")
    assert main(["cache", "prune", "--run", stored, "--yes"]) == 0
    assert rows_of(tmp_path / "mhclient.sqlite3", "SELECT * FROM read_items") == []


def test_a_file_named_as_a_workbook_is_one(stored, tmp_path):
    assert main(["report", stored, "--out", "report.xlsx"]) == 0
    sheets = sheets_of(tmp_path / "report.xlsx")
    assert [(row["task"], row["n_correct"]) for row in sheets["summary"]] == [
        ("one", 1),
        ("two", 0),
        (None, 1),
    ]
    assert [(row["question"], row["correct"], row["completion"], row["year"]) for row in sheets["items"]] == [
        ("Which first?", True, "A", "2020"),
        ("Which second?", False, "A", "2021"),
        ("Which third?", False, "Well␛, the", "2021"),
        ("Which fourth?", False, None, None),
    ]


@pytest.mark.parametrize(
    ("out", "begins"),
    [("r.html", b"<!doctype"), ("r.json", b"{"), ("r.md", b"#"), ("r.csv", b"run,"), ("r.parquet", b"PAR1"),
     ("r.sqlite", b"SQLite format 3"), ("r.xml", b"<?xml"), ("r.tex", b"%"), ("r.xlsx", b"PK")],
)  # fmt: skip
def test_a_report_has_the_form_that_its_name_promises(stored, out, begins, tmp_path):
    assert main(["report", stored, "--out", out, *(["--no-items"] if out == "r.html" else [])]) == 0
    assert (tmp_path / out).read_bytes()[:40].lower().startswith(begins.lower())


def test_a_text_file_holds_what_the_terminal_shows(stored, tmp_path):
    assert main(["report", stored, "--out", "r.txt"]) == 0
    assert "accuracy" in (tmp_path / "r.txt").read_text()


def test_items_carry_the_columns_of_the_file_that_they_come_from(stored, capsys, tmp_path):
    assert main(["report", stored, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["year"] for row in rows] == ["2020", "2021", "2021", ""]
    assert main(["report", stored, "--out", "r.parquet"]) == 0
    assert polars.read_parquet(tmp_path / "r.parquet")["year"].to_list() == ["2020", "2021", "2021", None]


def test_costs_of_repetitions_stand_with_each_of_them(stored, tmp_path):
    main(["report", stored, "--out", "r.sqlite"])
    rows = rows_of(tmp_path / "r.sqlite", "SELECT sum(prompt_tokens) AS n FROM results")
    (all_rows,) = rows_of(tmp_path / "r.sqlite", "SELECT prompt_tokens AS n FROM runs WHERE task = ''")
    assert rows[0]["n"] == all_rows["n"]


def test_own_columns_called_as_ours_stand_beside_them_under_one_name_in_every_form(stored, capsys, tmp_path):
    """Even where the form has no such column itself, as CSV has no cost; and none is lost."""
    header = "question,A,B,gold,cost_usd,Accuracy,own_model,model,year\n"
    (tmp_path / "own.csv").write_text(header + "Which?,x,y,A,dear,0.5,mine,their,2020\n")
    made = read_people_file(tmp_path / "own.csv").write(tmp_path / "own")
    (item,) = read_people_file(tmp_path / "own").items
    run = store_run(tmp_path / "mhclient.sqlite3", made, {item.id: "A"}, model="other")
    expected = {
        "own_cost_usd": "dear",
        "own_Accuracy": "0.5",
        "own_model": "mine",
        "own_own_model": "their",
        "year": "2020",
    }
    assert main(["report", run, "--format", "csv"]) == 0
    (of_csv,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    for name in ("r.parquet", "r.sqlite", "r.xlsx"):
        assert main(["report", run, "--out", name]) == 0
    (of_parquet,) = polars.read_parquet(tmp_path / "r.parquet").rows(named=True)
    (of_sqlite,) = rows_of(tmp_path / "r.sqlite", "SELECT * FROM results")
    (of_sheet,) = sheets_of(tmp_path / "r.xlsx")["items"]
    (of_frame,) = load(run, store=tmp_path / "mhclient.sqlite3").items.rows(named=True)
    for row in (of_csv, of_parquet, of_sqlite, of_sheet, of_frame):
        assert {name: row[name] for name in row if name in expected} == expected
        assert row["model"] == "other"


def test_every_column_of_ours_is_known_as_one(stored, tmp_path):
    """What a form calls its own must not be what it calls a column of the questions."""
    result = load(stored, store=tmp_path / "mhclient.sqlite3")
    of_forms = {*rows.COLUMNS, *tidy.COLUMNS, *tidy.ASKED_AND_SAID, *result.summary.columns}
    assert of_forms | (set(result.items.columns) - {"year"}) == OURS


@pytest.mark.parametrize("more", [[], ["--format", "csv"]])
def test_a_report_is_not_written_over_the_questions_that_were_asked(stored, tmp_path, capsys, more):
    assert main(["report", stored, *more, "--out", "q.csv"]) == 2
    assert "q.csv was not written by mhclient" in capsys.readouterr().err
    with pytest.raises(UsageError, match="was not written by mhclient"):
        load(stored, store=tmp_path / "mhclient.sqlite3").report(tmp_path / "q.csv")
    assert main(["audit", stored, "--export", "csv", "--out", "q.csv"]) == 2
    assert "was not written by mhclient" in capsys.readouterr().err
    study = tmp_path / "study.toml"
    study.write_text('benchmarks = ["q.csv"]\nmodels = ["openai:m"]\nreport = "q.csv"\n')
    assert main(["run", str(study)]) == 2
    assert "was not written by mhclient" in capsys.readouterr().err
    assert (tmp_path / "q.csv").read_text() == QUESTIONS
    assert main(["report", stored, "--out", "other.csv"]) == 0
    assert main(["report", stored, "--out", "other.csv"]) == 0
