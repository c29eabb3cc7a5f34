"""Labels between commas behind the words for the answer: "The correct answer, B, has white bark".

Decision: docs/decisions/parsers.md, "What is the most plausible, and what is the answer".
"""

from functools import lru_cache

from parsers.claims.claims import Context
from parsers.claims.clauses import CUE, DENYING, languages_with, roles_by, units_ahead
from parsers.claims.cues import declares
from parsers.grammar import beside
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in


def apposed(context: Context) -> bool:
    """Whether a label stands between commas behind the words for it: "the correct answer, ◆, has bark"."""
    if not context.after.startswith(",") or not context.group.has_label:
        return False
    if roles_in(context.after) & DENYING or beside.LEAVING_OPEN.search(context.after):
        return False
    announced = context.before[:-2]
    if beside.BEFORE_APPOSED.search(announced):
        return True
    return context.foreign and _opens_with_cues(announced) and declares(f"{announced} ", "")


@lru_cache(maxsize=4096)
def _opens_with_cues(sentence: str) -> bool:
    """Whether nothing but "so the correct answer" in one language stands before the group, in its line."""
    words = [unit for unit in units_ahead(sentence.rpartition("\n")[2]) if unit.roles is not None]
    allowed = CUE | Role.LINK | Role.SO
    return any(
        all(role is not None and not role & ~allowed for role in roles_by(words, language))
        for language in languages_with(tuple(words), Role.RIGHT)
    )
