"""Letters that stand alone are found where the patterns by themselves find them."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.grammar import labels
from parsers.text.latin import has_capitals, lone_capitals, lone_small

TEXTS = st.text(st.sampled_from("aAbZé选Яก0_'-(). \n\ud800😀")) | st.text()


@given(TEXTS)
@example("b")
@example("是B。(a) d")
def test_the_patterns_find_no_letter_elsewhere(text):
    capitals = [found.start() for found in labels.CAPITAL.finditer(text)]
    assert [at for at in lone_capitals(text) if labels.CAPITAL.match(text, at)] == capitals
    after = " " + text
    small = [found.start("letter") - 1 for found in labels.SMALL.finditer(after)]
    assert [at for at in lone_small(text) if labels.SMALL.match(after, at)] == small


@given(TEXTS)
def test_capitals_side_by_side_are_those_of_ascii(text):
    assert has_capitals(text) == bool(re.search("[A-Z][A-Z]", text))


@pytest.mark.parametrize(("text", "places"), [("AB C", [3]), ("选A", [1]), ("Ab", []), ("A", [0])])
def test_a_letter_beside_another_one_stands_not_alone(text, places):
    assert lone_capitals(text) == lone_small(text.lower()) == places
