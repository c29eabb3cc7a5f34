"""Accuracy on uncertain labels, and soft scores, against cases worked out by hand."""

import pytest

from mhclient.figures.soft_labels import LabelledReply, labelled_accuracy, soft_scores

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
