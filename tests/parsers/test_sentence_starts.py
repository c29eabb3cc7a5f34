"""Where sentences begin."""

import pytest

from parsers.mentions.sentences import sentence_starts


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("one. two", [0, 5]),
        ("is it?! yes", [0, 8]),
        ('he said "no." then', [0, 14]),
        ("一。二！三", [0, 2, 4]),
        ("一。。二。\n三。、四。\u3000五", [0, 3, 6, 8, 12]),
        ("a?b", [0]),
        ("line\nline", [0, 5]),
    ],
)
def test_a_sentence_begins_behind_its_last_sign(text, starts):
    assert sentence_starts(text) == starts


def test_a_run_of_signs_that_ends_no_sentence_is_looked_at_once():
    """From each of its signs anew it would take minutes; what fuzzing found was a thousandth as long."""
    assert sentence_starts("?" * 200_000 + "x") == [0]
