"""Reading a diagnosis graph: figures, symptom sets, faults by file and key."""

import json

import pytest

from benchmark.errors import DiagnosisGraphError
from benchmark.mentalkg.census import census, core_sets_of, full_sets_of, implications, listed, set_counts
from benchmark.mentalkg.criteria import in_words, parse_days
from benchmark.mentalkg.read import read_diagnosis_graph
from mhclient.cli.main import main
from tests.support.diagnosis_graph import files, write_graph
from tests.support.places import SHARED

MENTALKG = SHARED / "mentalbench" / "knowledge_graph" / "EN"
released = pytest.mark.skipif(not MENTALKG.is_dir(), reason="MentalKG is not part of the project")

FULL = [
    65536,
    256,
    256,
    1,
    25,
    7425,
    17025,
    99,
    22473,
    297,
    42,
    1,
    227,
    57,
    681,
    3,
    1,
    6840,
    386,
    1,
    3,
    9,
    16,
]
PARTIAL = [
    195585,
    255,
    255,
    0,
    3,
    24831,
    15231,
    285,
    124983,
    855,
    150,
    6,
    157,
    7,
    471,
    0,
    2,
    17163,
    637,
    0,
    25,
    18,
]
IMPLIED = {
    "D001": {"D002", "D003"},
    "D006": {"D005", "D008", "D010"},
    "D007": {"D005", "D013", "D015"},
    "D009": {"D008", "D013"},
    "D010": {"D008"},
    "D015": {"D013"},
}


@pytest.fixture(scope="module")
def mentalkg():
    return read_diagnosis_graph(MENTALKG)


@released
def test_mentalkg_has_the_figures_that_were_counted_in_it(mentalkg):
    found = {figure.name: figure.count for figure in census(mentalkg)}
    assert found == {
        **{"disorders": 23, "group_names": 23, "symptoms": 84, "differentials": 87, "nodes": 217},
        **{"with_subtypes": 59, "subtypes": 236, "with_examples": 25, "examples": 100},
        **{"group_links": 41, "must_links": 36, "may_links": 5, "symptom_links": 117, "required_links": 31},
        **{"unordered": 69, "reversed": 36, "no_trigger": 18, "sharing_symptom": 35},
        **{"pairs": 253, "pairs_symptom": 69, "pairs_group": 27, "implications": 12},
        **{"with_impairment": 14, "with_min": 13, "with_max": 2, "with_requirements": 11},
        **{"with_traumatic_event": 2, "with_psychosocial_stressor": 1},
    }


@released
def test_mentalkg_has_the_symptom_sets_that_were_counted(mentalkg):
    counts = set_counts(mentalkg)
    assert list(counts) == [f"D{number:03}" for number in range(1, 24)]
    assert [full for full, _ in counts.values()] == FULL
    assert [partial for _, partial in counts.values()] == [*PARTIAL, 77]


@released
def test_twelve_pairs_of_mentalkg_imply_each_other(mentalkg):
    assert set(implications(mentalkg)) == {(x, y) for x, others in IMPLIED.items() for y in others}


@released
def test_counting_sets_agrees_with_listing_them(mentalkg):
    groups = {group.name: group for each in mentalkg.disorders.values() for group in each.groups}
    for group in groups.values():
        sets = list(listed(group))
        assert full_sets_of(group) == sum(group.met_by(each) for each in sets), group.name
        assert core_sets_of(group) == sum(bool(each & group.core) for each in sets), group.name


def test_the_invented_graph_is_read_with_its_triggers(tmp_path):
    graph = read_diagnosis_graph(write_graph(tmp_path))
    assert implications(graph) == [("D901", "D902")]
    assert [each.trigger for each in graph.differentials] == ["Presence of fading", None]
    # By hand: (4 + 1) × 3 humming and glow sets; 5; fading with S907.
    assert [full for full, _ in set_counts(graph).values()] == [15, 5, 2]


def test_another_order_of_keys_is_the_same_graph(tmp_path):
    turned = {name: dict(reversed(value.items())) for name, value in reversed(files().items())}
    first = read_diagnosis_graph(write_graph(tmp_path / "a"))
    second = read_diagnosis_graph(write_graph(tmp_path / "b", turned))
    assert (first, first.sha256) == (second, second.sha256)


def change(path, value):
    """A graph's files with one value put in another's place; `path` is the file, then keys."""
    content = files()
    *above, last = path
    place = content
    for step in above:
        place = place[step]
    place[last] = value
    return content


CRITERIA = "diagnostic_criteria.json"
HUMMING = (CRITERIA, "D901", "required_criteria", "humming")
RULE = ("differential_diagnosis/D901.json", "D901", 0)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ((*HUMMING, "symptom_pool"), ["S901", "S902", "S999"], "D901 → humming: no symptom S999"),
        ((*HUMMING, "symptom_pool"), [], "D901 → humming: symptom_pool is empty"),
        ((*HUMMING, "min_count"), 5, "min_count is 5, symptom_pool has 4"),
        ((*HUMMING, "must_include_all"), ["S907"], "S907 is required, but not in symptom_pool"),
        ((*HUMMING, "min_duration"), "a while", "D901 → humming → min_duration: 'a while' is no duration"),
        ((*HUMMING, "min_cuont"), 3, "D901 → humming → min_cuont: Extra inputs"),
        ((*HUMMING, "relation"), "perhaps", "D901 → humming → relation"),
        (
            (CRITERIA, "D903", "required_criteria", "min_duration"),
            "2 months",
            "min_duration (60.875 days) exceeds",
        ),
        (
            (CRITERIA, "D903", "required_criteria", "psychosocial_stressor_required"),
            "x",
            "no event is called 'x'",
        ),
        ((*RULE, "differential_diagnosis"), "D901", "D901-D901: tells a disorder from itself"),
        ((*RULE, "differential_diagnosis"), "D999", "no disorder D999"),
        ((*RULE, "rules"), {"D901": ["x"]}, "rules are for D901, not for its two disorders"),
        (("symptom/1hum.json", "S901", "examples"), [], "S901: has neither subtypes nor examples"),
        (("event.json", "psychosocial_stressor_required", "examples"), {}, "has neither examples nor types"),
        (("disorder.json", "D904"), {"name": "W"}, "disorder.json, D904: no criteria"),
    ],
)
def test_every_fault_is_named_by_file_and_key(tmp_path, capsys, path, value, said):
    folder = write_graph(tmp_path, change(path, value))
    assert main(["generate", "mentalkg", str(folder), "--check"]) == 2
    assert said in capsys.readouterr().out
    with pytest.raises(DiagnosisGraphError):
        read_diagnosis_graph(folder)


def test_two_disorders_with_equal_criteria_are_a_fault(tmp_path, capsys):
    content = files()
    content[CRITERIA]["D903"] = content[CRITERIA]["D902"]
    assert main(["generate", "mentalkg", str(write_graph(tmp_path, content)), "--check"]) == 2
    assert "D903: has the criteria of D902" in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["event.json", "symptom/1hum.json", "disorder.json"])
def test_an_incomplete_folder_is_refused_by_what_is_missing(tmp_path, capsys, missing):
    folder = write_graph(tmp_path)
    for path in folder.glob(missing.replace("1hum", "*")):
        path.unlink()
    assert main(["generate", "mentalkg", str(folder), "--check"]) == 2
    assert missing.split("/")[0] in capsys.readouterr().err


def test_a_sound_graph_is_shown_in_figures(tmp_path, capsys):
    assert main(["generate", "mentalkg", str(write_graph(tmp_path)), "--check"]) == 0
    shown = capsys.readouterr().out
    assert "D901 ⇒ D902" in shown
    assert "No fault" in shown


@pytest.mark.parametrize(
    ("text", "days"),
    [("4 days", 4), ("1 years and 3 months", 456.5625), ("1 year and 5 months", 517.4375), ("2 weeks", 14)],
)
def test_durations_are_read_as_the_release_writes_them(text, days):
    assert parse_days(text) == days


def test_months_are_written_as_people_say_them():
    assert [in_words(17, "month"), in_words(24, "month"), in_words(1, "day")] == [
        *("1 year and 5 months", "2 years", "1 day")
    ]


@pytest.mark.parametrize(
    ("text", "says"), [("x" * 10_001, "has 10,001 characters"), ("\ud800", "no Unicode text")]
)
def test_a_text_that_is_too_long_or_no_text_is_refused_with_its_file(tmp_path, text, says):
    write_graph(tmp_path)
    path = tmp_path / "disorder.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["D901"]["name"] = text
    path.write_bytes(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    with pytest.raises(DiagnosisGraphError, match=rf"disorder\.json.*{says}"):
        read_diagnosis_graph(tmp_path)
