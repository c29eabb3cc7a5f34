"""Items that a reply matches with one another, of which none is its answer: "Answer: 1–B, 2–D, 3–A".

Decision: docs/decisions/parsers.md, "Replies of this year's models, in two dozen languages".
"""

from parsers.claims.claims import Completion
from parsers.pattern import Pattern
from parsers.reading import SetAside

_REACH = 5  # characters before a label that hold the number it is matched with
_PAIRING = frozenset("-–—:.)→=")  # signs between the two
_SIGNS_BEHIND = frozenset("-–—→")
_ITEM_BEFORE = Pattern(r"(?<!\w)(?:\d{1,2}|[IVX]{1,4}|[a-h]) ?[-–—:.)→=] ?\(?\Z")
_LABEL = r"[A-H\u0410-\u0414](?![\w'])\)?"
_PAIR = rf"(?:(?:\d{{1,2}}|[IVX]{{1,4}}) ?[-–—:.)→=] ?\(?{_LABEL}|[a-h] ?[-–—→] ?(?:{_LABEL}|\d(?!\w)))"
_PAIRS = Pattern(rf"(?<![\w.,]){_PAIR}(?:(?:[,;] ?| | ?\n){_PAIR})+")
_FIRST_OF_PAIRS = Pattern(_PAIR)


def set_matched_aside(reply: Completion) -> None:
    """Set the labels of a row of pairs aside where they are several: "1–B, 2–D"; "1. B, 2. B" may be one."""
    text = reply.plain.text.value
    if not reply.single or not _may_have_pairs(reply, text):
        return
    for row in _PAIRS.finditer(text):
        seconds = {pair[0].rstrip(")")[-1] for pair in _FIRST_OF_PAIRS.finditer(row[0])}
        for claim in reply.claims if len(seconds) > 1 else ():
            label = claim.group.has_label and not claim.group.mentions[-1].joined
            if label and claim.stands and row.start() <= claim.group.core[0] < row.end():
                claim.set_aside = SetAside.RESTATED


def _may_have_pairs(reply: Completion, text: str) -> bool:
    """Whether an item and a sign stand right before a label that stands, or a sign right behind it."""
    for claim in reply.claims:
        if claim.set_aside is not None or not claim.group.has_label:
            continue
        start, end = claim.group.core
        if text[end : end + 2].lstrip(" ")[:1] in _SIGNS_BEHIND:
            return True
        before = text[max(0, start - _REACH) : start]
        if before.rstrip(" (")[-1:] in _PAIRING and _ITEM_BEFORE.search(before):
            return True
    return False
