"""Accuracy and probabilities on uncertain labels, against cases worked out by hand and scipy."""

import math

import numpy as np
import pytest
from scipy.special import rel_entr
from scipy.stats import entropy

from mhclient.figures.soft_labels import (
    LabelledReply,
    OptionProbabilities,
    labelled_accuracy,
    probability_scores,
    share_bounds,
    soft_scores,
)

LABEL = (0.7, 0.3, 0.0, 0.0, 0.0)


def reply(question, said, tops="", wrong=frozenset(), label=LABEL):
    return LabelledReply(question, said, label, tops, wrong)


def test_labels_that_never_waver_add_no_uncertainty():
    found = labelled_accuracy([reply(n, 0 if n < 30 else 1, tops="0" * 50) for n in range(40)])
    assert (found.right, found.n, found.accuracy) == (30, 40, 0.75)
    assert found.of_labels == (0.75, 0.75)
    assert found.expected == pytest.approx(0.75)
    assert found.contested == 0
    assert found.of_items is not None
    assert found.of_items[0] < 0.75 < found.of_items[1]


def test_wavering_labels_widen_the_joint_interval_and_are_contested():
    tops = "0" * 60 + "1" * 40
    found = labelled_accuracy([reply(1, 0, tops)] + [reply(n, 0, "0" * 100) for n in range(2, 5)])
    assert found.contested == 1
    assert found.expected == pytest.approx((0.6 + 3) / 4)
    assert found.of_labels == (0.75, 1.0)


def test_copies_of_a_question_are_one_in_the_interval():
    copies = [reply(n % 5, 0 if n % 5 < 3 else 1) for n in range(100)]
    single = [reply(n, 0 if n < 60 else 1) for n in range(100)]
    of_copies, of_single = labelled_accuracy(copies).of_items, labelled_accuracy(single).of_items
    assert of_copies is not None
    assert of_single is not None
    assert of_copies[1] - of_copies[0] > 3 * (of_single[1] - of_single[0])
    assert labelled_accuracy(copies).of_labels is None


def test_soft_scores_by_hand():
    found = soft_scores([reply(1, 0)])
    assert (found.agreement, found.brier, found.brier_of_label) == pytest.approx((0.7, 0.6, 0.42))
    assert (found.agreement_of_label, found.agreement_of_guess, found.brier_of_guess) == pytest.approx(
        (0.7, 0.2, 0.8)
    )


def test_an_unread_reply_agrees_with_nothing_and_is_no_better_than_a_guess():
    found = soft_scores([reply(1, None)])
    assert (found.agreement, found.brier) == pytest.approx((0.0, 0.8))


def test_replies_that_say_a_listed_wrong_option_are_counted():
    wrong = frozenset({3, 4})
    assert soft_scores([reply(1, 3, wrong=wrong), reply(2, 0, wrong=wrong)]).listed_wrong == 0.5


NONE = (0.0, 0.0, 0.0)


def probabilities_reply(label, share, question=1, low=None, high=None):
    return OptionProbabilities(question, label, share, low or share, high or share)


def test_scores_by_hand():
    found = probability_scores([probabilities_reply((0.7, 0.3, *NONE), (0.5, 0.5, *NONE))])
    assert found.cross_entropy == pytest.approx(math.log(2))
    assert (found.entropy, found.divergence) == pytest.approx((0.610864, 0.082283), abs=1e-6)
    assert (found.brier, found.expected) == pytest.approx((0.08, 0.5))
    assert found.guess_cross_entropy == pytest.approx(math.log(5))
    assert found.guess_brier == pytest.approx(0.25 + 0.01 + 3 * 0.04)


def test_means_equal_those_of_scipy():
    draw = np.random.default_rng(3)
    p, q = draw.dirichlet(np.ones(5), 30), draw.dirichlet(np.ones(5), 30)
    found = probability_scores(
        [
            probabilities_reply(tuple(one), tuple(other), n)
            for n, (one, other) in enumerate(zip(p, q, strict=True))
        ]
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
    found = probability_scores([probabilities_reply(label, label)])
    assert (found.divergence, found.brier) == pytest.approx((0.0, 0.0))
    guess = probability_scores([probabilities_reply(label, (0.2,) * 5)])
    assert guess.divergence == pytest.approx(guess.guess_divergence)


def test_an_option_that_is_not_shown_leaves_no_figure_but_a_lower_bound():
    """A 0.6 and B 0.2 are shown, 0.2 is hidden: C may have 0 to 0.2 of probability."""
    between = {"A": (0.6, 0.8), "B": (0.2, 0.4), "C": (0.0, 0.2)}
    low, high = share_bounds(between.__getitem__, "ABC")
    assert low == pytest.approx([0.6 / 1.2, 0.2 / 1.2, 0.0])
    assert high == pytest.approx([0.8, 0.4, 0.2])
    found = probability_scores(
        [probabilities_reply((0.5, 0.25, 0.25), (0.75, 0.25, 0.0), low=tuple(low), high=tuple(high))]
    )
    assert (found.cross_entropy, found.divergence, found.bounds[1]) == (None, None, None)
    assert found.bounds[0] == pytest.approx(
        -0.5 * math.log(0.8) - 0.25 * math.log(0.4) - 0.25 * math.log(0.2)
    )
