"""Log-odds of words with an informative Dirichlet prior, by hand and on simulated texts."""

import math
import random

import pytest

from mhclient.figures.item_analysis import word_odds, words_of


def test_the_case_worked_out_by_hand():
    """Monroe, Colaresi and Quinn 2008, equations 15, 16 and 22, with a prior of two words.

    "aaa" stands in 2 of the first texts' 3 words and in 1 of the others' 4; of all 7 it is 3, so its prior is
    2 * 3 / 7 = 0.857, and that of "bbb" 1.143. Then

        log((2 + 0.857) / (1 + 1.143)) - log((1 + 0.857) / (3 + 1.143)) = 0.2877 + 0.8023 = 1.0900
        variance: 1 / 2.857 + 1 / 1.857 = 0.8885, so z = 1.0900 / 0.9426 = 1.1564
    """
    first, others = [{"aaa", "bbb"}, {"aaa"}], [{"aaa", "bbb"}, {"bbb"}, {"bbb"}]
    up, down = word_odds(first, others, prior_words=2.0)
    assert (up.word, up.n_in, up.n_others) == ("aaa", 2, 1)
    assert up.log_odds == pytest.approx(math.log(20 / 15) - math.log(13 / 29))
    assert (round(up.log_odds, 3), round(up.z, 3)) == (1.09, 1.156)
    assert (down.word, round(down.log_odds, 3), round(down.z, 2)) == ("bbb", -1.09, -1.3)


def test_a_word_that_is_planted_stands_first_and_the_others_are_near_nothing():
    draw = random.Random(1)
    usual = [f"word{chr(97 + number)}" for number in range(20)]

    def text(*more: str) -> set[str]:
        return {*draw.sample(usual, 8), *more}

    found = word_odds([text("overdose") for _ in range(100)], [text() for _ in range(400)])
    assert (found[0].word, found[0].n_in, found[0].n_others) == ("overdose", 100, 0)
    assert found[0].z > 5 > 3 > max(abs(each.z) for each in found[1:])


def test_no_texts_have_no_words():
    assert word_odds([], []) == []
    assert words_of("1 2 x of") == set()
