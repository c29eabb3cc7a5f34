"""JSON that others wrote is read by one function, which says in one kind of error what is wrong with it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.untrusted import check_utf8, may_hold_halves, parse_json


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 50_000 + "]" * 50_000])
def test_what_is_nested_too_deeply_is_a_plain_error(deep):
    with pytest.raises(ValueError, match=r"^JSON nested too deeply$"):
        parse_json(deep)


def test_what_is_no_json_is_a_plain_error():
    with pytest.raises(ValueError, match="line 1 column 2"):
        parse_json(b"{")


def test_a_key_that_stands_twice_is_refused_where_it_would_lose_a_value():
    assert parse_json('{"a": 1, "a": 2}') == {"a": 2}
    with pytest.raises(ValueError, match="'a' stands twice"):
        parse_json('{"a": 1, "a": 2}', once=True)


HALF_AS_IT_IS = '"\ud800"'


@pytest.mark.parametrize(
    "text",
    [
        *('{"a": "\\ud800"}', b'["\\udfff"]', b'"\xed\xa0\x80"', HALF_AS_IT_IS),
        HALF_AS_IT_IS.encode("utf-16-le", "surrogatepass"),
        *('["é\\uDbFFé"]', '["\\\\\\udC00"]', '["é", "\ud800"]'),
    ],
)
def test_half_a_character_is_refused_where_nobody_looks_for_it(text):
    with pytest.raises(ValueError, match="no Unicode text"):
        parse_json(text)
    assert parse_json(text, halves=True)


@given(st.text(st.characters() | st.sampled_from('\ud83d\ude00\\u"')), st.booleans())
def test_where_none_is_looked_for_there_is_none(text, escaped):
    line = json.dumps([text], ensure_ascii=escaped)
    if not may_hold_halves(line):
        check_utf8(json.loads(line))


@pytest.mark.parametrize("text", ["[" + "[]," * 2_600_000 + "[]]", b"[" + b"1," * 5_100_000 + b"1]"])
def test_millions_of_values_are_refused_before_they_are_read(text):
    with pytest.raises(ValueError, match="more than 5,000,000 values of JSON"):
        parse_json(text)


def test_as_many_commas_in_a_short_text_are_no_matter():
    assert parse_json('["' + "," * 4_000_000 + '"]') == ["," * 4_000_000]
