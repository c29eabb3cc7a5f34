"""The matched benchmark: no shortcut is right much more often than chance, and verification says so."""

import json
from collections import Counter, defaultdict

import pytest

from benchmark import BuildSettings, Item, Task, build_benchmark, read_items, sample_paths
from benchmark.errors import SettingsError
from benchmark.folder import TRIPLES
from benchmark.shortcuts import Surroundings, best_guesses
from benchmark.verify.matched import check_matched
from mhclient.cli.main import main

pytestmark = pytest.mark.slow

TASKS = tuple(task for task in Task if task.matchable)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    settings = BuildSettings(tasks=TASKS, sizes=dict.fromkeys(TASKS), matched=True)
    return build_benchmark(sample_paths(), settings, tmp_path_factory.mktemp("matched") / "b")


@pytest.fixture(scope="module")
def by_task(made) -> dict[str, list[Item]]:
    found = defaultdict(list)
    for item in read_items(made.items_path):
        found[item.task].append(item)
    return dict(found)


def answers(items, key_of) -> dict[object, Counter[str]]:
    """Key → how often each answer is right."""
    counts: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for item in items:
        counts[key_of(item)][item.options[item.gold[0]]] += 1
    return dict(counts)


def test_no_shortcut_is_right_ten_points_above_chance(made, by_task):
    around = Surroundings.read(made.directory / TRIPLES)
    assert {"FC", "RP", "R1"} <= by_task.keys()
    for task in ("EC", "FC", "RP", "R1", "R2"):
        if items := by_task.get(task):
            best = best_guesses(task, items, around)
            assert best is not None
            assert best.accuracy <= 1 / len(items[0].options) + 0.10, best.shortcut


def test_yes_and_no_of_r1_agree_in_both_diseases_and_the_first_hop_but_for_what_was_thinned(by_task):
    def alike(item):
        return item.entities[1].key, item.entities[2].key, item.details["first_hop"]

    counts = answers(by_task["R1"], alike)
    off = sum(abs(of["yes"] - of["no"]) for of in counts.values())
    assert off <= 0.4 * len(by_task["R1"])


def test_every_end_of_a_fact_is_as_often_in_a_denial(by_task):
    for end in (0, 1):
        counts = answers(by_task["FC"], lambda item, end=end: (item.relation, item.entities[end].key))
        off = sum(abs(of["yes"] - of["no"]) for of in counts.values())
        assert off <= 0.1 * len(by_task["FC"])


def test_it_has_a_name_of_its_own_and_says_what_it_costs(made):
    assert made.manifest["name"] == "MHGraphBench matched"
    assert made.manifest["settings"]["matched"] is True
    assert "no shortcut guesses" in made.manifest["tasks"]["RP"]["fewer_because"]


def test_the_papers_benchmark_knows_nothing_of_it():
    assert "matched" not in BuildSettings().to_json()


def test_what_cannot_be_matched_is_refused():
    with pytest.raises(SettingsError, match="no ET"):
        BuildSettings(matched=True)


def test_a_benchmark_that_only_says_it_is_matched_is_found_out(tmp_path):
    made = build_benchmark(sample_paths(), BuildSettings(tasks=(Task.R1,)), tmp_path / "b")
    (violation,) = check_matched(made.directory)
    assert "is right in" in violation.what


def test_the_command_builds_and_verifies_it(tmp_path, capsys):
    assert main(["build", "--sample", "--matched", "--tasks", "FC,R1", "--out", "m"]) == 0
    assert main(["verify", "m", "--sample"]) == 0
    manifest = json.loads((tmp_path / "m" / "manifest.json").read_text())
    assert manifest["settings"]["matched"] is True
    assert main(["build", "--sample", "--matched", "--tasks", "ET", "--out", "n"]) == 2
    assert "cannot be matched" in " ".join(capsys.readouterr().err.split())
