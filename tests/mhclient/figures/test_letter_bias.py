"""The test of letters where replies are of copies of one question."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import SquareTable

from mhclient.figures.letter_bias import copies_p

LETTERS = 5


def numbers(*values):
    return np.array(values, dtype=np.int64)


def replies(n, seed=1):
    random = np.random.default_rng(seed)
    return random.integers(0, LETTERS, n), random.integers(0, LETTERS, n)


def test_of_single_replies_it_is_stuart_and_maxwells():
    gold, said = replies(200)
    table = np.zeros((LETTERS, LETTERS))
    np.add.at(table, (gold, said), 1)
    expected = SquareTable(table, shift_zeros=False).homogeneity(method="stuart_maxwell").pvalue
    assert copies_p(gold, said, np.arange(200)) == pytest.approx(float(expected))


def test_copies_that_are_answered_alike_count_as_one():
    gold, said = replies(60)
    once = copies_p(gold, said, np.arange(60))
    copies = np.repeat(gold, 4), np.repeat(said, 4)
    as_independent = copies_p(*copies, np.arange(240))
    assert once is not None
    assert as_independent is not None
    assert copies_p(*copies, np.repeat(np.arange(60), 4)) == pytest.approx(once)
    assert as_independent < once  # what was wrong before


def test_what_cannot_be_tested_has_no_p():
    nothing = numbers()
    assert copies_p(nothing, nothing, nothing) is None
    assert copies_p(numbers(0, 1), numbers(0, 1), numbers(0, 1)) == 1.0
    assert copies_p(numbers(0, 1, 2), numbers(1, 2, 0), numbers(0, 0, 0)) == 1.0  # evens out in a question
    assert copies_p(numbers(0, 1), numbers(2, 3), numbers(0, 0)) is None  # one question, four letters


@pytest.mark.slow
@pytest.mark.parametrize(("n_questions", "n_copies", "alike"), [(30, 4, 1.0), (44, 3, 0.5), (126, 4, 1.0)])
def test_without_a_preference_it_rejects_as_often_as_it_says(n_questions, n_copies, alike):
    """Letters are drawn evenly; a question's versions get the same letter, all of them or some."""
    random = np.random.default_rng(7)
    question = np.repeat(np.arange(n_questions), n_copies)

    def draw():
        gold = random.integers(0, LETTERS, n_questions)
        right = random.random(n_questions) < 0.6
        first = np.where(right, gold, random.integers(0, LETTERS, n_questions))
        said = np.repeat(first, n_copies)
        other = random.random(len(said)) >= alike
        said[other] = random.integers(0, LETTERS, int(other.sum()))
        return np.repeat(gold, n_copies), said

    drawn = [draw() for _ in range(1_000)]
    ours = [copies_p(gold, said, question) for gold, said in drawn]
    as_independent = [copies_p(gold, said, np.arange(len(said))) for gold, said in drawn]
    assert np.mean([p is not None and p < 0.05 for p in ours]) < 0.065
    assert np.mean([p is not None and p < 0.05 for p in as_independent]) > 0.15


def test_a_preference_is_still_found():
    gold = np.tile(np.arange(LETTERS), 12)
    said = np.where(np.arange(60) % 3 == 0, 0, gold)
    question = np.repeat(np.arange(60), 3)
    p = copies_p(np.repeat(gold, 3), np.repeat(said, 3), question)
    assert p is not None
    assert p < 0.01
