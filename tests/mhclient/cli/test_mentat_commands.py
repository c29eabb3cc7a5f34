"""`mhclient build mentat`, `import mentat` and what keeps answers in, as a user types it."""

import io
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark import read_benchmark
from benchmark.mentat.release import CATEGORIES
from mhclient.cli.main import main
from tests.support.mentat import (
    clone_with_labels,
    invented_annotations,
    invented_questions,
    write_log,
    write_release,
)

# Labels that are given need not be fitted a thousand times anew.
LABELS = ("--labels", "labels.json")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return clone_with_labels(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def clone(sound, tmp_path, monkeypatch, capsys):
    """A copy of the clone, in the current folder."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    return Path(shutil.copytree(sound / "clone", "clone"))


@pytest.fixture
def labels(sound, clone):
    return shutil.copy(sound / "labels.json", "labels.json")


def test_a_design_is_built_and_described(labels, capsys):
    assert main(["build", "mentat", "clone", "--out", "dg", "--labels", labels, "--null", "1"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "no three different texts" in printed
    assert "Golds by the label set experts" in printed
    assert read_benchmark("dg").manifest["design"]["varies"] == ["gender"]


def test_the_released_sets_are_imported_with_what_differs(labels, capsys):
    assert main(["import", "mentat", "clone", "--out", "m", "--labels", labels]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "Set 'gender': its draws are not upstream's" in said
    assert read_benchmark("m").manifest["items"]["count"] == 8


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["build", "mentat", "nowhere"], "nowhere is not a folder"),
        (["build", "mentat"], "Name a clone of MENTAT"),
        (["build", "mentat", "clone", "--design", "sex"], "designs are gender"),
        (["build", "mentat", "clone", "--design", "replay:gender", *LABELS], "are not the release's"),
        (["build", "mentat", "clone", "--design", "age", "--ages", "30"], "two or more different ages"),
        (["build", "mentat", "clone", "--ages", "30,40"], "in --design age or crossed, and not in gender"),
        (["build", "mentat", "clone", "--design", "replay:base", "--null", "2"], "has the released draws"),
        (["build", "--sample", "--ages", "30,40"], "are for MENTAT"),
        (["build", "mentat", "clone", "--sample"], "--sample is for a benchmark from a graph"),
        (["build", "--sample", "--design", "gender"], "are for MENTAT"),
        (["import", "mentat", "clone", "--name", "x"], "--name is not for MENTAT"),
        (["import", "mentat", "empty"], "holds no annotations"),
    ],
)
def test_mistakes_are_one_line_and_status_2(labels, tmp_path, capsys, arguments, complaint):
    (tmp_path / "empty").mkdir()
    assert main([*arguments, "--out", "b"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert complaint in said
    assert "Traceback" not in said


def test_without_a_password_and_a_terminal_the_variable_is_named(clone, labels, monkeypatch, capsys):
    path = clone / "final_dataset_raw_questions.csv"
    path.rename(f"{path}.aes")
    monkeypatch.delenv("MHCLIENT_MENTAT_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["build", "mentat", "clone", "--out", "b", *LABELS]) == 2
    assert "MHCLIENT_MENTAT_PASSWORD" in capsys.readouterr().err


def test_a_question_without_a_label_is_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    clone = write_release(tmp_path / "clone")
    for log in (clone / "annotated_data").iterdir():
        log.unlink()
    rated = [int(row["q_id"]) for row in invented_questions() if row["category"] in CATEGORIES[3:]]
    known = dict(zip(range(32, 36), rated, strict=False))
    for rater in ("x0", "x1", "x2"):
        rows = [
            replace(each, question=known[each.question])
            for each in invented_annotations()
            if each.rater == rater
        ]
        write_log(clone / "annotated_data" / f"{rater}_annotation_data_0.csv", rows)
    assert main(["labels", "fit", "clone", "--out", "labels.json", "--draws", "0"]) == 0
    assert main(["build", "mentat", "clone", "--out", "b", "--labels", "labels.json"]) == 0
    left_out = json.loads((tmp_path / "b/manifest.json").read_text())["left_out"]
    assert {"no label", "no three different texts"} == set(left_out.values())
