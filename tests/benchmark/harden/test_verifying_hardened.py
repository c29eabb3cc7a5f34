"""What was made passes its verification, and every fault that is planted in it is found."""

import hashlib
import json
import shutil

import pytest

from benchmark import read_benchmark, read_items
from benchmark.errors import BenchmarkError
from benchmark.folder import sha256_of
from benchmark.harden.harden import HardenedBenchmark, by_graph_alone, make_tools
from benchmark.harden.walk import HardenSettings, TooFewOptions
from benchmark.imports import import_questions
from benchmark.verify import Inputs, Kind, verify
from tests.support.graphs import rows_of, write_rows

EDGES = [
    *[("indication", drug, "gloomy mood") for drug in ("Rightmab", "Alsomab")],
    ("off-label use", "Oftenil", "gloomy mood"),
    ("contraindication", "Neverol", "gloomy mood"),
    ("disease_disease", "gloomy mood", "sleepless nights"),
    *[("indication", drug, "sleepless nights") for drug in ("Dormatin", "Slumbrex", "Quietal", "Rightmab")],
    ("contraindication", "Dormatin", "gloomy mood"),
]
QUESTION = {"question": "Which drug is indicated for gloomy mood?", "gold": "B"}


@pytest.fixture
def kg(tmp_path):
    return write_rows(tmp_path / "kg.csv", rows_of(EDGES))


@pytest.fixture
def exam(tmp_path):
    lines = [
        QUESTION | {"options": ["Salt", "Rightmab", "Water", "Bread"]},
        QUESTION | {"options": ["Pepper", "Unknownol", "Honey", "Cheese"]},
    ]
    path = tmp_path / "exam.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return import_questions(path, tmp_path / "exam").directory


def harden(exam, kg, out, **settings):
    tools = make_tools(kg, HardenSettings(**settings))
    parent = read_benchmark(exam)
    outcomes = by_graph_alone(read_items(parent.items_path), tools)
    return HardenedBenchmark(parent, kg, tools, {}, outcomes, {}).write(out)


@pytest.fixture
def made(exam, kg, tmp_path):
    return harden(exam, kg, tmp_path / "hard")


def test_names_of_the_graph_replace_the_wrong_options_and_the_key_keeps_its_letter(made, exam, kg):
    first, second = read_items(made.items_path)
    parents = list(read_items(exam / "items.jsonl"))
    assert first.options["B"] == "Rightmab"
    new = {text for letter, text in first.options.items() if letter != "B"}
    assert new <= {"Neverol", "Dormatin", "Slumbrex", "Quietal"}  # not Alsomab, not Oftenil
    assert first.details["parent"] == parents[0].id
    assert first.details["harden"]["replaced"] == "3 of 3"
    assert second.to_json() | {"id": ""} == parents[1].to_json() | {"id": ""}  # left alone: unknown key
    counts = made.manifest["counts"]
    assert counts["items"] == {"hardened": 1, "partly": 0, "left alone": 1}
    assert counts["candidates"]["true_in_graph"] == 1
    assert counts["candidates"]["also_used"] == 1
    assert not verify(made.directory, Inputs(kg=kg, parent=exam)).violations


def test_the_same_inputs_give_the_same_bytes_whatever_the_order_of_rows(made, exam, kg, tmp_path):
    again = harden(exam, kg, tmp_path / "again")
    for name in ("items.jsonl", "provenance.jsonl", "triples.csv", "manifest.json"):
        assert (again.directory / name).read_bytes() == (made.directory / name).read_bytes()
    mirrored = write_rows(tmp_path / "mirrored.csv", rows_of(EDGES)[::-1])
    other = harden(exam, mirrored, tmp_path / "other")
    for name in ("items.jsonl", "provenance.jsonl", "triples.csv"):
        assert (other.directory / name).read_bytes() == (made.directory / name).read_bytes()


def test_short_drop_leaves_items_out_and_counts_them(exam, kg, tmp_path):
    dropped = harden(exam, kg, tmp_path / "dropped", short=TooFewOptions.DROP)
    assert (dropped.manifest["items"]["count"], dropped.manifest["counts"]["left_out"]) == (1, 1)
    assert not verify(dropped.directory, Inputs(kg=kg, parent=exam)).violations


def plant(folder, into, change_item=lambda item: None, change_origin=lambda origin: None):
    """A copy of the folder with its first item or origin changed, and hashes that fit."""
    shutil.copytree(folder, into)
    manifest = json.loads((into / "manifest.json").read_text(encoding="utf-8"))
    for name, part, change in (
        ("items.jsonl", "items", change_item), ("provenance.jsonl", "provenance", change_origin)
    ):  # fmt: skip
        lines = [json.loads(line) for line in (into / name).read_text(encoding="utf-8").splitlines()]
        change(lines[0])
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        (into / name).write_text(text, encoding="utf-8")
        manifest[part]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    (into / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return into


def new_letter(item):
    return next(letter for letter in item["options"] if letter not in item["gold"])


def with_option(text):
    """Item and origin that agree on another text: only a look at the facts can tell."""

    def item_of(item):
        item["options"][new_letter(item)] = text

    def origin_of(origin):
        chosen = next(each for each in origin["candidates"] if each["chosen"])
        chosen |= {"text": text, "node": f"drug|{text}", "path": None}

    return {"change_item": item_of, "change_origin": origin_of}


def first_path(origin):
    return next(each for each in origin["candidates"] if each["chosen"])["path"]


def other_key(item):
    item["options"][item["gold"][0]] = "Alsomab"


def moved_key(item):
    item["gold"] = [new_letter(item)]


def no_such_row(origin):
    first_path(origin)["relations"][0] = ["exposure_disease"]


def through_the_key(origin):
    path = first_path(origin)
    path["nodes"][1:1], path["relations"][1:1] = ["drug|Rightmab"], [["indication"]]


def back_and_forth(origin):
    path = first_path(origin)
    path["nodes"] += path["nodes"][-2:-1]
    path["relations"] += path["relations"][-1:]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (with_option("Alsomab"), Kind.DISTRACTOR_TRUE),
        (with_option("Oftenil"), Kind.DISTRACTOR_TRUE),
        (with_option("Rightmabs"), Kind.TWIN_OPTION),
        (with_option("Rightmab"), Kind.TWIN_OPTION),
        (with_option("neverol"), Kind.FORM_DIFFERS),
        (with_option("All of the above"), Kind.FORM_DIFFERS),
        (with_option("Neverol 20 mg once a day"), Kind.FORM_DIFFERS),
        (
            {"change_item": lambda item: item["options"].update({new_letter(item): "Invented"})},
            Kind.NOT_THE_WRITERS,
        ),
        ({"change_item": other_key}, Kind.PARENT_CHANGED),
        ({"change_item": moved_key}, Kind.PARENT_CHANGED),
        ({"change_item": lambda item: item.update(question="What helps?")}, Kind.PARENT_CHANGED),
        ({"change_origin": no_such_row}, Kind.PATH_BROKEN),
        ({"change_origin": through_the_key}, Kind.PATH_BROKEN),
        ({"change_origin": back_and_forth}, Kind.PATH_BROKEN),
        ({"change_origin": lambda origin: origin["candidates"].pop()}, Kind.MANIFEST_WRONG),
        (
            {"change_origin": lambda origin: origin["candidates"][0].update(verdict="form")},
            Kind.MANIFEST_WRONG,
        ),
    ],
)
def test_every_planted_fault_is_found(made, exam, kg, tmp_path, fault, kind):
    planted = plant(made.directory, tmp_path / "planted", **fault)
    assert kind in verify(planted, Inputs(kg=kg, parent=exam)).by_kind()


def test_an_option_that_no_graph_has_checked_is_a_violation_unless_flagged(made, exam, kg, tmp_path):
    def unmapped(origin):
        next(each for each in origin["candidates"] if each["chosen"])["node"] = None

    planted = plant(made.directory, tmp_path / "planted", change_origin=unmapped)
    assert Kind.UNVERIFIED_OPTION in verify(planted, Inputs(kg=kg, parent=exam)).by_kind()


def test_an_item_left_alone_is_its_parent_but_for_its_id(made, exam, kg, tmp_path):
    def swap(folder):
        lines = (folder / "items.jsonl").read_text(encoding="utf-8").replace("Honey", "Sugar")
        (folder / "items.jsonl").write_text(lines, encoding="utf-8")

    planted = plant(made.directory, tmp_path / "planted")
    swap(planted)
    assert {Kind.PARENT_CHANGED, Kind.HASH_MISMATCH} <= set(
        verify(planted, Inputs(kg=kg, parent=exam)).by_kind()
    )


def test_another_graph_or_parent_is_noticed(made, exam, kg, tmp_path):
    other = write_rows(tmp_path / "other.csv", rows_of(EDGES[:-1]))
    found = verify(made.directory, Inputs(kg=other, parent=exam)).violations
    assert any(each.where == "kg" and each.kind is Kind.HASH_MISMATCH for each in found)
    assert sha256_of(other) != sha256_of(kg)


def test_graph_and_parent_are_needed(made):
    with pytest.raises(BenchmarkError, match="--kg and the benchmark that it was"):
        verify(made.directory, Inputs())
