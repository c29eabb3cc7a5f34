"""Second diseases that no drug has a usage edge to: asked, marked or left out, and verified so."""

import json

import pytest

from benchmark import BuildSettings, GenericDiseases, Task, build_benchmark, read_items, sample_paths
from benchmark.verify import Inputs, Kind, verify
from mhclient.cli.main import main
from tests.support.graphs import rows_of, write_rows, write_seeds

TWO_HOP = (Task.R1, Task.R2)
# Mania is linked to a disorder that no drug has an edge to, and to another that several have.
EDGES = [
    *(("indication", f"drug {n}", "mania") for n in range(6)),
    *(("contraindication", f"drug {n}", "panic") for n in range(3)),
    ("disease_disease", "mania", "disorder"),
    ("disease_disease", "mania", "panic"),
]
MARK = "disease_b_without_drugs"


@pytest.fixture
def graph(tmp_path):
    return write_rows(tmp_path / "kg.csv", rows_of(EDGES)), write_seeds(
        tmp_path / "s.csv", ["mania", "panic"]
    )


def built(graph, tmp_path, generic: str):
    kg, seeds = graph
    out = tmp_path / generic
    arguments = ["--kg", str(kg), "--seeds", str(seeds), "--tasks", "R1,R2", "--out", str(out)]
    assert main(["build", *arguments, "--generic-diseases", generic]) == 0
    assert verify(out, Inputs(kg, seeds)).violations == ()
    return out, [item for item in read_items(out / "items.jsonl") if item.task == "R1"]


def asked_of(item):
    return item.entities[-1].name


def test_they_are_asked_unless_told(graph, tmp_path):
    out, items = built(graph, tmp_path, "keep")
    assert {"disorder", "panic", "mania"} == {asked_of(item) for item in items}
    assert not any(MARK in item.details for item in items)
    assert "generic_diseases" not in json.loads((out / "manifest.json").read_text())["settings"]


def test_they_are_marked(graph, tmp_path):
    _, items = built(graph, tmp_path, "mark")
    assert {asked_of(item) for item in items if item.details.get(MARK)} == {"disorder"}
    assert {asked_of(item) for item in items if MARK not in item.details} == {"panic", "mania"}


def test_they_are_left_out_and_the_manifest_says_how_many(graph, tmp_path):
    out, items = built(graph, tmp_path, "leave-out")
    assert {asked_of(item) for item in items} == {"panic", "mania"}
    noted = json.loads((out / "manifest.json").read_text())
    assert noted["tasks"]["R1"]["left_out"]["no drug has a usage edge to disease B"] == 6
    assert noted["settings"]["generic_diseases"] == "leave-out"


def test_marks_and_items_that_the_settings_deny_are_violations(graph, tmp_path):
    """The manifest of one build beside the items of another."""
    for generic, other, kind in (
        ("mark", "leave-out", Kind.FORM_WRONG),
        ("mark", "keep", Kind.ANNOTATION_WRONG),
        ("keep", "mark", Kind.ANNOTATION_WRONG),
    ):
        out, _ = built(graph, tmp_path, generic)
        manifest = json.loads((out / "manifest.json").read_text())
        manifest["settings"]["generic_diseases"] = other
        (out / "manifest.json").write_text(json.dumps(manifest))
        assert kind in verify(out, Inputs(*graph)).by_kind()
        for path in out.iterdir():
            path.unlink()
        out.rmdir()


def test_marks_change_no_id(tmp_path):
    """What is asked is the same: replies that are stored are found again."""
    ids = []
    for generic in (GenericDiseases.KEEP, GenericDiseases.MARK):
        settings = BuildSettings(tasks=TWO_HOP, generic_diseases=generic)
        made = build_benchmark(sample_paths(), settings, tmp_path / generic)
        ids.append([item.id for item in read_items(made.items_path)])
    assert ids[0] == ids[1]
