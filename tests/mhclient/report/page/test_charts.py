"""The charts of a report's page: which intervals they draw, and that they say so."""

import pytest

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


def test_where_the_clustered_interval_says_little_wilsons_is_drawn_and_named(summary):
    (chart,) = accuracy_chart([summary])
    found = drawn(chart)
    for task, of in (("FC", (0, 60)), ("R1", (6, 12))):
        assert found[task][:2] == pytest.approx(in_percent(*of), abs=0.001)
        assert found[task][2].endswith(", Wilson")
        assert found[task][3]
    assert found["FC"][1] == pytest.approx(6.0, abs=0.05)
    low, high = summary.tasks["R2"].clustered.ci95
    assert found["R2"][:2] == pytest.approx((100 * low, 100 * high), abs=0.001)
    assert not found["R2"][3]
    assert "Hollow points have Wilson's" in chart.words


def test_a_chart_without_rough_intervals_speaks_of_clustered_ones_alone(make_benchmark, store):
    items = make_binary_items(60)
    said = {item.id: "A" for item in items}
    summaries = summaries_of(store, store_run(store, make_benchmark(items), said))
    (chart,) = accuracy_chart(summaries)
    assert "clustered 95 % intervals" in chart.words
    assert "Wilson" not in chart.words


def test_a_letter_that_is_always_said_has_wilsons_interval(make_benchmark, store):
    items = make_binary_items(60)
    said = {item.id: "A" for item in items}
    summaries = summaries_of(store, store_run(store, make_benchmark(items), said))
    (chart,) = letters_chart(summaries)
    assert drawn(chart)["FC"][:2] == pytest.approx(in_percent(60, 60), abs=0.001)
    assert "Wilson" in chart.words
