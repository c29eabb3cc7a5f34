"""Letters' probabilities against labels, by hand and against scipy."""

import math

import numpy as np
import pytest
from scipy.special import rel_entr
from scipy.stats import entropy

from mhclient.figures.soft_labels import OptionProbabilities, probability_scores, share_bounds

NONE = (0.0, 0.0, 0.0)


def reply(label, share, question=1, low=None, high=None):
    return OptionProbabilities(question, label, share, low or share, high or share)


def test_scores_by_hand():
    found = probability_scores([reply((0.7, 0.3, *NONE), (0.5, 0.5, *NONE))])
    assert found.cross_entropy == pytest.approx(math.log(2))
    assert (found.entropy, found.divergence) == pytest.approx((0.610864, 0.082283), abs=1e-6)
    assert (found.brier, found.expected) == pytest.approx((0.08, 0.5))
    assert found.guess_cross_entropy == pytest.approx(math.log(5))
    assert found.guess_brier == pytest.approx(0.25 + 0.01 + 3 * 0.04)


def test_means_equal_those_of_scipy():
    draw = np.random.default_rng(3)
    p, q = draw.dirichlet(np.ones(5), 30), draw.dirichlet(np.ones(5), 30)
    found = probability_scores(
        [reply(tuple(one), tuple(other), n) for n, (one, other) in enumerate(zip(p, q, strict=True))]
    )
    assert found.divergence == pytest.approx(rel_entr(p, q).sum(axis=1).mean())
    assert found.entropy == pytest.approx(entropy(p, axis=1).mean())
    assert found.cross_entropy == pytest.approx((entropy(p, axis=1) + entropy(p, q, axis=1)).mean())
    assert found.ci95 is not None
    assert found.ci95[0] < known(found.divergence) < found.ci95[1]


def known(value: float | None) -> float:
    assert value is not None
    return value


def test_the_label_itself_has_no_divergence_and_a_guess_has_its_own():
    label = (0.5, 0.25, 0.25, 0.0, 0.0)
    found = probability_scores([reply(label, label)])
    assert (found.divergence, found.brier) == pytest.approx((0.0, 0.0))
    guess = probability_scores([reply(label, (0.2,) * 5)])
    assert guess.divergence == pytest.approx(guess.guess_divergence)


def test_an_option_that_is_not_shown_leaves_no_figure_but_a_lower_bound():
    """A 0.6 and B 0.2 are shown, 0.2 is hidden: C may have 0 to 0.2 of probability."""
    between = {"A": (0.6, 0.8), "B": (0.2, 0.4), "C": (0.0, 0.2)}
    low, high = share_bounds(between.__getitem__, "ABC")
    assert low == pytest.approx([0.6 / 1.2, 0.2 / 1.2, 0.0])
    assert high == pytest.approx([0.8, 0.4, 0.2])
    found = probability_scores(
        [reply((0.5, 0.25, 0.25), (0.75, 0.25, 0.0), low=tuple(low), high=tuple(high))]
    )
    assert (found.cross_entropy, found.divergence, found.bounds[1]) == (None, None, None)
    assert found.bounds[0] == pytest.approx(
        -0.5 * math.log(0.8) - 0.25 * math.log(0.4) - 0.25 * math.log(0.2)
    )
