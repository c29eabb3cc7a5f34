"""Whether an opening yes or no speaks to the one who asks, and not to the question.

Decision: docs/decisions/parsers.md, "Letters and words in replies that answer nothing".
"""

from parsers.claims.claims import Context
from parsers.grammar import commitments, requests
from parsers.grammar.stand_ins import says_yes_or_no
from parsers.text.folding import plain_lower


def speaks_to_request(context: Context) -> bool:
    """Whether an opening "Yes" or "No" answers the request, not the question: it offers help or declines."""
    if context.lead is None or context.group.has_label:
        return False
    if requests.BEHIND_YES.fullmatch(context.lead):
        return _to_asker(context, again=True)
    if commitments.HEDGE_ONLY.fullmatch(context.lead) is None:
        return False
    if all(mention.word for mention in context.group.mentions):
        spoken = requests.AFTER_SPEAKS_TO_REQUEST.match(context.follow)
        if spoken or requests.AFTER_KNOWS_NOTHING.match(context.after):
            return True
        if context.closes and requests.AFTER_REMARKS.match(context.after):
            return True
    return _to_asker(context)


_OPENING = 120  # characters behind a yes or no that may speak to the one who asks


def _to_asker(context: Context, *, again: bool = False) -> bool:
    """The same for a yes or no in any language, and for the "not" right behind it: "Não, não tenho …"."""
    first, *others = context.group.mentions
    text = context.plain.text.value
    if others or not says_yes_or_no(text[first.start : first.end]):
        return False
    start = first.start if again else first.end
    return requests.TO_ASKER.match(plain_lower(text[start : first.end + _OPENING])) is not None
