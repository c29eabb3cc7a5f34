"""What is only said to be left: "es bleibt ◆". It is taken, until it is denied or another option is.

Decision: docs/decisions/parsers.md, "Rules outside English that took too much".
"""

from functools import lru_cache

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.clauses import DENYING, Units, clause_ahead, languages_with, units_ahead
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.pattern import Pattern
from parsers.reading import SetAside

_GOES_ON = Pattern(r"[\s\"')*]*[^\W\d_]")  # with a word
_RELATIVE = Pattern(r"[\"')*]*, (?:qui|que|che|die|der|das|som|welche[rs]?)\b[^.;!?\n]*")


def says_more_of_left(after: str) -> bool:
    """Whether words go on with what is left: "es bleibt ◆ oder ◆", "il reste ◆, qui est faux"."""
    relative = _RELATIVE.match(after)
    return _GOES_ON.match(after) is not None or bool(relative and roles_in(relative[0]) & DENYING)


@lru_cache(maxsize=4096)
def left_over(before: str) -> bool:
    """Whether the words only say that the group is left: less than to choose it, and soon taken back."""
    clause = clause_ahead(before)
    if not roles_in(clause) & Role.LEFT:
        return False
    ahead = units_ahead(clause)
    return any(is_left(ahead, language) for language in languages_with(ahead, Role.LEFT))


_SHORT = 4  # letters of an article
_BETWEEN = Role.OPTION | Role.ANSWER | Role.SO
_EMPTY = frozenset(("il", "da", "det", "der"))  # "il ne reste que ◆", "da gjenstår ◆"


def is_left(ahead: Units, language: int) -> bool:
    """Whether "there remains" ends the clause, but for a noun for option, and no unknown word before."""
    words = [unit for unit in ahead if unit.roles is not None]
    roles = [(unit.roles or {}).get(language) or 0 for unit in words]
    at = next((place for place, role in enumerate(roles) if role & Role.LEFT), None)
    if at is None or not all(
        role or word.text in _EMPTY for role, word in zip(roles[at:], words[at:], strict=True)
    ):
        return False
    between = zip(roles[:at], words[:at], strict=True)
    return all(role & _BETWEEN or (role & Role.LINK and len(word.text) <= _SHORT) for role, word in between)


def without_left(reply: Completion, strong: list[Claim]) -> list[Claim]:
    """The claims without what is only said to be left, and then denied, or followed by another one."""
    for number, claim in enumerate(strong):
        if (
            claim.rule == "answer-cue"
            and claim.force is Force.STRONG
            and _gives_way(claim, strong[number + 1 :], reply)
        ):
            claim.set_aside = SetAside.SUPERSEDED
    return [claim for claim in strong if claim.stands]


def _gives_way(left: Claim, later: list[Claim], reply: Completion) -> bool:
    """Whether a later claim is of another option, or a later mention denies the one that is left."""
    if any(claim.force >= Force.STRONG and not claim.options & left.options for claim in later):
        return True
    denied = [claim for claim in reply.claims if claim.set_aside is SetAside.NEGATED]
    return any(claim.options == left.options and claim.group.start > left.group.end for claim in denied)
