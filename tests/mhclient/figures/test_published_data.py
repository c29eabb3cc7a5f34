"""Figures worked out of other people's published data; skipped where that is not at hand."""

import csv
import gzip
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from mhclient.figures.accuracy import accuracy_figures, averages_for, counted
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.linear import mean_of
from mhclient.figures.paired import holm, paired
from mhclient.read.scored import Scored
from tests.support.places import SHARED
from tests.support.scoring_cases import scored

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
