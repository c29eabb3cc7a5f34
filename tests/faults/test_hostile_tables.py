"""Parquet files of others as graphs and feature tables: damaged, large, with names that are patterns."""

import contextlib
import re
import subprocess
import sys

import polars as pl
import pytest

from benchmark.parquet import ParquetError, text_rows
from mhclient.cli.main import main
from tests.faults.test_hostile_files import SAMPLE, in_a_folder
from tests.support.places import ROOT

__all__ = ["in_a_folder"]  # a fixture

KG = SAMPLE / "kg.csv"
MOST_MB = 400
PROGRAM = """
import sys
from mhclient.cli.main import main
main(sys.argv[1:])
with open("/proc/self/status") as status:
    print(*(line for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""


@pytest.mark.parametrize("place", [39, 67, 71])
@pytest.mark.parametrize("value", [0, 22])
def test_a_table_over_which_polars_panics_is_read_or_refused(tmp_path, place, value):
    path = tmp_path / "t.parquet"
    pl.DataFrame({"node_index": ["1"]}).write_parquet(path)
    data = bytearray(path.read_bytes())
    data[place] = value
    path.write_bytes(data)
    for read in (text_rows, lambda it: text_rows(it, ["node_index"])):
        with contextlib.suppress(ParquetError):
            assert len(list(read(path))) == 2


@pytest.fixture(scope="module")
def wide_table(tmp_path_factory):
    """A table with 250 MB in a column that no command asks for."""
    path = tmp_path_factory.mktemp("wide") / "t.parquet"
    table = {"node_index": ["1"], "theirs": ["x" * 250_000_000]}
    pl.DataFrame(table).write_parquet(path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        f"build --kg {KG} --seeds {SAMPLE}/seeds.csv --out made --disease-features",
        f"verify bench --kg {KG} --disease-features",
    ],
)
def test_columns_that_nobody_asked_for_are_not_read(tmp_path, wide_table, command):
    words = f"{command} {wide_table} --drug-features {SAMPLE}/drug_features.tab".split()
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+)", ended.stderr)
    assert int(kilobytes) < MOST_MB * 1024


def test_a_file_whose_name_is_a_pattern_is_that_file_alone(tmp_path):
    table = pl.read_csv(KG, infer_schema=False)
    table.write_parquet(tmp_path / "kg[1].parquet")
    words = f"build --kg kg[1].parquet --seeds {SAMPLE}/seeds.csv --tasks ET --size ET=5 --out made".split()
    assert main(words) == 0
    assert main(["verify", "made", "--kg", "kg[1].parquet"]) == 0


@pytest.mark.parametrize("name", ["q[1].parquet", "q[1].arrow"])
def test_questions_in_a_file_whose_name_is_a_pattern(tmp_path, name):
    rows = [{"question": "Q?", "choices": ["x", "y"], "answer": "B"}]
    write = pl.DataFrame.write_parquet if name.endswith("parquet") else pl.DataFrame.write_ipc
    write(pl.DataFrame(rows), tmp_path / name)
    assert main(["import", name, "--out", "made"]) == 0


def test_an_asterisk_in_a_name_reads_no_other_file(tmp_path):
    table = pl.read_csv(KG, infer_schema=False)
    table.write_csv(tmp_path / "*.csv")
    (tmp_path / "other.csv").write_text("no,graph\n1,2\n", encoding="utf-8")
    words = f"build --kg *.csv --seeds {SAMPLE}/seeds.csv --tasks ET --size ET=5 --out made".split()
    assert main(words) == 0


def table_with(cell, column: str = "extra", plain: object = "x"):
    """A table of five questions in which one cell of a column is this one."""
    n = 5
    cells = [cell if number == 3 else plain for number in range(n)]
    columns = {"question": [f"q {number}?" for number in range(n)], "A": ["a"] * n, "B": ["b"] * n}
    return pl.DataFrame(columns | {"answer": ["A"] * n, column: cells})


LONG = "w" * 5_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "plain"),
    [
        (LONG, "x"),
        ([LONG], ["x"]),
        ({"a": 1, "b": LONG}, {"a": 1, "b": "x"}),
        ([{"a": [LONG]}], [{"a": ["x"]}]),
    ],
    ids=["text", "list", "structure", "both"],
)
def test_an_endless_text_in_a_parquet_file_is_named_with_its_row(tmp_path, capsys, cell, plain):
    path = tmp_path / "t.parquet"
    table_with(cell, plain=plain).write_parquet(path)
    assert main(["import", str(path), "--out", str(tmp_path / "b")]) == 2
    said = capsys.readouterr().err
    assert "t.parquet cannot be read: row 4, column 'extra': a cell has 5,000,0" in said
    assert said.count("mhclient: ") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_an_endless_line_is_named_and_not_read(tmp_path, name):
    path, text = tmp_path / name, "w" * 300_000_000
    good = {"t.csv": "question,A,B,answer\n", "t.jsonl": '{"question": "q?", "A": "a", "answer": "A"}\n'}[
        name
    ]
    path.write_text(good + text + "\n")
    words = [sys.executable, "-c", PROGRAM, "import", str(path), "--out", str(tmp_path / "b")]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert f"{name}, line 2: it has more than 64 MB" in done.stderr
    peak = re.search(r"VmHWM:\s+(\d+)", done.stderr)
    assert peak is not None
    assert int(peak[1]) / 1024 < MOST_MB


@pytest.mark.parametrize(
    ("name", "words"),
    [("q.json", ("import", "FILE", "--out", "b")), ("log.json", ("adopt", "FILE", "--store", "s"))],
)
def test_a_file_of_millions_of_arrays_is_named_and_not_read(tmp_path, monkeypatch, capsys, name, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(b"[" + b"[]," * 3_000_000 + b"[]]")
    assert main([name if word == "FILE" else word for word in words]) == 2
    said = capsys.readouterr().err
    assert name in said
    assert "more than 5,000,000 values of JSON" in said


def test_a_line_of_millions_of_arrays_is_named_and_not_parsed(tmp_path, capsys):
    (tmp_path / "r.jsonl").write_bytes(b'{"response": [' + b"[]," * 3_000_000 + b"[]]}\n")
    assert main(["parse", str(tmp_path / "r.jsonl")]) == 1
    said = capsys.readouterr()
    assert "more than 5,000,000 values of JSON" in said.out + said.err
