"""A report as a workbook: what Excel takes, no formulas, no keys."""

import zipfile

import openpyxl

from benchmark.imports import read_people_file
from mhclient.cli.main import main
from tests.support.stored import store_run
from tests.support.workbooks import sheets_of


def test_cells_of_a_workbook_are_no_formulas_and_hold_what_excel_takes(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text("question,A,B,gold\n=1+1?,x,y,A\nLong?,x,y,B\n")
    read = read_people_file(tmp_path / "q.csv")
    ids, made = [item.id for item in read.items], read.write(tmp_path / "b")
    run = store_run(
        tmp_path / "mhclient.sqlite3", made, dict(zip(ids, ("=A\ufffe", "x" * 40_000), strict=True))
    )
    assert main(["report", run, "--out", "r.xlsx"]) == 0
    assert "1 texts are longer than the 32,767 characters" in capsys.readouterr().err
    cells = openpyxl.load_workbook(tmp_path / "r.xlsx")["items"]
    assert {cell.data_type for row in cells.iter_rows() for cell in row} <= {"s", "n", "b"}
    items = sheets_of(tmp_path / "r.xlsx")["items"]
    assert (items[0]["question"], items[0]["completion"]) == ("=1+1?", "=A\ufffd")
    assert len(items[1]["completion"]) == 32_767


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
