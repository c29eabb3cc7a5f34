"""Power from a pilot of two runs: the design effect of their difference, and the verdict simulated."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mhclient
from benchmark import Entity
from cache import Store
from mhclient.cli.main import main
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.confidence_intervals import DIFFERENCE
from mhclient.figures.paired import paired
from mhclient.figures.power import Pilot, VerdictPower, share_of_entities
from mhclient.report.compare.comparing import compare
from mhclient.report.loading.load import load_runs
from mhclient.report.settings import Settings
from tests.support.items import make_binary_items
from tests.support.stored import store_run

OTHER_LETTER = {"A": "B", "B": "A"}
N_DRUGS = 20


@pytest.fixture
def benchmark(make_benchmark):
    """160 questions about 20 drugs, eight about each."""
    drugs = [Entity("drug", "drug", f"drug {place % N_DRUGS}", str(place % N_DRUGS)) for place in range(160)]
    items = zip(make_binary_items(160), drugs, strict=True)
    return make_benchmark([replace(item, entities=(drug,)) for item, drug in items])


def stored(store, benchmark, wrong, model: str, n: int = 160) -> str:
    said = {
        item.id: OTHER_LETTER[item.gold[0]] if wrong(place) else item.gold[0]
        for place, item in enumerate(make_binary_items(n))
    }
    return store_run(store, benchmark, said, model=model)


@pytest.fixture
def pilot(benchmark, store):
    """Each model does not know some drugs: on these all eight items are wrong."""
    first = stored(store, benchmark, lambda place: place % N_DRUGS < 4 or place == 30, "first")
    second = stored(store, benchmark, lambda place: 2 <= place % N_DRUGS < 8, "second")
    return [first, second]


def document(capsys, *arguments: str):
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_the_design_effect_is_that_of_the_paired_difference(pilot, store, capsys):
    with Store.open(store, read_only=True) as opened:
        (pair,) = compare(load_runs(opened, pilot), Settings()).pairs
    found, discordant = pair.overall.right.difference, known(pair.overall.right.discordant)
    expected = known(found.se) ** 2 / ((discordant - known(found.value) ** 2) / 160)
    (row,) = document(capsys, "power", "--pilot", *pilot)["rows"]
    assert row["discordant"] == discordant
    assert row["design_effect"] == pytest.approx(expected)
    assert expected > 5  # eight items of a drug are hardly more than one
    low, high = row["smallest_range"]
    assert low < row["smallest"] < high


@pytest.mark.slow
def test_what_drugs_share_takes_a_larger_difference_than_independent_items(pilot, capsys):
    (row,) = document(capsys, "power", "--pilot", *pilot)["rows"]
    (independent,) = document(capsys, "power", "--pilot", *pilot, "--entities", "fixed")["rows"]
    share = f"{independent['discordant']:.4f}"
    (assumed,) = document(capsys, "power", "--n", "160", "--discordant", share)["rows"]
    assert independent["smallest"] == pytest.approx(assumed["smallest"], abs=0.02)
    assert row["smallest"] > 1.5 * independent["smallest"]


@pytest.mark.slow
def test_python_gives_the_same_rows(pilot, store, capsys):
    with Store.open(store, read_only=True) as opened:
        (row,) = mhclient.more.plan_comparison(load_runs(opened, pilot))
    (shown,) = document(capsys, "power", "--pilot", *pilot)["rows"]
    assert (row.smallest, row.design_effect, row.level) == (
        shown["smallest"],
        shown["design_effect"],
        shown["level"],
    )


@pytest.mark.slow
def test_a_pilot_of_some_items_speaks_for_all_of_them(benchmark, store, capsys):
    """Half of the items asked: as much of the variance lies with drugs, of which all items have more each."""
    first = stored(store, benchmark, lambda place: place % N_DRUGS < 4, "first", 80)
    second = stored(store, benchmark, lambda place: 3 <= place % N_DRUGS < 8, "second", 80)
    assert main(["power", "--pilot", first, second]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "FC 160 20.0 80 35.0" in shown
    assert "The pilot, first against second, says" in shown


@pytest.mark.slow
def test_of_a_pilot_only_the_tasks_that_are_planned_count(make_benchmark, store, capsys):
    """The runs differ on 8 of 20 items of FC, on 4 of 20 of XY and on none of the 40 of ZZ."""
    tasks = ["FC", "XY", "ZZ", "ZZ"]
    items = [replace(item, task=tasks[n % 4]) for n, item in enumerate(make_binary_items(80))]
    benchmark = make_benchmark(items)
    right = {item.id: item.gold[0] for item in items}
    wrong = {
        item.id: OTHER_LETTER[item.gold[0]]
        for n, item in enumerate(items)
        if n < {"FC": 32, "XY": 16, "ZZ": 0}[item.task]
    }
    runs = [store_run(store, benchmark, each, model=m) for m, each in (("a", right), ("b", right | wrong))]
    rows = document(capsys, "power", "--pilot", *runs, "--tasks", "FC,XY")["rows"]
    found = {row["task"]: (row["n_pilot"], row["discordant"]) for row in rows}
    assert found == {"FC": (20, 0.4), "XY": (20, 0.2), "all": (40, 0.3)}


def test_a_task_of_one_item_says_nothing_about_a_plan(make_benchmark, store, capsys):
    """It ended as an internal error."""
    items = [replace(item, task="XY" if n == 5 else "FC") for n, item in enumerate(make_binary_items(6))]
    benchmark = make_benchmark(items)
    right = {item.id: item.gold[0] for item in items}
    other = {item.id: OTHER_LETTER[item.gold[0]] if n > 2 else item.gold[0] for n, item in enumerate(items)}
    runs = [store_run(store, benchmark, each, model=m) for m, each in (("a", right), ("b", other))]
    rows = {row["task"]: row for row in document(capsys, "power", "--pilot", *runs)["rows"]}
    assert (rows["XY"]["n_pilot"], rows["XY"]["design_effect"], rows["XY"]["smallest"]) == (1, None, None)


@pytest.mark.slow
def test_more_items_of_the_same_entities_keep_the_share_of_variance():
    few, many = (ItemClusters.of([(f"d{place % 20}",) for place in range(n)]) for n in (80, 320))
    pilot = Pilot(0.3, 2.0)
    share = share_of_entities(few, pilot)
    larger = VerdictPower(many, pilot, of_entities=share)
    assert 0.1 < share < 0.9
    assert larger.at(0.15) > VerdictPower(few, pilot).at(0.15)


@pytest.mark.parametrize("power", [0.4, 0.8])
def test_the_smallest_difference_is_where_the_power_of_all_draws_is_reached(power):
    """However few draws are judged, and whether they are kept: by hand, halves of the interval by `at`."""
    shared = ItemClusters.of([(f"d{place % 20}",) for place in range(60)])
    planned = VerdictPower(shared, Pilot(0.4, 1.2), draws=50)
    low, high = 0.0, 0.4
    for _ in range(8):
        middle = (low + high) / 2
        low, high = (middle, high) if planned.at(middle) < power else (low, middle)
    assert planned.smallest(power) == high
    assert planned.smallest(1.01) is None


def known(value: Any) -> Any:
    """A value that there is."""
    assert value is not None
    return value


def pilot_of(shared, first, second):
    """The pilot that two runs of 160 items are. Args: first, second: how often each item is right."""
    found = paired(first, second, mean_of(shared, within=DIFFERENCE))
    return known(Pilot.of(found.difference, known(found.discordant), 160, found.sizes))


@pytest.mark.slow
def test_more_repetitions_find_smaller_differences():
    """An item's mean of several replies varies less than one reply: that is what --epochs is for."""
    draw = np.random.default_rng(4)
    chances = draw.random(160)
    replies = draw.random((2, 160, 8)) < chances[:, None]
    smallest = []
    for n in (1, 8):
        first, second = replies[:, :, :n].mean(axis=2)
        alone = ItemClusters.of([(f"item {place}",) for place in range(160)])
        pilot = pilot_of(alone, first, second)
        smallest.append(known(VerdictPower(alone, pilot, draws=100).smallest(0.8)))
    assert smallest[1] < 0.6 * smallest[0]


def test_a_pilots_differences_keep_their_mean_size_and_square():
    """|d| of 1/2 and 1 on two items of ten: size .125 / .15, on .15² / .125 of the items."""
    shared = ItemClusters.of([(f"item {place}",) for place in range(10)])
    first = np.array([0.5, -1.0] + [0.0] * 8)
    estimate = mean_of(shared, within=DIFFERENCE).estimate(first)
    pilot = known(Pilot.of(estimate, 0.2, 10, (0.15, 0.125)))
    assert (pilot.size, pilot.discordant) == pytest.approx((0.8333, 0.18), abs=1e-4)


@pytest.mark.slow
def test_families_grow_with_pairs(pilot, capsys):
    planned = ("power", "--pilot", *pilot, "--power", "0.4", "--pairs")
    one, two = (document(capsys, *planned, n)["rows"][0] for n in ("1", "2"))
    assert two["level"] == pytest.approx(one["level"] / 2)
    assert two["smallest"] > one["smallest"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--discordant", "0.3"], "--discordant does nothing with --pilot"),
        (["--n", "50"], "--pilot needs the items of a benchmark"),
        (["--tasks", "XX"], "no task 'XX', but FC"),
    ],
)
def test_what_contradicts_a_pilot_is_refused(pilot, more, said, capsys):
    assert main(["power", "--pilot", *pilot, *more]) == 2
    assert said in capsys.readouterr().err


def test_what_says_nothing_about_a_plan_is_refused(pilot, capsys):
    assert main(["power"]) == 2
    assert "power needs --benchmark DIR, --n N or --pilot RUN RUN" in capsys.readouterr().err
    assert main(["power", "--n", "50", "--entities", "fixed"]) == 2
    assert "need the items of a benchmark" in capsys.readouterr().err
    assert main(["power", "--pilot", pilot[0], pilot[0]]) == 2
    assert "rest on the same replies" in capsys.readouterr().err
