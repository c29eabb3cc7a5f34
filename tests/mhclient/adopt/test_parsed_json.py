"""JSON of logs is read by a fast parser where it says what Python's says, and by Python's everywhere else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.adopt import records
from mhclient.adopt.records import parsed

NUMBERS = st.one_of(st.integers(), st.integers(-(2**70), 2**70), st.floats())
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
ODD = [
    *("-0", "-0.0", "1e999", "[-1E400]", "NaN", '{"a": [Infinity, -Infinity]}', "0.1e1", "1.", ".5", "01"),
    *(str(2**63), str(2**63 - 1), str(-(2**63)), f"[{10**400}]", "1" * 5_000, "1e-999", "0.1234567891234567"),
    *('"\\ud800"', '"\\ud83d\\ude00"', '"\\udc00\\ud800"', '{"\\ud800": 1}', '"\\u0000"', '"\t"', '"\x7f"'),
    *('{"a": 1, "a": 2}', "[1, 2,]", '{"a": 1,}', "[1] 2", " \n[1]\r\n ", "", " ", "\ufeff1", "nul", "'a'"),
    *("[" * 150 + "]" * 150, "[" * 300 + "]" * 300, '{"a":' * 250 + "1" + "}" * 250, "[[1, 2]", "/**/1"),
    *("[" * 10**5, '"é\u2028"', '"\\x"'),
]  # fmt: skip


def outcome(parse, text):
    """What comes of it, types and signs of zeros too."""
    try:
        return repr(parse(text))
    except (ValueError, RecursionError) as error:
        return type(error) is not RecursionError


def same_as_pythons(text):
    return outcome(parsed, text) == outcome(records._parsed_slowly, text)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts_are_read_as_by_pythons_parser(text):
    assert same_as_pythons(text)
    assert same_as_pythons(text.encode("utf-8", "surrogatepass"))


@given(VALUES, st.booleans(), st.integers(0), st.sampled_from(["", '"', ",", "1", "e", "}", "\\", "\0"]))
def test_any_text_whole_or_damaged_is_read_as_by_pythons_parser(value, ascii_only, place, put):
    text = json.dumps(value, ensure_ascii=ascii_only)
    place %= len(text)
    assert same_as_pythons(text)
    assert same_as_pythons(text[:place] + put + text[place + 1 :])
    assert same_as_pythons(text[:place].encode("utf-8", "replace"))


@pytest.mark.parametrize("text", ['{"a": [NaN, 1e999]}', '{"a": [18446744073709551616, Infinity]}'])
def test_numbers_that_a_store_cannot_hold_are_not_known(text):
    assert parsed(text) == {"a": [None, None]}


def test_ordinary_rows_never_reach_pythons_parser(monkeypatch):
    """It takes twice as long."""
    monkeypatch.setattr(records, "_parsed_slowly", None)
    row = {"doc": {"n": 1, "x": [0.5, None, True]}, "resps": [['Straße\n"B" 😀']]}
    assert parsed(json.dumps(row)) == parsed(json.dumps(row, ensure_ascii=False).encode()) == row


def test_bytes_that_are_no_text_say_so():
    with pytest.raises(UnicodeDecodeError):
        parsed(b'{"a": "\xff"}')
