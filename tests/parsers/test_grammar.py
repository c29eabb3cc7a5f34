"""Each pattern of the reader stands with a string it accepts and one it refuses; all are checked here."""

from parsers.grammar.pattern import EXAMPLES
from tests.support.grammar import grammar_modules

MODULES = grammar_modules()


def test_every_pattern_takes_its_accepted_string_and_no_refused_one():
    assert [each.accepts for each in EXAMPLES if not each.takes(each.accepts)] == []
    assert [each.refuses for each in EXAMPLES if each.takes(each.refuses)] == []


def test_the_patterns_of_every_module_are_there():
    assert len(MODULES) > 8
    assert len(EXAMPLES) > 150
