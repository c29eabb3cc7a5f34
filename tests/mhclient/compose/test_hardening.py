"""`mhclient harden` with simulated writers, through the command line and a real store."""

import json
import shutil
from functools import partial

import pytest

import mhclient
from benchmark import read_benchmark, read_items
from benchmark.verify import Inputs, Kind, verify
from cache import Store
from mhclient.cli.main import main
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import attempts_of, serving
from tests.support.hardening import harden_arguments, origins_of, verdicts_of

FILES = ("items.jsonl", "provenance.jsonl", "triples.csv", "manifest.json")


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


@pytest.fixture(scope="module")
def simulator(exam):
    with serving(Simulator(AnswerKey.from_file(str(exam / "items.jsonl")))) as server:
        yield server


@pytest.fixture
def harden(harden_with, simulator):
    return partial(harden_with, simulator)


def writer(*rates):
    return ["--writer", "compatible:sim-writer" + (":" + ",".join(rates) if rates else "")]


def found_in(folder, kg, exam, store=None):
    if store is None:
        return verify(folder, Inputs(kg=kg, parent=exam))
    with Store.open(store, read_only=True) as opened:
        return verify(folder, Inputs(kg=kg, parent=exam), opened.requests.read_completions)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["walk", "direct"])
def test_every_wrong_option_is_replaced_and_passes_all_checks(harden, simulator, exam, kg, tmp_path, method):
    folder = harden(*writer(), "--method", method, "--judge", "compatible:sim-writer:judge_false_yes=0")
    items, parents = list(read_items(folder / "items.jsonl")), list(read_items(exam / "items.jsonl"))
    assert len(items) == len(parents) == 36
    assert not found_in(folder, kg, exam, tmp_path / "s.sqlite3").violations
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["items"]["hardened"] >= 30
    assert manifest["composed"]["writer"]["asked"] == "compatible:sim-writer"
    assert manifest["composed"]["prompts"] == {"write" if method == "walk" else "direct": 1, "judge": 1}
    assert manifest["composed"]["judge_controls"] == {
        "key_yes": 36, "key_no": 0, "wrong_yes": 0, "wrong_no": 36, "unclear": 0
    }  # fmt: skip
    chosen = [each for origin in origins_of(folder) for each in origin["candidates"] if each["chosen"]]
    assert all(each["request_key"] and each["completion_sha256"] for each in chosen)
    assert all((each["path"] is not None) == (method == "walk") for each in chosen)


@pytest.mark.slow
def test_the_same_inputs_and_replies_give_the_same_bytes_and_ask_nothing(harden, simulator):
    first = harden(*writer("twin_rate=0.3"))
    n_asked = simulator.asked.total()
    again = harden(*writer("twin_rate=0.3"), out="again")
    assert simulator.asked.total() == n_asked
    assert all((first / name).read_bytes() == (again / name).read_bytes() for name in FILES)


@pytest.mark.slow
def test_the_same_from_python_has_the_same_bytes_and_asks_nothing(harden, simulator, exam, kg, tmp_path):
    folder = harden(*writer(), "--judge", "compatible:sim-writer:judge_false_yes=0")
    n_asked = simulator.asked.total()
    names = ("sim-writer", "sim-writer:judge_false_yes=0")
    model, judge = (
        mhclient.find_model("compatible", name, base_url=simulator.openai_base_url) for name in names
    )
    made = mhclient.more.harden(
        read_benchmark(exam), kg, tmp_path / "again", store=tmp_path / "s.sqlite3", writer=model, judge=judge
    )
    assert simulator.asked.total() == n_asked
    assert all((folder / name).read_bytes() == (made.directory / name).read_bytes() for name in FILES)


@pytest.mark.slow
def test_a_writer_that_names_right_answers_alone_changes_no_item(harden, exam, kg):
    folder = harden(*writer("true_rate=1"))
    items, parents = list(read_items(folder / "items.jsonl")), list(read_items(exam / "items.jsonl"))
    for item, parent in zip(items, parents, strict=True):
        assert item.to_json() | {"id": ""} == parent.to_json() | {"id": ""}
    assert set(verdicts_of(folder)) <= {"true_in_graph", "same_as_gold", "twin_of_gold"}
    assert not found_in(folder, kg, exam).violations


RATE = 0.3


@pytest.fixture(scope="module")
def plain(simulator, exam, kg, tmp_path_factory):
    """The verdicts of the first round on a writer without fault."""
    folder = tmp_path_factory.mktemp("plain")
    words = (*writer(), "--rounds", "1")
    assert main(harden_arguments(simulator, exam, kg, folder / "hard", folder / "s.sqlite3", *words)) == 0
    return verdicts_of(folder / "hard", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "verdicts"),
    [
        ("true_rate", {"true_in_graph", "same_as_gold", "twin_of_gold"}),
        ("duplicate_rate", {"unmapped"}),  # the exam's old options are no names of the graph
        ("twin_rate", {"unmapped", "same_as_gold", "twin_of_gold"}),
        ("long_rate", {"unmapped"}),
        ("offpath_rate", {"no_path"}),
    ],
)
def test_each_rate_is_found_again_in_the_verdicts(harden, plain, rate, verdicts):
    """Of 180 options of the first round, 30 %: within three standard deviations, 0.034 each."""
    found = verdicts_of(harden(*writer(f"{rate}={RATE}"), "--rounds", "1"), 1)
    n = sum(found.values())
    assert n >= 120
    share = sum(found.get(verdict, 0) - plain.get(verdict, 0) for verdict in verdicts) / n
    assert abs(share - RATE) < 3 * (RATE * (1 - RATE) / n) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("rate", ["prose_rate", "broken_json_rate"])
def test_replies_that_are_no_json_are_counted_and_end_in_another_round(harden, rate):
    folder = harden(*writer(f"{rate}=1"), "--rounds", "2")
    origins = origins_of(folder)
    assert {origin["alone"] for origin in origins} == {"the writer's replies could not be used"}
    replies = [reply for origin in origins for reply in origin["replies"]]
    assert [reply["why_not"] for reply in replies] == ["unreadable"] * 2 * len(origins)
    assert len({reply["request_key"] for reply in replies}) == len(replies)  # never the same body again


@pytest.mark.slow
def test_a_cut_reply_gets_twice_the_tokens_in_the_next_round(harden):
    folder = harden(*writer(), "--max-tokens", "60", "--rounds", "3")
    first = [origin["replies"] for origin in origins_of(folder)]
    assert all(replies[0]["why_not"] == "cut" for replies in first)
    assert any(replies[-1]["why_not"] is None for replies in first)


@pytest.mark.slow
def test_a_judge_that_errs_is_seen_on_the_controls(harden):
    folder = harden(
        *writer(), "--judge", "compatible:sim-writer:judge_false_no=0.5,judge_false_yes=0.3", "--rounds", "1"
    )
    controls = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["composed"][
        "judge_controls"
    ]
    assert 8 <= controls["key_no"] <= 28
    assert 3 <= controls["wrong_yes"] <= 20
    found = verdicts_of(folder, 1)
    share = found["judged_true"] / (found["judged_true"] + found["usable"])
    assert 0.15 < share < 0.45


@pytest.mark.slow
def test_one_cap_holds_over_all_stages_and_a_higher_one_goes_on(harden, simulator, tmp_path, capsys):
    before = simulator.asked.total()
    judge, mapper = "compatible:sim-writer:judge_false_yes=0.2", "compatible:sim-writer:long_rate=0"
    words = [*writer("duplicate_rate=0.5"), "--judge", judge, "--map-with", mapper]
    for _ in range(2):
        harden(*words, "--max-requests", "50", status=1)
        assert simulator.asked.total() - before == 50
        assert "the cap is reached" in capsys.readouterr().err
    assert not (tmp_path / "hard").exists()
    harden(*words)
    n = simulator.asked.total() - before
    harden(*words, "--force")
    assert simulator.asked.total() - before == n
    assert "unknown" not in {state for state, _ in attempts_of(tmp_path / "s.sqlite3")}


@pytest.mark.slow
def test_a_dry_run_bounds_what_is_asked_and_sends_nothing(harden, simulator, tmp_path, capsys):
    before = simulator.asked.total()
    harden(*writer("twin_rate=0.2"), "--dry-run", "--price", "1,2")
    assert simulator.asked.total() == before
    said = capsys.readouterr().out
    assert "write, round 1" in said
    assert "Highest cost" in said
    assert not (tmp_path / "hard").exists()


@pytest.mark.slow
def test_a_text_that_is_not_in_the_stored_reply_is_found(harden, exam, kg, tmp_path):
    folder = harden(*writer())
    planted = shutil.copytree(folder, tmp_path / "planted")
    lines = origins_of(folder)
    chosen = next(each for each in lines[0]["candidates"] if each["chosen"])
    chosen["completion_sha256"] = "0" * 64
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (planted / "provenance.jsonl").write_text(text, encoding="utf-8")
    assert Kind.NOT_THE_WRITERS in found_in(planted, kg, exam, tmp_path / "s.sqlite3").by_kind()
    unchecked = found_in(folder, kg, exam).unchecked
    assert unchecked == ("whether the texts are the writer's (pass --store)",)


@pytest.mark.slow
def test_mapping_by_a_model_is_on_record(harden, exam, kg):
    folder = harden(*writer(), "--map-with", "compatible:sim-writer", "--rounds", "1")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["composed"]["mapper"]["asked"] == "compatible:sim-writer"
    assert manifest["counts"]["mapped"]["equal"] > 36
    assert not found_in(folder, kg, exam).violations


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no writer was named. Add --writer PROVIDER:NAME"),
        (["--method", "walk"], "--method walk needs --writer"),
        (["--method", "graph", "--writer", "compatible:sim-writer"], "leave out --writer"),
        (
            ["--writer", "sim-writer"],
            "it? Write --writer compatible:sim-writer. There are",
        ),
        ([*writer(), "--judge", "sim-x"], "--judge sim-x: which provider has it?"),
        (["--method", "graph", "--threshold", "1.5"], "a cosine is at most 1"),
        (["--method", "graph", "--judge", "sim:x"], "--method graph asks no model: leave out --judge."),
        (["--method", "graph", "--map-with", "sim:x", "--rounds", "2"], "leave out --map-with, --rounds."),
        (["--method", "graph", "--temperature", "none", "--batch"], "leave out --temperature, --batch."),
        ([*writer(), "--pool", "names.txt"], "a writer writes others: leave out --pool."),
        (["--show", "x", "--judge", "sim:x", "--limit", "3"], "leave out --limit, --judge."),
    ],
)
def test_what_cannot_be_done_is_one_line(simulator, exam, kg, tmp_path, capsys, words, said):
    arguments = harden_arguments(simulator, exam, kg, tmp_path / "hard", tmp_path / "s.sqlite3", *words)
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_items_that_are_left_out_are_said_to_be(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in (
        "build --sample --tasks ES --out es",
        "harden es --sample --method graph --short drop --out hard",
    ):
        assert main(command.split()) == 0
    n_left = 108 - len(list(read_items(tmp_path / "hard" / "items.jsonl")))
    assert n_left > 1
    assert f"Left out: {n_left} items with too few new options" in capsys.readouterr().out


def test_the_sample_graph_needs_no_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in (
        "build --sample --tasks ES --size ES=12 --out es",
        "harden es --sample --method graph --out hard",
        "verify hard --sample --parent es",
    ):
        assert main(command.split()) == 0
    said = capsys.readouterr()
    assert "no violation" in said.out
    assert "Next: mhclient verify hard --sample --parent es" in said.err
    assert main(["harden", "es", "--sample", "--kg", "kg.csv", "--method", "graph", "--out", "other"]) == 2
    assert main(["harden", "es", "--method", "graph", "--out", "other"]) == 2
    assert main(["harden", "es", "--sample", "--method", "graph", "--dry-run", "--out", "other"]) == 2
    assert capsys.readouterr().err.count("\n") == 3
