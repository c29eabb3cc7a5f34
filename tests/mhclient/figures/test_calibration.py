"""Whether letters' probabilities can be believed: by hand, against published figures, and in every report."""

import csv
import json
from typing import Any

import numpy as np
import pytest

from mhclient.cli.main import main
from mhclient.figures.calibration import (
    Confidences,
    brier_values,
    calibrated_p,
    calibration_error,
    calibration_figures,
    chosen_share,
    debiased_error,
    error_bounds,
    error_estimate,
    error_interval,
    risk_coverage_area,
)
from mhclient.figures.cluster_robust import mean_of
from mhclient.figures.clustering import ItemClusters
from tests.mhclient.providers.test_log_probs import command
from tests.support.items import make_items
from tests.support.places import SHARED


def figures_of(confidence, correct, entities=None):
    share = np.asarray(confidence, dtype=np.float64)
    known = Confidences(share, share, share, np.asarray(correct, dtype=bool))
    shared = ItemClusters.of(entities or [()] * len(share))
    return calibration_figures(known, mean_of(shared), mean_of(shared, chosen_share(share)))


def test_bins_and_error_by_hand():
    # 0.85 twice, one right; 0.3, wrong: |0.85 - 0.5| * 2/3 + |0.3 - 0| * 1/3 = 1/3.
    figures = figures_of([0.85, 0.85, 0.3], [True, False, False])
    filled = {(one.low, one.high): (one.confidence, one.correct.count, one.correct.n) for one in figures.bins}
    assert filled[0.8, 0.9] == (pytest.approx(0.85), 1, 2)
    assert filled[0.3, 0.4] == (pytest.approx(0.3), 0, 1)
    assert sum(one.correct.n for one in figures.bins) == 3
    assert figures.error.value == pytest.approx(1 / 3)
    assert figures.confidence == pytest.approx(2 / 3)


def test_the_share_that_is_right_is_less_sure_where_items_share_entities():
    correct = [True] * 20 + [False] * 20
    alone = figures_of([0.7] * 40, correct).right
    in_fours = figures_of([0.7] * 40, correct, [(f"d{number // 4}",) for number in range(40)]).right
    assert alone.value == in_fours.value == 0.5
    assert (in_fours.n_effective, alone.n_effective) == (10, 40)
    # By hand, e = ±1/80, G* 10: V = 10/9 · 10 · (4/80)² = 1/36, t(9) = 2.262.
    assert in_fours.ci95 == pytest.approx((0.5 - 2.262 / 6, 0.5 + 2.262 / 6), abs=1e-3)


@pytest.mark.skipif(not SHARED.exists(), reason="the real letter probabilities are not here")
@pytest.mark.parametrize("which", ["baseline", "finetuned"])
def test_a_published_error_comes_out_and_lies_in_its_interval(which):
    folder = SHARED / "letter_probabilities"
    published = json.loads((folder / "published_metrics.json").read_text())["reliability"][which]["ece"]
    with (folder / f"{which}.csv").open() as file:
        rows = list(csv.DictReader(file))
    figures = figures_of(
        [float(row["confidence"]) for row in rows], [row["gold"] == row["prediction"] for row in rows]
    )
    assert figures.error.value == pytest.approx(published, abs=1.01e-4)
    low, high = figures.error.ci95 or (1.0, 0.0)
    assert low <= published <= high


@pytest.mark.slow
def test_the_interval_of_a_calibrated_models_error_reaches_down_to_nothing():
    """The error itself is above 0.02 by noise alone, and the middle of its resamples higher still."""
    draws = np.random.RandomState(2)
    held = 0
    for _ in range(50):
        confidence = draws.uniform(0.3, 1.0, 300)
        error = figures_of(confidence.tolist(), draws.random_sample(300) < confidence).error
        assert (error.value or 0) > 0.01
        held += (error.ci95 or (1.0, 1.0))[0] < 0.01
    assert held >= 40


@pytest.fixture
def run_with_log_probs(make_benchmark, capsys) -> str:
    """A simulated model that gives its letter 70 %, and is right in half of the items."""
    words = ("--ask", "logprobs", "--run-id", "nearly")
    assert command(make_benchmark(make_items(60)), "sim-tidy:accuracy=0.5", *words) == 0
    capsys.readouterr()
    return "nearly"


@pytest.mark.slow
def test_a_run_with_log_probs_shows_its_calibration_in_every_form(run_with_log_probs, capsys, tmp_path):
    report = ["report", run_with_log_probs, "--store", "s.sqlite3"]
    assert main([*report, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["calibration"]
    assert found["n"] == 60
    assert found["confidence"] > found["share"]  # too sure
    low, high = found["ci95_calibration_error"]
    assert low <= found["calibration_error"] <= high
    assert main(report) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the model is too sure" in shown
    assert "Letters' probabilities, in %" in shown
    for said, value in (
        ("as a root mean square, freed of chance:", found["calibration_error_debiased"]),
        ("by chance: p", None),
        ("Right among the surest 80.0 %:", found["selective_accuracy"]),
        ("(area under risk over coverage):", found["risk_coverage_area"]),
    ):
        assert said in shown
        assert value is None or f"{said} {100 * value:.1f}" in shown
    assert f"Brier's score: {found['brier']:.2f}" in shown
    assert main([*report, "--format", "latex", "--out", "r.tex"]) == 0
    row = next(line for line in (tmp_path / "r.tex").read_text().splitlines() if line.count("&") == 9)
    cells = [cell.strip() for cell in row.split("&")]
    assert [*cells[:2], cells[6]] == ["Model", "n", "Brier"]
    assert (
        rf"{100 * found['calibration_error']:.1f}\\ \scriptsize {100 * low:.1f}"
        in (tmp_path / "r.tex").read_text()
    )
    assert main([*report, "--format", "html", "--out", "r.html"]) == 0
    assert 'id="chart-calibration"' in (tmp_path / "r.html").read_text()


def test_a_run_without_probabilities_has_none(make_benchmark, capsys):
    assert command(make_benchmark(make_items(4)), "sim-tidy", "--run-id", "plain") == 0
    capsys.readouterr()
    assert main(["report", "plain", "--store", "s.sqlite3", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["calibration"] is None


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
