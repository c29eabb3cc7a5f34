"""Profiles, options and patients: what every design must hold, on the invented graph and on MentalKG."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.census import listed
from benchmark.mentalkg.criteria import StatedFacts, read_from_words, satisfies, table
from benchmark.mentalkg.design import describe_design, make_design, write_design
from benchmark.mentalkg.patients import meets_symptoms
from benchmark.mentalkg.profiles import ProfileSettings, facts_of
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.sample import draw_full, draw_met, draw_partial, draw_unmet
from mhclient.cli.main import main
from tests.support.diagnosis_graph import files, write_graph
from tests.support.places import SHARED

MENTALBENCH = SHARED / "mentalbench"
MENTALKG = MENTALBENCH / "knowledge_graph" / "EN"
released = pytest.mark.skipif(not MENTALKG.is_dir(), reason="MentalKG is not part of the project")


def designed(graph, **settings):
    return make_design(graph, ProfileSettings(**settings), table(read_from_words(graph)))


@pytest.fixture(scope="module", params=["invented", pytest.param("released", marks=released)])
def graph(request, tmp_path_factory):
    if request.param == "released":
        return read_diagnosis_graph(MENTALKG)
    return read_diagnosis_graph(write_graph(tmp_path_factory.mktemp("graph")))


@pytest.fixture(scope="module")
def design(graph):
    return designed(graph, seed=7)


def statements(design, kind):
    """Each profile of a type with each of its statements."""
    for profile in design.profiles:
        if profile.type == kind:
            yield from ((profile, statement) for statement in profile.parts.values())


def test_every_chart_meets_its_disorder(graph, design):
    for profile, statement in statements(design, "type1"):
        facts = facts_of(statement, profile.main, graph)
        assert satisfies(facts, graph.disorders[profile.main]) is True, profile.id


def test_no_self_report_meets_its_disorder_unless_it_is_marked(graph, design):
    for profile, statement in statements(design, "type2"):
        met = meets_symptoms(statement, graph.disorders[profile.main])
        assert met == (statement.partial_by == "duration"), profile.id
        facts = facts_of(statement, profile.main, graph)
        assert satisfies(facts, graph.disorders[profile.main]) is not True, profile.id


def test_the_gold_of_every_clear_case_is_true_or_unknown(graph, design):
    for profile, statement in statements(design, "type4"):
        (gold,) = statement.gold
        assert satisfies(facts_of(statement, profile.main, graph), graph.disorders[gold]) is not False
        assert meets_symptoms(statement, graph.disorders[gold]), profile.id


def test_no_option_beside_the_gold_is_right_as_well(graph, design):
    """What is not separated by the pair's own rule has too few symptoms, or a fact that is recorded."""
    for patient in design.patients:
        statement = patient.profile.parts[patient.part]
        for key in set(patient.options.values()) - {patient.profile.main, patient.profile.other}:
            met = meets_symptoms(statement, graph.disorders[key])
            assert met == (key in patient.separated_by), patient.id


def test_the_ambiguous_case_and_both_clear_ones_are_the_same_people(design):
    people: dict[object, list[object]] = {}
    for patient in design.patients:
        if patient.profile.other:
            key = (patient.profile.subject, patient.profile.number, patient.id.split("-")[-1])
            people.setdefault(key, []).append((patient.demographics, dict(patient.options)))
    assert all(len(same) == 3 and same[0] == same[1] == same[2] for same in people.values())


def test_profiles_of_a_disorder_differ_or_say_that_they_do_not(design):
    seen: dict[object, int] = {}
    for profile in (profile for profile in design.profiles if profile.other is None):
        one = profile.parts[""]
        told_by = (
            profile.main,
            profile.type,
            one.symptoms,
            one.total,
            one.stressor,
            *one.group_spans.items(),
        )
        assert (told_by in seen) == (profile.same_as is not None), profile.id
        seen.setdefault(told_by, profile.number)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_does_not(graph, tmp_path):
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        settings = ProfileSettings(seed)
        design = make_design(graph, settings, {})
        write_design(tmp_path / name, design, describe_design(design, settings, []))
    first, again, other = (
        [path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in "abc"
    )
    assert first == again
    assert first != other


def test_another_disorder_leaves_the_others_profiles_as_they_were(tmp_path):
    content = files()
    content["disorder.json"]["D904"] = {"name": "Wane"}
    wane = {"waning": {"relation": "must_include", "min_count": 2, "symptom_pool": ["S906", "S908"]}}
    content["diagnostic_criteria.json"]["D904"] = {"name": "Wane", "required_criteria": wane}
    before, after = (
        [profile.to_json() for profile in designed(read_diagnosis_graph(folder), seed=7).profiles]
        for folder in (write_graph(tmp_path / "a"), write_graph(tmp_path / "b", content))
    )
    assert [profile for profile in after if profile["main"] != "D904"] == before


def test_symptoms_are_drawn_from_all_sets_of_the_criteria_and_from_no_other(graph):
    """Of small pools every set that the graph allows is drawn sooner or later, and none besides."""
    for disorder in graph.disorders.values():
        for group in (group for group in disorder.must_groups if len(group.pool) <= 5):
            met = {each for each in listed(group) if group.met_by(each)}
            below = max(group.min_count, len(group.required))
            unmet = {each for each in listed(group) if each & group.core and len(each) < below}
            seeds = [Ranker(seed) for seed in range(600)]
            assert {draw_met(ranker, group, "x") for ranker in seeds} == met, group.name
            if unmet:
                assert {draw_unmet(ranker, group, "x") for ranker in seeds} == unmet, group.name


def test_sets_of_one_size_are_equally_likely(graph):
    """Chi-square of 2,000 draws over the sets of the size drawn most; chance rarely passes the bound."""
    group = next(iter(graph.disorders.values())).must_groups[0]
    drawn = Counter(draw_met(Ranker(seed), group, "x") for seed in range(2_000))
    size, _ = Counter(map(len, drawn)).most_common(1)[0]
    counts = [drawn[each] for each in listed(group) if group.met_by(each) and len(each) == size]
    mean = sum(counts) / len(counts)
    chi_square = sum((count - mean) ** 2 / mean for count in counts)
    assert chi_square < len(counts) + 4 * (2 * len(counts)) ** 0.5


def test_two_groups_that_share_a_symptom_do_not_complete_a_self_report(graph):
    for disorder in graph.disorders.values():
        for seed in range(50):
            drawn = draw_partial(Ranker(seed), disorder, "x")
            assert drawn is None or not disorder.met_by(frozenset().union(*drawn.values()))
            assert disorder.met_by(frozenset().union(*draw_full(Ranker(seed), disorder, "x").values()))


def test_what_is_not_stated_is_unknown_and_never_untrue(tmp_path):
    zed = read_diagnosis_graph(write_graph(tmp_path)).disorders["D903"]
    whole = StatedFacts(
        symptoms=frozenset({"S907"}),
        days=20.0,
        stressor="psychosocial_stressor",
        requirements=frozenset(zed.requirements),
    )
    assert satisfies(whole, zed) is True
    for silent in (
        replace(whole, days=None),
        replace(whole, stressor=None),
        replace(whole, requirements=frozenset()),
    ):
        assert satisfies(silent, zed) is None
    assert satisfies(replace(whole, symptoms=frozenset({"S908"})), zed) is False
    assert satisfies(replace(whole, days=2.0), zed) is False
    assert satisfies(replace(whole, days=31.0), zed) is True  # a calendar month
    assert satisfies(replace(whole, days=33.0), zed) is False


def test_whoever_has_xenia_is_not_offered_ypsia(tmp_path):
    """Its symptoms imply Ypsia's, and nothing in the graph separates the two."""
    design = designed(read_diagnosis_graph(write_graph(tmp_path)), seed=7)
    charts = [patient for patient in design.patients if patient.id.startswith("D901-p")]
    assert charts
    assert {frozenset(patient.options.values()) for patient in charts} == {frozenset({"D901", "D903"})}


def test_a_rule_that_says_not_met_keeps_the_other_side_below(graph, design):
    needs = table(read_from_words(graph))
    for profile, statement in statements(design, "type4"):
        claimed = needs.get((profile.subject, statement.gold[0]), {})
        for key, need in claimed.items():
            assert meets_symptoms(statement, graph.disorders[key]) == (need == "met"), (profile.id, key)


@released
def test_the_whole_design_of_mentalkg_has_the_papers_counts():
    design = designed(read_diagnosis_graph(MENTALKG), seed=7)
    assert Counter(profile.type for profile in design.profiles) == dict(
        zip(("type1", "type2", "type3", "type4"), (115, 230, 435, 435), strict=True)
    )
    assert Counter(patient.profile.type for patient in design.patients) == dict(
        zip(("type1", "type2", "type3", "type4"), (575, 1_150, 2_175, 4_350), strict=True)
    )
    assert all(len(patient.options) == 4 for patient in design.patients)
    # Distinct charts as the graph allows them: three, one and three of five.
    charts = {key: count for key, count in design.repeats.items() if key.endswith("type1")}
    assert charts == {"D016 type1": 2, "D017 type1": 4, "D021 type1": 2}
    for kind in ("type1", "type2", "type4"):
        letters = Counter(p.gold[0] for p in design.patients if p.profile.type == kind)
        assert max(letters.values()) < 1.2 * min(letters.values())


@released
def test_the_released_charts_are_true_by_symptoms_with_our_classes():
    graph = read_diagnosis_graph(MENTALKG)
    sample = json.loads((MENTALBENCH / "sample" / "features_low_D001_gpt5_first3.json").read_text())
    labels = {
        "Highly likely option": "high",
        "Less likely option": "low",
        "Moderately likely option": "moderate",
    }
    for case in sample.values():
        drawn = case["features"]["question"]["sampled_features"]
        assert graph.disorders["D001"].met_by(frozenset(drawn["sampled_symptoms"]))
        offered = case["features"]["option"]
        groups = drawn["sampled_symptom_groups"]
        for label, option in zip(offered["index_types"], offered["options_info"], strict=True):
            if label != "answer":
                shares = not graph.disorders[option["disease_code"]].group_names.isdisjoint(groups)
                assert (labels[label] == "high") == shares


def test_a_design_is_written_and_shown(tmp_path, capsys):
    folder, out = write_graph(tmp_path / "graph"), tmp_path / "cases"
    command = ["generate", "mentalkg", str(folder), "--seed", "7"]
    assert main([*command, "--profiles-only", "--out", str(out)]) == 0
    assert "65 profiles and 375 patients" in capsys.readouterr().out.replace("\n", " ")
    first = json.loads((out / "patients.jsonl").read_text().splitlines()[0])
    assert main([*command, "--show", first["id"]]) == 0
    shown = capsys.readouterr().out
    assert f"{first['id']}: type 1" in shown
    assert "(gold)" in shown


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--disorders", "D999,D901,D998"], "The graph has no disorder D999, D998: it has"),
        (["--types", "3", "--disorders", "D901,D902"], "no differential among D901, D902"),
        (["--show", "D901-p9-9"], "no patient 'D901-p9-9'"),
        (["--rules", "{rules}"], "2 lines cannot be used: line 2: no differential 'D901-D902'; line 3: no d"),
        ([], "Name a folder with --out"),
    ],
)
def test_what_cannot_be_drawn_is_said(tmp_path, capsys, given, said):
    folder = write_graph(tmp_path / "graph")
    rules = tmp_path / "rules.csv"
    rules.write_text("differential,target,disorder,needs\nD901-D902,D901,D902,met\nx,y,z,met\n")
    out = ["--out", str(tmp_path / "out")] if given and "--show" not in given else []
    given = [word.format(rules=rules) for word in given]
    assert main(["generate", "mentalkg", str(folder), "--profiles-only", *out, *given]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_begun_with_another_seed_is_refused(tmp_path, capsys):
    folder, out = write_graph(tmp_path / "graph"), str(tmp_path / "out")
    command = ["generate", "mentalkg", str(folder), "--profiles-only", "--out", out]
    assert main([*command, "--seed", "7"]) == main([*command, "--seed", "7"]) == 0
    assert main([*command, "--seed", "8"]) == 2
    assert "begun with another seed (7, not 8)" in capsys.readouterr().err
