"""Where a report is written: the file that was named, whole, and nothing else; or one clear line."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from openpyxl import Workbook

import mhclient
from benchmark.imports import read_people_file
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.show.files import replacing
from tests.support.stored import store_run
from tests.support.workbooks import sheets_of


def test_parquet_is_not_for_the_terminal(two_runs, capsys):
    assert main(["report", two_runs[1], "--format", "parquet"]) == 2
    assert "needs --out" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_one_line(two_runs, tmp_path, capsys):
    out = tmp_path / "folder"
    out.mkdir()
    assert main(["report", two_runs[1], "--format", "json", "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert said.count("\n") == 1


WRITES_TOO_MUCH = """
import resource, sys
from pathlib import Path
from mhclient.show.files import write_file

resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
write_file(Path(sys.argv[1]), bytes(2_000))
"""


def test_what_lay_there_stays_if_a_file_cannot_be_written(tmp_path):
    """A limit on the size of files stands in for a full disk."""
    out = tmp_path / "report.json"
    out.write_text("% mhclient 0.2.0, the last report")
    done = subprocess.run(
        [sys.executable, "-c", WRITES_TOO_MUCH, str(out)], capture_output=True, text=True, check=False
    )
    assert "report.json cannot be written: File too large" in done.stderr
    assert out.read_text() == "% mhclient 0.2.0, the last report"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.storm
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_an_output_that_takes_nothing_is_one_line(two_runs):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mhclient", "report", two_runs[1]],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "mhclient: the output cannot be written: No space left on device.\n"


@pytest.mark.storm
def test_a_closed_output_is_no_fault_of_a_command_that_writes_a_file(two_runs, tmp_path):
    out = tmp_path / "report.json"
    command = [sys.executable, "-m", "mhclient", "report", two_runs[1], "--format", "json", "--out", str(out)]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, f"Written: {out}\n")
    assert out.is_file()


@pytest.mark.storm
def test_a_closed_output_is_one_line(two_runs):
    store, *runs = two_runs
    done = subprocess.run(
        [sys.executable, "-m", "mhclient", "report", *runs, "--store", str(store)],
        stdout=None,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        preexec_fn=lambda: os.close(1),
    )
    assert done.returncode == 2
    assert done.stderr == "mhclient: the standard output is closed: name a file with --out.\n"


def test_a_file_beside_the_output_is_nobody_elses_to_replace(two_runs, tmp_path):
    """Not even one that has the name of what is written first."""
    store = tmp_path / "mhclient.sqlite3"
    mine = tmp_path / "items.csv.part"
    mine.write_bytes(store.read_bytes())
    assert main(["report", two_runs[1], "--format", "csv", "--out", "items.csv"]) == 0
    assert mine.read_bytes() == store.read_bytes()


def test_two_that_write_one_file_do_not_write_into_each_other(tmp_path):
    out = tmp_path / "report.json"
    with replacing(out) as one, replacing(out) as other:
        one.write_text("one")
        other.write_text("other")
    assert out.read_text() == "one"  # the last to take its place
    assert list(tmp_path.iterdir()) == [out]


def test_two_outputs_are_two_files(two_runs, tmp_path, capsys):
    (tmp_path / "w").mkdir()
    out = ["--out", "a.csv", "--assignment", str(tmp_path / "w" / ".." / "a.csv")]
    assert main(["report", two_runs[1], "--format", "csv", *out]) == 2
    assert "--out and --assignment name the same file" in capsys.readouterr().err
    assert not (tmp_path / "a.csv").exists()


FORMS = (
    *("markdown", "json", "latex", "csv", "parquet", "html", "xlsx", "sqlite", "junit", "summary-csv"),
    *("methods", "terminal"),
)


@pytest.mark.parametrize("form", FORMS)
def test_a_report_replaces_a_report(two_runs, tmp_path, form):
    out = tmp_path / "out"
    for runs in (two_runs[1:], two_runs[1:2]):
        assert main(["report", *runs, "--format", form, "--out", str(out)]) == 0
    assert out.stat().st_size


def test_tables_replace_each_other(two_runs, tmp_path):
    out = tmp_path / "tables.txt"
    for name in ("letters", "outcomes"):
        assert main(["report", two_runs[1], "--show", name, "--out", str(out)]) == 0


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("thesis.tex", b"\\documentclass{book}\n% made with mhclient\n"),
        ("notes.md", b"# Report\n\nPython 3.12, mhclient 0.2.0 and R were used.\n"),
        ("data.json", b'{"schema": "thesis/2", "about": "mhclient-report"}'),
        ("data.csv", b"question,A,B,answer\n"),
        ("page.html", b"<html>mine</html>"),
        ("archive.xlsx", b"PK\x03\x04 damaged"),
        ("damaged.parquet", b"PAR1 damaged"),
        ("letters.txt", b"Dear Sir,\n"),
        ("mine.csv", b"run,model,my_note\n"),
        ("poem.txt", b"line 1: a poem\n"),
    ],
)
def test_a_file_that_is_no_report_is_not_replaced(two_runs, tmp_path, capsys, name, holds):
    out = tmp_path / name
    out.write_bytes(holds)
    assert main(["report", two_runs[1], "--out", str(out)]) == 2
    assert capsys.readouterr().err == (
        f"mhclient: {out} was not written by mhclient and is not replaced: move it or name another.\n"
    )
    with mhclient.open_store(two_runs[0]) as store:
        summaries = mhclient.summarise(mhclient.load_runs(store, two_runs[1]))
        if out.suffix != ".txt":
            with pytest.raises(mhclient.ERRORS, match="was not written by mhclient"):
                mhclient.write_report(store, summaries, out)
    assert out.read_bytes() == holds
    assert not list(tmp_path.glob("*-items"))


@pytest.mark.parametrize(
    "line",
    [
        "compare {runs} --out mine.json",
        "cache export --out mine.jsonl",
        "parse replies.jsonl --out mine.jsonl",
        "report {run} --format csv --out r.csv --assignment mine.csv",
        "audit {run} --out mine.csv",
        "audit {run} --out mine.jsonl",
        "audit {run} --out mine.html",
        "audit decisions {run} --out mine.json",
        "export {run} --to inspect --out mine.eval",
        *(f"describe bench --out mine.{form}" for form in ("md", "tex", "html", "json", "csv")),
    ],
)
def test_verbs_replace_what_mhclient_wrote_alone(two_runs, tmp_path, capsys, line):
    (tmp_path / "replies.jsonl").write_text(json.dumps({"response": "A", "options": {"A": "x", "B": "y"}}))
    words = line.format(runs=" ".join(two_runs[1:]), run=two_runs[1]).split()
    done = main(words)
    assert main(words) == done < 2
    (out,) = tmp_path.glob("mine.*")
    assert out.read_bytes()
    out.write_text('{"mine": 1}')
    assert main(words) == 2
    assert f"{out.name} was not written by mhclient and is not replaced" in capsys.readouterr().err
    assert out.read_text() == '{"mine": 1}'


@pytest.mark.parametrize("form", ["markdown", "json", "latex", "csv", "terminal"])
def test_a_comparison_replaces_a_comparison(two_runs, tmp_path, form):
    out = tmp_path / "out"
    for runs in (two_runs[1:], two_runs[:0:-1]):
        assert main(["compare", *runs, "--format", form, "--out", str(out)]) == 0


def test_a_folder_of_items_that_is_a_link_is_not_followed(two_runs, tmp_path, capsys):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "report-items").symlink_to(elsewhere)
    assert main(["report", two_runs[1], "--out", str(tmp_path / "report.html")]) == 2
    assert "is a link to another folder" in capsys.readouterr().err
    assert not [*elsewhere.iterdir(), *tmp_path.glob("report.html*")]


def test_other_tables_are_not_replaced(two_runs, tmp_path):
    out = tmp_path / "mine.parquet"
    pl.DataFrame({"run": [1], "speed": [2.0]}).write_parquet(out)
    assert main(["report", two_runs[1], "--out", str(out)]) == 2
    book = tmp_path / "mine.xlsx"
    Workbook().save(book)
    assert main(["report", two_runs[1], "--out", str(book)]) == 2


def test_an_empty_file_is_filled(two_runs, tmp_path):
    """As `mktemp` makes one."""
    out = tmp_path / "report.json"
    out.touch()
    assert main(["report", two_runs[1], "--out", str(out)]) == 0
    assert out.stat().st_size


def test_a_page_that_is_not_written_leaves_no_folder_of_items(two_runs, tmp_path):
    out = tmp_path / "report.html"
    out.mkdir()
    with mhclient.open_store(two_runs[0]) as store:
        summaries = mhclient.summarise(mhclient.load_runs(store, two_runs[1]))
        with pytest.raises(UsageError, match="it is a folder"):
            mhclient.write_report(store, summaries, out)
        with pytest.raises(UsageError, match="there is no folder"):
            mhclient.write_report(store, summaries, tmp_path / "nowhere" / "report.html")
    assert not list(tmp_path.glob("*-items"))


@pytest.mark.parametrize("form", ["json", "csv", "html"])
def test_a_missing_folder_is_named_and_not_made(two_runs, tmp_path, capsys, form):
    out = tmp_path / "nowhere" / "x"
    assert main(["report", two_runs[1], "--format", form, "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert f"there is no folder {out.parent}" in said
    assert said.count("\n") == 1
    assert main(["compare", *two_runs[1:], "--out", str(out)]) == 2
    assert f"there is no folder {out.parent}" in capsys.readouterr().err
    assert not out.parent.exists()


def test_cells_of_a_workbook_are_no_formulas_and_hold_what_excel_takes(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text("question,A,B,gold\n=1+1?,x,y,A\nIs it _x0041_?,x,y,B\n")
    read = read_people_file(tmp_path / "q.csv")
    ids, made = [item.id for item in read.items], read.write(tmp_path / "b")
    run = store_run(
        tmp_path / "mhclient.sqlite3", made, dict(zip(ids, ("=A\ufffe", "𝒳" * 20_000), strict=True))
    )
    assert main(["report", run, "--out", "r.xlsx"]) == 0
    assert "1 texts are longer than the 32,767 characters" in capsys.readouterr().err
    cells = openpyxl.load_workbook(tmp_path / "r.xlsx")["items"]
    assert {cell.data_type for row in cells.iter_rows() for cell in row} <= {"s", "n", "b"}
    items = sheets_of(tmp_path / "r.xlsx")["items"]
    assert (items[0]["question"], items[0]["completion"]) == ("=1+1?", "=A\ufffd")
    assert len(items[1]["completion"].encode("utf-16-le")) // 2 in (32_766, 32_767)
    with zipfile.ZipFile("r.xlsx") as book:  # as Excel wants a text that looks like its escapes
        assert b"Is it _x005F_x0041_?" in book.read("xl/worksheets/sheet2.xml")


def test_a_workbook_depends_on_the_store_alone_and_leaves_no_file(tmp_path, monkeypatch):
    """A part of an archive says when it was packed. There is no folder for openpyxl's temporary files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "q.csv").write_text("question,A,B,gold\nShort?,x,y,A\n")
    read = read_people_file(tmp_path / "q.csv")
    run = store_run(tmp_path / "mhclient.sqlite3", read.write(tmp_path / "b"), {read.items[0].id: "A"})
    assert main(["report", run, "--out", "r.xlsx"]) == 0
    with zipfile.ZipFile("r.xlsx") as book:
        assert {part.date_time[0] for part in book.infolist()} == {1980}
        assert b"<pane ySplit=" in book.read("xl/worksheets/sheet2.xml")
    first = (tmp_path / "r.xlsx").read_bytes()
    assert main(["report", run, "--out", "r.xlsx"]) == 0
    assert (tmp_path / "r.xlsx").read_bytes() == first


def test_a_workbook_holds_no_key(tmp_path, monkeypatch):
    key = "sk-live-0123456789abcdef"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text(f"question,A,B,gold\nIs it {key}?,x,y,A\n")
    read = read_people_file(tmp_path / "q.csv")
    run = store_run(tmp_path / "mhclient.sqlite3", read.write(tmp_path / "b"), {read.items[0].id: "A"})
    monkeypatch.setenv("OPENAI_API_KEY", key)
    assert main(["report", run, "--out", "r.xlsx"]) == 0
    (item,) = sheets_of(tmp_path / "r.xlsx")["items"]
    assert item["question"].startswith("Is it ")
    assert key not in item["question"]
