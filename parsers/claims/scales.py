"""Numbers on a scale: what is rated ("as a 4", "I like art: 4 = Like me"), and the scale as shown.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from parsers.claims.claims import Claim, Completion, Context
from parsers.grammar import beside, commitments
from parsers.grammar.pattern import MENTION
from parsers.mentions.mention import Mention
from parsers.pattern import Pattern
from parsers.reading import SetAside

# "1 = Like me: 4": of the two numbers one names the scale, and which is not said.
_SCALED = Pattern(rf"(?:\A|\n){MENTION}[ \t]*[-=–—][ \t\"']*{MENTION}[ \t\"']*:[ \t]*\Z")
_LINE_ENDS = Pattern(r"[ \t\"'.)*]*(?:\n|\Z)")


def chooses_number(context: Context) -> bool:
    """Whether a number that a verb of choosing stands before ends there, or goes on with its own text."""
    if context.after.startswith(" =") and beside.BEFORE_SCALE.search(context.before) is None:
        return True
    return commitments.DELIMITER.match(context.after) is not None


def rates_statement(context: Context) -> bool:
    """Whether a number, with its own text or behind one, rates something: "I like art: 4 = Like me"."""
    first = context.group.mentions[0]
    if first.spelled and _SCALED.search(context.before):
        return True
    if not (first.spelled and first.joined) or beside.BEFORE_SET_OFF_TEXT.search(context.before) is None:
        return False
    return beside.BEFORE_SCALE.search(context.before) is None


def rates_in_line(context: Context) -> bool:
    """Whether a number, with its own text behind it, ends the line: "I like art: 4 - Like me"."""
    if not _is_number(context.group.mentions[0]) or len(context.group.options) != 1:
        return False
    if context.second or not _LINE_ENDS.match(context.follow):
        return False
    before = context.before.rpartition("\n")[2]
    if beside.BEFORE_SET_OFF_TEXT.search(before) is None:
        return False
    return beside.BEFORE_SCALE.search(before) is None


def drop_scale(reply: Completion) -> None:
    """Set numbers with their texts aside where several are told: the scale as shown, "1 = …, 5 = …"."""
    told = [
        claim
        for claim in reply.claims
        if claim.group.mentions[0].joined and claim.set_aside is None and _tells_scale(claim)
    ]
    if len({claim.options for claim in told}) < 2:
        return
    for claim in told:
        if claim.rule == "key-line" or (claim.rule == "pick" and claim.context.after.startswith(" =")):
            claim.set_aside = SetAside.RESTATED


def _tells_scale(claim: Claim) -> bool:
    """Whether a number stands with its own text; one that is told to be a label must end its line."""
    return claim.group.mentions[0].spelled or rates_in_line(claim.context)


def _is_number(mention: Mention) -> bool:
    """Whether a label is a number, found as a text or told to be a label."""
    return mention.spelled or mention.letter.isdecimal()
