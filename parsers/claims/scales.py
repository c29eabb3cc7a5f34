"""Numbers on a scale: what is rated ("as a 4", "I like art: 4 = Like me"), and the scale as shown.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
"""

from parsers.claims.claims import Completion, Context
from parsers.grammar import beside, commitments
from parsers.reading import SetAside


def chooses_number(context: Context) -> bool:
    """Whether a number that a verb of choosing stands before ends there, or goes on with its own text."""
    if context.after.startswith(" =") and beside.BEFORE_SCALE.search(context.before) is None:
        return True
    return commitments.DELIMITER.match(context.after) is not None


def rates_statement(context: Context) -> bool:
    """Whether a number with its own text stands behind what it rates: "I like art: 4 = Like me"."""
    first = context.group.mentions[0]
    if not (first.spelled and first.joined) or beside.BEFORE_SET_OFF_TEXT.search(context.before) is None:
        return False
    return beside.BEFORE_SCALE.search(context.before) is None


def drop_scale(reply: Completion) -> None:
    """Set numbers with their texts aside where several are told: the scale as shown, "1 = …, 5 = …"."""
    told = [
        claim
        for claim in reply.claims
        if claim.group.mentions[0].spelled and claim.group.mentions[0].joined and claim.stands
    ]
    if len({claim.options for claim in told}) < 2:
        return
    for claim in told:
        if claim.rule == "key-line" or (claim.rule == "pick" and claim.context.after.startswith(" =")):
            claim.set_aside = SetAside.RESTATED
