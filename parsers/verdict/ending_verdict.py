"""A lone label whose sentence ends in a verdict: "La opción C se refiere a …, lo que la hace la correcta".

What stands between the label and the verdict is not known, so the last clause must follow from it, say "the
right one" with a noun or a copula of the same language and nothing else but "makes it", and no word of the
sentence may deny.

Decision: docs/decisions/parsers.md, "What stands for an option, and a verdict that ends a clause".
"""

from functools import lru_cache

from parsers.claims.clauses import Units, all_of
from parsers.claims.cues import opens_as_conclusion
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import may_deny, units_of
from parsers.grammar.languages.unspaced import Unit
from parsers.grammar.pattern import MENTIONED
from parsers.grammar.verdict_clauses import AGREES, ELSE, FOLLOWS, GIVEN, MAKES, RELATIVE, RESTRICTED

_DENIES = Role.NOT | Role.WRONG | Role.OTHER
_RUN = Role.RIGHT | Role.ANSWER | Role.OPTION | Role.LINK | Role.IS | Role.SO
_MADE = frozenset(MAKES.split())
_LONGEST = 60  # characters of the last clause


@lru_cache(maxsize=1024)
def ends_in_verdict(before: str, after: str) -> bool:
    """Whether the sentence around a label ends with a clause that calls it right, or says that it agrees."""
    if AGREES.match(after) and "?" not in after and not _restricted(after):
        said, more = (*RELATIVE.split(after, 1), "")[:2]
        return not ELSE.search(said) and not _denied(
            (*_words(f"{before} {said}"), *_words(more)[:1]), _DENIES | Role.BUT
        )
    said, _, clause = after.rstrip(" .。!\"'*)").replace("、", ",").rpartition(",")
    if not said or not 0 < len(clause) <= _LONGEST or "?" in after:
        return False
    follows = FOLLOWS.match(clause)
    if not (follows or opens_as_conclusion(clause) or GIVEN.search(said)):
        return False
    words = _words(clause[follows.end() :] if follows else clause)
    sentence = _words(f"{before} {after}")
    if any(may_deny(word.text) for word in sentence):
        return False
    return any(
        _calls_right(words, language) and not any(_role(word, language) & _DENIES for word in sentence)
        for language in frozenset(language for word in words for language in word.roles or ())
    )


def _restricted(after: str) -> bool:
    """Whether more is said than that it agrees with the text: figures, options, "only"."""
    return RESTRICTED.search(after) is not None or MENTIONED.search(after) is not None


def _denied(words: Units, roles: int) -> bool:
    """Whether a word of the sentence denies, calls wrong or restricts in some language."""
    return any(role & roles for word in words for role in (word.roles or {}).values())


def _words(text: str) -> Units:
    return tuple(unit for unit in units_of(text) if unit.roles is not None)


def _role(word: Unit, language: int) -> int:
    return (word.roles or {}).get(language, 0)


def _calls_right(words: Units, language: int) -> bool:
    """Whether the words of a clause say "the right one" in a language, and nothing else."""
    roles = [_role(word, language) for word in words]
    if any(not role & _RUN and word.text not in _MADE for word, role in zip(words, roles, strict=True)):
        return False
    said = all_of(roles)
    return bool(said & Role.RIGHT and said & (Role.ANSWER | Role.OPTION | Role.IS)) or _is_right_answer(words)


def _is_right_answer(words: Units) -> bool:
    """Whether one word that means "the right answer" is all that is said."""
    return bool(words) and words[0].text.startswith(("正解", "正答", "정답"))
