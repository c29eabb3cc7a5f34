"""One model asked in several orders of options, and in several wordings."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.figures.repetitions import prompt_variance
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.variants import in_other_orders, order_figures, over_prompts, places_of
from mhclient.report.loading.load import load_runs
from mhclient.report.settings import Settings
from mhclient.run.parameters import Parameters
from tests.support.asking import run, simulator_for
from tests.support.items import make_binary_items, make_items

pytestmark = pytest.mark.slow

ORDERS = ("letter-only", "letter-only:option_order=cyclic,shift=1", "letter-only:option_order=reversed")


async def asked(make_benchmark, store_path, model, variants=ORDERS, items=None, **fields):
    """Runs of a model under several variants, and the store's path."""
    benchmark = make_benchmark(items or make_items(12) + make_binary_items(10))
    async with simulator_for(benchmark) as simulator:
        ids = [
            (await run(benchmark, simulator, store_path, model=model, variant=variant, **fields))[0]
            for variant in variants
        ]
    return load_runs(Store.open(store_path, read_only=True), ids)


async def test_a_model_that_always_says_a_chooses_another_text_in_every_order(make_benchmark, store_path):
    runs = await asked(make_benchmark, store_path, "sim-a-biased:a_rate=1")
    (group,) = in_other_orders(compare(runs, Settings()))
    figures = order_figures(group)
    assert set(figures) == {"RP", "FC", "all"}
    assert figures["RP"].n_items == 12
    assert figures["RP"].consistency.value == 0
    assert figures["all"].circular.value == 0
    assert figures["FC"].consistency.value == 0  # rotated by one and reversed are one order of two options
    places = places_of(group)
    assert [place.said.value for place in places] == [1.0, *[0.0] * (len(places) - 1)]
    assert [place.correct.value for place in places] == [1.0, *[0.0] * (len(places) - 1)]
    assert sum(place.gold.count for place in places) == 3 * 22


async def test_a_model_that_knows_the_text_is_right_in_every_order(make_benchmark, store_path):
    runs = await asked(make_benchmark, store_path, "sim-tidy:accuracy=1")
    (group,) = in_other_orders(compare(runs, Settings()))
    for each in order_figures(group).values():
        assert (each.accuracy.value, each.consistency.value, each.circular.value) == (1, 1, 1)


async def test_orders_with_repetitions_are_figures_over_items(make_benchmark, store_path):
    warm = {"parameters": Parameters(temperature=1.0), "epochs": 3}
    runs = await asked(make_benchmark, store_path, "sim-wavering", **warm)
    (group,) = in_other_orders(compare(runs, Settings()))
    found = order_figures(group)["RP"]
    assert found.n_items == 12
    said = [[reply.prediction for reply in of_row] for of_row in group.replies if of_row[0].task == "RP"]
    assert len(said) == 36
    agree = np.mean([np.mean([a == b for a, b in combinations(each, 2)]) for each in said])
    assert found.consistency.value == pytest.approx(agree)


async def test_the_variance_over_prompts_is_that_of_the_variants_item_means(make_benchmark, store_path):
    variants = ("letter-only", "json", "answer-line")
    runs = await asked(make_benchmark, store_path, "sim-verbose", variants)
    ((group, found),) = over_prompts(compare(runs, Settings()))
    right = np.array([[scored.correct for scored in each.scored] for each in runs], dtype=float).T
    assert found == prompt_variance(right)
    assert len(group.runs) == 3
    assert not list(in_other_orders(compare(runs, Settings())))


async def test_runs_of_different_models_are_no_variants_of_each_other(make_benchmark, store_path):
    runs = await asked(make_benchmark, store_path, "sim-tidy", ORDERS[:1])
    others = await asked(make_benchmark, store_path, "sim-verbose", ORDERS[1:2])
    comparison = compare([*runs, *others], Settings())
    assert not list(in_other_orders(comparison))
    assert not over_prompts(comparison)


async def test_shuffled_options_that_stay_as_they_are_do_not_keep_runs_apart(make_benchmark, store_path):
    variants = ("letter-only", "letter-only:option_order=shuffled,seed=3")
    runs = await asked(make_benchmark, store_path, "sim-tidy", variants)
    same = set(runs[0].response_ids) & set(runs[1].response_ids)
    assert 0 < len(same) < 22
    assert compare(runs, Settings()).pairs[0].overall.right.n == 22


async def test_items_whose_options_keep_their_places_are_left_out_of_orders_and_counted(
    make_benchmark, store_path, capsys
):
    """Also those that an earlier version moved."""
    items = [
        replace(item, options={**item.options, "D": text})
        for item, text in zip(
            make_items(12), [*["All of the above"] * 3, "Both A and B", *["x"] * 8], strict=True
        )
    ]
    runs = await asked(make_benchmark, store_path, "sim-a-biased:a_rate=1", items=items)
    (group,) = in_other_orders(compare(runs, Settings()))
    assert order_figures(group)["RP"].n_items == 8
    assert sum(place.gold.count for place in places_of(group)) == 3 * 8
    assert main(["compare", *(each.run.run_id for each in runs), "--store", str(store_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Left out of sim-a-biased:a_rate=1: 4 items whose options speak of other options." in said
