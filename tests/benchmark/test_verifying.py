"""`verify` must find what is planted, and nothing where nothing is wrong."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

import benchmark
from benchmark import (
    SAMPLE_SIZES,
    BuildSettings,
    build_benchmark,
    read_items,
    sample_paths,
)
from benchmark.errors import BenchmarkError, NotABenchmark
from benchmark.verify import Inputs, Kind, verify
from tests.support.planting import change_one, is_no, other_letter, plant
from tests.support.plants import PLANTS

SAMPLE = sample_paths()
OF_MANY = ("two golds of ET moved to A",)  # half as many are not yet out of balance


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A benchmark of all nine tasks from the sample, half as large: most plants change one item of it."""
    folder, sizes = (
        tmp_path_factory.mktemp("verify") / "b",
        {task: n // 2 for task, n in SAMPLE_SIZES.items()},
    )
    return build_benchmark(SAMPLE, BuildSettings(sizes=sizes), folder).directory


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """As large as the packaged one."""
    folder = tmp_path_factory.mktemp("verify") / "b"
    return build_benchmark(SAMPLE, BuildSettings(sizes=SAMPLE_SIZES), folder).directory


def check(directory, **changes):
    given = Inputs(SAMPLE.kg, SAMPLE.seeds, SAMPLE.disease_features, SAMPLE.drug_features)
    return verify(directory, replace(given, **changes))


def test_a_fresh_build_has_no_violation(whole):
    verdict = check(whole)
    assert verdict.violations == ()
    assert verdict.n_items == 431
    assert verdict.unchecked == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTS)
def test_what_is_planted_is_found(made, whole, tmp_path, name):
    change, kinds = PLANTS[name]
    verdict = check(plant(whole if name in OF_MANY else made, tmp_path, change))
    assert kinds <= set(verdict.by_kind())


def test_a_planted_item_is_named_by_its_id(made, tmp_path):
    planted = plant(made, tmp_path, change_one("ET", other_letter))
    wrong = next(read_items(planted / "items.jsonl"))
    named = {violation.where for violation in check(planted).violations}
    assert wrong.id in named
    assert named <= {wrong.id, "ET"}  # the task's golds are out of balance by one, too


def test_two_right_answers_are_found_where_a_pair_has_two_relations(whole, tmp_path):
    """Naltrexone is indicated and contraindicated for opioid use disorder: a generator must not ask which."""

    def ask_anyway(item):
        drug, disease = item.entities
        nodes = {"Naltrexone": "drug", "opioid use disorder": "disease"}
        known = {entity.name: entity for entity in all_entities(whole)}
        entities = tuple(replace(known[name], role=role) for name, role in nodes.items())
        question = item.question.replace(f'"{drug.name}"', '"Naltrexone"')
        question = question.replace(f'"{disease.name}"', '"opioid use disorder"')
        return replace(item, question=question, entities=entities, triples=())

    planted = plant(whole, tmp_path, change_one("RP", ask_anyway, lambda item: item.relation == "indication"))
    assert {Kind.TWO_RIGHT, Kind.DISTRACTOR_TRUE} <= set(check(planted).by_kind())


def all_entities(made):
    return [entity for item in read_items(made / "items.jsonl") for entity in item.entities]


def test_an_ambiguous_name_is_found(whole, tmp_path):
    """Nicotine is a drug and an exposure: its type has two right answers."""
    nicotine = next(entity for entity in all_entities(whole) if entity.name == "Nicotine")

    def ask_anyway(item):
        name = item.entities[0].name
        return replace(item, question=item.question.replace(f'"{name}"', '"Nicotine"'),
                       entities=(replace(nicotine, role="entity"),))  # fmt: skip

    kinds = set(check(plant(whole, tmp_path, change_one("ET", ask_anyway))).by_kind())
    assert {Kind.TWO_RIGHT, Kind.NAME_AMBIGUOUS} <= kinds


def test_a_line_that_is_no_item_is_found_and_the_rest_is_checked(made, tmp_path):
    planted = plant(made, tmp_path, lambda items: items[:3])
    with (planted / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": 1}\n{not json\n')
    verdict = check(planted)
    assert [v.where for v in verdict.violations if v.kind is Kind.MALFORMED] == ["line 4", "line 5"]
    assert verdict.by_kind()[Kind.HASH_MISMATCH] == 1
    assert verdict.n_items == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["items.jsonl", "triples.csv"])
def test_an_edited_file_is_found(made, tmp_path, name):
    planted = plant(made, tmp_path, lambda items: items)
    with (planted / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert Kind.HASH_MISMATCH in check(planted).by_kind()


def with_manifest(made, tmp_path, change):
    """The benchmark with `change(manifest)` applied to its manifest."""
    planted = plant(made, tmp_path, lambda items: items)
    path = planted / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    return planted


def put(value, *path):
    def apply(manifest):
        for name in path[:-1]:
            manifest = manifest[name]
        manifest[path[-1]] = value

    return apply


PARTS = ("kind", "seed", "settings", "seeds", "items", "triples", "inputs_sha256", "slice", "file", "tasks")


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        *(lambda manifest, part=part: manifest.pop(part) for part in PARTS), put([], "tasks"), put({"ET":
        3}, "tasks"), put("own", "settings"), put([["x"]], "seeds", "nodes"), put("another", "kind"),
        put("moon", "settings", "absent_from"), put(1, "settings", "multi_usage"), put(1, "tasks", "ET",
        "items"), put(1, "items", "count"), put(1, "triples", "count"), put(1, "file", "rows"), put(1,
        "slice", "rows"), put(1, "slice", "triples"), put({}, "slice", "entities_by_type"), put({}, "slice",
        "triples_by_relation"), put({"A": 1}, "tasks", "ET", "gold_letters"), put({"A": 1}, "tasks", "RP",
        "gold_texts"), put({}, "tasks", "FC", "by_relation"), put(None, "tasks", "FC", "negatives"), put(9,
        "tasks", "FC", "asked_for"), put(3, "settings", "sizes", "ET"), put(["ET"], "settings", "tasks"),
    ],
)  # fmt: skip
def test_a_damaged_manifest_is_found(made, tmp_path, change):
    assert Kind.MANIFEST_WRONG in check(with_manifest(made, tmp_path, change)).by_kind()


def test_a_manifest_of_another_seed_is_found(made, tmp_path):
    assert set(check(with_manifest(made, tmp_path, put(7, "seed"))).by_kind()) == {Kind.ORDER_WRONG}


def test_a_manifest_with_other_options_is_found(made, tmp_path):
    changed = with_manifest(made, tmp_path, put(4, "settings", "options", "ET"))
    assert set(check(changed).by_kind()) == {Kind.FORM_WRONG}


def test_a_graph_for_a_benchmark_without_one_is_refused(made, tmp_path):
    with pytest.raises(BenchmarkError, match="was not made from a graph"):
        check(with_manifest(made, tmp_path, put("own", "kind")))


@pytest.mark.slow
def test_a_seed_too_many_and_a_seed_too_few_are_found(made, tmp_path):
    seeds = SAMPLE.seeds.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "fewer.csv").write_text("".join(seeds[:-1]), encoding="utf-8")
    (tmp_path / "more.csv").write_text("".join([*seeds, "eating disorder,\n"]), encoding="utf-8")
    for name, says in (("fewer.csv", "by the manifest, not by the list"), ("more.csv", "by the list, not")):
        found = check(made, seeds=tmp_path / name).violations
        assert [says in violation.what for violation in found if violation.kind is Kind.SEEDS_WRONG] == [True]


@pytest.mark.slow
@pytest.mark.parametrize(
    "field",
    [
        {"entities": ["x"]}, {"entities": [{"role": 1}]}, {"triples": [["a", "b"]]}, {"triples": ["a"]},
        {"options": {"A": "yes", "B": 5}}, {"gold": [1]}, {"relation": 5}, {"details": []}, {"mode": None},
    ],
)  # fmt: skip
def test_a_malformed_item_is_named_by_its_line(made, tmp_path, field):
    planted = plant(made, tmp_path, lambda items: items)
    lines = (planted / "items.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    lines[4] = json.dumps({**json.loads(lines[4]), **field}) + "\n"
    (planted / "items.jsonl").write_text("".join(lines), encoding="utf-8")
    found = [violation.where for violation in check(planted).violations if violation.kind is Kind.MALFORMED]
    assert found == ["line 5"]


def test_another_graph_than_the_one_it_was_made_from_is_found(whole, tmp_path):
    """A fact removed, its mirror too: the slice, the items about it and the hash all differ."""
    lines = SAMPLE.kg.read_text(encoding="utf-8").splitlines(keepends=True)
    fewer = [line for line in lines if not ("Lithium" in line and ",bipolar disorder," in line)]
    assert len(fewer) == len(lines) - 2
    (tmp_path / "kg.csv").write_text("".join(fewer), encoding="utf-8")
    kinds = check(whole, kg=tmp_path / "kg.csv").by_kind()
    assert {Kind.HASH_MISMATCH, Kind.SLICE_DIFFERS, Kind.GOLD_UNSUPPORTED} <= set(kinds)


def test_a_fact_added_elsewhere_in_the_file_is_found_to_contradict_a_denial(made, tmp_path):
    denied = next(item for item in read_items(made / "items.jsonl") if item.task == "R1" and is_no(item))
    drug, _, disease = denied.entities
    row = ["indication", "indication", drug.index, drug.id, drug.type, drug.name, drug.source,
           disease.index, disease.id, disease.type, disease.name, disease.source]  # fmt: skip
    (tmp_path / "kg.csv").write_text(
        SAMPLE.kg.read_text(encoding="utf-8") + ",".join(row) + "\n", encoding="utf-8"
    )
    found = [v for v in check(made, kg=tmp_path / "kg.csv").violations if v.where == denied.id]
    assert Kind.GOLD_UNSUPPORTED in {violation.kind for violation in found}


def test_other_feature_tables_than_those_it_was_made_from_are_found(made, tmp_path):
    assert SAMPLE.drug_features
    table = SAMPLE.drug_features.read_text(encoding="utf-8").replace("antidepressant", "medicine")
    (tmp_path / "drugs.tab").write_text(table, encoding="utf-8")
    assert {Kind.HASH_MISMATCH, Kind.EVIDENCE_WRONG} == set(
        check(made, drug_features=tmp_path / "drugs.tab").by_kind()
    )


@pytest.mark.slow
def test_what_cannot_be_checked_is_said(made):
    assert "`drug_features`" in check(made, drug_features=None).unchecked[0]
    with pytest.raises(BenchmarkError, match="`kg`"):
        verify(made, Inputs())
    with pytest.raises(NotABenchmark):
        verify(made / "nowhere", Inputs(SAMPLE.kg))


def test_verification_shares_no_code_with_the_generator():
    """Only what carries no knowledge of graphs is imported: bounds, errors, JSON, kinds, names alike, polars.

    `matched.py` alone measures, with the sheet that users see, what can be guessed: it reads items and
    knows nothing of how they were made.
    """
    folder = Path(benchmark.__file__).parent / "verify"
    imported = {
        node.module
        for path in folder.glob("*.py")
        if path.name != "matched.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    ours = {name for name in imported if name.split(".")[0] == "benchmark"}
    assert ours
    assert all(
        name
        in (
            "benchmark.untrusted",
            "benchmark.errors",
            "benchmark.kinds",
            "benchmark.nearest",
            "benchmark.parquet",
        )
        or name.startswith("benchmark.verify")
        for name in ours
    )
