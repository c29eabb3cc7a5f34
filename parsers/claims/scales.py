"""Numbers on a scale: what is rated ("as a 4", "I like art: 4 = Like me"), the scale as shown, and shares.

Decision: docs/decisions/parsers.md, "English replies of stores not met before, again".
Decision: docs/decisions/parsers.md, "Shares, the better of two, and an echoed turn".
Decision: docs/decisions/parsers.md, "English replies of three stores, one of them on depression".
"""

from parsers.claims.claims import Claim, Completion, Context, Force
from parsers.grammar import beside, commitments
from parsers.grammar.pattern import MENTION, NO_MENTION
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


# "◆ 0.7", "◆: 70%", "◆ (70 %)"
_FIGURE = r"(?:0\.\d+(?![\w%])|\d{1,3}(?:\.\d+)?\s?%)"
_SHARE = Pattern(rf"[)\]\"']*\s?[:=(–-]?\s?({_FIGURE})")
# Nothing but these, below or behind a heading: "Probability: A 0.1, B 0.7, C 0.2".
_SHARES = Pattern(
    rf"\W*(?:[^\n:{NO_MENTION}]{{0,30}}\b(?:probabilit\w+|confidences?|likelihoods?|chances?|distribution"
    rf"|estimates?|odds|percentages?)[^\n:{NO_MENTION}]{{0,20}}:)?"
    rf"(?:[\s,;*•-]*{MENTION}{_SHARE.source}\)?(?: of(?: [a-z]+){{1,2}})?)+[\s.]*"
)
_ROUNDING = 0.051  # how far from 1 shares may add up


def settle_shares(reply: Completion) -> None:
    """Choose the largest where a reply is shares that make a whole, "A: 10%, B: 70%, C: 20%"; else none."""
    text = reply.skeleton.text
    if ("%" not in text and "0." not in text) or _SHARES.fullmatch(text) is None:
        return
    shares = {claim: share for claim in reply.claims if (share := _share(claim)) is not None}
    if len({claim.options for claim in shares}) < 2 or any(claim.force is Force.DECLARED for claim in shares):
        return
    largest = max(shares, key=lambda claim: shares[claim])
    several = [*shares.values()].count(shares[largest]) > 1
    whole = abs(sum(shares.values()) - 1) < _ROUNDING
    if largest is next(iter(shares)) and not (several or whole):
        return  # "B (60%), A (20%)": the first is the answer, as before
    for claim in shares:
        claim.set_aside = SetAside.CONSIDERED
    if whole and not several:
        largest.set_aside, largest.force, largest.rule = None, Force.STRONG, "largest-share"


def _share(claim: Claim) -> float | None:
    """The share that stands behind a label, between 0 and 1."""
    match = _SHARE.match(claim.context.after) if claim.group.has_label else None
    if match is None:
        return None
    return float(match[1].rstrip("% ")) / (100 if match[1].endswith("%") else 1)


def _is_number(mention: Mention) -> bool:
    """Whether a label is a number, found as a text or told to be a label."""
    return mention.spelled or mention.letter.isdecimal()
