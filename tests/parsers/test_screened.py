"""A screened alternation finds what the one pattern finds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.grammar import refusals
from parsers.grammar.screened import split
from parsers.text.folding import plain_lower
from tests.support.corpus import READ, REFUSED

SCREENED = [
    getattr(refusals, name)
    for name in ("ABSTENTION", "FOREIGN_REFUSAL", "REFUSAL", "FILTER_NOTICE", "STORED_ERROR")
]
WHOLE = [re.compile(found._source, found._flags) for found in SCREENED]


def assert_same(text):
    for screened, whole in zip(SCREENED, WHOLE, strict=True):
        one, other = screened.search(text), whole.search(text)
        assert (one and one.span()) == (other and other.span()), text


@pytest.mark.slow
def test_on_every_completion_of_the_corpus():
    for case in READ + REFUSED:
        assert_same(plain_lower(case["response"]))


PHRASES = st.sampled_from(
    [
        "i cannot ",
        "be determined",
        "none of",
        " the above",
        "no se puede determinar",
        "无法确定",
        "error: ",
        "\n",
    ]
)


@given(st.lists(PHRASES | st.text(max_size=12), max_size=8).map("".join))
def test_on_any_text(text):
    assert_same(plain_lower(text))


def test_an_alternation_is_split_where_it_is_one():
    assert split(r"a(?:b|c)|[|)]d|e\|f") == ["a(?:b|c)", "[|)]d", r"e\|f"]
