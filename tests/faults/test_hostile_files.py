"""What `scripts/hostile/hostile.py` found once: each is one line that names file and place, and status 2."""

import csv
import gzip
import json
import os
import re
import shutil
import sqlite3
import tarfile
import zlib
from contextlib import closing

import pytest

from benchmark.build.evidence import TEXT_MAX
from benchmark.errors import BenchmarkError
from benchmark.verify.generated import check_generated, read_criteria
from mhclient.cli.main import main
from tests.support.diagnosis_graph import write_graph
from tests.support.hardening import make_exam, make_graph
from tests.support.mentat import invented_annotations, write_log
from tests.support.places import ROOT

SAMPLE = ROOT / "benchmark" / "sample"
FIXTURE = ROOT / "tests" / "fixtures" / "v0_1_0"
BUILD = f"build --seeds {SAMPLE}/seeds.csv --out made --kg"
RUN = "sim-tidy-letter-only-cb61e23e"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    shutil.copytree(FIXTURE / "bench", tmp_path / "bench")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def refused(capsys):
    """Runs a command that must be refused; what it says."""

    def run(command):
        assert main(command.split()) == 2
        said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("mhclient: ")]
        assert len(said) == 1
        return said[0]

    return run


def test_a_variant_that_is_nested_too_deeply(tmp_path, refused):
    (tmp_path / "v.toml").write_text("x = " + "[" * 5_000 + "]" * 5_000)
    said = refused("run --benchmark bench --provider openai --model m --dry-run --variant v.toml")
    assert said == "mhclient: v.toml: not a TOML file that can be read: nested too deeply."


@pytest.mark.parametrize("damaged_at", [30, 1857])
@pytest.mark.parametrize("command", ["verify bench --kg kg.csv.gz", f"{BUILD} kg.csv.gz"])
def test_a_packed_graph_that_is_damaged(tmp_path, refused, command, damaged_at):
    packed = bytearray(gzip.compress((SAMPLE / "kg.csv").read_bytes()))
    packed[damaged_at:damaged_at] = b"x" * 100_000
    (tmp_path / "kg.csv.gz").write_bytes(packed)
    assert re.search(r"kg\.csv\.gz(, line \d+:)? cannot be read as a", refused(command))


def test_a_case_in_an_archive_that_is_not_json(tmp_path, refused):
    with tarfile.open(tmp_path / "dataset.tar.xz", "w:xz") as archive:
        archive.addfile(tarfile.TarInfo("dataset/low/D001/main_gpt.json"))
    said = refused("import mentalbench dataset.tar.xz --out made")
    assert said.startswith("mhclient: dataset.tar.xz: dataset/low/D001/main_gpt.json is not valid JSON")


def test_a_text_that_is_longer_than_any(tmp_path, refused):
    lines = (SAMPLE / "disease_features.tab").read_text(encoding="utf-8").split("\n")
    cells = lines[1].split("\t")
    cells[3] = "x" * (TEXT_MAX + 1)
    (tmp_path / "d.tab").write_text("\n".join([lines[0], "\t".join(cells), *lines[2:]]), encoding="utf-8")
    drugs = f"--drug-features {SAMPLE / 'drug_features.tab'}"
    said = refused(f"{BUILD} {SAMPLE}/kg.csv --disease-features d.tab {drugs}")
    assert f"d.tab, line 2: column '{lines[0].split(chr(9))[3]}' has 1,000,001 characters" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "command", "place"),
    [
        ("requests", f"report {RUN} --format html --out x.html", "request "),
        ("requests", "cache export --out x.jsonl", "request of key "),
        ("responses", "cache export --out x.jsonl", "response of key "),
    ],
)
def test_a_body_that_unpacks_to_too_much(tmp_path, refused, table, command, place):
    store = tmp_path / "mhclient.sqlite3"
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(f"UPDATE {table} SET body = ?", (zlib.compress(bytes(130_000_000)),))
    said = refused(command)
    assert f"mhclient.sqlite3: {place}" in said
    assert "unpacks to more than 128,000,000 bytes" in said


def test_a_damaged_store_whose_error_cannot_be_decoded(tmp_path, refused):
    store = tmp_path / "mhclient.sqlite3"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("CREATE TABLE abcdefgh (x)")
    store.write_bytes(
        store.read_bytes().replace(b"abcdefgh", b"ab\xe7\xe7\xe7\xe7gh").replace(b"CREATE", b"CREBTE")
    )
    assert "mhclient.sqlite3: not a readable SQLite file" in refused("runs")


@pytest.mark.parametrize(
    ("content", "what"), [(b"PK\x03\x04 and more", "an Excel workbook"), (b"question;gold\nWas?;a\n", "text")]
)
def test_a_file_of_another_kind_named_as_a_store_is_told_and_left(tmp_path, refused, content, what):
    (tmp_path / "mhclient.sqlite3").write_bytes(content * 20)
    assert f"mhclient.sqlite3 is no store, but {what}" in refused("runs")
    assert (tmp_path / "mhclient.sqlite3").read_bytes() == content * 20


LOG = {"out": "A", "opts": ["oak", "elm"], "key": "A", "prompt": "Which?"}
ADOPT = "adopt log.jsonl --completion out --options opts --gold key"


def a_log(folder, **changes):
    lines = "".join(json.dumps({"id": number} | LOG | changes) + "\n" for number in range(2))
    (folder / "log.jsonl").write_text(lines, encoding="utf-8")


@pytest.mark.parametrize("command", ["run log.jsonl --provider openai --model m", ADOPT, "adopt log.jsonl"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_neither_hashed_nor_waited_for(tmp_path, refused, command, kind):
    path = tmp_path / "log.jsonl"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("/dev/urandom")
    assert "log.jsonl cannot be read: not a regular file." in refused(command)


@pytest.mark.parametrize("value", [["x"], "x", 1.5, None])
@pytest.mark.parametrize("name", ["prompt", "vars", "testCase", "response", "testIdx", "provider"])
def test_a_log_with_values_of_other_types_is_refused_or_read_never_a_fault(tmp_path, name, value, capsys):
    result = {"vars": {"options": ["oak", "elm"]}, "testCase": {"assert": [{"type": "equals", "value": "A"}]}}
    result |= {"provider": {"id": "m"}, "prompt": {"raw": "?"}, "response": {"output": "A"}, "testIdx": 1}
    (tmp_path / "log.json").write_text(json.dumps({"results": {"results": [result | {name: value}]}}))
    assert main(["adopt", "log.json"]) in (0, 2)
    assert "fault of mhclient" not in capsys.readouterr().err


@pytest.mark.parametrize("token", ["NaN", "1e999", "9" * 5_000, '"\\ud83d"'])
def test_a_log_with_numbers_that_are_none_and_half_characters_is_adopted(tmp_path, token):
    a_log(tmp_path, score="TOKEN")
    path = tmp_path / "log.jsonl"
    path.write_text(path.read_text().replace('"TOKEN"', token))
    assert main(ADOPT.split()) == 0


def test_a_parquet_file_that_makes_its_reader_panic_is_refused(tmp_path, refused):
    (tmp_path / "log.parquet").write_bytes(b"PAR1" + b"\xff" * 64 + b"PAR1")
    assert "log.parquet" in refused(ADOPT.replace("jsonl", "parquet"))


def test_a_text_in_a_store_where_bytes_belong(tmp_path, refused):
    (tmp_path / "s.sqlite3").write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(tmp_path / "s.sqlite3")) as store, store:
        store.execute("UPDATE benchmarks SET triples = 'text'")
    assert "the body is damaged" in refused(f"report {RUN} --store s.sqlite3")


def test_a_log_of_helm_whose_replies_were_cut_is_adopted(tmp_path):
    reply = {"completions": [{"text": " A", "finish_reason": {"reason": "length"}}]}
    asked = {"id": "1", "references": [{"output": {"text": "oak"}, "tags": ["correct"]}]}
    state = {"instance": asked, "output_mapping": {"A": "oak", "B": "elm"}, "result": reply}
    (tmp_path / "scenario_state.json").write_text(json.dumps({"request_states": [state]}))
    assert main(["adopt", "scenario_state.json"]) == 0


def test_a_name_in_a_pool_that_is_longer_than_any(tmp_path, refused):
    make_graph(tmp_path / "toy.csv")
    make_exam(tmp_path, 2)
    (tmp_path / "pool.txt").write_text("a drug\n" + "x" * 1_001 + "\n")
    said = refused("harden exam --kg toy.csv --method graph --pool pool.txt --out made")
    assert said == "mhclient: --pool pool.txt, line 2: a name has at most 1,000 characters."


def test_a_manifest_with_a_list_where_a_number_belongs(tmp_path, refused):
    path = tmp_path / "bench" / "manifest.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["slice"]["rows"]
    path.write_text(json.dumps(told | {"slice": told["slice"] | {"rows": [[]]}}), encoding="utf-8")
    said = refused("describe bench --format html --out x.html")
    assert "manifest.json" in said
    assert "'mhclient build'" in said


def test_ratings_of_which_nothing_can_be_fitted_are_named(tmp_path, refused):
    (first, *_) = invented_annotations()
    write_log(tmp_path / "log.csv", [first])
    said = refused("labels fit log.csv --out fitted.json --draws 0")
    assert said == "mhclient: log.csv: nothing can be fitted: no question has two raters and a preference."


def test_a_report_that_a_study_cannot_write_is_told_with_the_study(tmp_path, refused):
    (tmp_path / "s.toml").write_text('benchmarks = ["bench"]\nmodels = ["openai:m"]\nreport = "x.doc"\n')
    assert refused("run s.toml").startswith("mhclient: s.toml: 'report': x.doc: a report ends in .html")


def test_runs_that_no_selector_finds_are_told_with_the_store(tmp_path, refused):
    store = tmp_path / "s.sqlite3"
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM sessions")
    assert "no run in s.sqlite3 has been asked" in refused("report @last --store s.sqlite3")
    assert "no run in s.sqlite3 has model=none" in refused("report model=none --store s.sqlite3")


def test_generated_cases_that_are_nested_too_deeply(tmp_path):
    write_graph(tmp_path / "disorders")
    (tmp_path / "profiles.jsonl").write_text('{"id": "a"}\n' + '{"a":' * 5_000 + "}" * 5_000 + "\n")
    manifest = {"graph_sha256": read_criteria(tmp_path / "disorders").sha256}
    with pytest.raises(
        BenchmarkError, match=r"profiles\.jsonl, line 2 cannot be read: JSON nested too deeply"
    ):
        list(check_generated(tmp_path, manifest, [], tmp_path / "disorders", None))


def test_a_graph_with_a_cell_that_is_longer_than_any_is_told_with_its_line(tmp_path, refused):
    csv.field_size_limit(1 << 17)  # as a process begins; reading features raises it
    first, second, *others = (SAMPLE / "kg.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "kg.csv").write_text("\n".join([first, second + "x" * 200_000, *others]), encoding="utf-8")
    assert "kg.csv, line 2: cannot be read as a table" in refused("verify bench --kg kg.csv")


def test_half_a_character_in_labels_is_told_with_their_file(tmp_path, refused):
    (tmp_path / "labels.json").write_text('{"schema": "x", "input_sha256": "\\ud800"}', encoding="utf-8")
    said = refused("labels compare labels.json labels.json")
    assert "labels.json is not valid JSON: holds a character that is no Unicode text" in said
