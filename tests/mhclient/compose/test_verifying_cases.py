"""`verify --mentalkg` finds nothing in what was generated, and each fault that is planted in it."""

import hashlib
import json
import re
import shutil

import anyio
import pytest

from benchmark.imports.mentalbench import read_mentalkg
from benchmark.mentalkg.cases import write_cases
from benchmark.mentalkg.criteria import read_from_words, table
from benchmark.mentalkg.design import describe_design, make_design, write_design
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.verify.lines import Kind
from mhclient.cli.main import main
from mhclient.simulator.server import Simulator
from tests.support.diagnosis_graph import files, write_graph
from tests.support.written_cases import written


@pytest.fixture
def made(generated, tmp_path):
    """The graph, the cases and the store, for one test to change."""
    folder = shutil.copytree(generated, tmp_path / "generated")
    return folder / "graph", folder / "cases", folder / "s.sqlite3"


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Cases of eight patients of each type, beside their graph and their store."""
    path = tmp_path_factory.mktemp("generated")
    folder, out, store = write_graph(path / "graph"), path / "cases", path / "s.sqlite3"
    graph = read_diagnosis_graph(folder)
    design = make_design(graph, ProfileSettings(7), table(read_from_words(graph)))
    patients = [patient for patient in design.patients if patient.id.endswith("1-1")]
    described = describe_design(design, ProfileSettings(7), [])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
        cases = anyio.run(_write, store, design, patients)
    write_design(out, design, described)
    write_cases(out, design, cases, described, read_mentalkg(folder))
    return path


async def _write(store, design, patients):
    async with Simulator() as simulator:
        return (await written(simulator, store, design, patients))[0]


def verified(made, tmp_path, *more):
    folder, out, store = made
    found = tmp_path / "found.jsonl"
    command = ["verify", str(out), "--mentalkg", str(folder), "--store", str(store)]
    status = main([*command, "--violations", str(found), *more])
    return status, {json.loads(line)["kind"] for line in found.read_text().splitlines()}


def test_what_was_generated_has_no_violation(made, tmp_path, capsys):
    assert verified(made, tmp_path) == (0, set())
    assert "no violation" in capsys.readouterr().out


def edit(path, where, change):
    """Change the first line that fits; the manifest's hash follows for the items."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(next(line for line in lines if where(line)))
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text)
    manifest = path.parent / "manifest.json"
    if path.name == "items.jsonl":
        noted = json.loads(manifest.read_text())
        noted["items"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        manifest.write_text(json.dumps(noted))


def chart(line):
    return line.get("task", line.get("type")) == "type1"


def text(change):
    return lambda line: line.update(question=change(line["question"]))


@pytest.mark.parametrize(
    ("file", "where", "change", "kind"),
    [
        ("items.jsonl", chart, text(lambda old: old + " It is Xenia."), Kind.LEAK),
        ("items.jsonl", chart, text(lambda old: old + " I saw it."), Kind.TEXT_UNFIT),
        ("items.jsonl", chart, text(lambda old: old[:300]), Kind.TEXT_UNFIT),
        ("items.jsonl", chart, text(lambda old: old.replace("was seen", "was met")), Kind.NOT_THE_WRITERS),
        ("items.jsonl", chart, lambda line: line["options"].update(A="Other"), Kind.FORM_WRONG),
        ("items.jsonl", chart, lambda line: line["details"].update(patient="x"), Kind.ANNOTATION_WRONG),
        ("items.jsonl", chart, lambda line: line["details"].pop("separated_by"), Kind.ANNOTATION_WRONG),
        (
            "items.jsonl",
            chart,
            lambda line: line["details"].update(separated_by={"D903": {"by": "duration", "fact": "2 weeks"}}),
            Kind.ANNOTATION_WRONG,
        ),
        ("items.jsonl", chart, lambda line: line["details"]["option_classes"].clear(), Kind.ANNOTATION_WRONG),
        ("items.jsonl", chart, lambda line: line["details"].update(profile="D902-p1"), Kind.ANNOTATION_WRONG),
        (
            "profiles.jsonl",
            chart,
            lambda line: line["parts"]["all"]["groups"].update(humming=["S901"]),
            Kind.GOLD_UNSUPPORTED,
        ),
        (
            "profiles.jsonl",
            lambda line: line["type"] == "type2",
            lambda line: line["parts"]["all"].update(added=[f"S90{number}" for number in range(1, 9)]),
            Kind.GOLD_UNSUPPORTED,
        ),
        (
            "patients.jsonl",
            lambda line: line["id"] == "D901-p1-1",
            lambda line: line.update(options=dict(zip("AB", ("D901", "D902"), strict=True))),
            Kind.TWO_RIGHT,
        ),
        (
            "patients.jsonl",
            lambda line: line["id"] == "D901-p1-1",
            lambda line: line["classes"].update(D903="high"),
            Kind.ANNOTATION_WRONG,
        ),
        (
            "provenance.jsonl",
            lambda line: line["ended"] == "written",
            lambda line: line["attempts"][-1].update(completion_sha256="0" * 64),
            Kind.NOT_THE_WRITERS,
        ),
    ],
)  # fmt: skip
def test_each_planted_fault_is_found(made, tmp_path, file, where, change, kind):
    edit(made[1] / file, where, change)
    status, kinds = verified(made, tmp_path)
    assert status == 1
    assert kind.value in kinds


@pytest.mark.parametrize("place", [0, 1, -2])
def test_a_sentence_that_was_cut_is_found_without_the_store(made, tmp_path, capsys, place):
    def cut(line):
        sentences = line["question"].split(". ")
        del sentences[place]
        line["question"] = ". ".join(sentences)

    edit(made[1] / "items.jsonl", chart, cut)
    assert main(["verify", str(made[1]), "--mentalkg", str(made[0])]) == 1
    assert "its text is not the one that was written" in capsys.readouterr().out


def test_cases_of_earlier_versions_have_no_hash_of_their_text(made, capsys):
    path = made[1] / "provenance.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line.pop("text_sha256", None)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["verify", str(made[1]), "--mentalkg", str(made[0])]) == 0


def test_a_text_that_two_patients_have_is_found(made, tmp_path):
    path = made[1] / "items.jsonl"
    first = json.loads(path.read_text().splitlines()[0])
    edit(path, lambda line: line["id"] != first["id"], lambda line: line.update(question=first["question"]))
    assert Kind.DUPLICATE_STEM.value in verified(made, tmp_path)[1]


def test_another_graph_is_not_the_one_it_was_made_from(made, tmp_path, capsys):
    content = files()
    content["disorder.json"]["D901"]["name"] = "Xenon"
    write_graph(made[0], content)
    assert verified(made, tmp_path) == (1, {Kind.MANIFEST_WRONG.value})


def test_the_graph_must_be_named_and_fit(made, tmp_path, capsys):
    _, out, _ = made
    assert main(["verify", str(out)]) == 2
    assert "pass its folder with --mentalkg" in capsys.readouterr().err
    assert main(["build", "--sample", "--out", str(tmp_path / "bench")]) == 0
    assert main(["verify", str(tmp_path / "bench"), "--sample", "--mentalkg", str(out)]) == 2


@pytest.mark.parametrize(("name", "part"), [("profiles.jsonl", "parts"), ("patients.jsonl", "classes")])
@pytest.mark.parametrize("value", [None, [1], "x"])
def test_a_record_that_holds_something_else_is_one_line_that_names_it(made, capsys, name, part, value):
    folder, out, _ = made
    edit(out / name, lambda line: True, lambda line: line.update({part: value}))
    assert main(["verify", str(out), "--mentalkg", str(folder)]) == 2
    assert re.search(rf"{name}, 'D901-p1.*not as it was generated", capsys.readouterr().err)
