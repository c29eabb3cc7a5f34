"""Cases through a real store and the simulator: each fault of a writer is found by its check, at its rate."""

import json
from collections import Counter

import pytest

from benchmark.imports.mentalbench import read_mentalkg
from benchmark.mentalkg.cases import write_cases
from benchmark.mentalkg.criteria import read_from_words, table
from benchmark.mentalkg.design import describe_design, make_design
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.prompts import (
    asked_symptoms,
    extraction_problems,
    judging_problems,
    read_extraction,
    statements_of,
    writing_prompt,
)
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.texts import TextCheck
from mhclient.cli.main import main
from mhclient.compose.composition import StageUnfinished
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.batching import batches_in
from tests.support.commands import typed_here
from tests.support.diagnosis_graph import write_graph
from tests.support.written_cases import written


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_graph(tmp_path_factory.mktemp("graph"))


@pytest.fixture(scope="module")
def graph(folder):
    return read_diagnosis_graph(folder)


@pytest.fixture(scope="module")
def design(graph):
    return make_design(graph, ProfileSettings(7), table(read_from_words(graph)))


def patients_of(design, kind):
    return [patient for patient in design.patients if patient.profile.type == kind]


@pytest.fixture
async def simulator():
    async with Simulator() as server:
        yield server


@pytest.fixture
def beside():
    """A simulator in a thread of its own: commands take this one."""
    with serving(Simulator()) as server:
        yield server


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


def found_first(cases):
    """Check → cases in whose first text it found something."""
    return Counter(kind for case in cases for kind in {kind for kind, _ in case.attempts[0].problems})


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["type1", "type2", "type3", "type4"])
async def test_a_writer_without_fault_is_never_refused(simulator, tmp_path, design, kind):
    patients = patients_of(design, kind)[:20]
    cases, errors = await written(simulator, tmp_path / "s.sqlite3", design, patients)
    assert [(len(case.attempts), case.text is not None) for case in cases] == [(1, True)] * len(patients)
    assert errors is not None
    assert (errors.n_missed, errors.n_false_alarms) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "kind", "check"),
    [
        ("drop_symptom", "type1", TextCheck.MISSING),
        ("add_symptom=1,added=Low Hum+High Hum+Night Hum+Shared Hum+Hand Glow", "type2", TextCheck.EXTRA),
        ("leak_name", "type2", TextCheck.LEAK),
        ("wrong_duration", "type1", TextCheck.DURATION),
        ("short", "type1", TextCheck.LENGTH),
        ("wrong_person", "type1", TextCheck.PERSON),
        ("wrong_person", "type2", TextCheck.PERSON),
        ("follow_other_rule", "type4", TextCheck.RULE),
    ],
)
async def test_each_fault_is_found_by_its_check_and_the_case_given_up(
    simulator, tmp_path, design, rate, kind, check
):
    patients = [
        patient
        for patient in patients_of(design, kind)
        if "Hum" not in rate or patient.profile.main == "D901"
    ][:12]
    setting = rate if "=" in rate else f"{rate}=1"
    cases, _ = await written(simulator, tmp_path / "s.sqlite3", design, patients, (f"sim-writer:{setting}",))
    assert [case.text for case in cases] == [None] * len(patients)
    assert all(len(case.attempts) == 3 for case in cases)
    assert found_first(cases)[check] == len(patients)


@pytest.mark.slow
async def test_a_rate_is_found_again_in_the_verdicts(simulator, tmp_path, design):
    """Of 225 texts a quarter leak; the binomial's four standard deviations are 26."""
    patients = [*patients_of(design, "type1"), *patients_of(design, "type2")]
    cases, _ = await written(
        simulator, tmp_path / "s.sqlite3", design, patients, ("sim-writer:leak_name=0.25",), checker=None
    )
    assert len(cases) == 225
    assert found_first(cases)[TextCheck.LEAK] == pytest.approx(225 / 4, abs=26)
    assert set(found_first(cases)) <= {TextCheck.LEAK, "warning: length"}


@pytest.mark.slow
async def test_the_checkers_misses_and_false_alarms_are_recovered(simulator, tmp_path, design):
    """Rates 0.2 and 0.1; each within four standard deviations of the binomial."""
    patients = patients_of(design, "type1")
    checker = "sim-checker:miss=0.2,false_alarm=0.1"
    _, errors = await written(simulator, tmp_path / "s.sqlite3", design, patients, checker=checker)
    assert errors is not None
    missed, alarms = (errors.n_told, errors.n_missed), (errors.n_not_told, errors.n_false_alarms)
    for (n, k), rate in ((missed, 0.2), (alarms, 0.1)):
        assert n > 40
        assert k / n == pytest.approx(rate, abs=4 * (rate * (1 - rate) / n) ** 0.5)


async def test_all_writers_of_a_patient_get_the_same_prompt(simulator, tmp_path, design, graph):
    patients = patients_of(design, "type3")[:5]
    writers = ("sim-writer", "sim-writer:added=x", "sim-writer:added=y")
    cases, _ = await written(simulator, tmp_path / "s.sqlite3", design, patients, writers, checker=None)
    assert len(cases) == 15
    assert all(simulator.asked[writing_prompt(patient, graph)] == 3 for patient in patients)


@pytest.mark.slow
async def test_a_cap_stops_and_the_same_command_goes_on_without_asking_twice(simulator, tmp_path, design):
    patients, store = patients_of(design, "type1")[:10], tmp_path / "s.sqlite3"
    for most in (4, 14):
        with pytest.raises(StageUnfinished, match="the cap is reached"):
            await written(simulator, store, design, patients, max_requests=most)
        assert simulator.asked.total() == most
    first, _ = await written(simulator, store, design, patients)
    n_asked = simulator.asked.total()
    again, _ = await written(simulator, store, design, patients)
    assert simulator.asked.total() == n_asked
    assert set(simulator.asked.values()) == {1}
    assert again == first


@pytest.mark.slow
async def test_the_same_replies_give_the_same_bytes(simulator, tmp_path, design, folder):
    patients = patients_of(design, "type4")[:6]
    described = describe_design(design, ProfileSettings(7), [])
    for name in "ab":
        cases, _ = await written(simulator, tmp_path / f"{name}.sqlite3", design, patients)
        (tmp_path / name).mkdir()
        write_cases(tmp_path / name, design, cases, described, read_mentalkg(folder))
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == ["items.jsonl", "manifest.json", "provenance.jsonl", "triples.csv"]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_a_quotation_that_is_not_in_the_text_makes_an_entry_void(design, graph):
    patient = patients_of(design, "type1")[0]
    names = {key: graph.symptoms[key].name.replace("_", " ") for key in asked_symptoms(patient, graph)}
    told, denied, *_ = sorted(patient.manifestations)
    reply = {
        "symptoms": [
            {"name": names[told], "status": "present", "quote": "it hums"},
            {"name": names[denied], "status": "denied", "quote": "no glow"},
            *(
                {"name": name, "status": "present", "quote": "invented"}
                for key, name in names.items()
                if key not in (told, denied)
            ),
        ]
    }
    found = read_extraction(reply, "All day it hums, and there is no glow.", patient, graph)
    assert set(found.present) == {told}
    assert set(found.denied) == {denied}
    assert set(found.void) == set(names) - {told, denied}
    kinds = Counter(problem.check for problem in extraction_problems(found, patient, graph))
    assert kinds == {TextCheck.MISSING: len(patient.manifestations) - 2, TextCheck.CONTRADICTION: 1}


def test_an_ambiguous_case_must_leave_both_rules_open(design, graph):
    patient = patients_of(design, "type3")[0]
    assert [must for _, must in statements_of(patient, graph)] == ["open", "open"]
    reply = {"statements": [{"number": 1, "answer": "yes", "quote": "I hum"}]}
    (problem,) = judging_problems(reply, "Today I hum.", patient, graph)
    assert problem.check is TextCheck.RULE
    assert (
        list(judging_problems(reply, "Nothing of the kind.", patient, graph)) == []
    )  # its quotation is void


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--writer", "openai:m", "--writer", "openai:m"], "--writer openai:m is given twice"),
        (["--writer", "openai:m", "--checker", "openai:m"], "--checker openai:m is a writer"),
        (["--writer", "m"], "which provider has it?"),
        ([], "Who writes?"),
    ],
)
def test_who_cannot_write_or_check_is_said(folder, tmp_path, capsys, given, said):
    assert main(["generate", "mentalkg", str(folder), "--out", str(tmp_path / "out"), *given]) == 2
    assert said in capsys.readouterr().err


def test_the_command_writes_a_benchmark_that_can_be_described(beside, folder, tmp_path, capsys):
    out, url = str(tmp_path / "cases"), beside.openai_base_url
    command = ["generate", "mentalkg", str(folder), "--out", out, "--limit", "4", "--base-url", url]
    command += ["--writer", "openai:sim-writer", "--store", str(tmp_path / "s.sqlite3")]
    command += ["--checker", "openai:sim-checker"]
    planned = typed_here([*command, "--dry-run", "--price", "1,2"], capsys)
    assert (planned.status, beside.asked.total()) == (0, 0)
    assert "openai:sim-writer: 16 requests" in planned.out
    made = typed_here(command, capsys)
    assert made.status == 0, made.said
    assert "16 cases in" in made.out
    manifest = json.loads((tmp_path / "cases" / "manifest.json").read_text())
    assert manifest["kind"] == "mentalkg"
    assert "CC BY 4.0" in manifest["attribution"]
    assert manifest["checker"]["errors"]["n_missed"] == 0
    assert "suicide" in typed_here(["describe", out], capsys).out


@pytest.mark.slow  # it waits between two polls as a user does
def test_writers_of_batches_are_sent_together_and_the_same_command_collects(beside, folder, tmp_path, capsys):
    """Two writers' batches are out at once; each start takes what has come, and the end is as if online."""
    out, url, store = tmp_path / "cases", beside.openai_base_url, str(tmp_path / "s.sqlite3")
    command = ["generate", "mentalkg", str(folder), "--types", "1", "--limit", "4", "--base-url", url]
    for writer in ("sim-writer", "sim-writer:short=0"):
        command += ["--writer", f"openai:{writer}"]
    online = typed_here([*command, "--out", str(tmp_path / "online"), "--store", store], capsys)
    assert online.status == 0, online.said
    batched = [
        *command,
        "--out",
        str(out),
        "--store",
        str(tmp_path / "b.sqlite3"),
        "--batch",
        "--no-preflight",
    ]
    begun = typed_here(batched, capsys)
    assert begun.status == 1
    assert "waiting for replies" in begun.said
    assert len(batches_in(tmp_path / "b.sqlite3")) == 2
    collected = typed_here(["collect", "--store", str(tmp_path / "b.sqlite3"), "--base-url", url], capsys)
    assert "has no answers" not in collected.said  # of a run that writes nothing is read
    made = typed_here([*batched, "--wait"], capsys)
    assert made.status == 0, made.said
    assert (out / "items.jsonl").read_bytes() == (tmp_path / "online" / "items.jsonl").read_bytes()


def test_a_checker_says_once_what_rules_claim(beside, folder, tmp_path, capsys):
    store = str(tmp_path / "s.sqlite3")
    command = ["generate", "mentalkg", str(folder), "--profiles-only", "--out", str(tmp_path / "cases")]
    command += ["--classify-rules", "--checker", "openai:sim-checker"]
    command += ["--base-url", beside.openai_base_url, "--store", store]
    made = typed_here(command, capsys)
    assert made.status == 0, made.said
    asked = beside.asked.total()
    assert asked == 4  # two differentials with two rules each
    lines = (tmp_path / "cases" / "rules.csv").read_text().splitlines()
    assert lines == ["differential,target,disorder,needs", "D901-D903,D903,D901,not_met"]
    assert typed_here(command, capsys).status == 0
    assert beside.asked.total() == asked
    broken = [part.replace("sim-checker", "sim-writer:broken_json_rate=1") for part in command]
    broken[broken.index("--out") + 1] = str(tmp_path / "unread")
    told = typed_here(broken, capsys)
    assert told.status == 0
    assert "nothing could be read of what D901-D903-D901" in told.said
    assert len((tmp_path / "unread" / "rules.csv").read_text().splitlines()) == 1
    refused = typed_here(["generate", "mentalkg", str(folder), "--out", "x", "--classify-rules"], capsys)
    assert refused.status == 2
    assert "--checker" in refused.said
