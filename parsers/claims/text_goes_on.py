"""Whether the text of an option that is called right goes on as a sentence, which denies something.

"La respuesta correcta es la 4. Un virus no es una bacteria", where the option says "Un virus": what follows
continues the text and takes nothing back. In English the patterns of `negated.py` see it.

Decision: docs/decisions/parsers.md, "Known stores outside English, read whole".
"""

from parsers.claims.claims import Context
from parsers.claims.clauses import (
    CUE,
    DENYING,
    clause_behind,
    languages_with,
    n_words,
    units_ahead,
    units_behind,
)
from parsers.claims.cues import declares
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.pattern import MENTIONED
from parsers.pattern import Pattern

_SENTENCE = 4  # words that say more than that it is denied
# "Sería ◆ si no …", "… no puede ser": it is not the answer.
_SUPPOSED = Pattern(r"(?<!\w)(?:seria|serait|ware|sarebbe|zou|skulle|bylaby|была бы|был бы|would)(?!\w)")
_CANNOT = Pattern(
    r"(?<!\w)(?:no (?:puede|podria)|n[aã]o (?:pode|poderia)|non (?:puo|può|potrebbe)|ne (?:peut|pourrait)"
    r"|k(?:ann|onnte|önnte) (?:\w+ ){0,2}(?:nicht|kein)|kan (?:\w+ ){0,2}(?:niet|inte)|nie moze|nie może"
    r"|не может|не може)(?!\w)"
)
_JUDGING = Role.ANSWER | Role.OPTION | Role.RIGHT | Role.WRONG | Role.PICK | Role.OTHER | Role.STATEMENT


def text_goes_on(context: Context) -> bool:
    """Whether a label declared right stands with its own text, and words that judge nothing continue it."""
    first, *others = context.group.mentions
    if not (first.joined and first.is_label and context.said & DENYING) or others:
        return False
    if _SUPPOSED.search(context.cued) or _CANNOT.search(context.after) or _so_another(context.after):
        return False
    clause = clause_behind(context.after).lstrip("\"'*")
    said = [unit for unit in units_behind(clause) if unit.roles is not None]
    if clause[:1] != " " or n_words(said) < _SENTENCE:
        return False
    ahead = units_ahead(context.clause[0])
    if not languages_with(ahead, Role.ANSWER) & languages_with(ahead, Role.RIGHT):
        return False
    if not declares(context.cued, ""):
        return False
    languages = languages_with(ahead, CUE)
    return not any((unit.roles or {}).get(language, 0) & _JUDGING for unit in said for language in languages)


def _so_another(after: str) -> bool:
    """Whether the sentence goes on to another option by "therefore": "no explica …, así que es la ◆"."""
    other = MENTIONED.search(after)
    return other is not None and roles_in(after[: other.start()]) & Role.SO != 0
