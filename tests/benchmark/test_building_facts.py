"""What a build says of facts: true golds, false distractors, denials that the file does not contradict."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmark import BuildSettings, MultiUsage, Scope, Sources, Task, TripleRef
from benchmark.build.build import build
from benchmark.build.graph import fold
from tests.support.building import SMALL, build_from
from tests.support.graphs import (
    EDGES,
    TYPES,
    by_task,
    edges,
    node_cells,
    rows_of,
    seeds_of,
    write_rows,
)

USAGE = ("indication", "contraindication", "off-label use")


def edges_among(found, seeds):
    """The edges that touch a seed: a disease of that name, not whatever bears it."""
    return {
        (relation, x, y)
        for relation, x, y in found
        if any(
            kind == "disease" and name in seeds for kind, name in zip(TYPES[relation], (x, y), strict=True)
        )
    }


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    found=edges(min_size=15),
    seed=st.integers(0, 3),
    multi=st.sampled_from(MultiUsage),
    scope=st.sampled_from(Scope),
)
def test_golds_are_true_and_other_options_are_not(found, seed, multi, scope):
    """Read from the item's own annotation; `mhclient verify` reads the words instead."""
    seeds = seeds_of(found)
    assume(seeds)
    true = edges_among(found, seeds)
    everything = set(found) if scope is Scope.GRAPH else true
    for item in build_from(found, seeds, seed=seed, multi_usage=multi, absent_from=scope).items():
        names = {entity.role: entity.name for entity in item.entities}
        gold = {item.options[letter] for letter in item.gold}
        assert len({fold(text) for text in item.options.values()}) == len(item.options)
        if item.task == "FC":
            ends = [(names["head"], names["tail"]), (names["tail"], names["head"])]
            known = true if gold == {"yes"} else everything
            assert (gold == {"yes"}) == any((item.relation, *pair) in known for pair in ends)
        elif item.task in ("RP", "R2"):
            pair = (names["drug"], names.get("disease_b") or names["disease"])
            known = true if gold != {"none"} else everything
            assert gold == ({relation for relation in USAGE if (relation, *pair) in known} or {"none"})
        elif item.task == "R1":
            recorded = any((relation, names["drug"], names["disease_b"]) in true for relation in USAGE)
            assert gold == {"yes" if recorded else "no"}
        elif item.task == "EC":
            types = Counter(entity.type for entity in item.entities)
            odd = next(entity for entity in item.entities if types[entity.type] == 1)
            assert gold == {odd.name}
            assert len(types) == 2


def test_pairs_in_several_usage_relations_are_left_out_of_relation_questions():
    double = [*EDGES, ("contraindication", "drug one", "depression")]
    built = build_from(double)
    for item in built.items():
        if item.task in ("RP", "R1", "R2"):
            names = [entity.name for entity in item.entities]
            assert not {"drug one", "depression"} <= set(names)
    assert built.manifest["tasks"]["RP"]["left_out"]["pair stands in several usage relations"] == 1


def test_pairs_in_several_usage_relations_can_be_asked_as_multi_answer():
    double = [*EDGES, ("contraindication", "drug one", "depression")]
    items = by_task(build_from(double, multi_usage=MultiUsage.ASK))
    assert {item.mode for task in ("RP", "R2") for item in items[task]} == {"multi"}
    several = [item for item in items["RP"] if len(item.gold) > 1]
    golds = [{item.options[letter] for letter in item.gold} for item in several]
    assert golds == [{"contraindication", "off-label use"}]
    assert several[0].relation is None
    assert several[0].details["relations"] == ["contraindication", "off-label use"]


def test_a_denial_the_file_contradicts_is_asked_only_by_the_papers_rule():
    """worry is no seed: the file has "drug four" indicated for it, but the slice does not have that edge."""
    contradicting = [*EDGES, ("indication", "drug four", "worry")]

    def denials(scope):
        return [
            item
            for item in build_from(contradicting, absent_from=scope).items()
            if {"drug four", "worry"} <= {entity.name for entity in item.entities}
            and item.task in ("R1", "R2")
        ]

    assert denials(Scope.GRAPH) == []
    assert [item.details["absent_from_file"] for item in denials(Scope.SLICE)] == [False, False]


def test_relation_typing_never_offers_the_gold_backwards():
    for item in SMALL["RT"]:
        head, tail = item.options[item.gold[0]].split(" → ")
        assert head == tail or f"{tail} → {head}" not in item.options.values()


def test_where_every_pair_is_related_nothing_is_denied():
    """Two drugs for two diseases, all four indicated: no replacement makes a pair that is not recorded."""
    full = [("indication", drug, disease) for drug in ("rx one", "rx two") for disease in ("d one", "d two")]
    built = build_from(full, ["d one", "d two"])
    found = by_task(built)
    assert found["FC"] == []
    assert {item.options[item.gold[0]] for item in found["RP"]} == {"indication"}
    assert built.manifest["tasks"]["FC"]["left_out"] == {"no replacement makes an absent triple": 4}
    assert built.manifest["tasks"]["FC"]["fewer_because"]


def test_an_affirmed_fact_rests_on_its_own_triple():
    for item in SMALL["FC"]:
        if item.gold == ("A",):
            head, tail = (entity.key for entity in item.entities)
            assert item.triples == (TripleRef(head, item.relation, tail),)
    for item in SMALL["RP"]:
        if item.relation:
            drug, disease = (entity.key for entity in item.entities)
            assert item.triples == (TripleRef(drug, item.relation, disease),)


def test_a_link_of_diseases_outside_the_slice_is_not_denied():
    """worry and delusion are no seeds: the slice has no link between them, the file has."""
    linked = [*EDGES, ("disease_disease", "delusion", "worry")]

    def denied(found, scope, seed):
        items = by_task(build_from(found, absent_from=scope, seed=seed, tasks=(Task.FC,)))["FC"]
        return [item for item in items if item.relation == "disease_disease" and item.gold == ("B",)
                and {entity.name for entity in item.entities} == {"delusion", "worry"}]  # fmt: skip

    seed = next(seed for seed in range(50) if denied(EDGES, Scope.GRAPH, seed))
    assert [item.details["absent_from_file"] for item in denied(EDGES, Scope.GRAPH, seed)] == [True]
    assert denied(linked, Scope.GRAPH, seed) == []
    assert [item.details["absent_from_file"] for item in denied(linked, Scope.SLICE, seed)] == [False]


def test_a_denial_that_the_file_contradicts_for_a_namesake_is_recorded_as_such():
    """By the paper's rule the drug may be asked about, though the file has another drug of that name."""
    other = ["999", "999", "drug", "drug four", "another source"]
    rows = [*rows_of(EDGES), ["indication", "indication", *other, *node_cells("disease", "worry")]]
    items = build_from(EDGES, rows=rows, absent_from=Scope.SLICE).items()
    asked = [item for item in items if item.task in ("R1", "R2", "RP")
             and {"drug four", "worry"} <= {entity.name for entity in item.entities}]  # fmt: skip
    assert [item.details["absent_from_file"] for item in asked if item.task != "RP"] == [False, False]


def test_a_namesake_of_a_seed_given_by_its_id_counts_as_well():
    seed, other = (["7", node_id, "disease", "s", "MONDO"] for node_id in ("70", "71"))
    genes = [node_cells("gene/protein", name) for name in ("G1", "G2")]
    links = [(seed, genes[0]), (["8", "80", "disease", "t", "MONDO"], genes[1]), (other, genes[1])]
    rows = [["disease_protein", "x", *one, *another] for one, another in links]
    with tempfile.TemporaryDirectory() as name:
        kg = write_rows(Path(name) / "kg.csv", rows)
        seeds = write_rows(Path(name) / "seeds.csv", [["70"], ["80"]], ["id"])
        built = build(Sources(kg, seeds), BuildSettings(absent_from=Scope.SLICE))
    denied = {tuple(entity.name for entity in item.entities): item.details["absent_from_file"]
              for item in by_task(built)["FC"] if item.gold == ("B",)}  # fmt: skip
    assert denied == {("s", "G2"): False, ("t", "G1"): True}


def test_a_type_pair_that_any_row_of_the_relation_has_is_no_wrong_option():
    odd = [
        "indication",
        "indication",
        *node_cells("gene/protein", "GENX"),
        *node_cells("disease", "elsewhere"),
    ]
    built = build_from(EDGES, rows=[*rows_of(EDGES), odd], n_options={Task.RT: 10})
    (item,) = (item for item in by_task(built)["RT"] if item.relation == "indication")
    assert not {"gene/protein → disease", "disease → gene/protein"} & set(item.options.values())
    assert built.manifest["file"]["unexpected_types"] == {"indication": ["disease – gene/protein"]}
    by_paper = build_from(
        EDGES, rows=[*rows_of(EDGES), odd], n_options={Task.RT: 10}, absent_from=Scope.SLICE
    )
    (item,) = (item for item in by_task(by_paper)["RT"] if item.relation == "indication")
    assert {"gene/protein → disease", "disease → gene/protein"} & set(item.options.values())
