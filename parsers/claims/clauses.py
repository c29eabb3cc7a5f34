"""The clause around a group of mentions: its units, and their roles in a language.

What the clause says of the group is for `cues.py` and `denials.py`.

Decision: docs/decisions/parsers.md, "What stands around an option is asked at once".
Decision: docs/decisions/parsers.md, "What each option and each word costs".
Decision: docs/decisions/parsers.md, "Runs without blanks are cut at their known words".
Decision: docs/decisions/parsers.md, "247 replies of 32 sources, read as the reader is now".
Decision: docs/decisions/parsers.md, "The words next to an option are asked before those of its clause".
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from operator import ge

from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import (
    roles_in,
    units_from_end,
    units_from_start,
    units_of,
)
from parsers.grammar.languages.unspaced import UNSPACED, Unit, ends_unknown
from parsers.grammar.runons import BEFORE_NEXT, NEXT_ON_LINE
from parsers.pattern import Pattern
from parsers.text.characters import WHITE_SPACE

Units = tuple[Unit, ...]

POINTING = frozenset(":=→⇒>-–—")  # between a cue and what it announces
_CLOSING = frozenset(",.\"')]")
_CLOSED_QUOTE = Pattern(r"\A[,.]?[\"')\]]+,?(?= )")  # 'option ◆," is the best one'
# "option ◆, namely "red maple", is": what stands in quotation marks there is no part of the clause.
_APPOSED = Pattern(r"\A[\"')]*,?\s*(?:[^\W\d_]{2,10}\.?:?\s+){0,2}\"[^\"\n]{1,300}\"\s*,?(?=\s)")
_PARTED = Pattern(r"\A[\"')]*,\s+(?P<word>[^\W\d_]+)")  # "◆, adalah pilihan …": the comma parts nothing
_PARTING = frozenset(".;!?,،؛\n。、")
CUE = Role.ANSWER | Role.RIGHT | Role.OPTION
ANNOUNCING = CUE | Role.PICK | Role.STATEMENT
DENYING = Role.NOT | Role.WRONG
RUN = CUE | Role.LINK | Role.IS | Role.SO | Role.PICK | Role.STATEMENT


NUMBER_SIGN = 6  # characters at the end of a text that has such a sign there
_NUMBER_SIGN = Pattern(r"\bn(?:um)?\.? ?[oº°]\.? ?\Z")  # "la n.º ◆"
# "option ◆ (the one with the maple) is": at most the word "option" stands before the brackets.
_GLOSS = Pattern(
    r"\A(?P<ahead>[\"'*]*(?: ?[^\W\d_]{1,16})?[\"'*]*)\s?"
    r"\((?P<said>[^()\n\U000f0000-\U0010ffff]{1,200})\)(?=\s?\w|\s*\Z|\n)"
)
_ASIDE = Pattern(r"\([^()]{1,200}\)")


# White space, and the signs that are no units.
UNREAD = WHITE_SPACE + "\"'[](){}*_ʻʼ"
MENTIONS = "\U000effff"  # their characters are greater
_NEAR = 4  # units between a mention and the word that denies it
_END = Pattern(f"[{''.join(_PARTING)}\U000f0000-\U0010ffff]")  # of a clause: a sign, or another mention


# A clause comes again where the sentence around it does not: so these, and what they say, are remembered.
@lru_cache(maxsize=256)
def clause_ahead(before: str) -> str:
    """The end of a text that is one clause with the group; what stands in brackets is no part of it."""
    clause = _ASIDE.sub("", before) if ")" in before else before
    clause = _NUMBER_SIGN.sub("", clause) if "n" in clause[-NUMBER_SIGN:] else clause
    clause = clause.rstrip(UNREAD)  # the line break of "the answer:\n◆" ends none
    end = _END.search(clause[::-1])
    last = clause[len(clause) - end.start() :] if end else clause
    mentioned = end is not None and end[0] > MENTIONS
    return _past_denial(last) if mentioned and roles_in(last) & Role.BEHIND else last


def _past_denial(clause: str) -> str:
    """What stands behind the words that deny the mention before the clause: "◆ emas, balki "."""
    for unit in first_of(units_of(clause), _NEAR):
        if unit.may & Role.BEHIND:
            return clause.partition(unit.text)[2]
    return clause


_HEADING = 16  # characters in which the heading of a next question ends


@lru_cache(maxsize=256)
def clause_behind(after: str) -> str:
    """The beginning of a text that is one clause with the group, with the sign that ends it."""
    between = BEFORE_NEXT.match(after) if ":" in after[:_HEADING] and "?" in after else None
    if between and NEXT_ON_LINE.match(after, between.end()):
        return ""  # "答案: B 问题: 以下说法错误的是"
    clause = _APPOSED.sub("", after) if '"' in after else after
    clause = _GLOSS.sub(_unless_it_judges, clause, 1) if "(" in clause else clause
    parted = _PARTED.match(clause) if "," in clause[:4] else None
    if parted is not None and roles_in(parted["word"]) & (Role.IS | Role.NOT) == Role.IS:
        clause = clause[parted.start("word") :]
    clause = _CLOSED_QUOTE.sub("", clause) if clause[:1] in _CLOSING else clause
    end = _END.search(clause)
    return clause[: end.end()] if end else clause


_VERDICT = 12  # characters of the longest "(no)", "(por supuesto no)" that may be a verdict


def _unless_it_judges(gloss: re.Match[str]) -> str:
    """What stands before the brackets; all of it where they may deny the group: "◆ (no es la correcta) …"."""
    said = roles_in(gloss["said"])
    if said & Role.OTHER:
        return gloss["ahead"]
    denies = said & Role.WRONG or (said & Role.NOT and (said & CUE or len(gloss["said"]) <= _VERDICT))
    return gloss[0] if denies else gloss["ahead"]


@lru_cache(maxsize=256)
def said_right_before(clause: str) -> int:
    """All roles that the cue words next to the group may have in the clause before it, see `_run_of`."""
    return 0 if ends_unknown(clause) else _run_of(units_from_end(clause))


@lru_cache(maxsize=256)
def said_right_behind(clause: str) -> int:
    """The same in the clause behind it."""
    return _run_of(units_from_start(clause))


def _run_of(units: Iterable[Unit]) -> int:
    """All roles of the units through a word of another kind than `cue_run` has; a pointing sign is a copula.

    Only a word of a script without blanks ends them: elsewhere it may go on a cue word of several.
    """
    said = 0
    for unit in units:
        said |= unit.may
        if unit.roles is None:
            said |= Role.IS if unit.text in POINTING else 0
        elif not unit.may & (RUN | Role.WRONG) and UNSPACED.match(unit.text):
            break
    return said


def units_ahead(clause: str) -> Units:
    """The units of the clause before the group, nearest first."""
    return units_of(clause)[::-1]


@lru_cache(maxsize=1024)
def units_behind(clause: str) -> Units:
    """The units of the clause from the group on."""
    kept: list[Unit] = []
    for unit in units_of(clause):
        if unit.roles is not None:
            kept.append(unit)
            continue
        if unit.text in _PARTING or (kept and unit.text == "—"):
            break
        if unit.text > MENTIONS:  # "… e non ◆": these words belong to the next one
            while kept and kept[-1].roles and not kept[-1].may & (Role.BEHIND | Role.WRONG):
                kept.pop()
            break
        kept.append(unit)
    return tuple(kept)


def first_of(units: Iterable[Unit], most: int) -> Units:
    """The first units, as long as they count as no more than so many words."""
    first, size = [], 0
    for unit in units:
        if size >= most:
            break
        first.append(unit)
        size += unit.size
    return tuple(first)


def languages_with(units: Units, roles: int) -> frozenset[int]:
    """The languages in which one of the units has one of the roles."""
    speaking = [unit.roles for unit in units if unit.may & roles and unit.roles]
    return frozenset([language for said in speaking for language, role in said.items() if role & roles])


def judging(ahead: Units, speaking: frozenset[int]) -> frozenset[int]:
    """The languages that may deny: beside one that names the false statement, none that knows fewer words."""
    if not any(unit.may & Role.STATEMENT for unit in ahead):
        return speaking
    known = {language: [bool(role) for role in roles_by(ahead, language)] for language in speaking}
    stating = [
        language for language in speaking if names_false_statement(since_therefore(roles_by(ahead, language)))
    ]
    return frozenset(
        language
        for language in speaking
        if language in stating or not any(_knows_more(known[other], known[language]) for other in stating)
    )


def _knows_more(known: list[bool], fewer: list[bool]) -> bool:
    return known != fewer and all(map(ge, known, fewer))


def roles_by(units: Iterable[Unit], language: int) -> list[int | None]:
    """Per word or pointing sign, its roles in one language: None for a word it does not know."""
    return [
        0 if unit.roles is None else unit.roles.get(language)
        for unit in units
        if unit.roles is not None or unit.text in POINTING
    ]


def roles_by_word(units: Units, language: int) -> list[int | None]:
    """The same, with as many entries for an unknown stretch as it counts words."""
    return [role for unit in units for role in roles_by((unit,), language) * unit.size]


def n_words(words: Iterable[Unit]) -> int:
    return sum(word.size for word in words)


def up_to_reason(behind: Units, speaking: frozenset[int]) -> Units:
    """The units behind the group up to the word that begins a reason in a language that speaks there."""
    for at, unit in enumerate(behind):
        if unit.may & Role.REASON and any(
            role & Role.REASON and not role & CUE for role in map((unit.roles or {}).get, speaking) if role
        ):
            return behind[:at]
    return behind


def cue_run(roles: list[int | None], wrong_too: bool = False) -> list[int]:
    """The cue words and signs next to the group, up to the first word of another kind."""
    run: list[int] = []
    allowed = RUN | Role.WRONG if wrong_too else RUN
    for role in roles:
        if role is None or (role and not role & allowed):
            break
        run.append(role)
    return run


def names_false_statement(before: list[int | None]) -> bool:
    """Whether the clause names the false statement, which may be what is asked for: "错误的叙述是 ◆"."""
    known = [role for role in before if role and role != Role.LINK]  # "的", "yang"
    return any(
        (one & Role.STATEMENT and other & Role.WRONG) or (one & Role.WRONG and other & Role.STATEMENT)
        for one, other in pairwise(known)
    )


def all_of(run: list[int]) -> int:
    """All roles of a run in one number."""
    said = 0
    for role in run:
        said |= role
    return said


def since_therefore(before: list[int | None]) -> list[int | None]:
    """What stands between "therefore" and the group: what is denied before it is the reason."""
    for at, role in enumerate(before):
        if role and role & Role.SO:
            return before[:at]
    return before


_RELATIVE = frozenset(
    ("que", "qui", "che", "das", "die", "der", "welche", "which", "that", "som", "yang", "ambalo")
)
_APART = 2  # words between a denial in a relative clause and the copula, at the least


def _past_relative(ahead: Units, before: list[int | None]) -> list[int | None]:
    """What stands before the group, without a clause that denies: "la opción que NO es típica de … es: ◆".

    "The option that is not correct" stays denied; so does what has no colon before the group.
    """
    words = [unit for unit in ahead if unit.roles is not None or unit.text in POINTING]
    if not words or words[0].text not in (":", "："):
        return before
    for at, role in enumerate(before[:-1]):
        if role is None or not role & Role.NOT or words[at + 1].text not in _RELATIVE:
            continue
        between = [(one, unit.size) for one, unit in zip(before[1:at], words[1:], strict=False) if one != 0]
        judged = any(one and one & (Role.RIGHT | Role.ANSWER) for one, _ in between)
        copula = next((place for place, (one, _) in enumerate(between) if one and one & Role.IS), None)
        if copula is not None and not judged and sum(size for _, size in between[copula:]) > _APART:
            return before[:at]
    return before


def said_ahead(ahead: Units, language: int) -> list[int | None]:
    """The roles of the words before the group that may deny it, in one language."""
    return _past_relative(ahead, since_therefore(roles_by(ahead, language)))
