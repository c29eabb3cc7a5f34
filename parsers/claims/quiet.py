"""Whether the words around a group say nothing that a sentence pattern takes: most options named on the way.

Some sixty patterns are tried around a group, each for one thing that may be said of an option. Here they are
asked all at once, so that `judge.py` and `guards.py` try them one by one only where one may match. Cue words
of other languages than English are no business of theirs.

Decision: docs/decisions/parsers.md, "What stands around an option is asked at once".
Decision: docs/decisions/parsers.md, "Whole texts are looked at fewer times".
Decision: docs/decisions/parsers.md, "One look at a text's characters, and words of one script".
"""

from functools import lru_cache

from parsers.grammar import asides, assertions, beside, commitments, negations, quotations, topics
from parsers.grammar.cued import AnyOf, OneOf
from parsers.text.characters import WHITE_SPACE

# Those of one question stand together, so that they are tried only where one of them may match.
DECLARING = AnyOf(
    commitments.BEFORE_ANSWER_COLON,
    commitments.BEFORE_ANSWER_IS,
    commitments.BEFORE_PICK,
    commitments.BEFORE_RATED,
)
CALLING_RIGHT = AnyOf(
    beside.BEFORE_TICKED,
    commitments.BEFORE_ADDITION,
    commitments.BEFORE_CONTRAST,
    commitments.BEFORE_CHOICE_AT_END,
    commitments.BEFORE_PREDICATE_APART,
    commitments.BEFORE_MAKING,
)
EXCEPTING = AnyOf(asides.BEFORE_NOTHING_BUT, asides.BEFORE_EXCEPTION, asides.BEFORE_ODD)
NEGATING = AnyOf(
    negations.BEFORE_WRONG_ONE,
    negations.BEFORE_NEGATION,
    beside.BEFORE_CROSSED,
    negations.BEFORE_NEGATION_OF_TEXT,
    negations.BEFORE_ELIMINATION,
    negations.BEFORE_DOUBT,
)
_AHEAD = AnyOf(
    *(pattern for group in (DECLARING, CALLING_RIGHT, EXCEPTING, NEGATING) for pattern in group.patterns),
    asides.BEFORE_EITHER,
    asides.BEFORE_OTHERS,
    asides.BEFORE_THE_OTHER,
    asides.BEFORE_LISTING,
    asides.BEFORE_SECOND_BEST,
    asides.BEFORE_GIVEN_UP,
    asides.BEFORE_WHETHER,
    asides.BEFORE_CONDITION,
    quotations.BEFORE_QUOTATION,
    quotations.BEFORE_YOU_SAID,
    quotations.BEFORE_ANSWER_OF_ANOTHER,
    assertions.BEFORE_TOPIC,
    asides.BEFORE_CONCESSION,
    asides.BEFORE_CONSIDERATION,
    topics.BEFORE_EXAMPLE,
    topics.BEFORE_IN_CASES,
    asides.BEFORE_CLASS,
    asides.BEFORE_NUMERAL,
)
_BEHIND = OneOf(
    negations.AFTER_NEGATION,
    beside.AFTER_FIRST_OF_RANGE,
    asides.AFTER_LISTING,
    asides.AFTER_EQUAL,
    commitments.AFTER_POSITIVE,
    commitments.POSITIVE_TEXT,
    negations.AFTER_DOUBLE_NEGATION,
    asides.AFTER_CONDITION,
    quotations.AFTER_ANOTHER_ITEM,
    asides.AFTER_CONCESSION,
    asides.AFTER_NUMERAL,
)
# These may look beyond the sentence.
_NEXT = OneOf(commitments.AFTER_BLUNT_YES, negations.AFTER_BLUNT_NO, negations.AFTER_STOP)
_NEXT_SIGNS = frozenset(".):–—-=✓✔✅☑(?")  # with which they begin
_BEFORE_VERDICT = WHITE_SPACE + ".):–—-=>(?"  # all that may stand before their first word, which is English


def is_led(ahead: int) -> bool:
    """Whether one of these patterns may take what stands before the group; `patterns_of` says which."""
    return ahead & _AHEAD.first != 0


def is_still(before: str, after: str, verdict: str) -> bool:
    """Whether none of them takes what follows the group."""
    if "?" in after or ('"' in before and '"' in after):
        return False
    if _is_judged(after) or (" or " in verdict and beside.AFTER_OR_BOTH.match(verdict)):
        return False
    behind = verdict.lstrip()
    if behind[:1] not in _NEXT_SIGNS:
        return True
    first = behind.lstrip(_BEFORE_VERDICT)[:1]
    return (first.isalpha() and not first.isascii()) or _NEXT.match(verdict) is None


def says_yes(verdict: str) -> bool:
    """Whether a verdict of one word or sign follows the group: ": yes", " ✓"; most begin otherwise."""
    return verdict.lstrip()[:1] in _NEXT_SIGNS and commitments.AFTER_BLUNT_YES.match(verdict) is not None


_OPENING_SIGNS = " \"')]:–—-"  # before the first word behind a group
_OTHER_SCRIPTS = "\u0370"  # characters from here on are no letters of Latin
_KNOWN_LETTERS = frozenset(_BEHIND.source)


@lru_cache(maxsize=4096)
def _is_judged(after: str) -> bool:
    """Whether one of the patterns takes what follows; most beyond Latin are told by their first letter."""
    if begins_otherwise(after, _KNOWN_LETTERS):
        # The only one that looks past other words.
        return asides.may_concede_later(after) and asides.AFTER_CONCESSION.match(after) is not None
    return _BEHIND.match(after) is not None


def begins_otherwise(after: str, letters: frozenset[str]) -> bool:
    """Whether the first word behind a group begins with a letter beyond Latin that is none of these."""
    first = after.lstrip(_OPENING_SIGNS)[:1]
    return first >= _OTHER_SCRIPTS and first not in letters and first.isalpha()
