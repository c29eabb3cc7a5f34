"""Shares that a reply gives its options: "A: 10%, B: 70%, C: 20%".

Decision: docs/decisions/parsers.md, "Shares, the better of two, and an echoed turn".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.grammar.pattern import MENTION, NO_MENTION
from parsers.pattern import Pattern
from parsers.reading import SetAside

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
