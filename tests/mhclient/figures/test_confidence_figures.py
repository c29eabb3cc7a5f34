"""What confidence is worth: errors freed of chance, a test of calibration, answering only if sure."""

import csv
from typing import Any

import numpy as np
import pytest

from mhclient.figures.calibration import (
    brier_values,
    calibrated_p,
    calibration_error,
    chosen_share,
    debiased_error,
    error_bounds,
    error_estimate,
    error_interval,
    risk_coverage_area,
)
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.linear import mean_of
from tests.support.places import SHARED


def known(value: Any) -> Any:
    """A value that there is."""
    assert value is not None
    return value


def drawn(n: int, off: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Confidences from 0.3 to 1, and outcomes of a model that is right by so much less often."""
    draw = np.random.default_rng(seed)
    confidence = draw.uniform(0.3, 1.0, n)
    return confidence, draw.random(n) < confidence - off


def independent(n: int):
    return mean_of(ItemClusters.of([()] * n))


def test_what_chance_adds_to_the_error_is_taken_off():
    errors = [
        (calibration_error(c, r.tolist()), debiased_error(c, r))
        for c, r in (drawn(400, 0, s) for s in range(60))
    ]
    raw, debiased = (np.mean([known(each) for each in of]) for of in zip(*errors, strict=True))
    assert raw > 0.04
    assert debiased < 0.025
    assert known(debiased_error(*drawn(50_000, 0.15, 3))) == pytest.approx(0.15, abs=0.01)
    assert debiased_error(np.zeros(0), np.zeros(0, dtype=bool)) is None


@pytest.mark.slow
def test_a_calibrated_model_is_seldom_called_uncalibrated():
    p = [known(calibrated_p(*drawn(300, 0.0, seed), simulations=200)) for seed in range(100)]
    assert np.mean(np.array(p) < 0.05) <= 0.10
    assert known(calibrated_p(*drawn(600, 0.15, 1), simulations=200)) < 0.02


@pytest.mark.slow
@pytest.mark.parametrize("n", [300, 1_200])
@pytest.mark.parametrize("off", [0.0, 0.1])
def test_the_interval_of_the_error_holds_the_truth(n, off):
    """At a true error of 0 as well, where a bootstrap's interval covers 72 %."""
    held = 0
    for seed in range(120):
        confidence, correct = drawn(n, off, seed)
        p = calibrated_p(confidence, correct, simulations=200)
        low, high = known(error_interval(error_estimate(confidence, correct, independent(n)), p))
        held += low <= off <= high
    assert held / 120 >= 0.92


def test_brier_by_hand():
    assert brier_values(np.array([0.9, 0.4]), np.array([True, True])).tolist() == pytest.approx([0.01, 0.36])


def test_the_surest_share_of_items_is_chosen_and_ties_share():
    chosen = chosen_share(np.array([0.9, 0.8, 0.7, 0.7, 0.7]), 0.8)
    assert chosen.tolist() == pytest.approx([1, 1, 2 / 3, 2 / 3, 2 / 3])
    assert chosen_share(np.array([0.9, 0.1]), 1.0).tolist() == [1, 1]


def test_the_area_of_risk_does_not_depend_on_the_order_of_ties():
    confidence = np.array([0.9, 0.5, 0.5, 0.2])
    one = risk_coverage_area(confidence, np.array([True, True, False, False]))
    other = risk_coverage_area(confidence, np.array([True, False, True, False]))
    assert one == other == pytest.approx((0 + 0.25 + 1 / 3 + 0.5) / 4)
    assert risk_coverage_area(np.zeros(0), np.zeros(0, dtype=bool)) is None


def test_hidden_mass_gives_bounds_of_the_error():
    low, middle, high = error_bounds([0.5, 0.5], [0.7, 0.7], [True, False])
    assert (low, middle, high) == pytest.approx((0.0, 0.1, 0.2))
    assert error_bounds([], [], []) == (None, None, None)


@pytest.mark.skipif(not SHARED.exists(), reason="the real letter probabilities are not here")
def test_on_a_real_model_the_error_is_more_than_chance():
    with (SHARED / "letter_probabilities" / "baseline.csv").open() as file:
        rows = list(csv.DictReader(file))
    confidence = np.array([float(row["confidence"]) for row in rows])
    correct = np.array([row["gold"] == row["prediction"] for row in rows])
    found = error_estimate(confidence, correct, independent(len(rows)))
    assert 0 < known(found.value) < 0.0303
    assert known(risk_coverage_area(confidence, correct)) < 1 - correct.mean()
