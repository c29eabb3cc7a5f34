"""`verify` must find what is planted, and nothing where nothing is wrong."""

import ast
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import benchmark
from benchmark import (
    SAMPLE_SIZES,
    BuildSettings,
    Item,
    Mode,
    MultiUsage,
    Scope,
    Sources,
    Task,
    build_benchmark,
    read_benchmark,
    read_items,
    sample_paths,
)
from benchmark.assemble import item_id
from benchmark.errors import BenchmarkError, NotABenchmark
from benchmark.folder import Table, write_benchmark
from benchmark.manifest import describe_items
from benchmark.verify import Inputs, Kind, verify
from tests.benchmark.graphs import edges, rows_of, seeds_of, write_rows, write_seeds

SAMPLE = sample_paths()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A benchmark of all nine tasks from the sample."""
    folder = tmp_path_factory.mktemp("verify") / "b"
    return build_benchmark(SAMPLE, BuildSettings(sizes=SAMPLE_SIZES), folder).directory


def check(directory, **changes):
    given = Inputs(SAMPLE.kg, SAMPLE.seeds, SAMPLE.disease_features, SAMPLE.drug_features)
    return verify(directory, replace(given, **changes))


def test_a_fresh_build_has_no_violation(made):
    verdict = check(made)
    assert verdict.violations == ()
    assert verdict.n_items == 431
    assert verdict.unchecked == ()


def plant(made, tmp_path, change):
    """The benchmark with `change(items)` applied, hashes and counts made to fit: only the plant is wrong."""
    original = read_benchmark(made)
    items = change(list(read_items(original.items_path)))
    manifest = json.loads(json.dumps(original.manifest))
    for task, noted in manifest["tasks"].items():
        kept = {name: noted[name] for name in ("asked_for", "fewer_because", "left_out")}
        manifest["tasks"][task] = {**describe_items([item for item in items if item.task == task]), **kept}
    triples = Table((made / "triples.csv").read_text(encoding="utf-8"), original.manifest["triples"]["count"])
    return write_benchmark(tmp_path / "planted", items, manifest, triples).directory


def one(items, task, fits=lambda item: True):
    return next(place for place, item in enumerate(items) if item.task == task and fits(item))


def change_one(task, change, fits=lambda item: True):
    """Change the first fitting item of a task; its id is made anew, as a generator at fault would."""

    def apply(items):
        place = one(items, task, fits)
        changed = change(items[place])
        items[place] = replace(changed, id=item_id(changed))
        return items

    return apply


def other_letter(item: Item) -> Item:
    wrong = next(letter for letter in item.options if letter not in item.gold)
    return replace(item, gold=(wrong,))


def is_no(item: Item) -> bool:
    return item.options[item.gold[0]] in ("no", "none")


def replace_text(old, new):
    return lambda item: replace(item, question=item.question.replace(old, new))


def in_evidence(words):
    return lambda item: replace(item, question=item.question.replace("\n- ", f"\n- {words} ", 1))


def set_option(item: Item, letter: str, text: str) -> Item:
    return replace(item, options={**item.options, letter: text})


def gold_twin(item: Item) -> Item:
    """A distractor that reads as the gold does."""
    wrong = next(letter for letter in item.options if letter not in item.gold)
    return set_option(item, wrong, item.options[item.gold[0]].upper())


def gold_first(item: Item) -> Item:
    if item.task not in ("ET", "EC", "RP"):
        return item
    texts = sorted(item.options.values(), key=lambda text: text != item.options[item.gold[0]])
    changed = replace(item, options=dict(zip(item.options, texts, strict=True)), gold=("A",))
    return replace(changed, id=item_id(changed))


def turned(item: Item) -> Item:
    """The same question with its options the other way round."""
    options = dict(zip(item.options, list(item.options.values())[::-1], strict=True))
    (right,) = (item.options[letter] for letter in item.gold)
    gold = tuple(letter for letter, text in options.items() if text == right)
    changed = replace(item, options=options, gold=gold)
    return replace(changed, id=item_id(changed))


def swap(task, fits, field):
    """Two items of a task exchange a field: each is as good as before, but not for its own question."""

    def apply(items):
        one, other = [place for place, item in enumerate(items) if item.task == task and fits(item)][:2]
        values = getattr(items[one], field), getattr(items[other], field)
        assert values[0] != values[1]
        items[one], items[other] = (
            replace(items[place], **{field: value}) for place, value in ((one, values[1]), (other, values[0]))
        )
        return items

    return apply


def is_yes(item: Item) -> bool:
    return not is_no(item)


def of(relation, wanted=is_yes):
    return lambda item: item.relation == relation and wanted(item)


def another_third_triple(items):
    """R1 yes: relation and third triple are those of another item."""
    place, other = one(items, "R1", of("indication")), one(items, "R1", of("contraindication"))
    triples = (*items[place].triples[:2], items[other].triples[2])
    items[place] = replace(items[place], triples=triples, relation="contraindication")
    return items


def third_triple_on_no(items):
    place, other = one(items, "R1", is_no), one(items, "R1", is_yes)
    triples = (*items[place].triples, items[other].triples[2])
    items[place] = replace(items[place], triples=triples, relation=items[other].relation)
    return items


def swap_roles(item: Item) -> Item:
    """EC: a wrong option is called the odd one out."""
    odd, member, *rest = item.entities
    return replace(item, entities=(replace(odd, role="member"), replace(member, role="odd_one_out"), *rest))


def texts_of_another_drug(items):
    """The first block shows another drug's texts, and the drug's index is changed to fit."""
    place = one(items, "R1+E")
    other = one(items, "R1+E", lambda item: item.entities[0].name != items[place].entities[0].name)
    asked, evidence = items[place].question.split("\n\nEvidence:\n\n")
    head, *blocks = evidence.split("\n\n")
    block = items[other].question.split("\n\nEvidence:\n\n")[1].split("\n\n")[0]
    shown = "\n\n".join(["\n".join([head.split("\n")[0], *block.split("\n")[1:]]), *blocks])
    drug = replace(items[place].entities[0], index=items[other].entities[0].index)
    changed = replace(items[place], question=f"{asked}\n\nEvidence:\n\n{shown}",
                      entities=(drug, *items[place].entities[1:]))  # fmt: skip
    items[place] = replace(changed, id=item_id(changed))
    return items


def gold_at(item: Item, place: int) -> Item:
    texts = [text for text in item.options.values() if text != item.options[item.gold[0]]]
    texts.insert(place, item.options[item.gold[0]])
    changed = replace(item, options=dict(zip(item.options, texts, strict=True)), gold=("ABCDE"[place],))
    return replace(changed, id=item_id(changed))


def move_golds(task, number, fits=lambda item: True):
    """Golds at B go to A, for as many items as said."""

    def apply(items):
        chosen = [place for place, item in enumerate(items)
                  if item.task == task and item.gold == ("B",) and fits(item)][:number]  # fmt: skip
        assert len(chosen) == number
        return [gold_at(item, 0) if place in chosen else item for place, item in enumerate(items)]

    return apply


def place_tells_answer(items):
    """RP: each answer always at one letter, while the letters are in balance over the task."""
    places = {"indication": 0, "contraindication": 1, "off-label use": 2, "none": 3}
    return [gold_at(i, places[i.options[i.gold[0]]]) if i.task == "RP" else i for i in items]


def without_twins(item: Item) -> Item:
    return replace(item, details={k: v for k, v in item.details.items() if k != "near_twins"})


def detail(name, value):
    return lambda item: replace(item, details={**item.details, name: value})


PLANTS = {
    "triples of two FC items swapped": (swap("FC", of("indication"), "triples"), {Kind.ANNOTATION_WRONG}),
    "triples of two denials swapped": (
        swap("FC", of("disease_protein", is_no), "triples"), {Kind.NEGATIVE_WRONG}
    ),
    "a fact with nothing behind it": (
        change_one("FC", lambda i: replace(i, triples=()), is_yes), {Kind.ANNOTATION_WRONG}
    ),
    "triples of two RP items swapped": (swap("RP", of("indication"), "triples"), {Kind.ANNOTATION_WRONG}),
    "hops of two R1 items swapped": (swap("R1", is_no, "triples"), {Kind.ANNOTATION_WRONG}),
    "hops in the wrong order": (
        change_one("R2", lambda i: replace(i, triples=(i.triples[1], i.triples[0], *i.triples[2:]))),
        {Kind.ANNOTATION_WRONG},
    ),
    "third triple of another R1 item": (another_third_triple, {Kind.ANNOTATION_WRONG}),
    "R1 no with a third triple": (third_triple_on_no, {Kind.ANNOTATION_WRONG}),
    "RT triples of another relation": (swap("RT", lambda i: True, "triples"), {Kind.ANNOTATION_WRONG}),
    "a wrong option called the odd one out": (change_one("EC", swap_roles), {Kind.ANNOTATION_WRONG}),
    "texts of another drug": (texts_of_another_drug, {Kind.EVIDENCE_WRONG, Kind.ANNOTATION_WRONG}),
    "another index": (
        change_one("ET", lambda i: replace(i, entities=(replace(i.entities[0], index="7"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "a near twin without its flag": (
        change_one("EC", without_twins, lambda i: "near_twins" in i.details), {Kind.ANNOTATION_WRONG}
    ),
    "another first hop": (change_one("R1", detail("first_hop", "none")), {Kind.ANNOTATION_WRONG}),
    "another replacement": (change_one("FC", detail("replaced", "x"), is_no), {Kind.ANNOTATION_WRONG}),
    "a drug text that names disease B, denied": (
        change_one("R1+E", detail("drug_text_names_disease_b", False),
                   lambda i: i.details["drug_text_names_disease_b"]),
        {Kind.ANNOTATION_WRONG},
    ),
    "two golds of RP moved to A": (move_golds("RP", 2), {Kind.UNBALANCED}),
    "two golds of ET moved to A": (
        move_golds("ET", 2, lambda i: i.options["B"] == "drug"), {Kind.UNBALANCED}
    ),
    "all golds of RT at A": (
        lambda items: [gold_at(i, 0) if i.task == "RT" else i for i in items], {Kind.UNBALANCED}
    ),
    "the place tells the answer": (place_tells_answer, {Kind.UNBALANCED}),
    "a fifth option in RP": (
        change_one("RP", lambda i: replace(i, options={**i.options, "E": "maybe"})), {Kind.FORM_WRONG}
    ),
    "an option of ET that is no type": (
        change_one("ET", lambda i: set_option(i, next(c for c in i.options if c not in i.gold), "medicine")),
        {Kind.FORM_WRONG},
    ),
    "an option fewer than the settings say": (
        change_one("EC", lambda i: replace(i, options=dict(list(i.options.items())[:4])),
                   lambda i: i.gold != ("E",)),
        {Kind.FORM_WRONG},
    ),
    "one FC item in mode multi": (
        change_one("FC", lambda i: replace(i, mode=Mode.MULTI)), {Kind.FORM_WRONG}
    ),
    "a relation without FC items": (
        lambda items: [i for i in items if (i.task, i.relation) != ("FC", "off-label use")],
        {Kind.FACTS_MISSING},
    ),
    "a relation without RT item": (
        lambda items: [i for i in items if (i.task, i.relation) != ("RT", "indication")],
        {Kind.FACTS_MISSING},
    ),
    "items in another order": (lambda items: sorted(items, key=lambda i: (i.task, i.id)), {Kind.ORDER_WRONG}),
    "wrong gold in ET": (change_one("ET", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in EC": (change_one("EC", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in FC": (change_one("FC", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "a fact called false": (change_one("FC", other_letter, lambda i: not is_no(i)), {Kind.GOLD_UNSUPPORTED}),
    "wrong gold in RT": (change_one("RT", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "gold backwards in RT": (
        change_one("RT", lambda i: set_option(i, i.gold[0], "disease → exposure"),
                   lambda i: i.relation == "exposure_disease"),
        {Kind.GOLD_UNSUPPORTED},
    ),
    "wrong gold in RP": (change_one("RP", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in R1": (change_one("R1", other_letter), {Kind.GOLD_UNSUPPORTED}),
    "wrong gold in R2": (change_one("R2", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
    "wrong gold in R2+E": (change_one("R2+E", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.SCAFFOLD_BROKEN}),
    "two options that read the same": (change_one("EC", gold_twin), {Kind.TWO_RIGHT}),
    "an option word in evidence": (change_one("R1+E", in_evidence("indicated")), {Kind.LEAK}),
    "a broken word in evidence": (change_one("R2+E", in_evidence("contra-\u00adindica-ted")), {Kind.LEAK}),
    "off label in evidence": (change_one("R2+E", in_evidence("Off Label")), {Kind.LEAK}),
    "evidence that is not in the table": (change_one("R1+E", in_evidence("made up")), {Kind.EVIDENCE_WRONG}),
    "evidence blocks in another order": (
        change_one("R1+E", lambda i: replace(i, question=i.question.replace("Disease A:", "Disease C:"))),
        {Kind.EVIDENCE_WRONG},
    ),
    "a hop that is no fact": (
        change_one("R1", replace_text("is indicated for", "is contraindicated for"),
                   lambda i: "is indicated for" in i.question),
        {Kind.SCAFFOLD_BROKEN},
    ),
    "a question in other words": (change_one("ET", replace_text("Which", "What")), {Kind.UNREADABLE}),
    "a task nobody knows": (
        change_one("ET", lambda i: replace(i, task="XY")), {Kind.UNREADABLE, Kind.MANIFEST_WRONG}
    ),
    "an entity that is not asked about": (
        change_one("RP", lambda i: replace(i, entities=i.entities[:1])), {Kind.ANNOTATION_WRONG}
    ),
    "an entity with another id": (
        change_one("ET", lambda i: replace(i, entities=(replace(i.entities[0], id="7"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "another relation": (change_one("FC", lambda i: replace(i, relation="indication"),
                                    lambda i: i.relation == "disease_protein"), {Kind.ANNOTATION_WRONG}),
    "a triple that is not in the slice": (
        change_one("FC", lambda i: replace(i, triples=(replace(i.triples[0], tail="nothing"),))),
        {Kind.ANNOTATION_WRONG},
    ),
    "absence misrecorded": (
        change_one("R1", lambda i: replace(i, details={**i.details, "absent_from_file": False}), is_no),
        {Kind.ABSENCE_WRONG},
    ),
    "a negative with nothing behind it": (
        change_one("FC", lambda i: replace(i, triples=()), is_no), {Kind.NEGATIVE_WRONG}
    ),
    "evidence on another question": (
        change_one("R1+E", lambda i: replace(i, details={**i.details, "base_item": "R1-0"})),
        {Kind.SCAFFOLD_BROKEN},
    ),
    "the same item twice": (lambda items: [*items, items[0]], {Kind.DUPLICATE_STEM}),
    "the same question twice": (lambda items: [*items, turned(items[0])], {Kind.DUPLICATE_STEM}),
    "yes more often than no": (
        lambda items: [item for item in items if item.task != "R1" or not is_no(item)], {Kind.UNBALANCED}
    ),
    "a relation with more yes than no": (
        lambda items: [i for i in items if (i.task, i.relation) != ("FC", "indication") or not is_no(i)],
        {Kind.UNBALANCED},
    ),
    "gold always at A": (lambda items: [gold_first(item) for item in items], {Kind.UNBALANCED}),
    "an id that is not the content's": (
        lambda items: [replace(items[0], id="ET-0000000000000000"), *items[1:]], {Kind.ID_WRONG}
    ),
    "R2 without its R1": (
        lambda items: items[: one(items, "R1")] + items[one(items, "R1") + 2 :] , {Kind.SCAFFOLD_BROKEN}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTS)
def test_what_is_planted_is_found(made, tmp_path, name):
    change, kinds = PLANTS[name]
    verdict = check(plant(made, tmp_path, change))
    assert kinds <= set(verdict.by_kind())


def test_a_planted_item_is_named_by_its_id(made, tmp_path):
    planted = plant(made, tmp_path, change_one("ET", other_letter))
    wrong = next(read_items(planted / "items.jsonl"))
    named = {violation.where for violation in check(planted).violations}
    assert wrong.id in named
    assert named <= {wrong.id, "ET"}  # the task's golds are out of balance by one, too


def test_two_right_answers_are_found_where_a_pair_has_two_relations(made, tmp_path):
    """Naltrexone is indicated and contraindicated for opioid use disorder: a generator must not ask which."""

    def ask_anyway(item):
        drug, disease = item.entities
        nodes = {"Naltrexone": "drug", "opioid use disorder": "disease"}
        known = {entity.name: entity for entity in all_entities(made)}
        entities = tuple(replace(known[name], role=role) for name, role in nodes.items())
        question = item.question.replace(f'"{drug.name}"', '"Naltrexone"')
        question = question.replace(f'"{disease.name}"', '"opioid use disorder"')
        return replace(item, question=question, entities=entities, triples=())

    planted = plant(made, tmp_path, change_one("RP", ask_anyway, lambda item: item.relation == "indication"))
    assert {Kind.TWO_RIGHT, Kind.DISTRACTOR_TRUE} <= set(check(planted).by_kind())


def all_entities(made):
    return [entity for item in read_items(made / "items.jsonl") for entity in item.entities]


def test_an_ambiguous_name_is_found(made, tmp_path):
    """Nicotine is a drug and an exposure: its type has two right answers."""
    nicotine = next(entity for entity in all_entities(made) if entity.name == "Nicotine")

    def ask_anyway(item):
        name = item.entities[0].name
        return replace(item, question=item.question.replace(f'"{name}"', '"Nicotine"'),
                       entities=(replace(nicotine, role="entity"),))  # fmt: skip

    kinds = set(check(plant(made, tmp_path, change_one("ET", ask_anyway))).by_kind())
    assert {Kind.TWO_RIGHT, Kind.NAME_AMBIGUOUS} <= kinds


def test_a_line_that_is_no_item_is_found_and_the_rest_is_checked(made, tmp_path):
    planted = plant(made, tmp_path, lambda items: items[:3])
    with (planted / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": 1}\n{not json\n')
    verdict = check(planted)
    assert [v.where for v in verdict.violations if v.kind is Kind.MALFORMED] == ["line 4", "line 5"]
    assert verdict.by_kind()[Kind.HASH_MISMATCH] == 1
    assert verdict.n_items == 3


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


def test_a_seed_too_many_and_a_seed_too_few_are_found(made, tmp_path):
    seeds = SAMPLE.seeds.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "fewer.csv").write_text("".join(seeds[:-1]), encoding="utf-8")
    (tmp_path / "more.csv").write_text("".join([*seeds, "eating disorder,\n"]), encoding="utf-8")
    for name, says in (("fewer.csv", "by the manifest, not by the list"), ("more.csv", "by the list, not")):
        found = check(made, seeds=tmp_path / name).violations
        assert [says in violation.what for violation in found if violation.kind is Kind.SEEDS_WRONG] == [True]


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


def test_another_graph_than_the_one_it_was_made_from_is_found(made, tmp_path):
    """A fact removed, its mirror too: the slice, the items about it and the hash all differ."""
    lines = SAMPLE.kg.read_text(encoding="utf-8").splitlines(keepends=True)
    fewer = [line for line in lines if not ("Lithium" in line and ",bipolar disorder," in line)]
    assert len(fewer) == len(lines) - 2
    (tmp_path / "kg.csv").write_text("".join(fewer), encoding="utf-8")
    kinds = check(made, kg=tmp_path / "kg.csv").by_kind()
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


def test_what_cannot_be_checked_is_said(made):
    assert "--drug-features" in check(made, drug_features=None).unchecked[0]
    with pytest.raises(BenchmarkError, match="--kg"):
        verify(made, Inputs())
    with pytest.raises(NotABenchmark):
        verify(made / "nowhere", Inputs(SAMPLE.kg))


def test_verification_shares_no_code_with_the_generator():
    """Only errors (which carry no knowledge of graphs) may be imported from the rest of the package."""
    folder = Path(benchmark.__file__).parent / "verify"
    imported = {
        node.module
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    ours = {name for name in imported if name.split(".")[0] == "benchmark"}
    assert ours
    assert all(name == "benchmark.errors" or name.startswith("benchmark.verify") for name in ours)


def feature_rows(columns, names, fields):
    texts = ["is indicated for mania", "contra-indicated; an off-label use", "plain " * 60, "", "x [REL] y"]
    return [
        [index, *(texts[(place + number) % len(texts)] for number in range(len(fields)))]
        for place, index in enumerate(names)
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    found=edges(min_size=15),
    seed=st.integers(0, 5),
    multi=st.sampled_from(MultiUsage),
    scope=st.sampled_from(Scope),
    size=st.none() | st.integers(2, 30),
    random=st.randoms(use_true_random=False),
)
def test_no_build_from_any_small_graph_has_a_violation(found, seed, multi, scope, size, random):
    from benchmark.features import DISEASE_FIELDS, DRUG_FIELDS

    seeds = seeds_of(found)
    assume(seeds)
    rows = rows_of(found)
    random.shuffle(rows)
    rows = [*rows[len(rows) // 8 :], *rows[-3:]]  # some without their mirror, some twice
    left = {(row[place], row[place + 1]) for row in rows for place in (4, 9)}
    seeds = [name for name in seeds if ("disease", name) in left]
    assume(seeds)
    indexes = sorted({cell for row in rows for cell in (row[2], row[7])})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = {
            kind: write_rows(
                folder / f"{kind}.csv", feature_rows(fields, indexes, fields), ["node_index", *fields]
            )
            for kind, fields in (("disease_features", DISEASE_FIELDS), ("drug_features", DRUG_FIELDS))
        }
        kg, listed = write_rows(folder / "kg.csv", rows), write_seeds(folder / "seeds.csv", seeds)
        sources = Sources(kg, listed, tables["disease_features"], tables["drug_features"])
        sizes = {} if size is None else dict.fromkeys(Task, size)
        made = build_benchmark(
            sources, BuildSettings(seed, sizes=sizes, multi_usage=multi, absent_from=scope), folder / "b"
        )
        assert verify(made.directory, Inputs(sources.kg, listed, **tables)).violations == ()


HOSTILE = [
    'x" and the disease "y', 'A" is indicated for the disease "B', "contraindication syndrome",
    "off-label thing", "line\nfeed", "tab\there", "{head}", "a|b", "[18F]FDG", "yes", "none", "drug",
    "α\u200bβ", "(", ".+",
]  # fmt: skip


@pytest.mark.parametrize("multi", MultiUsage)
def test_no_names_however_odd_make_a_build_that_is_called_wrong(tmp_path, multi):
    """Names that hold the templates' own words, an answer's word, a line feed, markup."""
    from benchmark.features import DISEASE_FIELDS, DRUG_FIELDS

    found = [
        edge
        for place, name in enumerate(HOSTILE)
        for edge in (
            (("indication", "contraindication", "off-label use")[place % 3], f"rx {name}", name),
            ("contraindication", f"rx {name}", HOSTILE[place - 1]),
            ("indication", f"rx {HOSTILE[place - 2]}", name),
            ("disease_disease", name, HOSTILE[place - 1]),
            ("disease_disease", name, HOSTILE[place - 3]),
            ("disease_protein", f"gene {name}", name),
            ("disease_phenotype_positive", name, f"sign {name}"),
            ("exposure_disease", f"smoke {name}", name),
        )
    ]
    rows = rows_of(found)
    indexes = sorted({cell for row in rows for cell in (row[2], row[7])})
    texts = [
        write_rows(tmp_path / f"{place}.csv", feature_rows(fields, indexes, fields), ["node_index", *fields])
        for place, fields in enumerate((DISEASE_FIELDS, DRUG_FIELDS))
    ]
    kg, listed = write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", HOSTILE)
    built = build_benchmark(
        Sources(kg, listed, texts[0], texts[1]), BuildSettings(multi_usage=multi), tmp_path / "b"
    )
    verdict = verify(built.directory, Inputs(kg, listed, *texts))
    assert verdict.violations == ()
    assert verdict.n_items > 300


def test_names_that_differ_in_what_nobody_sees_are_not_offered_together(tmp_path):
    names = ["alpha", "al\u00adpha", "beta", "b\u200beta", "gamma", "delta", "epsilon"]
    rows = rows_of(
        [(relation, name, "s") for name in names for relation in ("indication", "disease_protein")]
    )
    kg, seeds = write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", ["s"])
    built = build_benchmark(Sources(kg, seeds), BuildSettings(n_options={Task.EC: 3}), tmp_path / "b")
    shown = [text for item in read_items(built.items_path) for text in item.options.values()]
    assert not any("\u00ad" in text or "\u200b" in text for text in shown)
    assert verify(built.directory, Inputs(kg, seeds)).violations == ()


@pytest.mark.parametrize("scope", Scope)
def test_no_build_from_real_rows_has_a_violation(real_slice, real_seeds, tmp_path, scope):
    features = {name: real_slice / f"{name}.tab" for name in ("disease_features", "drug_features")}
    sources = Sources(real_slice / "kg.csv", real_seeds, **features)
    made = build_benchmark(sources, BuildSettings(absent_from=scope), tmp_path / "b")
    assert verify(made.directory, Inputs(sources.kg, real_seeds, **features)).violations == ()
