"""Which filter a row of lm-eval's is of is seen without parsing it where that is certain, and only there."""

import pytest

from mhclient.adopt.lm_eval import _filter_said

SAID = {
    '{"filter": "other"}': b"other",
    '{"doc": {"filter": "strict"}, "filter": "other", "a": [1]}\n': b"other",
    '{"filter": "other", "a": "x"}': b"other",
    '{"doc": {"a": "x"}}': b"",
    '{"filter": "strict", "doc": {"filter": "other"}}': None,
    '{"filter": "strict", "doc": [{"filter": "other"}]}': None,
    '{"filter": "strict", "said": "\\"filter\\": \\"other\\""}': b"strict",
    '{"filter": "other", "filter":"strict"}': None,
    '{"filter": null}': None,
    '{"filter": "a\\"b"}': None,
    '{"filter": "other"': None,
}


@pytest.mark.parametrize(("line", "said"), SAID.items())
def test_a_rows_filter_is_known_without_parsing_only_where_that_is_certain(line, said):
    assert _filter_said(line.encode()) == said
