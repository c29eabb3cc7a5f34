"""Denials that stand apart from the option, and what takes its place: "B, oak, ist es nicht", "sondern C".

Decision: docs/decisions/parsers.md, "What is said behind an option and its own text".
Decision: docs/decisions/parsers.md, "What most options are spared is asked first".
"""

from functools import lru_cache

from parsers.claims.clauses import DENYING, RUN, Units, clause_behind, languages_with, units_behind
from parsers.claims.endings import SENTENCE_END
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import may_deny, roles_in, units_from_start, units_of
from parsers.grammar.languages.unspaced import Unit
from parsers.grammar.pattern import LABEL_BASE
from parsers.pattern import Pattern

_APART = Pattern(r"[\"')\]]*\s*[,،、，:–—-]*\s*")  # between the option's text and what is said of it
# A label, and behind it its own text: "(B) variantı, oak", "Bのoak", "2，oak".
APPOSED = Pattern(r"[\"')\]*]*(?: ?[^\W\d_]{1,12})?[\"')\]*]*[ ]?[,،、，(–—-]*[ ]?[\"'(*]*")
_FEW = 8  # words that say no more than that it is denied


def pauses(after: str) -> bool:
    """Whether a comma, a dash or a colon stands behind the group."""
    return after.lstrip(" \"')]")[:1] in _COMMAS


_COMMAS = (":", "：", ",", "،", "、", "，", "–", "—")


@lru_cache(maxsize=4096)
def denied_apart(after: str) -> bool:
    """Whether a denial in one language is all that is said behind the group: "◆, ist es nicht"."""
    clause = clause_behind(_APART.sub("", after, 1))
    if _begins_unknown(clause) or not roles_in(clause) & DENYING:
        return False
    words = _words(units_behind(clause))
    if not words or len(words) > _FEW or clause[-1:] in ("?", "؟") or clause[-1:] >= chr(LABEL_BASE):
        return False  # "◆, not ◆": what denies the next one is not said of this one
    return any(_all(words, RUN | DENYING, language) for language in languages_with(words, DENYING))


def _begins_unknown(clause: str) -> bool:
    """Whether the first word is none of any language: told without cutting the others."""
    first = next((unit for unit in units_from_start(clause) if unit.roles is not None), None)
    return first is not None and not first.roles and not first.heads


@lru_cache(maxsize=4096)
def takes_place(between: str) -> bool:
    """Whether words between two groups put the second in the place of the first: ", sondern "."""
    if SENTENCE_END.search(between) or not roles_in(between) & (Role.BUT | Role.BEHIND):
        return False
    words = _words(units_of(between))
    leading = languages_with(words[-_FEW:], Role.BUT | Role.BEHIND)
    return any(_all(words, RUN | Role.NOT | Role.BUT, language) for language in leading)


_TOPIC = frozenset("はがも은는이가도")  # behind the option of which the end of the clause says something


def denied_at_end(after: str) -> bool:
    """Whether a particle follows the group, and a denial ends its clause: "◆は説明に合わないため誤りです"."""
    return after.lstrip(" )\"'")[:1] in _TOPIC and _ends_in_denial(after)


@lru_cache(maxsize=4096)
def _ends_in_denial(after: str) -> bool:
    if not roles_in(after) & DENYING:
        return False
    words = [unit for unit in _words(units_behind(clause_behind(after))) if not _links(unit)]
    return bool(words) and may_deny(words[-1].text)


def _links(unit: Unit) -> bool:
    return bool(unit.roles) and not unit.may & ~(Role.LINK | Role.IS)


def _words(units: Units) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if unit.roles is not None)


def _all(words: tuple[Unit, ...], roles: int, language: int) -> bool:
    """Whether every word has one of the roles in that language."""
    return all((unit.roles or {}).get(language, 0) & roles for unit in words)


@lru_cache(maxsize=4096)
def only_cues(after: str) -> bool:
    """Whether nothing but cue words of one language follows in the clause: "◆ ist richtig", "◆ है"."""
    words = _words(units_behind(clause_behind(after)))
    return not words or any(_all(words, RUN, language) for language in languages_with(words, RUN))
