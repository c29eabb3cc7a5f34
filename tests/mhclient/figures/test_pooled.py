"""Figures over models that share questions: means by hand, and intervals that copies do not narrow."""

import numpy as np
import pytest

from mhclient.figures.fairness import Strata, fairness, pooled_accuracy, pooled_fairness
from mhclient.figures.soft_labels import LabelledReply

LEVELS = ("male", "female", "nonbinary")


def strata(right, questions=None):
    right = np.asarray(right, dtype=bool)
    numbers = np.arange(len(right)) if questions is None else np.asarray(questions)
    return Strata(LEVELS, numbers, np.where(right, 0, 1), right)


def test_two_models_by_hand():
    """Right in 3, 1, 2 and in 1, 1, 4 of four questions: levels .5, .25, .75; two and three of four flip."""
    one = strata([[1, 0, 0], [1, 1, 1], [1, 0, 1], [0, 0, 0]])
    other = strata([[1, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 1]])
    found = pooled_fairness([one, other])
    assert found is not None
    assert (found.n_models, found.n_questions) == (2, 4)
    assert [accuracy.value for _, accuracy, _ in found.levels] == pytest.approx([0.5, 0.25, 0.75])
    assert [difference.value for _, _, difference in found.levels] == pytest.approx([0, -0.375, 0.375])
    assert found.flips.value == pytest.approx((2 / 4 + 4 / 4) / 2)


def test_the_same_model_twice_is_no_more_than_once():
    """An interval by one over the root of summed weights would be narrower by a third."""
    right = np.random.default_rng(1).random((60, 3)) < 0.6
    once, twice = pooled_fairness([strata(right)]), pooled_fairness([strata(right)] * 2)
    assert once is not None
    assert twice is not None
    assert once.levels == twice.levels
    alone = fairness(strata(right)).levels[0]
    assert twice.levels[0][2].ci95 == pytest.approx(alone.ci95)


def test_models_are_pooled_over_the_questions_that_all_were_asked():
    label = (0.9, 0.1, 0.0, 0.0, 0.0)
    one = [LabelledReply(n, 0 if n < 6 else 1, label) for n in range(8)]
    other = [LabelledReply(n, 0 if n < 7 else 1, label) for n in range(4, 10)]
    found = pooled_accuracy([one, other])
    assert found is not None
    n, accuracy = found  # questions 4 to 7: two and three of four
    assert n == 4
    assert accuracy.value == pytest.approx((2 / 4 + 3 / 4) / 2)
    assert pooled_accuracy([one[:2], other]) is None
