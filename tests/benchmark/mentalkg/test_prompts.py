"""Prompts have a version; a folder that was begun with another one is refused before anything is asked."""

import json
from hashlib import sha256

import pytest

from benchmark.mentalkg.criteria import read_from_words, table
from benchmark.mentalkg.design import make_design
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.prompts import (
    CHECKER_VERSION,
    PROMPTS_VERSION,
    extraction_prompt,
    judging_prompt,
    writing_again,
    writing_prompt,
)
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.texts import TextCheck, TextProblem
from mhclient.cli.main import main
from tests.support.diagnosis_graph import write_graph

REFUSED = [TextProblem(TextCheck.LENGTH, "it has 60 words")]


def test_changed_prompts_have_another_version(tmp_path):
    """Where this fails, what models are asked has changed: raise its version, and put the new hash here."""
    graph = read_diagnosis_graph(write_graph(tmp_path))
    patients = make_design(graph, ProfileSettings(7), table(read_from_words(graph))).patients
    first = [writing_prompt(patient, graph) for patient in patients]
    again = [writing_again(prompt, "A text.", REFUSED) for prompt in first]
    read = [extraction_prompt("A text.", patient, graph) for patient in patients]
    judged = [judging_prompt("A text.", patient, graph) or "" for patient in patients]
    assert (PROMPTS_VERSION, hash_of([*first, *again])) == ("1", "c2552aaab5d81f56")
    assert (CHECKER_VERSION, hash_of([*read, *judged])) == ("1", "125a6375e84f0435")


def hash_of(prompts: list[str]) -> str:
    return sha256("\0".join(prompts).encode()).hexdigest()[:16]


@pytest.fixture
def command(tmp_path):
    """What makes a folder, which is there."""
    words = ["generate", "mentalkg", str(write_graph(tmp_path / "graph")), "--out", str(tmp_path / "out")]
    assert main([*words, "--profiles-only"]) == 0
    return words


def begin_with(path, **versions):
    design = json.loads(path.read_text()) | versions
    path.write_text(json.dumps({key: value for key, value in design.items() if value is not None}))
    return path.read_bytes()


@pytest.mark.parametrize(("key", "whose"), [("prompts_version", "writers"), ("checker_version", "checkers")])
@pytest.mark.parametrize("more", [["--profiles-only"], ["--writer", "openai:m", "--dry-run"]])
def test_a_folder_begun_with_other_prompts_is_refused(command, tmp_path, capsys, key, whose, more):
    design = tmp_path / "out" / "design.json"
    before = begin_with(design, **{key: "0"})
    assert main([*command, *more]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f"was begun with version 0 of the {whose}' prompts, and this mhclient has version 1" in said
    assert said.endswith("or name a new folder with --out.")
    assert design.read_bytes() == before


def test_a_folder_that_notes_no_version_has_the_first(command, tmp_path):
    begin_with(tmp_path / "out" / "design.json", prompts_version=None, checker_version=None)
    assert main([*command, "--profiles-only"]) == 0
