"""What a build promises: true golds, false distractors, balance, items that only their own facts can move."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmark import BuildSettings, Scope, Task, TripleRef
from benchmark.build.graph import fold
from benchmark.build.settings import parse_counts, parse_tasks
from benchmark.errors import SettingsError
from tests.support.building import SMALL, build_from
from tests.support.graphs import (
    EDGES,
    TYPES,
    by_task,
    edges,
    rows_of,
    seeds_of,
)


def test_every_task_but_evidence_is_built_from_twenty_edges():
    assert [task for task in Task if SMALL[task]] == ["ET", "EC", "FC", "RT", "RP", "R1", "R2"]


def test_missing_evidence_is_said_to_be_missing():
    tasks = build_from(EDGES).manifest["tasks"]
    assert tasks["R1+E"]["fewer_because"] == "no feature tables were given"


def test_a_task_that_cannot_reach_its_size_says_why():
    tasks = build_from(EDGES).manifest["tasks"]
    for task in ("EC", "FC", "RP", "R1", "R2"):
        assert tasks[task]["items"] < tasks[task]["asked_for"]
        assert tasks[task]["fewer_because"]


@pytest.mark.slow
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=edges(min_size=15), random=st.randoms(use_true_random=False))
def test_shuffled_rows_and_unrelated_rows_change_no_item(found, random):
    seeds = seeds_of(found)
    assume(seeds)
    before = build_from(found, seeds).items()
    unrelated = [
        ("indication", "another drug", "another disease"),
        ("disease_protein", "G99", "another disease"),
    ]
    rows = [
        *rows_of(found),
        *rows_of(unrelated),
        *[["ppi", "ppi", *row[2:]] for row in rows_of([("disease_protein", "G1", "elsewhere")])],
    ]
    random.shuffle(rows)
    assert build_from(found, seeds, rows=rows).items() == before


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=edges(min_size=5), size=st.integers(2, 12))
def test_a_smaller_size_asks_a_part_of_the_same_items(found, size):
    seeds = seeds_of(found)
    assume(seeds)
    whole = by_task(build_from(found, seeds))
    part = by_task(build_from(found, seeds, sizes=dict.fromkeys(Task, size)))
    for task in Task:
        assert len(part[task]) <= size
        kept = [item for item in whole[task] if item in part[task]]
        assert kept == part[task]


def test_another_seed_gives_other_items():
    first, second = (build_from(EDGES, seed=seed).items() for seed in (1, 2))
    assert {item.id for item in first}.isdisjoint({item.id for item in second if item.task in ("EC",)})
    assert first != second


def test_yes_and_no_are_in_balance_per_relation():
    answers = Counter((item.relation, item.gold) for item in SMALL["FC"])
    assert all(answers[relation, ("A",)] == answers[relation, ("B",)] > 0 for relation in TYPES)
    assert Counter(item.gold for item in SMALL["R1"])[("A",)] == len(SMALL["R1"]) / 2


def test_yes_is_always_a():
    for item in [*SMALL["FC"], *SMALL["R1"]]:
        assert dict(item.options) == {"A": "yes", "B": "no"}


def test_r1_and_r2_ask_about_the_same_contexts_in_the_same_order():
    contexts = [[item.details["context"] for item in SMALL[task]] for task in ("R1", "R2")]
    assert contexts[0] == contexts[1]
    for one, other in zip(SMALL["R1"], SMALL["R2"], strict=True):
        assert one.question.split(". ")[0] == other.question.split(". ")[0]


def test_a_name_of_two_types_is_not_asked_for_its_type():
    nicotine = [*EDGES, ("indication", "Nicotine", "anxiety"), ("exposure_disease", "nicotine", "anxiety")]
    built = build_from(nicotine)
    for item in built.items():
        if item.task in ("ET", "EC"):
            assert "nicotine" not in map(fold, item.options.values())
            assert "icotine" not in item.question
    assert built.manifest["tasks"]["ET"]["left_out"] == {"name belongs to several types": 2}
    assert any("Nicotine" in item.question for item in built.items())  # the fact tasks name the type


def test_a_name_of_two_types_counts_wherever_in_the_file_the_other_stands():
    elsewhere = [*EDGES, ("exposure_disease", "DRUG ONE", "another disease")]
    for scope, left_out in ((Scope.GRAPH, {"name belongs to several types": 1}), (Scope.SLICE, {})):
        built = build_from(elsewhere, absent_from=scope)
        assert built.manifest["tasks"]["ET"]["left_out"] == left_out


def test_a_name_two_nodes_share_is_not_asked_about():
    built = build_from([*EDGES, ("disease_protein", "gene1", "anxiety")])
    assert built.manifest["tasks"]["ET"]["left_out"] == {"name is shared by several nodes of its type": 2}
    assert not any(fold(entity.name) == "gene1" for item in built.items() for entity in item.entities)


def test_the_odd_one_out_is_the_gold_and_of_another_type_than_the_members():
    for item in SMALL["EC"]:
        types = {entity.role: entity.type for entity in item.entities}
        odd = [entity.name for entity in item.entities if entity.role == "odd_one_out"]
        assert odd == [item.options[item.gold[0]]]
        assert types["odd_one_out"] != types["member"]


def test_the_triples_of_a_two_hop_item_are_its_hops_in_order_then_the_edge_asked_about():
    for item in [*SMALL["R1"], *SMALL["R2"]]:
        drug, disease_a, disease_b = (entity.key for entity in item.entities)
        first, second, *third = item.triples
        assert first == TripleRef(drug, item.details["first_hop"], disease_a)
        assert {second.head, second.tail} == {disease_a, disease_b}
        assert third == ([TripleRef(drug, item.relation, disease_b)] if item.relation else [])


def test_replacements_that_are_near_twins_are_flagged():
    twins = [
        ("indication", "drug", "autism susceptibility 1"),
        ("indication", "other", "autism susceptiblity 1"),
    ]
    items = by_task(build_from(twins, ["autism susceptibility 1", "autism susceptiblity 1"]))
    flags = [item.details.get("near_twins") for task in ("FC", "RP") for item in items[task]
             if item.options[item.gold[0]] in ("no", "none")
             and "autism" in item.details["replaced"]]  # fmt: skip
    assert flags
    assert all(set(*flag) == {"autism susceptibility 1", "autism susceptiblity 1"} for flag in flags)


def test_near_twins_are_flagged():
    twins = [*EDGES, ("disease_protein", "autism susceptibility 1", "anxiety"),
             ("disease_protein", "autism susceptiblity 1", "anxiety")]  # fmt: skip
    flagged = [item for item in build_from(twins).items() if item.details.get("near_twins")]
    assert any({"autism susceptibility 1", "autism susceptiblity 1"} == set(pair)
               for item in flagged for pair in item.details["near_twins"])  # fmt: skip


def test_option_counts_and_task_lists_are_settings():
    built = build_from(EDGES, tasks=(Task.ET, Task.EC), n_options={Task.ET: 3, Task.EC: 4})
    assert Counter((item.task, len(item.options)) for item in built.items()).keys() == {("ET", 3), ("EC", 4)}


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: parse_tasks("ET,XY"), "no task 'XY'. Tasks: ET, EC"),
        (lambda: parse_tasks(","), "names no task"),
        (lambda: parse_counts("--size", ["FC"]), "--size FC: expected TASK=NUMBER"),
        (lambda: parse_counts("--size", ["FC=-1"]), "expected TASK=NUMBER"),
        (lambda: BuildSettings(sizes={Task.ET: 0}), "`size=ET=0`: must be at least 1"),
        (lambda: BuildSettings(sizes={Task.FC: 1}), "`size=FC=1`: must be at least 2, half of it yes"),
        (lambda: BuildSettings(n_options={Task.RP: 3}), "only ET, EC, RT, ES have a free number"),
        (lambda: BuildSettings(n_options={Task.ET: 6}), "`options=ET=6`: must be between 2 and 5"),
    ],
)
def test_settings_nobody_can_build_are_refused(make, complaint):
    with pytest.raises(SettingsError, match=complaint):
        make()


def test_task_names_are_read_in_any_case_and_order():
    assert parse_tasks("r1+e, et") == (Task.ET, Task.R1E)
    assert parse_counts("--size", ["fc=4,ec=2", "ET=1"]) == {Task.FC: 4, Task.EC: 2, Task.ET: 1}
