"""Averages over tasks that papers publish, and figures of published data where that is at hand."""

import csv
import gzip
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from mhclient.figures.accuracy import MHGRAPHBENCH, accuracy_figures, average, averages_for, counted
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.paired import holm, paired
from mhclient.read.scored import Scored
from tests.support.places import SHARED
from tests.support.scoring_cases import scored


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


PUBLISHED = SHARED / "mentalbench" / "published_accuracy.csv"
SIZES = {"type1": 1_725, "type2": 3_450, "type3": 6_525, "type4": 13_050}


def test_by_hand_the_overall_weights_types_by_their_cases():
    """Sonnet 4.5: (94.32·1,725 + 91.16·3,450 + 14.99·6,525 + 74.84·13,050)/24,750 = 62.69."""
    overall = averages_for(SIZES, SIZES)["Overall"]
    types = dict(zip(SIZES, (94.32, 91.16, 14.99, 74.84), strict=True))
    assert average(overall, types) == pytest.approx(62.69, abs=0.005)


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published table is not part of the project")
def test_ten_published_rows_hold_to_a_hundredth_and_twelve_do_not():
    overall = averages_for(SIZES, SIZES)["Overall"]
    off = {}
    with PUBLISHED.open(newline="") as file:
        for row in csv.DictReader(file):
            ours = average(overall, {task: float(row[task]) for task in SIZES})
            assert ours is not None
            off[row["model"]] = abs(ours - float(row["overall"]))
            assert ours == pytest.approx(float(row["overall_recomputed"]), abs=0.0051)
            assert (off[row["model"]] < 0.0151) == (row["consistent"] == "1"), row["model"]
    assert sum(each < 0.0151 for each in off.values()) == 10
    assert len(off) == 22


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def letters_of_29_models():
    """Rows of MMLU-Pro's matrix: question, number of options, gold, and what each model said."""
    if not SHARED.exists():
        pytest.skip("the real letters of 29 models are not here")
    with gzip.open(SHARED / "llm_responses" / "mmlu_pro_matrix.csv.gz", "rt") as file:
        rows = list(csv.DictReader(file))
    models = list(rows[0])[4:]
    assert (len(rows), len(models)) == (12_032, 29)
    return rows, models


def asked_of(rows, model):
    """A model's items as scored ones; the matrix holds letters alone, so their grade is made up."""
    made: dict[tuple[str, str], Scored] = {}
    for row in rows:
        if row[model]:
            key = row["gold"], row[model]
            said = None if row[model] == "-" else row[model]
            yield made.setdefault(key, scored(row["gold"], said, options=10))


def test_29_models_have_the_accuracies_and_gaps_their_letters_have(letters_of_29_models):
    """The published scores fill gaps with made-up letters; no figure of ours does, and the bounds say so."""
    rows, models = letters_of_29_models
    without_gaps = set()
    for model in models:
        figures = accuracy_figures(counted(list(asked_of(rows, model))))
        said = [row for row in rows if row[model]]
        right = sum(row[model] == row["gold"] for row in said)
        unread = sum(row[model] == "-" for row in said)
        assert (figures.n, figures.correct.count, figures.n_unread) == (len(said), right, unread)
        assert figures.bounds == (right / len(said), (right + unread) / len(said))
        without_gaps |= set() if unread else {model}
    # The files whose authors put the letter G where no answer was found.
    assert {model.partition("-7")[0].partition("-8")[0] for model in without_gaps} == {
        "Meta-Llama-3_1",
        "mathstral",
    }


def test_29_models_on_the_same_items_are_compared_in_pairs(letters_of_29_models):
    """All 406 pairs on the items all were asked: exact tests against statsmodels, Holm against its rule."""
    rows, models = letters_of_29_models
    complete = [row for row in rows if all(row[model] for model in models)]
    right = {model: np.array([row[model] == row["gold"] for row in complete]) for model in models}
    mean = mean_of(ItemClusters.of([()] * len(complete)))
    found = [paired(right[one], right[other], mean) for one, other in combinations(models, 2)]
    assert len(found) == 406
    for pair in found:
        expected = mcnemar([[pair.both, pair.first_only], [pair.second_only, pair.neither]], exact=True)
        assert pair.mcnemar == pytest.approx(expected.pvalue, abs=1e-10)
        low, high = pair.difference.ci95 or (1.0, 0.0)
        assert low <= (pair.difference.value or 0.0) <= high
    ranked = sorted(pair.p for pair in found if pair.p is not None)
    stepped = np.maximum.accumulate([min(1.0, (406 - step) * p) for step, p in enumerate(ranked)])
    assert sorted(p for p in holm([pair.p for pair in found]) if p is not None) == pytest.approx(
        stepped.tolist()
    )


@pytest.mark.skipif(not SHARED.exists(), reason="MentalBench's index is not here")
def test_mentalbenchs_weights_are_those_of_its_real_items():
    """Its table 1 is not at hand; published overalls of the same rule are in `test_statistics.py`."""
    with gzip.open(SHARED / "mentalbench" / "index.csv.gz", "rt") as file:
        sizes = Counter(row["type"][:5] for row in csv.DictReader(file))
    weights = averages_for(sizes, sizes)["Overall"]
    assert {task: round(24_750 * weight) for task, weight in weights.items()} == {
        **{"type1": 1_725, "type2": 3_450},
        **{"type3": 6_525, "type4": 13_050},
    }
