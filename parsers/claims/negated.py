"""Whether the sentence around a group negates it, in English patterns or in the cue words of any language.

Decision: docs/decisions/parsers.md, "What most options are spared is asked first".
Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from parsers.claims.apart import denied_apart, denied_at_end, pauses
from parsers.claims.claims import Context
from parsers.claims.clauses import (
    ANNOUNCING,
    CUE,
    DENYING,
    clause_behind,
    languages_with,
    units_ahead,
    units_behind,
)
from parsers.claims.cues import declares
from parsers.claims.denials import denies_in_clause
from parsers.claims.judge import declared_ahead
from parsers.claims.quiet import NEGATING, says_yes
from parsers.claims.text_goes_on import text_goes_on
from parsers.grammar import beside, negations
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import roles_in
from parsers.grammar.languages.unspaced import Unit
from parsers.grammar.pattern import LABEL
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern

_TEXT_FOLLOWS = Pattern(r"[)*\"']{0,3}\s?(?:(?:[:–—]|-\s|[(\"'])\s*[^\W\d_]{3}|:\s*[^\W\d_]{2} [^\W\d_]{2})")


def negated(context: Context) -> bool:
    """Whether the sentence says that the group is not it, in whatever language."""
    if context.foreign and denied_by_cues(context):
        return True
    called_right = not context.still and says_yes(context.verdict)
    if called_right and not context.follows(beside.BEFORE_CROSSED):
        return False
    if (
        context.led
        and context.ahead & NEGATING.first
        and _negated_before(context.before, context.group.has_label)
    ):
        return not _is_what_was_sought(context)
    return not context.still and _negated_after(context)


def _is_what_was_sought(context: Context) -> bool:
    """Whether the line above says what is sought, in whatever words: "the reason for not flowering is:"."""
    if not (context.line_alone and context.group.mentions[0].joined):
        return False
    sought = beside.BEFORE_ONE_LINE_DOWN.search(context.before)
    return sought is not None and negations.BEFORE_WRONG_ONE.search(context.before) is None


def denied_by_cues(context: Context) -> bool:
    """Whether cue words deny the group: in its clause, behind its own text, or at the end of the clause."""
    deniable = context.said & DENYING or context.follow.startswith(". ")
    told = deniable and (_names_text(context) or _text_behind_bracket(context) or text_goes_on(context))
    if deniable and denies_in_clause(context.clause[0], "" if told else _clause_behind(context)):
        return True
    if denied_at_end(context.after):
        return True
    joined, after = context.group.mentions[-1].joined, context.after
    if joined and context.follow.startswith(". ") and _next_word(context)[:1].islower():
        after = context.follow[2:]  # "A) oak. es incorrecta, …": the text has its own full stop
    return (joined or pauses(after)) and len(context.group.mentions) == 1 and denied_apart(after)


@lru_cache(maxsize=4096)
def _negated_before(before: str, labelled: bool) -> bool:
    """Whether the words before a group deny it, in English patterns."""
    if negations.NO_NEGATION.search(before):
        return False
    if negations.BEFORE_WRONG_ONE.search(before):
        return True
    if negations.BEFORE_NEGATION.search(before) or beside.BEFORE_CROSSED.search(before):
        return True
    if not labelled and negations.BEFORE_NEGATION_OF_TEXT.search(before):
        return True
    if negations.BEFORE_ELIMINATION.search(before) or negations.BEFORE_DOUBT.search(before):
        return not re.search(r"\bleav\w+\b[^,;]*\Z|\bonly (?:option )?\Z", before)
    return False


def _negated_after(context: Context) -> bool:
    """Whether the words behind a group deny it, and are not the text of its option."""
    told = context.group.mentions[-1].joined and declared_ahead(context)
    if told or _names_text(context) or (context.foreign and text_goes_on(context)):
        return False  # "The answer is D) lithium is not safe": what follows continues the option's text
    if negations.AFTER_BLUNT_NO.match(context.verdict):
        return True
    if UNKNOWN not in context.group.options and negations.AFTER_STOP.match(context.verdict):
        return context.group.has_label
    if beside.AFTER_OWN_CLAUSE.match(context.after) and all(
        mention.word for mention in context.group.mentions
    ):
        return False  # "No it isn't"
    if context.after.startswith(",") and all(mention.word for mention in context.group.mentions):
        return False  # "No, it is not"
    if context.titled and context.group.closed:
        return False  # "(C) Cannot be determined": an option text, not a predicate
    if _denies_in_passing(context):
        return False
    after = context.after
    return bool(negations.AFTER_NEGATION.match(after) or negations.AFTER_DOUBLE_NEGATION.match(after))


def _denies_in_passing(context: Context) -> bool:
    """Whether what is denied is a reason: "The answer is B, which is not a conifer", no one else's answer."""
    if not (context.group.has_label and negations.AFTER_ASIDE.match(context.after)):
        return False
    own = negations.BEFORE_ASIDE_OF_OTHERS.search(context.before) is None
    return own and bool(declared_ahead(context))


def heads_as_fact(context: Context) -> bool:
    """Whether a label and its text head the reply, and what is denied is no verdict: "E. ◆ is no cause"."""
    first = context.group.mentions[0]
    heads = context.lead is not None and not context.lead.strip(" \n(\"'")
    return heads and first.is_label and first.joined and negations.AFTER_FACT.match(context.after) is not None


def _names_text(context: Context) -> bool:
    """Whether what its option says follows a label called the answer: "es la 1: Ventilación no invasiva"."""
    if context.after[:1].isalnum() or not context.group.named_by_label:
        return False
    if _TEXT_FOLLOWS.match(context.after) is None:
        return False
    # Beside its own text no mere heading calls it so: "let us go through them:\nA) mud: that is no solution".
    if declared_ahead(context) and not context.group.mentions[-1].joined:
        return True
    return bool(context.said & ANNOUNCING) and declares(context.cued, "")


_FEW = 4  # words behind a bracket that are a text, and no verdict
# "A) en este caso no procede": these words speak of the case at hand, not for an option.
_AT_HAND = Pattern(
    r"\s+(?:(?:en|neste|nesse|in|dans|im|w|v|в|у|ve?|bu|pada|katika|في|در) )?"
    r"(?:diese[mr]? fall|este caso|este cas|ce cas|questo caso|dit geval|tym przypadku|tomto pripade"
    r"|этом случае|цьому випадку|durumda|hal ini|kasus ini|hier|aqui|ici|qui|здесь|тут|tutaj|zde|tu|har|her"
    r"|hapa|burada|هنا|اینجا|di sini|o day)(?!\w)"
)
_COPULA_NEAR = 2  # words before a label among which is "is" where no colon announces it
_LABELS = Pattern(LABEL)
_JUDGING = Role.ANSWER | Role.OPTION | Role.RIGHT | Role.WRONG | Role.PICK


def _text_behind_bracket(context: Context) -> bool:
    """Whether words that judge nothing follow "answer: B)": they are a text, "respuesta: B) los que no …"."""
    end = context.group.mentions[-1].end
    if context.plain.text.value[end - 1] != ")" or not context.group.named_by_label:
        return False
    clause = context.clause[1]
    if clause[:1] != " " or len(clause.split()) < _FEW:
        return False
    if not _announced_by_sign(context) or _AT_HAND.match(context.after) or _LABELS.search(context.after):
        return False
    announcing = languages_with(units_ahead(context.clause[0]), CUE)
    said = [unit for unit in units_behind(clause) if unit.roles is not None]
    if _has_role(said, _JUDGING, announcing):
        return False
    if _has_role(said[:1], DENYING, announcing) and not context.titled:
        return False
    return bool(declared_ahead(context)) or (bool(context.said & ANNOUNCING) and declares(context.cued, ""))


def _announced_by_sign(context: Context) -> bool:
    """Whether a colon or a copula announces the label: "Antwort B) trifft nicht zu" says something of it."""
    ahead = context.plain.text.value[: context.group.core[0]][-40:].rstrip(" \n*\"'([")
    if ahead[-1:] == ":":
        return True
    return any(roles_in(word) & Role.IS for word in ahead.lower().split()[-_COPULA_NEAR:])


def _has_role(units: Sequence[Unit], roles: int, languages: frozenset[int]) -> bool:
    return any((unit.roles or {}).get(language, 0) & roles for unit in units for language in languages)


def _next_word(context: Context) -> str:
    """The word behind the full stop that follows the group, with its case."""
    end = context.group.mentions[-1].end
    return next(iter(context.plain.text.value[end : end + 40].lstrip(" \"').*(").split()), "")


def _clause_behind(context: Context) -> str:
    """The clause behind the group, past the full stop of a number in a sentence: "2. seçenek yanlıştır"."""
    if not context.follow.startswith(". ") or context.titled or context.after.strip(" ."):
        return context.clause[1]
    word = _next_word(context)
    if word[:1].isupper() and not roles_in(word.lower()) & Role.OPTION:
        return context.clause[1]  # "3. Los sucesos no …": the option's own text
    number = all(mention.weak or mention.spelled for mention in context.group.mentions)
    return clause_behind(context.follow[1:]) if number else context.clause[1]
