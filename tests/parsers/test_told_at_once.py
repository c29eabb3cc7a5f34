"""What is told by a letter, a sign or a line's head is what the whole expression says."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.claims import ticks
from parsers.grammar.pattern import LABEL_BASE
from parsers.grammar.runons import HEADED_BY, LINE_HEAD
from parsers.mentions import groups
from parsers.text.latin import has_sign
from parsers.text.markup import _ANY, _NONE

GAPS = st.lists(
    st.sampled_from(
        ["，", ",", " ", "和", "或", "и", "が", "ไม่", "不", "符合", "(", ")", "or", "。", "\n", "、", "و"]
    )
).map("".join)


@given(GAPS)
@example("\u3000和")
def test_two_options_are_joined_by_no_other_letter(gap):
    first = gap.lstrip(groups._SIGNS_BETWEEN)[:1]
    if first.isalpha() and first not in groups._LETTERS_BETWEEN:
        assert groups._BETWEEN.fullmatch(gap) is None


_BEGUN = """
    question Savol питання assistant references источники instruction 问题 word ſ w : 2 - _ * ### 12.
"""
LINES = st.lists(st.sampled_from([*_BEGUN.split(), "\n", "\n\n", "###\n", " ", "\u3000", "(   )"])).map(
    "".join
)


@given(LINES)
@example("\n###\n instruction")
def test_no_marker_stands_where_no_line_begins_with_its_letters(text):
    low = "\n" + text.lower()
    heads = "".join(LINE_HEAD.findall(low))
    for marker, letters in HEADED_BY.items():
        assert letters.search(heads) or marker.search(low) is None


@given(st.text(st.sampled_from("aB?*_`$\\~<#>{|选不。, \n\u00e9\U0001d400")))
def test_signs_of_markup_are_told_of_any_text(text):
    assert has_sign(text, _NONE) == any(sign in text for sign in _ANY)


BESIDE = [*product(["", "✓ ", "a ✗", "×: ("], ["", ") ✓", " a ✗", "√"])]


@pytest.mark.parametrize(("before", "behind"), BESIDE)
def test_a_row_begins_where_a_sign_stands_beside_its_first_label(before, behind):
    label = chr(LABEL_BASE)
    text = f"{before}{label}{behind}"
    at = len(before)
    beside = (
        any(ticks._BESIDE.fullmatch(text, sign.end(), at) for sign in ticks._SIGN.finditer(text, 0, at)),
        any(
            ticks._BESIDE.fullmatch(text, at + 1, sign.start()) for sign in ticks._SIGN.finditer(text, at + 1)
        ),
    )
    assert ticks.has_sign_beside(text, at, at + 1) == any(beside)
