"""The key: equal requests meet, different ones never do."""

import json

from hypothesis import given
from hypothesis import strategies as st

from cache import canonical_json, differing_fields, request_key
from cache.key import ABSENT

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
bodies = st.dictionaries(st.text(max_size=8), json_values, max_size=5)
URL = "https://example.org/v1/chat/completions"


@given(body=bodies)
def test_the_order_of_fields_does_not_matter(body):
    turned = dict(reversed(body.items()))
    assert request_key(turned, endpoint=URL) == request_key(body, endpoint=URL)


@given(one=bodies, other=bodies)
def test_keys_are_equal_exactly_where_nothing_differs(one, other):
    same = canonical_json(one) == canonical_json(other)
    assert (request_key(one, endpoint=URL) == request_key(other, endpoint=URL)) == same
    assert (differing_fields(one, other) == []) == same


@given(body=bodies)
def test_canonical_json_says_the_same_value_and_can_be_encoded(body):
    assert json.loads(canonical_json(body)) == body
    canonical_json(body).encode()


def test_whatever_reaches_the_wire_changes_the_key():
    body = {"model": "m", "temperature": 0}
    keys = [
        request_key(body, endpoint=URL),
        request_key(body | {"temperature": 1}, endpoint=URL),
        request_key(body | {"temperature": None}, endpoint=URL),
        request_key(body, endpoint=URL + "2"),
        request_key(body, endpoint=URL, api_version="2023-06-01"),
        request_key(body, endpoint=URL, method="PUT"),
    ]
    assert len(set(keys)) == len(keys)


def test_zero_and_zero_point_zero_are_different_bodies_and_different_keys():
    one, other = {"temperature": 0}, {"temperature": 0.0}
    assert request_key(one, endpoint=URL) != request_key(other, endpoint=URL)
    assert differing_fields(one, other) == [("temperature", 0, 0.0)]


def test_a_missing_field_is_told_from_a_null():
    assert differing_fields({}, {"stop": None}) == [("stop", ABSENT, None)]


def test_a_key_never_changes_by_itself():
    """Stores are kept for years: a change of the scheme needs a new KEY_VERSION, and this line then."""
    key = request_key({"model": "m", "messages": []}, endpoint=URL)
    assert key == "d622541078e736ff3925f71d1cc71bfe40eb56808e9fcd450d19a36cf85095b0"
