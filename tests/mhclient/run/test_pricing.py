"""A price that is known after the replies counts them as one that was known before."""

import pytest

from cache import Store
from mhclient.run.prices import Price, put_price
from tests.support.items import make_items
from tests.support.sql import execute
from tests.support.stored import store_run

PRICE = Price(2.0, 10.0, "test", cached=0.5, written=2.5, priority=2.0)


@pytest.mark.parametrize(
    ("tier", "in_batch", "cost_usd"),
    [  # 1,000 tokens of prompts at 2 USD a million, of them 600 at 0.5 and 100 at 2.5; 100 at 10
        (None, False, 0.00215),
        ("flex", False, 0.001075),
        ("priority", False, 0.0043),
        (None, True, 0.0015),  # half of what 1,000 and 100 tokens cost
    ],
)
def test_a_price_that_comes_later_knows_caches_tiers_and_batches(
    make_benchmark, store_path, tier, in_batch, cost_usd
):
    items = make_items(2)
    run_id = store_run(store_path, make_benchmark(items), {item.id: "A" for item in items})
    with Store.open(store_path) as store:
        execute(
            store,
            "UPDATE responses SET prompt_tokens = 1000, completion_tokens = 100, cached_tokens = 600, "
            "written_tokens = 100, tier = ?",
            (tier,),
        )
        execute(store, "PRAGMA foreign_keys = OFF")
        execute(store, "UPDATE attempts SET batch_id = ?", (1 if in_batch else None,))
        assert put_price(store, run_id, PRICE) == 2
        costs = [row[0] for row in execute(store, "SELECT cost_usd FROM attempts")]
    assert costs == pytest.approx([cost_usd, cost_usd])
