"""Why a mention is no commitment: negated, conditional, quoted, a question, under consideration, conceded.

Each guard looks at the sentence around a group and says its reason or nothing. Whether a list is a restatement and
whether a later statement replaces an earlier one needs the whole reply: `lists.py` and `resolve.py`.
"""

import re

from parsers.claims import Context, declared
from parsers.grammar import statements as say
from parsers.reading import SetAside

_CLAUSE = re.compile(
    r"[,;:—–]\s|\b(?:but|so|therefore|hence|thus|instead|however|sondern|sino|mais|aber|pero)\b|而是|而"
)


def guard(context: Context) -> SetAside | None:
    """The first reason to set the mention aside, or None."""
    before, after = context.before, context.after
    if before and say.BEFORE_LISTING.search(before) and len(context.group.options) > 1:
        return SetAside.RESTATED
    if _negated(before, "" if _quotes_option(context) else after):
        return SetAside.NEGATED
    if _asked(context):
        return SetAside.QUESTION
    if _conditional(before, after):
        return SetAside.CONDITIONAL
    if _quoted(context):
        return SetAside.QUOTED
    if declared(before) or (context.slot and context.slot_head):
        return None
    if _conceded(before, after):
        return SetAside.CONCEDED
    if before and say.BEFORE_CONSIDERATION.search(before) and not say.AFTER_POSITIVE.match(after):
        return SetAside.CONSIDERED
    return None


def _quotes_option(context: Context) -> bool:
    """ "The answer is D) lithium is not safe": what follows continues the option's text, it judges nothing."""
    return bool(context.group.mentions[-1].joined and declared(context.before))


def _negated(before: str, after: str) -> bool:
    if before:
        if say.BEFORE_NEGATION.search(before) and not re.search(
            r"\bnot (?:only|just|merely)\b|\bno,\s*\Z", before[-30:]
        ):
            return True
        if say.BEFORE_ELIMINATION.search(before) or say.BEFORE_DOUBT.search(before):
            return not re.search(r"\bleav\w+\b[^,;]*\Z", before)
    return bool(say.AFTER_NEGATION.match(after)) or bool(say.AFTER_DOUBLE_NEGATION.match(after))


def _asked(context: Context) -> bool:
    if "?" not in context.after:
        return False
    sentence = context.before + "\U000f0000" + context.after
    return bool(say.QUESTION.search(sentence.strip()))


def _conditional(before: str, after: str) -> bool:
    if say.AFTER_CONDITION.match(after):
        return True
    if not before or not say.BEFORE_CONDITION.search(before):
        return False
    return not say.OWN_CHOICE.search(before)


def _quoted(context: Context) -> bool:
    before = context.before
    if not before:
        return False
    if say.BEFORE_QUOTATION.search(before):
        return True
    opened = before.count('"') % 2 == 1
    return (
        opened
        and '"' in context.after
        and bool(re.search(r"[a-z]{3,}[^\"]*\Z", before[before.rfind('"') + 1 :]))
    )


def _conceded(before: str, after: str) -> bool:
    if before and say.BEFORE_CONCESSION.search(before):
        return True
    return bool(say.AFTER_CONCESSION.match(after))
