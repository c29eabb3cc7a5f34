"""The charts of a report's page: which intervals they draw, and that they say so."""

from dataclasses import replace

import pytest

from benchmark import Entity
from mhclient.figures.intervals import wilson
from mhclient.report.blocks.accuracy import accuracy_chart
from mhclient.report.blocks.letters import letters_chart
from tests.support.asking import summaries_of
from tests.support.items import make_binary_items
from tests.support.stored import store_run

OTHER = {"A": "B", "B": "A"}


@pytest.fixture
def summary(make_benchmark, store):
    """Three tasks: 60 items all wrong, 12 of which half are right, 60 of which half are right."""
    tasks = {"FC": 60, "R1": 12, "R2": 60}
    items = [item for task, n in tasks.items() for item in make_binary_items(n, task)]
    said = {
        item.id: OTHER[item.gold[0]] if item.task == "FC" or number % 4 < 2 else item.gold[0]
        for number, item in enumerate(items)
    }
    (summary,) = summaries_of(store, store_run(store, make_benchmark(items), said))
    return summary


def drawn(chart):
    """Name of each point → the interval drawn, in %, its hover text, and whether the point is hollow."""
    (trace,) = chart.data
    bars = trace["error_y"]
    return {
        name: (y - below, y + above, text, symbol.endswith("-open"))
        for name, y, below, above, text, symbol in zip(
            trace["x"],
            trace["y"],
            bars["arrayminus"],
            bars["array"],
            trace["text"],
            trace["marker"]["symbol"],
            strict=True,
        )
    }


def in_percent(count: int, n: int) -> list[float]:
    """Wilson's interval."""
    return [100 * bound for bound in wilson(count, n) or ()]


def test_rough_intervals_are_hollow_and_those_at_an_end_are_of_effective_clusters(summary):
    (chart,) = accuracy_chart([summary])
    found = drawn(chart)
    assert found["FC"][:2] == pytest.approx(in_percent(0, 60), abs=0.001)
    low, high = summary.tasks["R2"].estimate.ci95
    assert found["R2"][:2] == pytest.approx((100 * low, 100 * high), abs=0.001)
    assert not any(found[task][3] for task in ("FC", "R1", "R2"))
    assert "Hollow" not in chart.words
    assert "Wilson" not in chart.words


def test_a_task_of_few_clusters_is_drawn_hollow_and_one_of_too_few_without_a_bar(make_benchmark, store):
    diseases = [Entity("disease", "disease", f"disorder {n}") for n in range(6)]
    tasks = {"FC": 6, "R1": 1}
    items = [
        replace(item, entities=(diseases[place % n],))
        for task, n in tasks.items()
        for place, item in enumerate(make_binary_items(60, task))
    ]
    said = {item.id: OTHER[item.gold[0]] if place % 3 else item.gold[0] for place, item in enumerate(items)}
    (chart,) = accuracy_chart(summaries_of(store, store_run(store, make_benchmark(items), said)))
    (trace,) = chart.data
    assert [symbol.endswith("-open") for symbol in trace["marker"]["symbol"]] == [True, False]
    assert trace["error_y"]["array"][1] is None
    assert "Hollow points are rough: fewer than 10 effective clusters" in chart.words
    assert "Points without a bar rest on too few effective clusters" in chart.words


def test_a_letter_that_is_always_said_has_an_interval_of_effective_clusters(make_benchmark, store):
    items = make_binary_items(60)
    said = {item.id: "A" for item in items}
    summaries = summaries_of(store, store_run(store, make_benchmark(items), said))
    (chart,) = letters_chart(summaries)
    assert drawn(chart)["FC"][:2] == pytest.approx(in_percent(60, 60), abs=0.001)
    assert "Wilson" not in chart.words
