"""Replies that leave several options open, and say nothing that ranks them.

One who cannot decide between two does not abstain, so these are looked for before abstentions; others only
where no one option is named (`fallback.py`).
"""

from parsers.claims.claims import Claim, Completion
from parsers.grammar import beside, undecided
from parsers.mentions.mention import UNKNOWN
from parsers.outcome import Outcome
from parsers.reading import AnswerMode, SetAside
from parsers.verdict.reasons import is_program
from parsers.verdict.resolve import SHORT, Conclusion

_PAIR = 60  # characters of a reply in which two labels joined are what it is about


def unresolved_alternatives(reply: Completion) -> Conclusion | None:
    """ "I can't decide between A and B": alternatives, not an abstention."""
    pairs = [claim for claim in reply.claims if len(claim.options) == 2 < len(reply.options)]
    for claim in pairs if len(reply.visible) < SHORT else ():
        if beside.BEFORE_UNDECIDED.search(claim.context.before):
            return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=claim)
    return None


def conflicting_mentions(reply: Completion) -> Conclusion | None:
    """Alternatives that nothing ranks: "between B and C", "if … then A, otherwise B"."""
    if len(reply.visible) > SHORT or is_program(reply):
        return None
    for claim in reply.claims:
        if len(claim.options) > 1 and not claim.weak and _left_open(claim):
            return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=claim)
    if _is_pair(reply) or _between_two(reply):
        return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=reply.claims[0])
    conditional = [
        claim for claim in reply.claims if claim.set_aside is SetAside.CONDITIONAL and not claim.weak
    ]
    if len({claim.options for claim in conditional}) > 1:
        return Conclusion(Outcome.AMBIGUOUS, "conditional-alternatives", claim=conditional[-1])
    return None


def _is_pair(reply: Completion) -> bool:
    """Whether a reply of a few words is about several labels of which one is asked for."""
    if (
        reply.mode is AnswerMode.MULTI
        or reply.cut_short
        or len(reply.visible) > _PAIR
        or len(reply.claims) != 1
    ):
        return False
    claim = reply.claims[0]
    left = claim.group.has_label and claim.set_aside in (None, SetAside.CONCEDED)
    if not beside.AFTER_NOTHING_MORE.fullmatch(claim.context.after):
        return False
    return left and len(claim.options) > 1 and UNKNOWN not in claim.options


def _between_two(reply: Completion) -> bool:
    """Whether words of another language than English leave two labels open, and none of them is denied."""
    if reply.mode is AnswerMode.MULTI or any(claim.set_aside is SetAside.NEGATED for claim in reply.claims):
        return False
    return undecided.BETWEEN_TWO.search(reply.skeleton.text) is not None


def _left_open(claim: Claim) -> bool:
    """Whether a claim of several options says that nothing decides between them."""
    torn = beside.TORN.search(claim.context.before) is not None
    if claim.set_aside is SetAside.CONSIDERED:
        return torn and len(claim.options) == 2
    return claim.stands and claim.context.closes and (claim.group.alternatives or torn)
