"""Checks of written cases that need no model: by hand, and over the texts of MentalBench's release."""

from collections import Counter
from dataclasses import replace

import pytest

from benchmark.folder import read_items
from benchmark.mentalkg.design import make_design
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.texts import (
    LeakFinder,
    TextCheck,
    TextChecker,
    n_words,
    near_copies,
    person_problems,
    spans_in,
    whole_problems,
)
from tests.support.diagnosis_graph import write_graph
from tests.support.places import SHARED

MENTALBENCH = SHARED / "mentalbench"
released = pytest.mark.skipif(not MENTALBENCH.is_dir(), reason="MentalBench is not part of the project")


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    return read_diagnosis_graph(write_graph(tmp_path_factory.mktemp("graph")))


@pytest.fixture(scope="module")
def patient(graph):
    """A chart of Xenia."""
    design = make_design(graph, ProfileSettings(7, types=("type1",)), {})
    return next(patient for patient in design.patients if patient.profile.main == "D901")


def chart_of(patient, **changed):
    """A text without fault, of 160 words, for the patient; parts can be changed."""
    who, statement = patient.demographics, patient.profile.parts[""]
    spans = [statement.total, *statement.group_spans.values()]
    said = {
        "who": f"A {who.age}-year-old {'woman' if who.sex == 'female' else 'man'} came to the practice.",
        "spans": " ".join(f"It has lasted for {span.text}." for span in spans),
        "rest": " ".join(f"Something number {number} was seen there." for number in range(40)),
        "end": "Work suffers.",
        **changed,
    }
    words = " ".join(said[part] for part in ("who", "spans", "rest")).split()
    return f"{' '.join(words[:170])} {said['end']}"


def found(graph, patient, text):
    return {problem.check for problem in TextChecker(graph).problems(text, patient)}


def test_a_chart_without_fault_has_no_problem(graph, patient):
    assert found(graph, patient, chart_of(patient)) == set()


@pytest.mark.parametrize(
    ("changed", "check"),
    [
        ({"rest": "Short."}, TextCheck.LENGTH),
        ({"end": "and then"}, TextCheck.WHOLE),
        ({"who": "**Case**\nA {age}-year-old {word} came."}, TextCheck.WHOLE),
        ({"end": "I told my doctor."}, TextCheck.PERSON),
        ({"end": "This is Zed  reaction."}, TextCheck.LEAK),
        ({"end": "It is PTSD."}, TextCheck.LEAK),
        ({"end": "The DSM says so."}, TextCheck.LEAK),
        ({"end": "Fading may be there, but began long before the loss."}, TextCheck.OWN_WORDS),
        ({"end": "There is Low_Hum."}, TextCheck.OWN_WORDS),
        ({"spans": "It has lasted for 9 years."}, TextCheck.DURATION),
        ({"who": "A 17-year-old {word} came."}, TextCheck.DEMOGRAPHICS),
        ({"end": "The neighbour is a 93-year-old man."}, TextCheck.DEMOGRAPHICS),
    ],
)
def test_each_fault_is_found_by_its_check(graph, patient, changed, check):
    who = patient.demographics
    word = "woman" if who.sex == "female" else "man"
    changed = {part: text.format(age=who.age, word=word) for part, text in changed.items()}
    assert found(graph, patient, chart_of(patient, **changed)) == {check}


def test_the_first_person_may_stand_in_a_quotation(graph, patient):
    assert found(graph, patient, chart_of(patient, end="She says: “I hum.”")) == set()
    told = patient._replace(profile=replace(patient.profile, type="type2"))
    assert TextCheck.PERSON in found(graph, told, chart_of(patient))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("for 1 year and 5 months", [517.4375]),
        ("for seventeen months, and three weeks ago", [517.4375 + 21]),
        ("over the past twenty-one days", [21.0]),
        ("a 4-week history; at 34 years old", [28.0]),
        ("a 40-year-old", []),
    ],
)
def test_spans_are_read_in_figures_and_words(text, days):
    assert [span for span, *_ in spans_in(text)] == days


def test_near_copies_of_different_patients_are_found():
    one = " ".join(f"word{number}" for number in range(100))
    near = one.replace("word50", "other")
    texts = {"a": one, "b": near, "c": " ".join(reversed(one.split())), "d": one}
    who = {"a": "p1", "b": "p2", "c": "p3", "d": "p1"}
    assert [(copy.key, copy.of) for copy in near_copies(texts, who)] == [("b", "a"), ("d", "b")]


@pytest.fixture(scope="module")
def cases(imported_mentalbench):
    return list(read_items(imported_mentalbench.items_path))


@pytest.mark.slow
@released
def test_twenty_released_cases_name_a_disorder_two_of_them_their_gold(cases):
    finder = LeakFinder(read_diagnosis_graph(MENTALBENCH / "knowledge_graph" / "EN"))
    leaking = {case.id: (case, names) for case in cases if (names := finder.names_in(case.question))}
    assert Counter(case.task for case, _ in leaking.values()) == {"type1": 11, "type3": 1, "type4": 8}
    gold = [case for case, names in leaking.values() if names[0] in {case.options[c] for c in case.gold}]
    assert len(gold) == 2


@pytest.mark.slow
@released
def test_so_many_released_cases_have_the_length_that_was_asked_for(cases):
    fitting = Counter(case.task for case in cases if 150 <= n_words(case.question) <= 200)
    assert fitting == {"type1": 929, "type2": 2_044, "type3": 3_343, "type4": 8_190}


@pytest.mark.slow
@released
def test_five_released_cases_were_cut_and_two_of_them_are_not_in_the_first_person(cases):
    cut = [case for case in cases if any("characters" in p.what for p in whole_problems(case.question))]
    assert len(cut) == 5
    wrong = [
        case for case in cases if case.task != "type1" and list(person_problems(case.question, case.task))
    ]
    assert len(wrong) == 2
    assert {case.id for case in wrong} < {case.id for case in cut}


@pytest.mark.slow
@released
def test_two_released_charts_speak_in_the_first_person_both_in_quotations(cases):
    charts = [case.question for case in cases if case.task == "type1"]
    assert sum(not list(person_problems(text, "type2")) for text in charts) == 2
    assert not any(list(person_problems(text, "type1")) for text in charts)
