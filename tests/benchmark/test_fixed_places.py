"""Options that speak of other options or of places: which they are, and where they stay."""

import pytest

from benchmark.fixed_places import SpeaksOf, movable, names_letters, speaking
from tests.support.places import ROOT


def listed():
    """Texts of options by what they speak of: of the others, of places, or of neither, however they sound."""
    parts = (ROOT / "tests/fixtures/fixed_places.txt").read_text(encoding="utf-8").split("== ")[1:]
    return {head: rest.splitlines() for head, _, rest in (part.partition("\n") for part in parts)}


LISTED = listed()
PLACES, NEITHER = LISTED["places"], LISTED["neither"]
# What each kind is found to speak of, and which options may move beside it.
KINDS = {
    "others": ({"D": SpeaksOf.OTHERS}, ["A", "B", "C"]),
    "places": ({"D": SpeaksOf.PLACES}, []),
    "neither": ({}, ["A", "B", "C", "D"]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_option_about_all_others_stays_last_and_one_that_names_places_keeps_the_order(kind):
    for text in LISTED[kind]:
        options = {"A": "lithium", "B": "valproate", "C": "clozapine", "D": text}
        assert (speaking(options), movable(options)) == KINDS[kind], text


@pytest.mark.parametrize(
    ("texts", "places"),
    [
        # Statements that the question numbers, vitamins, counts: the signs are no options.
        (["1 and 3", "2 and 4", "1, 2 and 3", "4 only"], "ABCD"),
        (["A and D", "B and C", "E and K", "C and K"], "ABCD"),
        (["A and D", "B and C", "E and K", "iron"], "ABCD"),
        (["a and c", "b and d", "only a", "a, b and c"], "ABCD"),
        (["0", "5", "1 or 2", "7"], "ABCD"),
        (["2 mg", "4 mg", "8 mg", "1 and 2"], "ABCD"),
        (["1", "2", "3", "4"], "ABCD"),
        (["A", "B", "AB", "O"], "ABCD"),
        # Several of them, and where one stands before others.
        (["x", "y", "All of the above", "None of the above"], "AB"),
        (["x", "y", "A and B", "A, B and C"], ""),
        (["x", "y", "Both A and B", "Neither A nor B"], ""),
        (["x", "All of the above", "y", "z"], ""),
        (["None of these", "x", "y", "z"], ""),
        (["x", "y", "Both", "Neither"], "AB"),
        (["Both A and B", "x", "y", "z"], "ABCD"),  # A is itself: letters of another list
    ],
)
def test_what_can_move_is_decided_of_all_options_together(texts, places):
    assert movable(dict(zip("ABCD", texts, strict=True))) == list(places)


def test_letters_without_a_list_that_they_are_letters_of():
    assert [text for text in (*PLACES, *NEITHER) if names_letters(text)] != []
    for text in ("Both A and B", "Neither A nor B", "Sowohl A als auch B", "A and B only"):
        assert names_letters(text)
    for text in NEITHER:
        assert not names_letters(text), text


def test_a_long_text_takes_no_time():
    assert not speaking({"A": "ni " * 30, "B": "e i o " * 15, "C": "both a and " * 8, "D": "以上" * 45})
