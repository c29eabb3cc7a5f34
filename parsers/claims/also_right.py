"""An option that is called right too, behind another one, outside English: "B是正确的，C也是正确的".

Both are called right, so that neither is the answer as far as they say. "C也是正确的" alone says little,
since the one before it was not named.

Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.cues import calls_right
from parsers.grammar.languages.of_all import words_apart, words_attached, words_of_all
from parsers.grammar.pattern import words
from parsers.pattern import Pattern

# "◆ ist auch richtig", "◆도 맞다": behind the label, or behind a noun, a topic's mark or a copula.
_ALSO = Pattern(
    r"(?P<subject>[\"')*]*(?: ?[^\W\d_]{1,8})? ?)"
    rf"(?P<also>\b(?:{words(words_apart('too'))})\b ?|{words(words_attached('too'))})"
)
# "Вариант D также корректен, но …", "mais moins précis": it is right with a reserve.
_RESERVE = Pattern(
    rf"[^.!?。\n]{{0,40}}(?:,\s?(?:{words(words_of_all('reserve_behind_comma'))})\b|[，,]但|[がけ]、"
    rf"|\s(?:{words(words_of_all('reserve'))})\b)"
)
_TOPIC = {"도": "가", "も": "は"}  # which "too" stands for


def raise_also_right(reply: Completion) -> None:
    """Let an option that is called right too count as much as the one called right before it."""
    right: Claim | None = None
    for claim in reply.claims:
        if right is None and claim.rule != "predicate":
            continue
        if not claim.stands or not claim.group.has_label:
            continue
        if claim.rule == "predicate":
            right = claim
        elif right and claim.options != right.options and _is_right_too(claim):
            claim.force, claim.rule = right.force, right.rule


def _is_right_too(claim: Claim) -> bool:
    """Whether the words behind a label call it right once the word for "too" is taken out."""
    also = _ALSO.match(claim.context.after) if claim.force is Force.MENTION else None
    if also is None:
        return False
    rest = claim.context.after[also.end() :]
    if _RESERVE.match(rest):
        return False
    return calls_right(claim.context.cued, also["subject"] + _TOPIC.get(also["also"], "") + rest)
