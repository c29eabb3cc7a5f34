"""The false statement that a reply names, where it is not what was asked for: "错误的说法是B，所以答案是C".

Named alone it may be the answer, see `clauses.py`; it gives way to another option that is declared behind it,
and is no answer where the reply says that the right one was asked for.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

from functools import lru_cache

from parsers.claims.claims import Claim, Completion, Force
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
        if not _is_declared(claim) or not _names_false(claim.context.clause[0]):
            continue
        text = reply.skeleton.text[max(0, claim.group.start - _NEAR) : claim.group.start]
        if _asks_for_right(text) or _is_outdone(claim, reply.claims[at + 1 :]):
            claim.set_aside = SetAside.NEGATED


def _is_declared(claim: Claim) -> bool:
    return claim.stands and claim.force is Force.DECLARED


def _is_outdone(claim: Claim, later: list[Claim]) -> bool:
    """Whether another option is declared behind it, by "therefore", or where "的" links the words."""
    return any(
        _is_declared(other)
        and other.options != claim.options
        and not _names_false(other.context.clause[0])
        and (_is_linked(claim.context.clause[0]) or roles_in(other.context.clause[0]) & (Role.SO | Role.PICK))
        for other in later
    )


@lru_cache(maxsize=1024)
def _names_false(ahead: str) -> bool:
    """Whether a clause before an option names the false statement in some language."""
    if not roles_in(ahead) & Role.STATEMENT or not roles_in(ahead) & Role.WRONG:
        return False
    units = units_ahead(ahead)
    return any(
        names_false_statement(roles_by(units, language)) for language in languages_with(units, Role.WRONG)
    )


@lru_cache(maxsize=1024)
def _is_linked(ahead: str) -> bool:
    """Whether a word like "的" or "yang" stands between "false" and "statement"."""
    units = units_ahead(ahead)
    return any(
        not names_false_statement(
            [Role.IS if role == Role.LINK else role for role in roles_by(units, language)]
        )
        and names_false_statement(roles_by(units, language))
        for language in languages_with(units, Role.WRONG)
    )


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
