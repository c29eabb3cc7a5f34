"""Whether words beside a small letter say that it is an option: then it is no word of its language.

Decision: docs/decisions/parsers.md, "Small letters behind the cue words of any language".
"""

from collections.abc import Sequence
from functools import lru_cache

from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import ENGLISH, NO_ROLES, cue_words
from parsers.grammar.languages.lexicon import WORD, first_unit, units_of
from parsers.grammar.languages.one_word import roles_of
from parsers.grammar.languages.unspaced import Unit
from parsers.pattern import Pattern

_ANNOUNCES = Role.ANSWER | Role.RIGHT | Role.PICK | Role.OPTION | Role.STATEMENT
_BETWEEN = _ANNOUNCES | Role.LINK | Role.IS | Role.SO | Role.WRONG  # what is denied is told elsewhere
_SIGNS = frozenset(",:：=—–-")
_CLAUSE = Pattern(r"[.!?;\n。！？][^.!?;\n。！？]*\Z")
_UNKNOWN = 3  # words that no language lists, before the option: "la respuesta final es c"


@lru_cache(maxsize=4096)
def announces(before: str, unknown: int = _UNKNOWN) -> bool:
    """Whether a text, in lower case, ends in words of one language that announce an option: "la opción es la "."""
    clause = _CLAUSE.search(before)
    units = units_of(before[clause.start() + 1 :] if clause else before)
    return _says(units[::-1], _ANNOUNCES, unknown)


@lru_cache(maxsize=4096)
def confirms(letter: str, after: str) -> bool:
    """Whether a text, in lower case, begins with words of one language for an option or a right one: " es la correcta".

    Not in a language that has the letter as a word.
    """
    if not _is_known(after):
        return False
    units = units_of(after)
    if units[0].text in ENGLISH:  # "a correct description"
        return False
    words = _spoken_with(letter)
    named = {language for language, role in (units[0].roles or {}).items() if role & Role.OPTION}
    return bool(named - words) or _says(units, Role.RIGHT | Role.ANSWER, words=words)


def _is_known(after: str) -> bool:
    """Whether a text begins with a word that some language has, or with a sign that points; told sooner than units."""
    first = first_unit(after)
    return first is not None and (first.text in _SIGNS if first.roles is None else first.may != 0)


@lru_cache(maxsize=4096)
def is_called_right(before: str, letter: str, after: str) -> bool:
    """The same, with a copula first or right before the letter: " är rätt svar", but not " resposta correta é"."""
    units = [*units_of(before)[-1:], *units_of(after)[:1]]
    linked = any(role & Role.IS for unit in units for role in (unit.roles or {}).values())
    return linked and confirms(letter, after)


@lru_cache(maxsize=4096)
def names_option(before: str, letter: str) -> bool:
    """Whether a text, in lower case, ends in a word for an option, of a language that has not the letter as a word."""
    bare = before.rstrip(" \"'").rpartition(" ")[2]
    word = WORD.findall(bare)[-1:]
    if not word or not bare.endswith(word[0]) or word[0] in ENGLISH:
        return False
    nouns = Role.OPTION | Role.ANSWER | Role.STATEMENT
    own = _spoken_with(letter)
    return any(role & nouns for language, role in roles_of(word[0]).items() if language not in own)


def _spoken_with(letter: str) -> frozenset[int]:
    """The languages that have the letter as a word."""
    return frozenset(cue_words().whole.get(letter, NO_ROLES))


def _says(units: Sequence[Unit], roles: int, unknown: int = 0, words: frozenset[int] = frozenset()) -> bool:
    """Whether words from the first unit on lead to one of the roles.

    All of one language, which is none of `words`, but for some unknown ones.
    """
    speaking: set[int] | None = None
    for unit in units:
        if unit.roles is None and unit.text in _SIGNS:
            continue
        if not unit.roles:
            unknown -= unit.size
            if unit.roles is None or unknown < 0:
                return False
            continue
        knowing = {language for language, role in unit.roles.items() if role & _BETWEEN} - words
        speaking = knowing if speaking is None else speaking & knowing
        if any(unit.roles[language] & roles for language in speaking):
            return True
        if not speaking:
            return False
    return False
