"""What `scripts/hostile/hostile.py` found in pipes, bombs and jobs: one line and status 2."""

import gzip
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tracemalloc
import zipfile
from contextlib import closing

import polars
import pytest

from benchmark.labels.authors import PARTS
from mhclient.cli.main import main
from tests.faults.test_hostile_files import FIXTURE, RUN, in_a_folder, refused
from tests.support.hardening import make_exam, make_graph
from tests.support.mentat import invented_annotations, write_log
from tests.support.places import ROOT

__all__ = ["in_a_folder", "refused"]  # fixtures


@pytest.mark.parametrize("means", [{"73": -1}, {"73": {"res": "x"}}, {"x": {"res": []}}, [], {"73": {}}, 7])
def test_a_released_analysis_of_another_form_is_named(tmp_path, refused, means):
    write_log(tmp_path / "log.csv", invented_annotations())
    analysis = {part: {} for part in PARTS} | {"means_and_alphas": means}
    (tmp_path / "analysis.json").write_text(json.dumps(analysis))
    said = refused("labels fit log.csv --set released --author-from analysis.json --out x.json --draws 0")
    assert "analysis.json" in said or "log.csv: these settings count" in said


@pytest.mark.parametrize("part", ["[Content_Types].xml", "xl/styles.xml", "xl/workbook.xml"])
def test_a_part_of_a_workbook_that_is_a_bomb_is_not_parsed(tmp_path, refused, part):
    with zipfile.ZipFile(ROOT / "tests" / "fixtures" / "questions" / "libreoffice.xlsx") as good:
        parts = {name: good.read(name) for name in good.namelist()}
    with zipfile.ZipFile(tmp_path / "q.xlsx", "w", zipfile.ZIP_DEFLATED) as bad:
        for name, data in (parts | {part: b"<a>" + b"<b/>" * (4 << 20) + b"</a>"}).items():
            bad.writestr(name, data)
    said = refused("import q.xlsx --out made")
    assert f"q.xlsx: its part {part} unpacks to 16 MB; 12 MB are allowed" in said


def test_a_workbook_whose_parts_are_packed_in_an_unknown_way(tmp_path, refused):
    data = bytearray((ROOT / "tests" / "fixtures" / "questions" / "libreoffice.xlsx").read_bytes())
    for mark, method_at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):  # APPNOTE.TXT, 4.3.7 and 4.3.12
        at = -1
        while (at := data.find(mark, at + 1)) >= 0:
            data[at + method_at] = 97
    (tmp_path / "q.xlsx").write_bytes(data)
    assert "q.xlsx cannot be read as a workbook: That compression method" in refused(
        "import q.xlsx --out made"
    )


@pytest.mark.slow
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path, refused, monkeypatch):
    monkeypatch.setattr("mhclient.show.files.READER_S", 0.1)
    os.mkfifo(tmp_path / "pipe")
    said = refused("describe bench --format html --out pipe")
    assert said == "mhclient: pipe cannot be written: no program reads from this pipe."


@pytest.mark.slow
def test_a_pipe_that_is_read_gets_the_whole_page(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "page").open("wb") as page, subprocess.Popen(["cat", "pipe"], stdout=page):
        assert main(["describe", "bench", "--format", "html", "--out", "pipe"]) == 0
    assert (tmp_path / "page").read_bytes().rstrip().endswith(b"</html>")


def test_a_graph_with_a_name_that_is_longer_than_any(tmp_path, refused):
    make_graph(tmp_path / "toy.csv")
    make_exam(tmp_path, 2)
    first, second, *others = (tmp_path / "toy.csv").read_text().splitlines()
    names = [name for name in second.split(",") if " " in name]
    longer = second.replace(names[0], names[0] + "x" * 10_000)
    (tmp_path / "toy.csv").write_text("\n".join([first, longer, *others]))
    assert "toy.csv: the name " in refused("harden exam --kg toy.csv --method graph --out made")


@pytest.mark.parametrize("what", ["demo", "demo mentat"])
def test_a_demo_into_what_is_no_folder(tmp_path, refused, what):
    (tmp_path / "place").symlink_to("place")
    assert refused(f"{what} --out place") == "mhclient: --out place is not a folder. Name another."


@pytest.mark.parametrize("command", ["runs", "runs --json"])
def test_bytes_in_a_store_where_a_time_belongs_are_shown(tmp_path, command):
    store = tmp_path / "mhclient.sqlite3"
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE sessions SET heartbeat_at = x'FF'")
    assert main(command.split()) == 0


@pytest.mark.slow
@pytest.mark.parametrize("command", ["import own.parquet --out made", "adopt own.parquet --completion gold"])
def test_a_cell_of_a_parquet_file_that_unpacks_to_too_much(tmp_path, refused, command):
    question = {"question": ["x" * 5_000_000], "A": ["oak"], "B": ["elm"], "gold": ["A"]}
    polars.DataFrame(question).write_parquet(tmp_path / "own.parquet")
    said = "own.parquet cannot be read: row 1, column 'question': a cell has 5,000,000 bytes"
    assert said in refused(command)


BIG_CELL = """
import polars
texts = ["short"] * 3_500 + ["x" * 300_000_000] + ["short"] * 499
columns = {"question": texts, "A": ["oak"] * 4_000, "B": ["elm"] * 4_000, "gold": ["A"] * 4_000}
polars.DataFrame(columns).write_parquet("own.parquet", row_group_size=500)
"""


@pytest.fixture(scope="module")
def big_cell(tmp_path_factory):
    folder = tmp_path_factory.mktemp("big")
    subprocess.run([sys.executable, "-c", BIG_CELL], cwd=folder, check=True)
    return folder / "own.parquet"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["import own.parquet --out made", "adopt own.parquet --completion gold"])
def test_a_cell_that_no_memory_could_hold_is_told_by_column_and_row_group(
    tmp_path, refused, big_cell, command
):
    shutil.copy(big_cell, tmp_path)
    said = refused(command)
    assert "own.parquet, column 'question' in the row group that begins between rows 3,201 and 3,600" in said
    assert "is damaged, or unpacks to more than can be read." in said


def test_a_log_for_inspect_is_not_written_over_a_folder(tmp_path, refused):
    store = tmp_path / "mhclient.sqlite3"
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    said = refused(f"export {RUN} --to inspect --out bench")
    assert said == "mhclient: bench cannot be written: it is a folder."


@pytest.mark.parametrize("command", ["parse sparse.jsonl", "import sparse.csv --out made"])
def test_a_file_of_100_gigabytes_of_nothing_is_refused_at_once(tmp_path, refused, command):
    os.truncate(os.open(tmp_path / command.split()[1], os.O_CREAT | os.O_WRONLY), 100 << 30)
    tracemalloc.start()
    try:
        assert re.search(r"sparse\.\w+.*more than [\d,]+ (MB|characters)", refused(command))
        assert tracemalloc.get_traced_memory()[1] < 300 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nothing_is_written_where_a_store_keeps_its_changes(tmp_path, refused, ending):
    (tmp_path / "s.sqlite3").write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    said = refused(f"report {RUN} --store s.sqlite3 --format json --out s.sqlite3{ending}")
    assert "read as changes to the store beside it" in said
