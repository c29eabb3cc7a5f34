"""Hardened items compared with their parents: a planted drop is found, and what is unread stands apart."""

import json

import numpy as np
import pytest

from benchmark import Item, read_benchmark
from benchmark.harden.harden import HardenedBenchmark, by_graph_alone, make_tools
from benchmark.harden.walk import HardenSettings
from benchmark.item import LETTERS
from cache import Store
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.figures.item_analysis import NOT_ANSWERED, Choice, item_total, why_suspect
from mhclient.figures.paired import ParentPair, paired_drop
from mhclient.figures.ranks import kendall_tau
from mhclient.report.by_parent import ALL, WHOLLY, compare_by_parent, cues
from mhclient.report.loading.load import load_runs
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import run
from tests.support.hardening import make_exam, make_graph

from benchmark import read_items  # isort: skip

FOOLED, KNOWS = 0.4, 0.8


@pytest.fixture(scope="module")
def benchmarks(tmp_path_factory):
    """An exam, and what the graph alone makes of it."""
    folder = tmp_path_factory.mktemp("by parent")
    kg, exam = make_graph(folder / "kg.csv"), read_benchmark(make_exam(folder))
    tools = make_tools(kg, HardenSettings())
    outcomes = by_graph_alone(list(read_items(exam.items_path)), tools)
    return exam, read_benchmark(
        HardenedBenchmark(exam, kg, tools, {}, outcomes, {}).write(folder / "hard").directory
    )


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")


async def ask_both(benchmarks, store, models, variants=("letter-only",)):
    items = [item.to_json() for each in benchmarks for item in read_items(each.items_path)]
    async with Simulator(AnswerKey(items)) as simulator:
        return [
            (await run(each, simulator, store, model=model, variant=variant))[0]
            for model in models
            for variant in variants
            for each in benchmarks
        ]


def looks_like_the_key(item):
    """Whether a wrong option shares three letters in a row with the key."""

    def pieces(text):
        return {text[at : at + 3].casefold() for at in range(len(text) - 2)}

    key = pieces(item.options[item.gold[0]])
    return any(key & pieces(text) for letter, text in item.options.items() if letter not in item.gold)


@pytest.mark.slow
async def test_a_planted_drop_lies_inside_its_interval(benchmarks, tmp_path):
    exam, hard = benchmarks
    near, before = (
        [looks_like_the_key(item) for item in read_items(each.items_path)] for each in (hard, exam)
    )
    planted = FOOLED * KNOWS * (sum(near) - sum(before)) / len(near)
    assert planted > 0.1
    model = f"sim-tidy:fooled_by={FOOLED},accuracy={KNOWS}"
    ids = await ask_both(benchmarks, tmp_path / "s.sqlite3", [model])
    with Store.open(tmp_path / "s.sqlite3", read_only=True) as store:
        found = compare_by_parent(load_runs(store, ids))
    (drop,) = [each.drop for each in found.drops if each.items == ALL]
    assert drop.n == 36
    assert drop.ci95 is not None
    assert drop.ci95[0] <= planted <= drop.ci95[1]
    assert drop.read_drop == 0
    assert {each.items for each in found.drops} == {ALL, WHOLLY}
    (sheet,) = found.sheets
    assert sheet.arm == "graph"
    assert 0 < sheet.functioning <= sheet.n == 3 * 36


@pytest.mark.slow
async def test_without_anything_planted_reading_and_knowing_stand_apart(benchmarks, tmp_path, capsys):
    models = ["sim-tidy:accuracy=1", "sim-refusing:accuracy=1"]
    ids = await ask_both(benchmarks, tmp_path / "s.sqlite3", models)
    words = ["compare", *ids, "--by", "parent", "--store", str(tmp_path / "s.sqlite3")]
    assert main([*words, "--format", "json"]) == 0
    drops = json.loads(capsys.readouterr().out)["drops"]
    tidy = next(each["drop"] for each in drops if each["model"] == models[0])
    assert (tidy["before"], tidy["after"], tidy["p"], tidy["read_drop"]) == (1.0, 1.0, 1.0, 0.0)
    refusing = next(each["drop"] for each in drops if each["model"] == models[1])
    assert refusing["drop"] == pytest.approx(refusing["read_drop"])  # all of it is reading
    assert main(words) == 0
    assert "Arm graph" in capsys.readouterr().out


@pytest.mark.slow
async def test_a_run_of_each_is_needed(benchmarks, tmp_path):
    ids = await ask_both(benchmarks, tmp_path / "s.sqlite3", ["sim-tidy"])
    with Store.open(tmp_path / "s.sqlite3", read_only=True) as store:
        with pytest.raises(UsageError, match="none of these runs asked a hardened"):
            compare_by_parent(load_runs(store, ids[:1]))
        with pytest.raises(UsageError, match="no run of the parent"):
            compare_by_parent(load_runs(store, ids[1:]))


def test_fourteen_lost_and_four_won():
    pairs = [ParentPair(1, 0, 1, 1, f"lost {n}") for n in range(14)]
    pairs += [ParentPair(0, 1, 1, 1, f"won {n}") for n in range(4)]
    pairs += [ParentPair(1, 1, 1, 1, f"same {n}") for n in range(20)]
    found = paired_drop(pairs)
    assert found is not None
    assert found.ci95 is not None
    assert (found.lost, found.won, round(found.p or 0, 4)) == (14, 4, 0.0309)
    assert found.drop == pytest.approx(10 / 38)
    assert found.ci95[0] < found.drop < found.ci95[1]


def test_items_of_one_cluster_widen_the_interval():
    alone = [ParentPair(1, n % 2, 1, 1, str(n)) for n in range(40)]
    together = [ParentPair(1, n % 2, 1, 1, LETTERS[n % 2]) for n in range(40)]
    (low, high), (wide_low, wide_high) = (paired_drop(each).ci95 for each in (alone, together))  # type: ignore[union-attr, misc]
    assert wide_low < low < high < wide_high


def test_a_parent_asked_several_times_has_no_exact_test():
    assert paired_drop([ParentPair(0.5, 0.0, 1, 1, "x")]).p is None  # type: ignore[union-attr]
    assert paired_drop([]) is None


IN_TWO_ORDERS = ("letter-only", "letter-only:option_order=reversed")


@pytest.mark.slow
async def test_a_jury_that_agrees_on_a_wrong_option_calls_the_item_into_question(
    benchmarks, tmp_path, capsys
):
    """All three take the option nearest the key; of two as near, whichever comes first, which is no vote."""
    exam, hard = (list(read_items(each.items_path)) for each in benchmarks)
    n_before = sum(map(looks_like_the_key, exam))
    fooled = {item.id for item in hard if looks_like_the_key(item)}
    models = [f"sim-tidy:fooled_by=1,accuracy=1{more}" for more in ("", ",a_rate=0", ",sway_rate=0")]
    ids = await ask_both(benchmarks, tmp_path / "s.sqlite3", models, IN_TWO_ORDERS)
    with Store.open(tmp_path / "s.sqlite3", read_only=True) as store:
        found = compare_by_parent(load_runs(store, ids))
        two = compare_by_parent(load_runs(store, ids[:8]))
    jury = found.juries["graph"]
    assert jury is not None
    suspects = {name for name, _ in jury.suspects}
    assert suspects < fooled
    assert jury.suspect_after == len(suspects) > n_before >= jury.suspect_before
    assert jury.drop.drop == pytest.approx((len(fooled) - n_before) / 36)
    assert jury.drop_sound is not None
    assert jury.drop_sound.after == pytest.approx(1 - len(fooled - suspects) / jury.drop_sound.n, abs=0.1)
    assert jury.by_ambiguity == pytest.approx(jury.drop.drop - jury.drop_sound.drop)
    assert two.juries["graph"] is None  # two models are no jury
    words = ["compare", *ids, "--by", "parent", "--store", str(tmp_path / "s.sqlite3")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "jury of 3 models" in said
    assert "too few runs (6 and 6; it takes 10)" in said
    assert "above chance" in said or "give the key away" in said


def test_a_choice_in_one_order_only_is_no_vote():
    """It may be the place that was chosen, not the option."""
    once = [Choice(("a", "b"), "b", True), Choice(("a", "b"), "b", True)]
    assert why_suspect(dict.fromkeys(("one", "two", "three"), once), "a") is None
    silent = [Choice(("a", "b"), None, False)]
    assert why_suspect({"one": silent, "two": silent, "three": once}, "a") == NOT_ANSWERED


def test_item_total_correlations_leave_the_item_out_and_need_ten_runs():
    """By hand: items 1 and 2 agree in every run, item 3 says the opposite."""
    one = np.array([[1.0, 1, 0]] * 5 + [[0.0, 0, 1]] * 5)
    found = item_total(np.hstack([one, np.ones((10, 1))]))
    assert found is not None
    assert np.isnan(found[:2]).all()  # the others are 1 + 0 or 0 + 1: they do not vary
    assert found[2] == pytest.approx(-1)
    assert np.isnan(found[3])  # all runs have it right
    assert item_total(one[:9]) is None


@pytest.mark.slow
def test_taus_are_those_of_scipy():
    from scipy.stats import kendalltau  # takes a second to import

    draw = np.random.default_rng(0)
    for _ in range(20):
        one, other = draw.integers(0, 4, (2, 6))
        if len(set(one)) > 1 < len(set(other)):
            assert kendall_tau(one, other) == pytest.approx(kendalltau(one, other).statistic)
    assert kendall_tau([1, 2], [1, 2]) is None
    assert kendall_tau([1, 1, 1], [1, 2, 3]) is None


def test_a_cue_that_gives_the_key_away_is_found():
    """The key is the longest option of all four hardened items, and of none of their parents."""

    def item(name, options):
        return Item(name, "own", f"Which one is {name}?", dict(zip("ABCD", options, strict=True)), ("A",))

    before = [item(f"q{n}", (f"x{n}", f"pq{n}rs", f"kl{n}", f"mn{n}")) for n in range(12)]
    after = [item(f"q{n}", (f"xyz{n}uvwt", f"pq{n}", f"kl{n}", f"mn{n}")) for n in range(12)]
    found = {cue.shortcut: cue for cue in cues(before, after)}
    longest = found["longest option"]
    assert (longest.before, longest.after, longest.chance) == (0.0, 1.0, 0.25)
    assert longest.gives_away
    assert not found["shortest option"].gives_away
