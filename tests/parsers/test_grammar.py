"""Each pattern of the reader stands with a string it accepts and one it refuses; all are checked here."""

import pytest

from parsers.grammar.pattern import EXAMPLES, known_words
from parsers.pattern import Pattern, Words
from tests.support.grammar import grammar_modules

MODULES = grammar_modules()


def test_every_pattern_takes_its_accepted_string_and_no_refused_one():
    assert [each.accepts for each in EXAMPLES if not each.takes(each.accepts)] == []
    assert [each.refuses for each in EXAMPLES if each.takes(each.refuses)] == []


def test_the_patterns_of_every_module_are_there():
    assert len(MODULES) > 8
    assert len(EXAMPLES) > 150


def test_where_a_pattern_fits_it_is_among_those_that_the_words_admit():
    texts = [text for example in EXAMPLES for text in (example.accepts, example.refuses)]
    fitting = [
        (example.pattern.source[:60], text)
        for example in EXAMPLES
        for text in texts
        if getattr(example.pattern, example.how)(text)
    ]
    admitted = [
        (example.pattern.source[:60], text)
        for text in texts
        for words in [known_words().of(text)]
        for example in EXAMPLES
        if example.pattern.bit & words
    ]
    assert set(fitting) <= set(admitted)
    assert len(admitted) < len(EXAMPLES) * len(texts) / 4  # of most texts most patterns need not be tried


@pytest.mark.parametrize(
    ("source", "text", "needs"),
    [
        (r"\b(?:not|never) ", "not so", {"\nnot\n", "\nnever\n"}),
        (r"exclud\w*", "excluding", {"exclud"}),
        (r"(?:in case|in the event) of", "in case of", {"\ncase\n", "\nevent\n"}),
        (r"(?:very )?wrong", "wrong", {"wrong"}),
        (r"[→⇒] ?", "⇒", {"→", "⇒"}),
        (r"\w+", "any", set()),
        (r"(?:yes|\d)", "5", set()),
    ],
)
def test_what_a_pattern_needs_is_taken_from_it(source: str, text: str, needs: set[str]):
    pattern = Pattern(source)
    assert {need.replace("\n", "_") for need in pattern.needs} == {need.replace("\n", "_") for need in needs}
    assert pattern.search(text)
    assert Words([pattern]).of(text) & pattern.bit
