"""A small share of `scripts/hostile/hostile.py`; what terminals and spreadsheets are given."""

import csv
import io
import os
import pty
import re
import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from benchmark.csv_text import csv_text
from mhclient.audit.case_files import as_csv
from mhclient.cli.main import main
from mhclient.show.csv_cells import Cells, CsvFor, csv_of
from tests.support.commands import ended
from tests.support.diagnosis_graph import write_graph
from tests.support.places import ROOT


@pytest.mark.storm
@pytest.mark.timeout(1_000)  # ten seconds of CPU, on a machine that may be thirty times as busy
async def test_no_hostile_input_is_an_internal_error():
    status, out, said = await ended(give_hostile_inputs, "20", "--seed", "5")
    assert (status, "problems: none" in out) == (0, True), out + said


def give_hostile_inputs(*words: str) -> int:
    """The script, in a process that has imported most of what it does."""
    sys.argv[1:] = words
    sys.path.insert(0, str(ROOT / "scripts" / "hostile"))
    status: int = import_module("hostile").main()
    return status


def test_what_is_printed_on_a_terminal_has_no_character_that_acts():
    shown = _on_a_terminal(
        "from mhclient.show.files import print_text; print_text('a\\x9b2J\\u202eb\\x1b[2J\\n')"
    )
    for acting in (b"\xc2\x9b", "\u202e".encode(), b"\x1b"):
        assert acting not in shown
    assert "a\ufffd2J\u2426b\u241b[2J".encode() in shown


def _on_a_terminal(code):
    """What a program shows whose standard output is a terminal."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        subprocess.run([sys.executable, "-c", code], stdout=theirs, cwd=ROOT, check=True)
        os.close(theirs)
        return terminal.read(4_096)


@pytest.mark.parametrize("text", ["kept\r=1+1", "kept\n@SUM(A1)", "kept\u2028-1", "\r=1+1"])
def test_no_line_of_a_cell_is_a_row_or_a_formula_of_its_own(text):
    for written in (csv_of(["id", text], [{"id": text, text: "x"}]), csv_text([["id", text], [text, "x"]])):
        assert len(list(csv.reader(io.StringIO(written, newline="")))) == 2
    assert re.findall(r"(?<=[\r\n\u2028])'?[=@-]", csv_of(["id"], [{"id": text}]))[0].startswith("'")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])
def test_cells_are_written_for_who_reads_them(text):
    for_spreadsheets, for_programs = Cells(), Cells(CsvFor.PROGRAMS)
    assert for_spreadsheets.write(text) == f"'{text}"
    assert "apostrophe" in (for_spreadsheets.what_changed() or "")
    assert for_programs.write(text) == text
    assert for_programs.what_changed() is None
    assert as_csv([], for_programs)


@pytest.mark.parametrize("command", ["import FILE --out made", "adopt FILE", "build --kg FILE --out made"])
def test_a_name_that_is_no_utf_8_is_refused_before_anything_is_done(tmp_path, capsys, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    with open(os.fsencode(tmp_path) + b"/exam\xff.csv", "w", encoding="utf-8") as file:
        file.write("question,A,B,gold\nWhich?,x,y,A\n")
    assert main(command.replace("FILE", os.fsdecode(b"exam\xff.csv")).split()) == 2
    said = "mhclient: 'exam\\udcff.csv' is no UTF-8: give the file or folder another name.\n"
    assert capsys.readouterr().err == said
    assert not (tmp_path / "made").exists()


def test_a_file_of_a_diagnosis_graph_whose_name_is_no_utf_8(tmp_path, capsys):
    graph = write_graph(tmp_path / "graph")
    shutil.copy(
        next((graph / "symptom").glob("*.json")), os.fsdecode(os.fsencode(graph) + b"/symptom/x\xff.json")
    )
    assert main(["generate", "mentalkg", str(graph), "--check"]) == 2
    assert "its name is no UTF-8: give the file another." in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        "import DIR/FILE --out made",
        "adopt DIR/FILE",
        "describe DIR/FILE",
        "report x --store DIR/FILE",
        "verify DIR/FILE",
    ],
)
def test_a_name_with_a_line_end_is_shown_on_one_line(tmp_path, capsys, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    named = [part.replace("FILE", "ex\nam.csv").replace("DIR", "a\nb") for part in command.split()]
    assert main(named) == 2
    said = capsys.readouterr().err
    assert "ex␊am.csv" in said
    assert said.count("\n") == 1
