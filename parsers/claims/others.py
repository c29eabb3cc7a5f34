"""Whether a group is the options that are left over: "the other options (◆, ◆)", "las otras opciones (◆"."""

from functools import lru_cache
from itertools import islice, pairwise

from parsers.claims.claims import Context
from parsers.claims.clauses import (
    CUE,
    NUMBER_SIGN,
    UNREAD,
    Units,
    clause_ahead,
    first_of,
    languages_with,
    n_words,
    said_right_before,
    units_ahead,
)
from parsers.claims.cues import calls_right
from parsers.claims.unmeant import heads_each
from parsers.grammar import asides
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in, units_from_end
from parsers.grammar.languages.unspaced import ends_unknown

SET_OFF = " ,:;([-–—\n*•\"'"  # what may stand between "the other options" and them
_PARTING = (",", ";", "\n")  # the signs of `SET_OFF` that end a clause
_GOING_ON = "".join(sign for sign in SET_OFF if sign not in _PARTING)


def left_over(context: Context) -> bool:
    """Whether the group is the rest of the options; behind a comma, one option alone is the next subject."""
    if _behind_comma(context):
        return context.follows(asides.BEFORE_THE_OTHER)
    if context.follows(asides.BEFORE_OTHERS):
        return True
    return context.foreign and (leaves_others(context) or heads_each(context.before))


def leaves_others(context: Context) -> bool:
    """Whether words of another language make the group the others: "las otras opciones (◆, ◆)"."""
    if not context.said & Role.OTHER and not context.cued.rstrip(_GOING_ON).endswith(_PARTING):
        return False  # where no such sign stands between, the clause that was asked for its words is the same
    if _behind_comma(context) or not names_rest(context.cued, context.clause[0]):
        return False
    return len(context.group.mentions) > 1 or not calls_right(context.cued, context.after)


def _behind_comma(context: Context) -> bool:
    """Whether one option stands behind a comma: what is said before it is of the ones before."""
    return len(context.group.mentions) == 1 and context.before.rstrip()[-1:] in (",", ";")


def names_rest(before: str, clause: str) -> bool:
    """Whether the group is the options that are left over: "las otras opciones (◆", "其他选项◆".

    `clause` is that of the words before it, which most often is the one without the signs at its end.
    """
    said = before.rstrip(SET_OFF)
    heads = before.rstrip(" \n*•-–—\"'").endswith(":")
    if not heads and ends_unknown(said):
        return False  # the last word of the clause is no cue word: told without looking for the clause
    if said != before.rstrip(UNREAD) or "n" in said[-NUMBER_SIGN:]:
        clause = clause_ahead(said)
    if not clause or not roles_in(clause) & Role.OTHER:
        return False
    return (heads or said_right_before(clause) & Role.OTHER != 0) and _names_rest(clause, heads)


@lru_cache(maxsize=4096)
def _names_rest(clause: str, heads: bool) -> bool:
    words = _nearest(clause)
    if heads and _about_others(words):
        return True
    for language in languages_with(words, Role.OTHER):
        for word in words:
            role = (word.roles or {}).get(language, 0)
            if role & Role.OTHER:
                return True
            if not role & (CUE | Role.LINK | Role.WRONG | Role.IS):
                break
    return False


_NEXT = 5  # words before the group among which "the others" stands
_FEW_UNITS = 12  # units that hardly ever hold fewer words


def _nearest(clause: str) -> Units:
    """The words next to the group in the clause before it; more are cut only where these may be a phrase."""
    near = [*islice(units_from_end(clause), _FEW_UNITS)]
    words = first_of([unit for unit in near[:-2] if unit.roles is not None], _NEXT)  # a phrase has up to 3
    if n_words(words) < _NEXT or any(unit.heads for unit in near):
        words = first_of([unit for unit in units_ahead(clause) if unit.roles is not None], _NEXT)
    return words


def _about_others(words: Units) -> bool:
    """Whether a heading is about the other options: "Diğer seçeneklerin anlamları:"; nearest word first."""
    return any(
        (other.roles or {}).get(language, 0) & Role.OTHER
        for noun, other in pairwise(words)
        for language in languages_with((noun,), Role.OPTION | Role.ANSWER)
    )
