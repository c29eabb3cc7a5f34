"""What the paper's tables of accuracy hold: which version's counts, what intervals, what weights."""

import csv
from collections import Counter

import numpy as np
import pytest
from scipy.stats import binom

from benchmark.mentat.release import CATEGORIES, LEFT_OUT, split
from tests.support.mentat import DESIGN, released_shapes

pytestmark = pytest.mark.skipif(not DESIGN.is_dir(), reason="MENTAT's tables are not beside the checkout")

COLUMNS = ("all", *CATEGORIES)


def printed(table):
    """Model → category → accuracy, and what is printed above and below it; models in the table's order."""
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    with (DESIGN / "published_accuracy.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["table"] == table:
                values = tuple(float(row[name]) for name in ("accuracy", "up", "down"))
                found.setdefault(row["model"], {})[row["category"]] = values
    return found


def sizes(version):
    """Category → questions of the version's evaluation part, by the product's own split."""
    shapes = released_shapes()
    evaluated, _ = split(shapes.keys() - LEFT_OUT[version])
    return {"all": len(evaluated), **Counter(shapes[number].category for number in evaluated)}


def count_of(accuracy, n):
    """The number right that is printed so; None where no whole number is."""
    k = round(accuracy * n)
    return k if abs(k / n - accuracy) <= 0.005 + 1e-9 else None


def fits(cells, n):
    """Whether a row is whole numbers right of each category, and of their sum."""
    counts = {name: count_of(cells[name][0], n[name]) for name in COLUMNS}
    if None in counts.values():
        return False
    slack = sum(0.005 * n[name] + 0.5 for name in CATEGORIES)  # several counts may be printed alike
    return abs(counts["all"] - sum(counts[name] for name in CATEGORIES)) <= slack


def test_the_first_14_models_were_scored_on_january_and_the_last_7_on_february():
    january, february = sizes("january"), sizes("february")
    rows = [(fits(cells, january), fits(cells, february)) for cells in printed("5").values()]
    assert rows == [(True, False)] * 14 + [(False, True)] * 7


def test_printed_intervals_are_quantiles_of_the_binomial():
    close = exact = 0
    for place, cells in enumerate(printed("5").values()):
        n_of = sizes("january" if place < 14 else "february")
        for name in COLUMNS:
            accuracy, up, down = cells[name]
            n, k = n_of[name], count_of(accuracy, n_of[name])
            low, high = binom.ppf([0.025, 0.975], n, k / n) / n
            off = max(abs(high - k / n - up), abs(k / n - low - down))
            close += off <= 1 / n + 0.005
            exact += off <= 0.005 + 1e-9
    assert (close, exact) == (126, 102)


def test_six_few_shot_rows_repeat_the_zero_shot_ones():
    zero, few = printed("5"), printed("6")
    same = Counter(sum(few[model][name][0] == zero[model][name][0] for name in COLUMNS) for model in few)
    assert (same[6], same[5], len(few)) == (6, 1, 12)
    odd = few["Gemma-3-27b-it"]
    n = sizes("february")
    assert odd["all"][0] == 0.71
    assert round(sum(count_of(odd[name][0], n[name]) for name in CATEGORIES) / n["all"], 2) == 0.69


def test_pooled_means_come_out_with_weights_of_other_models_and_categories():
    """The release reshapes errors (models × 2 × categories) where it must transpose."""
    cells = np.array([[row[name] for name in COLUMNS] for row in printed("5").values()])
    accuracy, errors = cells[..., 0], np.stack([cells[..., 2], cells[..., 1]], axis=1)
    notebook = (0.645, 0.810, 0.669, 0.760, 0.442, 0.418)
    scrambled = errors[:14].reshape(len(COLUMNS), 14, 2).mean(axis=2).T
    found = pooled(accuracy[:14], scrambled)
    assert found == pytest.approx([0.637, 0.811, 0.667, 0.748, 0.442, 0.420], abs=6e-4)
    assert found == pytest.approx(notebook, abs=0.015)
    assert max(abs(pooled(accuracy[:14], errors[:14].mean(axis=1)) - notebook)) > 0.1
    right = pooled(accuracy, errors.mean(axis=1))
    assert right[1:] == pytest.approx([0.829, 0.782, 0.871, 0.510, 0.441], abs=6e-4)
    assert accuracy.mean(axis=0)[1:] == pytest.approx([0.775, 0.633, 0.767, 0.512, 0.446], abs=6e-4)


def pooled(accuracy, halves):
    weights = halves**-2
    return (weights * accuracy).sum(axis=0) / weights.sum(axis=0)
