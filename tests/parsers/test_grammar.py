"""Each pattern of the reader stands with a string it accepts and one it refuses; all are checked here."""

import pytest

from parsers.grammar.pattern import EXAMPLES, Example
from tests.support.grammar import grammar_modules

MODULES = grammar_modules()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.accepts.strip()[:30])
def test_a_pattern_takes_its_accepted_string_and_no_refused_one(example: Example):
    assert example.takes(example.accepts)
    assert not example.takes(example.refuses)


def test_the_patterns_of_every_module_are_there():
    assert len(MODULES) > 8
    assert len(EXAMPLES) > 150
