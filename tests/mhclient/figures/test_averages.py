"""The averages over tasks that papers publish: the paper's own, and MentalBench's."""

import pytest

from mhclient.figures.accuracy import MHGRAPHBENCH, average, averages_for


def test_the_papers_averages_are_means_of_tasks():
    nine = {
        **{"ET": 0.9, "EC": 0.7, "FC": 0.5, "RT": 1.0, "RP": 0.3},
        **{"R1": 0.6, "R2": 0.4, "R1+E": 0.8, "R2+E": 0.2},
    }
    assert {
        name: average(weights, nine) for name, weights in averages_for(nine, {}).items()
    } == pytest.approx(
        {
            "AvgE": 0.8,
            "AvgR": 0.6,
            "AvgR*": 0.4,
            "AvgS": 0.5,
            "AvgS+E": 0.5,
            "AvgAll": 5.4 / 9,
            "AvgAll*": 4.4 / 8,
            "Gap": 0.8 - (0.3 + 0.6 + 0.4) / 3,
        }
    )


@pytest.mark.parametrize(
    ("name", "tasks", "published"),
    [
        # Qwen2.5-32B's task accuracies and averages, as the MHGraphBench paper prints them.
        ("AvgS", {"R1": 50.50, "R2": 59.00}, 54.75),
        ("AvgS+E", {"R1+E": 61.25, "R2+E": 50.08}, 55.66),
    ],
)
def test_published_averages_follow_from_published_tasks(name, tasks, published):
    assert average(MHGRAPHBENCH[name], tasks) == pytest.approx(published, abs=0.0051)


# An independent study's classifier on MentalBench: accuracy by type, and the overall weighted by the paper's
# sizes of the types, in %, as github.com/jcbritton23/jev-mentalbench-study prints them at commit 9304202.
# results/exploration_v1_full/report.md has 735, 690, 180 and 360 items of the types; types 1 and 2 are the
# same at every cutoff. results/holdout_v1_1_full/report.md has one overall.
MENTALBENCH_SIZES = {"type1": 1_725, "type2": 3_450, "type3": 6_525, "type4": 13_050}
EXPLORED = {"type1": 735, "type2": 690, "type3": 180, "type4": 360}
EXPLORATION = [  # type 3, type 4, overall; cutoffs 0.05, 0.10, … 0.95
    *[(9.4, 0.0, 21.8), (31.7, 5.3, 30.4), (38.3, 17.8, 38.8), (42.8, 32.8, 47.8), (46.7, 46.4, 56.0)],
    *[(44.4, 55.0, 60.0), (43.9, 61.7, 63.4), (41.1, 69.4, 66.7), (39.4, 74.7, 69.1), (36.1, 79.7, 70.8)],
    *[(27.8, 83.3, 70.5), (18.9, 86.7, 70.0), (15.6, 88.1, 69.8), (8.3, 88.6, 68.2), (1.7, 85.6, 64.8)],
    *[(0.0, 77.5, 60.1), (0.0, 63.9, 53.0), (0.0, 45.0, 43.0), (0.0, 14.2, 26.8)],
]
HALF_A_DIGIT = 0.05 + 1e-9  # what rounding to one decimal moves a figure by, at most


def test_mentalbenchs_overall_is_weighted_by_its_types():
    accuracy = {"type1": 0.9, "type2": 0.8, "type3": 0.2, "type4": 0.6}
    expected = (1_725 * 0.9 + 3_450 * 0.8 + 6_525 * 0.2 + 13_050 * 0.6) / 24_750
    weights = averages_for(accuracy, MENTALBENCH_SIZES)
    assert average(weights["Overall"], accuracy) == pytest.approx(expected)
    assert average(weights["Overall"], accuracy | {"type3": None}) is None


@pytest.mark.parametrize(("type3", "type4", "published"), EXPLORATION)
def test_mentalbenchs_published_overalls_come_out_to_the_last_digit(type3, type4, published):
    """Each printed share is that of one count of right items alone, so nothing but the overall is rounded."""
    printed = {"type1": 97.3, "type2": 89.7, "type3": type3, "type4": type4}
    accuracy = {}
    for task, n in EXPLORED.items():
        (right,) = (count for count in range(n + 1) if round(100 * count / n, 1) == printed[task])
        accuracy[task] = 100 * right / n
    overall = average(averages_for(accuracy, MENTALBENCH_SIZES)["Overall"], accuracy)
    assert overall == pytest.approx(published, abs=HALF_A_DIGIT)


def test_mentalbenchs_published_holdout_overall_comes_out():
    """Of thousands of items the counts are lost: the mean of rounded shares is off by half a digit too."""
    accuracy = {"type1": 94.6, "type2": 88.9, "type3": 32.4, "type4": 66.9}
    overall = average(averages_for(accuracy, MENTALBENCH_SIZES)["Overall"], accuracy)
    assert overall == pytest.approx(62.8, abs=2 * HALF_A_DIGIT)


def test_another_benchmarks_tasks_have_no_averages():
    assert averages_for(["triage"], {"triage": 5}) == {}
