"""An option that is called right too, behind another one, outside English: "B是正确的，C也是正确的".

Both are called right, so that neither is the answer as far as they say. "C也是正确的" alone says little,
since the one before it was not named.

Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.claims.cues import calls_right
from parsers.pattern import Pattern

# "◆ ist auch richtig", "◆도 맞다": behind the label, or behind a noun, a topic's mark or a copula.
_ALSO = Pattern(
    r"(?P<subject>[\"')*]*(?: ?[^\W\d_]{1,8})? ?)"
    r"(?P<also>\b(?:auch|ebenfalls|tambien|aussi|egalement|anche|tambem|ook|eveneens|tez|takze|rowniez|тоже|также"
    r"|теж|також|de|da|cung|juga|ocksa|ogsa)\b ?|也|亦|同样|も|도|ก็)"
)
# "Вариант D также корректен, но …": it is right with a reserve.
_RESERVE = Pattern(
    r"[^.!?。\n]{0,40}(?:,\s?(?:но|але|aber|pero|mais|ma|mas|maar|men|ale|fakat|ama|nhung|tapi)\b|[，,]但|[がけ]、"
    # or without a comma: "mais moins précis", "tylko częściowo"
    r"|\s(?:mais|aber|ale|jedoch|tylko|nur|solo|soltanto|solamente|seulement|apenas|somente|только|лише|тільки"
    r"|sadece|yalnizca|hanya|chi|bara|endast|alleen)\b)"
)
_TOPIC = {"도": "가", "も": "は"}  # which "too" stands for


def raise_also_right(reply: Completion) -> None:
    """Let an option that is called right too count as much as the one called right before it."""
    right: Claim | None = None
    for claim in reply.claims:
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
