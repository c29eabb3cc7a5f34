"""What the cue words around a group say, in whatever language: it is the answer, it is right.

The words are data (`grammar/languages`); the few rules here hold for every language, whatever its order of
words. A language speaks only if it knows an announcing word of the clause, and one that denies outweighs
those that affirm; how it denies is for `denials.py`. English has patterns of its own.

Decision: docs/decisions/parsers.md, "Cue words are data, one file a language, and a few rules read them all".
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from parsers.claims.clauses import (
    ANNOUNCING,
    CUE,
    DENYING,
    POINTING,
    Units,
    all_of,
    clause_ahead,
    clause_behind,
    cue_run,
    first_of,
    judging,
    languages_with,
    n_words,
    names_false_statement,
    roles_by,
    roles_by_word,
    said_right_before,
    said_right_behind,
    since_therefore,
    units_ahead,
    units_behind,
    up_to_reason,
)
from parsers.claims.denials import denied_in
from parsers.claims.left_over import is_left, says_more_of_left
from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import key_of, verdict_words
from parsers.grammar.languages.lexicon import roles_in, units_of
from parsers.grammar.pattern import MENTION
from parsers.pattern import Pattern

_ANSWER_TO_OPTION = Pattern(rf"\([^()\n]*{MENTION}[^()\n]+\)\W*\Z")  # "(what option ◆ answers): ◆"
_ASKING = ("?", "؟")
_FAR = 12  # words between "the answer" and its copula, at the most
_FARTHER = 28  # words of a clause that says "the correct statement about … is option ◆"


@lru_cache(maxsize=4096)
def declares(before: str, after: str) -> bool:
    """Whether the words call the group the answer: "jawaban yang benar adalah ◆", "doğru cevap ◆'dır"."""
    after = "" if _says_what_it_is(before, after) else after
    if not _may_declare(clause_ahead(before), clause_behind(after)):
        return False
    if says_more_of_left(after) and languages_with(units_of(clause_ahead(before)), Role.LEFT):
        return False
    return _affirmed(before, after, _declared) and _ANSWER_TO_OPTION.search(before) is None


def _says_what_it_is(before: str, after: str) -> bool:
    """Whether what the right answer says follows a colon: "jibu sahihi ni ◆: si kibaya"."""
    if after[:1] != ":" or not roles_in(clause_ahead(before)) & Role.RIGHT:
        return False
    return not roles_in(clause_behind(after)) & (CUE | Role.WRONG | Role.PICK)


def calls_right(before: str, after: str) -> bool:
    """Whether the words behind the group call it right: "◆ variantı doğrudur", "◆ es la correcta"."""
    behind, right = clause_behind(after), Role.RIGHT | Role.ANSWER
    if not roles_in(behind) & right or not said_right_behind(behind) & right:
        return False
    return _affirmed(before, after, _called_right)


def concludes(before: str) -> bool:
    """Whether "therefore" in some language is all that stands in the clause before the group."""
    return _concludes(clause_ahead(before))


@lru_cache(maxsize=4096)
def _concludes(clause: str) -> bool:
    if not roles_in(clause) & Role.SO:
        return False
    ahead = units_ahead(clause)
    allowed = Role.SO | Role.LINK | Role.IS | Role.OPTION
    return any(
        all(role is not None and not role & ~allowed for role in roles_by(ahead, language))
        for language in languages_with(ahead, Role.SO)
    )


_OPENING = 4  # words of which the first two units, or the phrases that they begin, have their roles
_UNREAD = "\"'[](){}*_ʻʼ"  # signs that are no units


@lru_cache(maxsize=4096)
def opens_as_conclusion(before: str) -> bool:
    """Whether the first words of a sentence are "therefore" in some language."""
    opening = before.lstrip(" \n\"'(*")[:40]
    first = [word for word in opening.split() if word.strip(_UNREAD)][:_OPENING]
    if not roles_in(" ".join(first)) & Role.SO:
        return False
    return bool(languages_with(first_of(units_of(opening), 2), Role.SO))


_FEW = 4  # words of a verdict that is nothing but one
# "– fałsz", ": vrai, car …": a word or two, and then a sign.
_VERDICT_ALONE = Pattern(
    r"[\s\"'):=*_(–—-]*(?P<word>[^\W\d_]\S{0,24}?(?: \S{1,24}?)?)[\s\"')*_]*(?:[.,;:(–—]|\n|\Z)"
)


@lru_cache(maxsize=4096)
def blunt_verdict(content: str) -> bool | None:
    """What the few words behind "B:" say of it in some language: right, wrong, or nothing."""
    alone = _VERDICT_ALONE.match(content)
    if alone and (verdict := verdict_words().get(key_of(alone["word"]))) is not None:
        return verdict
    clause = clause_behind(content.lstrip(" ):=-–—"))
    if not roles_in(clause) & (DENYING | Role.RIGHT):
        return None
    words = [unit for unit in units_behind(clause) if unit.roles is not None]
    if not words or n_words(words) > _FEW:
        return None
    if any(languages_with((unit,), DENYING) for unit in words):
        return False if any(languages_with((unit,), Role.RIGHT | Role.WRONG) for unit in words) else None
    right = any(
        all_of(list(filter(None, roles_by(words, language)))) == Role.RIGHT
        for language in languages_with(tuple(words), Role.RIGHT)
    )
    return True if right and n_words(words) < _FEW else None


@lru_cache(maxsize=4096)
def says_more(before: str, after: str) -> bool:
    """Whether a word that no cue word's language knows stands beside the group: "Optie ◆ valt af".

    Or one for what is left, which then says so of something else: "es bleibt ◆, die aber falsch ist".
    """
    if roles_in(clause_ahead(before)) & Role.LEFT:
        return True
    ahead, behind = units_ahead(clause_ahead(before)), units_behind(clause_behind(after))
    words = [unit for unit in (*ahead, *behind) if unit.roles is not None]
    speaking = frozenset(language for unit in words for language in unit.roles or ())
    return bool(words) and not any(
        all(language in (unit.roles or {}) for unit in words) for language in speaking
    )


def _affirmed(before: str, after: str, rule: Callable[[Units, Units, int], bool]) -> bool:
    """Whether the rule accepts the clause in some language, and no language that speaks there denies it."""
    if after.rstrip(" \"')*")[-1:] in _ASKING:
        return False
    return _accepts(clause_ahead(before), clause_behind(after), rule)


def speaks_undenied(before: str, after: str) -> bool:
    """Whether a language announces in the clause, and none that speaks there denies."""
    return _undenied(clause_ahead(before), clause_behind(after)) is not None


@lru_cache(maxsize=4096)
def _accepts(before: str, after: str, rule: Callable[[Units, Units, int], bool]) -> bool:
    clause = _undenied(before, after)
    return clause is not None and any(rule(*clause[:2], language) for language in clause[2])


@lru_cache(maxsize=4096)
def _undenied(before: str, after: str) -> tuple[Units, Units, frozenset[int]] | None:
    """The units of a clause in which no language denies, and the languages that speak there."""
    if not (roles_in(before) & ANNOUNCING or roles_in(after) & ANNOUNCING):
        return None
    ahead, behind = units_ahead(before), units_behind(after)
    speaking = languages_with(ahead, ANNOUNCING) | languages_with(behind, CUE | Role.PICK)
    behind = up_to_reason(behind, speaking)
    if not speaking:
        return None
    deniable = (roles_in(before) | roles_in(after)) & DENYING
    if deniable and any(denied_in(ahead, behind, language) for language in judging(ahead, speaking)):
        return None
    return ahead, behind, speaking


_POINTING = Pattern(f"[{re.escape(''.join(POINTING))}]")  # signs that are told as copulas
_DECLARING = Role.ANSWER | Role.RIGHT | Role.PICK | Role.STATEMENT | Role.IS


def _may_declare(before: str, after: str) -> bool:
    """Whether a clause may call the group the answer: the words next to it tell, without the others."""
    if roles_in(after) & Role.PICK:
        return True
    if not roles_in(before) & _DECLARING and not _POINTING.search(before):
        return False
    return said_right_before(before) & _DECLARING != 0


def _declared(ahead: Units, behind: Units, language: int) -> bool:
    """Whether the words of one language around the group call it the answer."""
    before, after = roles_by(ahead, language), roles_by(behind, language)
    run, tail = cue_run(before, names_false_statement(before)), cue_run(after)
    said, pointed = all_of(run), 0 in run[:2]
    if said & Role.PICK and not said & Role.RIGHT and (not said & Role.LEFT or is_left(ahead, language)):
        return True
    if all_of(tail) & Role.PICK and len(tail) == len(after):  # "B کا انتخاب کرتا ہوں": the verb comes last
        return len(run) == len(before)
    if said & Role.RIGHT and said & (Role.ANSWER | Role.OPTION):
        return True
    if said & Role.STATEMENT and (pointed or said & Role.IS):
        return bool(said & Role.RIGHT) or names_false_statement(before)
    if said & Role.ANSWER and (pointed or said & (Role.IS | Role.OPTION)):
        return True
    if said & Role.RIGHT and (pointed or said & Role.IS) and len(run) == len(before):
        return True
    if said & Role.ANSWER and (
        len(tail) == len(after) or _is_unit(behind)
    ):  # "javob ◆", "cevap ◆ seçeneğidir"; what stands before "therefore" is of another option
        return len(run) >= len(since_therefore(before)) or bool(tail)
    return (pointed or bool(said & Role.IS)) and _announced_far(roles_by_word(ahead, language))


_UNITS = """
    n kg g mg m cm sm mm km min j kj kw pa kpa l ml mol hz cd kd
    н кг г мг м см мм км мин ч дж кдж вт квт па кпа л мл моль гц ом
"""
_UNIT = frozenset(_UNITS.split())


def _is_unit(behind: Units) -> bool:
    """Whether the unit of a number is all that follows: "javob ◆ kg"."""
    words = [unit.text for unit in behind if unit.roles is not None]
    return len(words) == 1 and words[0] in _UNIT


def _announced_far(before: list[int | None]) -> bool:
    """Whether the clause begins with "the right answer", with other words between it and its copula."""
    said = all_of([role for role in before[: _FAR + 4] if role])
    if len(before) <= _FAR + 4 and said & Role.ANSWER and said & Role.RIGHT:
        return True
    if len(before) <= _FAR + 4 and _opens_with_right_option(before):
        return True
    named = bool(before) and bool((before[0] or 0) & Role.OPTION)
    return named and len(before) <= _FARTHER and _names_statement(before)


def _opens_with_right_option(before: list[int | None]) -> bool:
    """Whether the clause begins with "the right option": "chaguo linalofaa zaidi kwa mgonjwa huyu ni ◆"."""
    opening = [role or 0 for role in before[-2:]]
    return len(opening) > 1 and bool(opening[1] & Role.OPTION) and bool(opening[0] & Role.RIGHT)


def _names_statement(before: list[int | None]) -> bool:
    """Whether the clause begins with "the correct statement" or "the false statement"."""
    opening = [role for role in before[-4:] if role]
    right = any(
        (one & Role.STATEMENT and other & Role.RIGHT) or (one & Role.RIGHT and other & Role.STATEMENT)
        for one, other in pairwise(opening)
    )
    return right or names_false_statement([*opening])


def _called_right(ahead: Units, behind: Units, language: int) -> bool:
    """Whether the words of one language behind the group call it right, or the answer."""
    after = roles_by(behind, language)
    tail = cue_run(after)
    said = all_of(tail)
    if not said & (Role.RIGHT | Role.ANSWER):
        return False
    if len(tail) == len(after):
        return bool(said & Role.RIGHT) or bool(said & Role.IS)
    return bool(said & Role.RIGHT and said & (Role.IS | Role.ANSWER))
