"""No sentence pattern is passed over where all of them are asked at once."""

import inspect
import re
from importlib import import_module

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.claims import called_right, guards, judge, negated, opening, quiet
from parsers.claims.quiet import is_led, is_still
from parsers.grammar.cued import patterns_of
from parsers.grammar.pattern import EXAMPLES, LABEL_BASE
from parsers.pattern import Pattern

# Asked of contexts that are quiet, too: at the head or the end of a text, and of texts in sentences.
_ANYWAY = """
    AFTER_A_THING AFTER_ASSERTING AFTER_CHOICE_AT_END AFTER_ENDED AFTER_GENERAL AFTER_GENITIVE AFTER_MADE
    AFTER_NOT_OTHER AFTER_NO_LEAD AFTER_OF_SUBJECT AFTER_ONLY AFTER_OWN_CLAUSE AFTER_PREDICATE_APART
    AFTER_ENDED AFTER_IN_NUMBERS AFTER_KNOWS_NOTHING AFTER_SPEAKS_TO_REQUEST AFTER_WITH_VERB AFTER_FACT
    BEFORE_ASKED_ITSELF BEFORE_AS_SUBJECT BEFORE_CONCLUSION BEFORE_COPULA BEFORE_CORRECTED
    BEFORE_CORRECTING BEFORE_COUNTED BEFORE_DISCUSSION
    BEFORE_ES BEFORE_KEY BEFORE_LAST_OF_RANGE BEFORE_LISTED_LAST BEFORE_MERE_TEXT BEFORE_NARROWING
    BEFORE_NOT_ASSERTING BEFORE_ONLY_KEY BEFORE_OR BEFORE_RANGE_END BEFORE_SPAN_END BEFORE_RANKED
    BEFORE_RESULT BEFORE_SET_OFF BEFORE_OTHER_VALUE BEFORE_SECOND_VALUE BEFORE_SECOND_PART AFTER_CLASS
    BEFORE_SET_OFF_TEXT BEFORE_SUBJECT_OF BEFORE_THAT
    BEFORE_CHOOSING AFTER_CHOOSING BEFORE_HEADED AFTER_HEADED AFTER_RATHER AFTER_REQUIRING
    AFTER_WITH_COPULA
"""
ASKED_ANYWAY = frozenset(_ANYWAY.split())


def asked() -> dict[str, Pattern]:
    """Name → pattern, of all that these modules ask of what stands beside a group."""
    found = re.findall(
        r"\b(asides|assertions|beside|commitments|keys|negations|requests)\.((?:BEFORE|AFTER)_\w+|POSITIVE_TEXT)",
        "".join(map(inspect.getsource, (called_right, guards, judge, negated, opening))),
    )
    return {name: getattr(import_module(f"parsers.grammar.{module}"), name) for module, name in found}


@pytest.mark.parametrize("name", sorted(asked().keys() - ASKED_ANYWAY))
def test_what_a_pattern_takes_is_not_quiet(name):
    """A new pattern that belongs to a guard, or to a rule, must stand in `claims/quiet.py`, too."""
    example = next(each for each in EXAMPLES if each.pattern is asked()[name])
    if name.startswith("BEFORE"):
        assert is_led(patterns_of(example.accepts))
    else:
        assert not is_still("", example.accepts, example.accepts)


def test_most_words_beside_an_option_are_quiet():
    assert not is_led(patterns_of("his weight has shown early waking and "))
    assert is_still("", " suggests a low dose of the drug.", " suggests a low dose of the drug.")


WORDS = sorted(set(re.findall(r"[^\W\d_]+", quiet._BEHIND.source)))
FOLLOWING = st.lists(
    st.sampled_from([*WORDS, "ไม่", "Ж", "龘", "ㅎ", " ", "が、", chr(LABEL_BASE), ", ", "(", '"', "\n"])
    | st.text(max_size=3)
).map("".join)


@given(FOLLOWING, st.sampled_from(["", " ", ')" ', " [", ": ", " - ", "):", "— "]))
@example("ж болса да", " ")
@example("이지만, \U000f0000가 ", " ")
def test_most_words_of_other_scripts_are_quiet_as_all_patterns_say(following, signs):
    assert quiet._is_judged(signs + following) == (quiet._BEHIND.match(signs + following) is not None)


_VERDICT_WORDS = sorted(set(re.findall(r"[^\W\d_]+", quiet._NEXT.source)))
VERDICTS = st.lists(
    st.sampled_from([*_VERDICT_WORDS, *" \n.):–—-=>(?✓✔", "->", "ไม่", "这", "は", "é", "ja", chr(LABEL_BASE)])
).map("".join)


@given(VERDICTS)
@example(": ✓")
@example(")\u3000这")
def test_a_verdict_of_one_word_is_told_as_its_patterns_tell_it(verdict):
    assert is_still("", "", verdict) == (quiet._NEXT.match(verdict) is None)


@given(FOLLOWING, st.sampled_from(["", " ", ')" ', ": ", "— "]))
@example("이 ", " ")
def test_what_begins_with_another_letter_is_not_called_right(following, signs):
    after = signs + following
    if quiet.begins_otherwise(after, called_right._LETTERS):
        assert not any(judging.match(after) for judging in called_right._JUDGING)
