"""Which options of hardened items are chosen, by where they come from."""

import json
from collections import Counter

import pytest

from benchmark import Item, read_benchmark, read_items
from benchmark.harden.harden import HardenedBenchmark, by_graph_alone, make_tools
from benchmark.harden.walk import HardenSettings
from mhclient.cli.main import main
from mhclient.report.blocks.distractors import KEPT, NO_PATH, RIGHT, origin_of
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import run
from tests.support.hardening import make_exam, make_graph, origins_of


def test_the_origin_of_each_option_by_hand():
    noted = {
        "replaced": "3 of 4",
        "paths": {"B": "D1 –indication– beta", "C": "D1 –disease_disease– D2 –indication, off-label use– c"},
        "request_keys": {"B": "1", "C": "2", "D": "3"},
    }
    options = {"A": "key", "B": "beta", "C": "c", "D": "d", "E": "old"}
    item = Item("x", "own", "?", options, ("A",), details={"harden": noted})
    assert [origin_of(item, letter) for letter in options] == [
        RIGHT, "new, 1 step away", "new, 2 steps away", NO_PATH, KEPT
    ]  # fmt: skip


@pytest.fixture(scope="module")
def benchmarks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("distractors")
    kg, exam = make_graph(folder / "kg.csv"), read_benchmark(make_exam(folder))
    tools = make_tools(kg, HardenSettings())
    outcomes = by_graph_alone(list(read_items(exam.items_path)), tools)
    return exam, read_benchmark(
        HardenedBenchmark(exam, kg, tools, {}, outcomes, {}).write(folder / "hard").directory
    )


async def ask(benchmark, store, model):
    key = AnswerKey([item.to_json() for item in read_items(benchmark.items_path)])
    async with Simulator(key) as simulator:
        return (await run(benchmark, simulator, store, model=model))[0]


def shown_as_json(run_ids, store, capsys, *more):
    assert main([*more, *run_ids, "--store", str(store), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


@pytest.mark.slow
async def test_options_are_counted_by_the_length_of_their_path(benchmarks, tmp_path, capsys):
    _, hard = benchmarks
    store, model = tmp_path / "s.sqlite3", "sim-tidy:fooled_by=1,accuracy=1"
    run_id = await ask(hard, store, model)
    document = shown_as_json([run_id], store, capsys, "report")
    found = {each["origin"]: each for each in document["distractors"]}
    candidates = [each for one in origins_of(hard.directory) for each in one["candidates"] if each["chosen"]]
    steps = Counter(len(each["path"]["nodes"]) - 1 for each in candidates)
    assert len(steps) > 1
    named = {n: f"new, {n} step{'s' * (n > 1)} away" for n in steps}
    assert {name: found[name]["options"] for name in named.values()} == {
        named[n]: count for n, count in steps.items()
    }
    assert found[RIGHT]["shown"] == 36
    assert sum(each["chosen"] for each in found.values()) == 36  # one letter each
    assert found[RIGHT]["chosen"] < 36  # it is fooled
    assert main(["report", run_id, "--show", "distractors", "--store", str(store)]) == 0
    assert "Which options were chosen" in capsys.readouterr().out


@pytest.mark.slow
async def test_the_comparison_by_parent_has_the_same_and_others_have_nothing(benchmarks, tmp_path, capsys):
    store = tmp_path / "s.sqlite3"
    ids = [await ask(each, store, "sim-tidy:accuracy=1") for each in benchmarks]
    (sheet,) = shown_as_json(ids, store, capsys, "compare", "--by", "parent")["distractors"]
    shares = {each["origin"]: each["share"] for each in sheet["origins"]}
    assert shares.pop(RIGHT) == 1
    assert set(shares.values()) == {0}
    assert main(["compare", *ids, "--by", "parent", "--store", str(store)]) == 0
    assert "it was chosen: the right one 100.0 (36 shown), new, 1 step away 0.0" in capsys.readouterr().out
    plain = shown_as_json(ids[:1], store, capsys, "report")
    assert "distractors" not in plain
