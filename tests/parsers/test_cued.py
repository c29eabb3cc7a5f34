"""A pattern that asks for the words it needs finds what it would find by itself."""

import re
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsers.grammar import asides
from parsers.grammar.cued import Cued
from parsers.grammar.needs import needed_words
from parsers.grammar.pattern import NO_MENTION
from parsers.grammar.screened import Screened
from parsers.text.folding import plain_lower
from tests.support.corpus import READ, REFUSED
from tests.support.grammar import grammar_modules

WRITTEN = [value for module in grammar_modules() for value in vars(module).values()]
FORMS = [form for pattern in WRITTEN if isinstance(pattern, Screened) for form in pattern.forms]
CUED = [pattern for pattern in WRITTEN if isinstance(pattern, Cued)] + FORMS


def has_words(text, cued):
    return cued.family.patterns_of[text] & cued.first != 0


def assert_same(text):
    """Every pattern says of the text what its expression says."""
    for cued in CUED:
        if not has_words(text, cued):
            assert re.search(cued._source, text, cued._flags) is None, (cued._source, text)


@pytest.mark.slow
def test_on_the_surroundings_of_every_completion_of_the_corpus():
    for case in (READ + REFUSED)[::10]:
        assert_same(plain_lower(case["response"])[-220:])


@cache  # hypothesis makes each of them anew
def texts_of(cued):
    """Texts that a pattern matches. Two mentions stand for all 131,057, which would be listed one by one."""
    of_two = cued._source.replace(NO_MENTION, NO_MENTION.replace("-", ""))
    return st.from_regex(of_two).filter(lambda text: of_two == cued._source or re.search(cued._source, text))


@pytest.mark.slow
@settings(max_examples=400, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.sampled_from(CUED).flatmap(lambda cued: st.tuples(st.just(cued), texts_of(cued))))
def test_what_a_pattern_matches_has_a_word_it_needs(made):
    cued, text = made
    assert has_words(text, cued)


@pytest.mark.parametrize(
    ("source", "rarer", "others"),
    [
        (r"\bnone of (?:the|these)\b", (" none ",), (" of ",)),
        (r"(?<!\w)(?:if|unless)(?!\w)|如果", (" if ", " unless ", "如果"), (" if ", " unless ", "如果")),
        (r"(?:unable|not possible) to (?:tell)?", ("unable ", " possible "), (" to ",)),
        (r"colou?rs", ("colo",), ("rs",)),
        (r"(?:\w+ ){0,4}help", ("help",), ("help",)),
        (r"(?:ab|c*)d{2,3}", ("d",), ("d",)),
        (r"(?:ab|cd)+(?!\w+ly)e", ("ab", "cd"), ("e",)),
        (r"exclud\w*\Z", ("exclud",), ("exclud",)),
        (r"[abc]+\s*", (), ()),
        (r"(?<!no )answer(?= is)", ("answer",), ("answer",)),
        (r"(?P<sign>[*_])bold(?P=sign)", (), ()),
        (r"✓|: yes", ("✓", " yes"), ("✓", ":")),
        (r"a\s|b\n|c\t?", ("a ", "b ", "c"), ("a ", "b ", "c")),
    ],
)
def test_what_an_expression_needs(source, rarer, others):
    assert needed_words(source) == (rarer, others)


@pytest.mark.parametrize("text", ["si hay que elegir", "(si) «hay elegir»", "as si\nelegir"])
def test_words_are_found_among_the_signs_beside_them(text):
    assert has_words(text, asides.OWN_CHOICE)


@pytest.mark.parametrize("text", ["asi hay que elegir", "si hay", ""])
def test_a_whole_word_is_no_part_of_another(text):
    assert not has_words(text, asides.OWN_CHOICE)
