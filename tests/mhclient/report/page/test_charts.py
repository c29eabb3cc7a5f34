"""The charts of a report's page: which intervals they draw, and that they say so."""

from dataclasses import replace

import pytest

from benchmark import Entity
from mhclient.figures.proportion_intervals import wilson
from mhclient.report.blocks.accuracy import accuracy_chart
from mhclient.report.blocks.letters import letters_chart
from mhclient.report.blocks.outcomes import outcomes_chart
from mhclient.report.chart import Bars, Dots
from tests.support.asking import summaries_of
from tests.support.items import make_binary_items, make_items
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


def turned(item, number):
    """The item's options, turned by a number of places."""
    texts = list(item.options.values())
    return texts[number % 4 :] + texts[: number % 4]


def points_of(chart):
    """Name → point, of a chart of one run."""
    (series,) = chart.drawing.series
    return {point.name: point for point in series.points}


def test_intervals_are_those_of_the_figures_and_at_an_end_about_wilsons(summary):
    (chart,) = accuracy_chart([summary])
    found = points_of(chart)
    assert found["FC"].bounds == pytest.approx(wilson(0, 60), abs=0.003)  # Student's t of 59 degrees
    assert found["R2"].bounds == summary.tasks["R2"].estimate.ci95
    assert not any(point.rough for point in found.values())
    assert isinstance(chart.drawing, Dots)
    assert chart.drawing.lines["chance"] == {"FC": 0.5, "R1": 0.5, "R2": 0.5}
    assert "Hollow" not in chart.words


def test_a_task_of_few_clusters_is_marked_and_one_of_too_few_has_no_interval(make_benchmark, store):
    diseases = [Entity("disease", "disease", f"disorder {n}") for n in range(6)]
    tasks = {"FC": 6, "R1": 1}
    items = [
        replace(item, entities=(diseases[place % n],))
        for task, n in tasks.items()
        for place, item in enumerate(make_binary_items(60, task))
    ]
    said = {item.id: OTHER[item.gold[0]] if place % 3 else item.gold[0] for place, item in enumerate(items)}
    (chart,) = accuracy_chart(summaries_of(store, store_run(store, make_benchmark(items), said)))
    found = points_of(chart)
    assert [point.rough for point in found.values()] == [True, False]
    assert found["R1"].bounds is None
    assert found["R1"].exact == wilson(20, 60)
    assert "rough, the items are worth fewer than 10 independent groups" in chart.words
    assert "Hollow: no interval, since they are worth fewer than two" in chart.words


def test_yes_that_is_always_said_is_said_half_of_the_time_too_often(make_benchmark, store):
    """By hand: 60 items, half of them yes; A, which is yes, is said to all: 100 % said minus 50 % right."""
    items = make_binary_items(60)
    said = {item.id: "A" for item in items}
    summaries = summaries_of(store, store_run(store, make_benchmark(items), said))
    (chart,) = letters_chart(summaries)  # and no chart of letters: the options never change their places
    assert (chart.name, points_of(chart)["FC"].value) == ("yes", 0.5)


def test_a_letter_said_too_often_stands_beside_the_bar_where_options_are_shuffled(make_benchmark, store):
    """By hand: 40 items with gold A, B, C, D in turn; always A is 100 % said, 25 % right."""
    items = [
        replace(item, options=dict(zip("ABCD", turned(item, number), strict=True)))
        for number, item in enumerate(make_items(40))
    ]
    summaries = summaries_of(store, store_run(store, make_benchmark(items), {item.id: "A" for item in items}))
    shares = [item.gold[0] for item in items].count("A") / 40
    (letters,) = letters_chart(summaries)
    assert letters.name == "letters"
    assert points_of(letters)["A"].value == pytest.approx(1 - shares)
    (picture,) = outcomes_chart(summaries)
    assert isinstance(picture.drawing, Bars)
    beside = picture.drawing.rows[0].beside
    assert beside is not None
    assert beside.name == "A"
    assert beside.value == pytest.approx(1 - shares)
