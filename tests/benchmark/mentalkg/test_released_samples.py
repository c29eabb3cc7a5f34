"""MentalBench's release by the two samples of its profiles: what our reading of the graph makes of them."""

import json

import pytest

from benchmark.mentalkg.criteria import StatedFacts, parse_days, satisfies
from benchmark.mentalkg.patients import option_classes
from benchmark.mentalkg.profiles import Statement
from benchmark.mentalkg.read import read_diagnosis_graph
from tests.benchmark.mentalkg.test_profiles import MENTALBENCH, MENTALKG, released

pytestmark = released
LABELS = {"Highly likely option": "high", "Moderately likely option": "moderate", "Less likely option": "low"}


@pytest.fixture(scope="module")
def graph():
    return read_diagnosis_graph(MENTALKG)


def features_of(name):
    cases = json.loads((MENTALBENCH / "sample" / name).read_text())
    return [case["features"] for case in cases.values()]


def statement_of(features, *gold):
    groups = {name: tuple(group["symptoms"]) for name, group in features["sampled_symptom_groups"].items()}
    statement = Statement(gold, groups)
    assert statement.symptoms == set(features["sampled_symptoms"])
    return statement


def assert_our_classes(offered, statement, graph):
    """Every option that is neither gold nor the other side has the release's label."""
    classes = option_classes(statement, list(graph.disorders), graph)
    for label, option in zip(offered["index_types"], offered["options_info"], strict=True):
        if label in LABELS:
            assert option["disease_code"] in classes[LABELS[label]]


def test_charts_are_true_by_all_that_they_state(graph):
    for features in features_of("features_low_D001_gpt5_first3.json"):
        drawn = features["question"]["sampled_features"]
        criteria, statement = drawn["sampled_diagnostic_criteria"], statement_of(drawn, "D001")
        facts = StatedFacts(
            statement.symptoms,
            days=parse_days(criteria["duration"]),
            impairment=criteria["functional_impairment_required"],
            requirements=frozenset(criteria["additional_requirements"]),
        )
        assert satisfies(facts, graph.disorders["D001"]) is True
        assert_our_classes(features["option"], statement, graph)


def test_pairs_are_below_both_sides_and_have_the_graphs_trigger_and_rules(graph):
    pair = next(each for each in graph.differentials if each.id == "D001-D005")
    for features in features_of("features_high_D001_D005_qwen235_first2.json"):
        both = features["question_both"]
        assert (both["additional_condition"], both["key_difference"]) == (pair.trigger, pair.key_difference)
        for part, target in (("question_a", "D001"), ("question_b", "D005")):
            assert features[part]["rule"] == [pair.rules[target]]
        assert features["question_a"]["additional_requirements"] == list(graph.disorders["D001"].requirements)
        statement = statement_of(both["sampled_features"], "D001", "D005")
        for key in statement.gold:
            assert not graph.disorders[key].met_by(statement.symptoms)


def test_pairs_offer_one_moderate_and_one_low_or_two_low_the_same_in_all_three_cases(graph):
    for features in features_of("features_high_D001_D005_qwen235_first2.json"):
        statement = statement_of(features["question_both"]["sampled_features"], "D001", "D005")
        offers = [features[f"option_{part}"] for part in ("both", "a", "b")]
        assert offers[0]["options"] == offers[1]["options"] == offers[2]["options"]
        for offered in offers:
            assert_our_classes(offered, statement, graph)
            labels = sorted(LABELS[label] for label in offered["index_types"] if label in LABELS)
            assert labels in (["low", "low"], ["low", "moderate"])
