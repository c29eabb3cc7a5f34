"""Bounds on letters from top tokens: what is hidden is never given to anybody, and never left out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.providers.letter_choice import Position, TopToken, answer_position, said_by, top_letters

LETTERS = "ABCD"


def position(**shares):
    """A position whose tokens have these shares; `_` stands for a blank, `P` for an opening bracket."""
    tokens = {name.replace("_", " ").replace("P", "("): share for name, share in shares.items()}
    return Position("B", tuple(TopToken(text, math.log(share)) for text, share in tokens.items()))


def test_all_spellings_of_a_letter_count_for_it():
    top = top_letters(position(B=0.5, _B=0.2, PB=0.1, A=0.05), 0, LETTERS)
    assert top.shown["B"] == pytest.approx(0.8)
    assert top.shown["A"] == pytest.approx(0.05)
    assert top.hidden == pytest.approx(0.15)


def test_what_is_hidden_or_only_opens_the_way_widens_every_bound():
    top = top_letters(position(B=0.5, P=0.1, The=0.2), 0, LETTERS)
    assert top.bounds("B") == pytest.approx((0.5, 0.8))
    assert top.bounds("A") == pytest.approx((0.0, 0.3))
    assert top.certain()  # 0.3 for any other letter, whatever is hidden


def test_a_choice_that_hidden_tokens_could_overturn_is_not_certain():
    top = top_letters(position(B=0.4, A=0.3), 0, LETTERS)
    assert top.choice() == "B"
    assert not top.certain()


def test_no_letter_among_the_top_tokens_is_no_choice():
    top = top_letters(position(The=0.9), 0, LETTERS)
    assert top.choice() is None
    assert not top.certain()


def test_a_letter_is_possible_as_long_as_what_is_hidden_could_make_it_the_likeliest():
    """By hand: A 0.5, B 0.1, 0.2 hidden: B has 0.3 at most. With 0.45 hidden it may have 0.55."""
    top = top_letters(position(A=0.5, B=0.1, The=0.2), 0, LETTERS)
    assert [letter for letter in LETTERS if top.possible(letter)] == ["A"]
    top = top_letters(position(A=0.4, B=0.1, The=0.05), 0, LETTERS)
    assert [letter for letter in LETTERS if top.possible(letter)] == list(LETTERS)
    assert not top.certain()


def test_a_token_listed_twice_counts_once():
    twice = Position("B", (TopToken("B", math.log(0.6)), TopToken("B", math.log(0.6))))
    assert top_letters(twice, 0, LETTERS).shown["B"] == pytest.approx(0.6)


@pytest.mark.parametrize("text", ["An", "Ab", "AB", "a", "Because", "E", "\u0410"])  # the last is Cyrillic
def test_words_and_letters_that_are_no_option_say_none(text):
    assert said_by(text, LETTERS) is None


@given(st.dictionaries(st.text(max_size=3), st.floats(-40, 0), max_size=20))
def test_bounds_hold_for_any_list(tokens):
    listed = tuple(TopToken(text, log_prob) for text, log_prob in tokens.items())
    top = top_letters(Position("", listed), 0, LETTERS)
    for letter in LETTERS:
        low, high = top.bounds(letter)
        assert 0 <= low <= high <= 1


def test_the_position_is_where_the_letter_that_was_read_is_written():
    said = [Position(text, ()) for text in ("A", " patient", "?", " Answer", ":", " ", "B", ".")]
    completion = "".join(each.text for each in said)
    span = (completion.index("Answer"), len(completion))
    assert answer_position(said, "B", span, completion) == 6
    assert answer_position(said, "B", None, completion) == 0


def test_tokens_of_one_text_count_each():
    """By hand: SentencePiece's "A" and "_A", both shown as "A": 0.249 and 0.248 are 0.497."""
    listed = (TopToken("A", math.log(0.249)), TopToken("B", math.log(0.338)), TopToken("A", math.log(0.248)))
    top = top_letters(Position("B", listed), 0, LETTERS)
    assert top.shown["A"] == pytest.approx(0.497)
    assert top.choice() == "A"


CHINESE = ("答案", "是", "：", "B", "。")


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ([Position(text, ()) for text in CHINESE], 3),
        # A server shows the parts of a character as U+FFFD; with their bytes they go together again.
        (
            [
                Position("\ufffd", (), "答".encode()[:2]),
                Position("\ufffd", (), "答".encode()[2:] + "案是".encode()),
                Position("：", (), "：".encode()),
                Position("B", (), b"B"),
                Position("。", (), "。".encode()),
            ],
            3,
        ),
        # Without bytes the only token that says a letter must be it; of two, nobody knows which.
        ([Position(text, ()) for text in ("\ufffd", "\ufffd\ufffd", "B", "。")], 2),
        ([Position(text, ()) for text in ("\ufffd", "B", "\ufffd", "B", "。")], None),
        ([Position(text, ()) for text in ("答案是：", "\ufffd", "。")], None),
    ],
)
def test_the_place_is_found_in_any_script_or_told_as_not_found(said, place):
    completion = "".join(CHINESE)
    assert answer_position(said, "B", (4, 5), completion) == place


def test_what_is_around_the_completion_moves_nothing():
    said = [Position(text, ()) for text in ("<think>", "A", "</think>", "B", "<end>")]
    assert answer_position(said, "B", (0, 1), "B") == 3
