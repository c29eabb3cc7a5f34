"""Evidence that a service moved: exact in small cases, within its level, and quick where it moved."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import kstest, norm

from mhclient.figures.drift import ALPHA, deviates, evidence, look_at, number_right, surprise


def panels_of(rng, chances, n_panels, *, n_epochs=2, from_panel=0, then=None, of_the_day=False):
    """Panels of items that are right with these chances; from one panel on with others.

    Args:
        of_the_day: whether an item's replies in one panel are all alike.
    """
    found = []
    for number in range(1, n_panels + 1):
        now = then if then is not None and number >= from_panel else chances
        right = rng.random((len(now), 1 if of_the_day else n_epochs)) < now[:, None]
        right = np.broadcast_to(right, (len(now), n_epochs))
        found.append({str(item): right[item].tolist() for item in range(len(now))})
    return found


def said_of(panels):
    return [{item: ["A" if hit else "B" for hit in of] for item, of in panel.items()} for panel in panels]


def looks_of(rng, panels):
    return look_at(panels, said_of(panels), [tuple(pair) for pair in rng.random((len(panels), 2))])


def wavering(rng, n_items=100, share=0.2):
    """Most items are always right or always wrong; some waver."""
    known = (rng.random(n_items) < 0.8).astype(float)
    return np.where(rng.random(n_items) < share, rng.uniform(0.2, 0.9, n_items), known)


def test_a_deviate_worked_by_hand():
    """One item: right twice of two, twice, then once. The last is any of 2, 2, 1 with the same chance."""
    found = deviates([{"i": 2}, {"i": 2}, {"i": 1}], [0.5, 0.5, 0.6], number_right)
    assert found == pytest.approx([norm.ppf(0.5), norm.ppf(0.6 / 3)])
    found = deviates([{"i": "AA"}, {"i": "AA"}, {"i": "AB"}], [0.5, 0.5, 0.6], surprise)
    assert found == pytest.approx([norm.ppf(0.5), norm.ppf(2 / 3 + 0.6 / 3)])


@pytest.mark.slow
def test_where_nothing_changed_deviates_are_standard_normal_and_independent():
    rng = np.random.default_rng(5)
    by_series = []
    for _ in range(400):
        panels = panels_of(rng, wavering(rng, 30), 4)
        values = [{item: sum(right) for item, right in panel.items()} for panel in panels]
        by_series.append(
            [
                each
                for score in (number_right, surprise)
                for each in deviates(values, rng.random(4).tolist(), score)
            ]
        )
    found = np.array(by_series)
    for column in found.T:
        assert kstest(column, "norm").pvalue > 0.001
    among = np.corrcoef(found[:, :3].T)
    assert np.abs(among[np.triu_indices(3, 1)]).max() < 0.2


@pytest.mark.slow
def test_evidence_is_1_on_average_where_nothing_changed():
    """After one deviate exactly, over its normal density; after 30 it has passed 20 in at most 5 %."""
    mean, _ = quad(lambda z: evidence([z])[-1].evidence * norm.pdf(z), -37, 37)
    assert mean == pytest.approx(1.0, abs=1e-6)
    rng = np.random.default_rng(6)
    series = [evidence(rng.standard_normal(30).tolist()) for _ in range(300)]
    passed = sum(any(each.evidence >= 1 / ALPHA for each in of) for of in series)
    assert passed <= 25  # of 300: 15 would be 5 %, and 26 or more come in 0.6 % of draws then


def test_evidence_by_quadrature():
    """Two deviates: no change yet, one that began at panel 2, or at panel 3; sizes normal with scale 3."""
    z = [1.3, 2.1]
    sizes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights = weights / weights.sum()

    def ratio(shifts):
        exponents = [3 * sizes * s * v - 0.5 * (3 * sizes * s) ** 2 for s, v in zip(shifts, z, strict=True)]
        return float(weights @ np.exp(sum(exponents)))

    second = ratio([np.sqrt(1 / 2), np.sqrt(1 / 6)])
    third = ratio([0.0, 2 / np.sqrt(6)])
    assert evidence(z)[-1].evidence == pytest.approx(second / 2 + third / 6 + 1 / 3, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("of_the_day", [False, True])
def test_a_service_that_does_not_change_is_not_accused_in_60_daily_looks(of_the_day):
    """Nor where replies vary from day to day and not within a panel; 99 % of such services once were."""
    rng = np.random.default_rng(7)
    accused = sum(
        any(
            look.shows_change
            for look in looks_of(rng, panels_of(rng, wavering(rng, 40), 60, of_the_day=of_the_day))
        )
        for _ in range(20)
    )
    assert accused <= 3  # binomial(20, 0.05): 4 or more in 1.6 % of draws; it is far below its level


@pytest.mark.slow
def test_a_change_of_4_points_is_found_within_5_panels():
    """The promise of docs/drift.md: 100 items, twice each, four of them lost for good on day 11."""
    rng = np.random.default_rng(9)
    delays = []
    for _ in range(12):
        before = wavering(rng)
        after = before.copy()
        after[rng.choice(np.flatnonzero(before == 1.0), 4, replace=False)] = 0.0
        panels = panels_of(rng, before, 15, from_panel=11, then=after)
        looks = looks_of(rng, panels)
        shown = [number for number, look in enumerate(looks, 2) if look.shows_change]
        assert not shown or shown[0] >= 11
        delays.append(shown[0] - 10 if shown else 99)
        if shown:
            assert abs(looks[shown[0] - 2].began - 11) <= 1
    assert max(delays) <= 5
    assert ALPHA == 0.05


def test_other_answers_are_a_change_though_as_many_are_right():
    """A service that swaps which wrong option it takes is another service."""
    right = [{str(item): [item < 5, item < 5] for item in range(10)}] * 8
    said = [
        {str(item): ["A" if item < 5 else ("B" if number < 4 else "C")] * 2 for item in range(10)}
        for number in range(8)
    ]
    looks = look_at(right, said, [(0.5, 0.5)] * 8)
    assert looks[-1].accuracy.evidence < 1
    assert looks[-1].shows_change
    assert looks[-1].began == 5


def test_no_draw_of_ties_makes_a_change_of_panels_that_are_all_alike():
    """By the draw of ties, one in a thousand pairs of panels with the same replies was called a change."""
    panels = [{"i": [True, True], "j": [False, False]}] * 3
    said = [{"i": ["A", "A"], "j": ["B", "B"]}] * 3
    drawn = [(0.5, 0.5), (0.999999, 0.999999), (0.999999, 0.999999)]
    assert all(look.evidence <= 1.0 for look in look_at(panels, said, drawn))
    varied = [*said[:2], {"i": ["A", "A"], "j": ["B", "C"]}]
    first, second = look_at(panels, varied, drawn)
    assert first.evidence <= 1.0
    assert second.evidence > 1.0
