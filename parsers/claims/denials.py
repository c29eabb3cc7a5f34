"""Whether the cue words around a group deny it, in whatever language; what affirms it is for `cues.py`.

A denial counts in the clause of an announcing word, right beside the group, or in a clause of a few words.

Decision: docs/decisions/parsers.md, "Seven hundred choices and doubts in forty languages".
Decision: docs/decisions/parsers.md, "Replies of seven stores not met before, in thirteen languages".
Decision: docs/decisions/parsers.md, "A denial next to an option is told by its first words".
Decision: docs/decisions/parsers.md, "What the interpreter is slow at, in work done for each option".
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from parsers.claims.clauses import (
    CUE,
    DENYING,
    MENTIONS,
    RUN,
    Units,
    all_of,
    clause_ahead,
    clause_behind,
    judging,
    languages_with,
    n_words,
    names_false_statement,
    roles_by,
    said_ahead,
    units_ahead,
    units_behind,
    up_to_reason,
)
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import may_deny, roles_in, units_from_start
from parsers.grammar.languages.one_word import roles_of
from parsers.grammar.languages.unspaced import Unit, ends_unknown

_NEXT = 4  # words among which the one next to the group that denies it is
_FEW = 5  # words of a clause in which any denial is of the group
_ONLY_WORDS = """
    nur seulement solo solamente somente apenas soltanto alleen slechts bara endast tylko только лише
"""
_ONLY = frozenset(_ONLY_WORDS.split())


def denies(before: str, after: str) -> bool:
    """Whether the words deny the group in some language: "◆ to'g'ri emas", "неверный ответ: ◆"."""
    return denies_in_clause(clause_ahead(before), clause_behind(after))


@lru_cache(maxsize=4096)
def denies_in_clause(before: str, after: str) -> bool:
    """The same of what stands in one clause with the group."""
    if not (roles_in(before) | roles_in(after)) & DENYING:
        return False
    return _begins_with_denial(after) or _denied_by_all(before, after)


def _denied_by_all(before: str, after: str) -> bool:
    """The same, by all words of the clause."""
    if not (roles_in(before) | roles_in(after)) & (CUE | Role.PICK) and _is_apart_from_all(before, after):
        return False
    ahead = units_ahead(before)
    anchored = languages_with(ahead, CUE | Role.PICK)
    if not roles_in(before) & Role.STATEMENT and any(denied_in(ahead, (), language) for language in anchored):
        return True  # whatever follows
    behind = units_behind(after)
    anchored |= languages_with(behind, CUE | Role.PICK)
    behind = _up_to_others(up_to_reason(behind, anchored))
    deniers = judging(ahead, anchored)
    if any(denied_in(ahead, behind, language) for language in deniers) or _plainly_denied(ahead, behind):
        return True
    return not anchored and _denied_in_few(ahead, behind)


def _is_apart_from_all(before: str, after: str) -> bool:
    """Whether unknown words stand on both sides of the group, and behind it more than a few."""
    if not ends_unknown(before):
        return False
    first = next((unit for unit in units_from_start(after) if unit.roles is not None), None)
    return first is not None and not first.may and first.size > _FEW


_TURNING = Role.REASON | Role.OTHER | Role.SO  # of words behind which nothing more is said of the group


def _begins_with_denial(clause: str) -> bool:
    """Whether the first words of a clause show `_denial_next`: so most do that deny, whatever follows.

    Left to the other rules where a word further on may give these another meaning.
    """
    said = roles_in(clause)
    if not said & DENYING or said & Role.STATEMENT:
        return False
    units = units_from_start(clause)
    first: list[Unit] = []
    for unit in islice(units, _NEXT):
        if not unit.roles or unit.may & _TURNING or unit.heads:
            return False
        if may_deny(unit.text):
            leads = any(_may_stand_between(first, language) for language in languages_with((unit,), DENYING))
            return leads and _is_apart(units, clause)
        first.append(unit)
    return False


def _is_apart(units: Iterator[Unit], clause: str) -> bool:
    """Whether an unknown word stands before the mention that ends the clause: else they may be its own."""
    if clause[-1:] <= MENTIONS:
        return True
    for unit in units:
        if unit.heads:
            return False
        if not unit.roles:
            return unit.text <= MENTIONS
    return False


def _up_to_others(behind: Units) -> Units:
    """The units behind the group up to those that speak of the others: "◆ – as outras estão incorretas"."""
    for at, unit in enumerate(behind):
        if unit.may & (Role.JOIN | DENYING):
            return behind
        if unit.roles and all(role & Role.OTHER for role in unit.roles.values()):
            return behind[:at]
    return behind


def _denied_in_few(ahead: Units, behind: Units) -> bool:
    """Whether a clause of a few words, none of them about answers, denies: "es handelt sich nicht um ◆"."""
    before = [unit for unit in ahead if unit.roles is not None]
    after = [unit for unit in behind if unit.roles is not None]
    if n_words(before) + n_words(after) > _FEW or any(unit.text in _ONLY for unit in before):
        return False
    if any(may_deny(unit.text) and unit.may & Role.NOT for unit in before):
        return True
    return any(may_deny(unit.text) and unit.may & Role.BEHIND for unit in after)


def denied_in(ahead: Units, behind: Units, language: int) -> bool:
    """Whether a word of the language denies or calls wrong, anywhere in the clause."""
    before = said_ahead(ahead, language)
    denying = Role.NOT if names_false_statement(before) else DENYING
    said = all_of([role for role in before if role]) & denying
    return bool(said | all_of([role for role in roles_by(behind, language) if role]) & DENYING)


def _plainly_denied(ahead: Units, behind: Units) -> bool:
    """Whether the next word on either side can only be a denial, after copulas of its language at most."""
    return _denial_next(ahead) or _denial_next(behind)


def _denial_next(units: Units) -> bool:
    """Whether the next word on one side, after copulas of its language at most, can only be a denial."""
    words = [unit for unit in units if unit.roles is not None][:_NEXT]
    for number, unit in enumerate(words):
        if may_deny(unit.text):
            denying = languages_with((unit,), DENYING)
            return any(_may_stand_between(words[:number], language) for language in denying) and not any(
                names_false_statement(roles_by(units, language)) for language in denying
            )
        if not unit.roles or languages_with((unit,), Role.SO):
            return False
    return False


def _may_stand_between(words: list[Unit], language: int) -> bool:
    """Whether every word may stand between an option and what is said of it, in one language."""
    return all((unit.roles or {}).get(language, 0) & RUN for unit in words)


@lru_cache(maxsize=4096)
def denied_next(before: str) -> bool:
    """Whether the word right before the group denies in some language, however short: "Ne ◆", "Ba ◆ ba"."""
    if before[-1:] != " " or not before[:-1].isalpha():
        return False
    roles = roles_of(before[:-1]).values()
    return any(role & Role.NOT for role in roles) and not any(role & Role.IS for role in roles)
