"""A small share of `scripts/hostile/hostile.py`; what terminals and spreadsheets are given."""

import csv
import io
import os
import pty
import re
import subprocess
import sys
from importlib import import_module

import pytest

from benchmark.csv_text import csv_text
from mhclient.audit.case_files import as_csv
from mhclient.show.csv_cells import Cells, CsvFor, csv_of
from tests.support.commands import ended
from tests.support.places import ROOT


@pytest.mark.storm
@pytest.mark.timeout(1_000)  # half a minute of CPU, on a machine that may be ten times as busy
async def test_no_hostile_input_is_an_internal_error():
    status, out, said = await ended(give_hostile_inputs, "60", "--seed", "5")
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
