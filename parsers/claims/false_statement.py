"""The false statement that a reply names, where it is not what was asked for: "错误的说法是B，所以答案是C".

Named alone it may be the answer, see `clauses.py`; it gives way to another option that is declared behind it,
and is no answer where the reply says that the right one was asked for.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

from functools import lru_cache

from parsers.claims.claims import DECLARED, Claim, Completion
from parsers.claims.clauses import languages_with, names_false_statement, roles_by, units_ahead
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.pattern import MENTIONED
from parsers.pattern import Pattern
from parsers.reading import SetAside

_NEAR = 200  # characters in which the reply says what was asked for
_CLAUSE = Pattern(r"[^.,;:!?。，；：！？\n]+")
_ASKS = Pattern(
    r"要求|问的|問的|題目|题目|求められ|問われ|묻는|고르|\b(?:pide|pregunta|pede|pergunta|chiede|domanda|demande|question"
    r"|gefragt|frage|asks?|asked|спрашива|требует|hoi|yeu cau|diminta|ditanya|soal|soru|isten)"
)


def yield_false_statements(reply: Completion) -> None:
    """Set it aside where another option is declared later, or the right one was asked for."""
    for at, claim in enumerate(reply.claims):
        if claim.force is not DECLARED or not claim.stands or not _names_false(claim.context.clause[0]):
            continue
        text = reply.skeleton.text[max(0, claim.group.start - _NEAR) : claim.group.start]
        if _asks_for_right(text) or _is_outdone(claim, reply.claims[at + 1 :]):
            claim.set_aside = SetAside.NEGATED


def _is_declared(claim: Claim) -> bool:
    return claim.force is DECLARED and claim.stands


def _is_outdone(claim: Claim, later: list[Claim]) -> bool:
    """Whether another option is declared behind it, by "therefore", or where "的" links the words."""
    ahead = claim.context.clause[0]
    return any(
        _is_declared(other)
        and other.options != claim.options
        and not _names_false(other.context.clause[0])
        and (not _names_false(ahead, unlinked=True) or _concludes(ahead, other.context.clause[0]))
        for other in later
    )


def _concludes(ahead: str, later: str) -> bool:
    """Whether a language that names the false statement has "therefore" or "I choose" in the later clause."""
    return bool(_naming(ahead) & languages_with(units_ahead(later), Role.SO | Role.PICK))


def _names_false(ahead: str, unlinked: bool = False) -> bool:
    """Whether a clause before an option names the false statement, by words side by side if `unlinked`."""
    return bool(_naming(ahead, unlinked))


@lru_cache(maxsize=1024)
def _naming(ahead: str, unlinked: bool = False) -> frozenset[int]:
    """The languages in which a clause before an option names the false statement."""
    if not roles_in(ahead) & Role.STATEMENT or not roles_in(ahead) & Role.WRONG:
        return frozenset()
    units = units_ahead(ahead)
    return frozenset(
        language
        for language in languages_with(units, Role.WRONG)
        if names_false_statement(
            _parted(roles_by(units, language)) if unlinked else roles_by(units, language)
        )
    )


def _parted(roles: list[int | None]) -> list[int | None]:
    """The roles, with words that only link taken for ones that stand between: "的", "yang"."""
    return [Role.IS if role == Role.LINK else role for role in roles]


def _asks_for_right(text: str) -> bool:
    """Whether an earlier clause, which names no option, says that the right one is asked for."""
    low = text.lower()
    return any(
        _ASKS.search(clause)
        and not MENTIONED.search(clause)
        and roles_in(clause) & Role.RIGHT
        and not roles_in(clause) & (Role.WRONG | Role.NOT)
        for clause in _CLAUSE.findall(low)[:-1]
    )
