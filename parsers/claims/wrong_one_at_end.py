"""The one option that a reply calls wrong at its end, when it has gone through all of them.

"错误的选项是B" alone denies B. Behind words on every option, of which two are called right or no other one
is called wrong, it names what was asked for.

Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from functools import lru_cache

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.clauses import (
    all_of,
    clause_ahead,
    clause_behind,
    cue_run,
    languages_with,
    roles_by,
    units_ahead,
    units_behind,
)
from parsers.claims.lists import choose
from parsers.grammar.languages import Role
from parsers.pattern import Pattern
from parsers.reading import SetAside

_FEWEST = 3  # options; of two, the one that is not wrong is the answer
_RIGHT = 2  # options called right, behind which the right one cannot have been asked for
_NAMES = Role.OPTION | Role.ANSWER | Role.STATEMENT | Role.IS


def choose_wrong_one_at_end(reply: Completion) -> None:
    """Let the option called the wrong one at the end stand, and set judgements of the others aside."""
    if not reply.single or len(reply.options) < _FEWEST or len(reply.claims) <= _FEWEST:
        return
    last = reply.claims[-1]
    if not last.group.has_label or len(last.options) != 1 or not _is_wrong_one(last):
        return
    others = [claim for claim in reply.claims if claim.options != last.options]
    if last.stands and _differs(last, others, reply):
        return
    if _goes_through_all(others, reply) and _leaves_one_wrong(others):
        for claim in others:
            claim.set_aside = claim.set_aside or SetAside.RESTATED
        choose(last)


_IN_ENGLISH = Pattern(
    r"(?:\A|[.!\n])[\s*]*(?:(?:so|thus|hence|therefore|in conclusion|in summary),? )?"
    r"(?:the (?:only )?(?:incorrect|false|wrong|untrue) (?:statement|one|option|choice)"
    r"|the (?:statement|one|option|choice) (?:that|which) is (?:incorrect|false|wrong|untrue"
    r"|not (?:correct|true))) is:?[\s\"'(*]*\Z"
)


def _is_wrong_one(last: Claim) -> bool:
    """Whether the last claim says which one is wrong, and nothing else."""
    if last.stands:
        return last.rule == "copula" and _IN_ENGLISH.search(last.context.before) is not None
    if last.set_aside is not SetAside.NEGATED or not last.context.closes:
        return False
    return _calls_it_wrong(last.context.cued, last.context.after)


def _differs(last: Claim, others: list[Claim], reply: Completion) -> bool:
    """Whether the reply has called that one right before, or another one wrong."""
    same = [claim for claim in reply.claims if claim.options == last.options and claim is not last]
    right = any(claim.stands and claim.force >= Force.STRONG for claim in same)
    return right or any(claim.set_aside is SetAside.NEGATED for claim in others)


@lru_cache(maxsize=256)
def _calls_it_wrong(before: str, after: str) -> bool:
    """Whether nothing but "the wrong one is" in one language stands around the label, in its clause."""
    ahead, behind = units_ahead(clause_ahead(before)), units_behind(clause_behind(after))
    return "?" not in after and any(
        _names_wrong_one(roles_by(ahead, language)) and _says_nothing(roles_by(behind, language))
        for language in languages_with(ahead, Role.WRONG)
    )


def _names_wrong_one(roles: list[int | None]) -> bool:
    run = cue_run(roles, wrong_too=True)
    if len(run) < len(roles) or any(role & Role.NOT and not role & Role.WRONG for role in run):
        return False
    return bool(all_of(run) & _NAMES) or 0 in run[:2]


def _says_nothing(roles: list[int | None]) -> bool:
    """Whether a noun for option or a copula is all that stands there."""
    return not any(role is None or role & ~(Role.OPTION | Role.LINK | Role.IS) for role in roles)


def _goes_through_all(others: list[Claim], reply: Completion) -> bool:
    """Whether every other option is named by its label."""
    named = {option for claim in others if claim.group.has_label for option in claim.options}
    return len(named) >= len(reply.options) - 1


def _leaves_one_wrong(others: list[Claim]) -> bool:
    """Whether two others are called right, or none is the answer and none wrong."""
    standing = [claim for claim in others if claim.stands and claim.force >= Force.STRONG]
    if any(claim.rule not in ("predicate", "conclusion", "verdict-list") for claim in standing):
        return False
    if len({claim.options for claim in standing}) >= _RIGHT:
        return True
    return not standing and all(claim.set_aside is not SetAside.NEGATED for claim in others)
