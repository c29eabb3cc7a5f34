"""Replies that answer several questions, or several parts of the item, differently.

Decision: docs/decisions/parsers.md, "What one option in a short reply cannot be".
"""

from parsers.claims.claims import Claim, Completion
from parsers.grammar.runons import ANY_NUMBERED_ANSWER
from parsers.pattern import Pattern

_OF_PART = Pattern(
    r"[\s).:*]*(?:[^()\n;,]{0,40}\()?(?:for|in)? ?(?:scenario|statement|case|part|question|sentence)"
    r" (?P<part>\d)\b"
)
_DIGIT = Pattern(r"\d")
_LINE_END = Pattern(r"[ .)*]*(?:\n|\Z)")  # a line that goes on with any other sign says more


def several_questions(reply: Completion) -> Claim | None:
    """The last of several numbered questions that are all the reply answers, differently: "1. B", "2. D"."""
    if len(reply.claims) < 2 or not _answers_number(reply, reply.claims[-1]):
        return None  # the last line has no such answer
    numbered = [claim for claim in reply.claims if _answers_number(reply, claim)]
    if len(numbered) < 2 or len({claim.options for claim in numbered}) < 2:
        return None
    lines = [line for line in reply.plain.text.value.splitlines() if line.strip()]
    return numbered[-1] if len(numbered) == len(lines) else None


def several_parts(reply: Completion) -> Claim | None:
    """The last of labels said of different parts of the item: "A (scenario 1), G (scenario 2)"."""
    if len(reply.claims) < 2:
        return None
    said: dict[str, Claim] = {}
    for claim in reply.standing:
        follow = claim.context.follow
        numbered = claim.group.has_label and _DIGIT.search(follow) is not None
        part = _OF_PART.match(follow) if numbered else None
        if part is not None and len(claim.options) == 1:
            said.setdefault(part["part"], claim)
    differ = len({claim.options for claim in said.values()}) > 1
    return list(said.values())[-1] if differ else None


def _answers_number(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is all that stands on its line behind a number."""
    text, end = reply.skeleton.text, claim.group.end
    if _LINE_END.match(text, end) is None:
        return False
    before = text[max(0, claim.group.start - 30) : claim.group.start]
    return ANY_NUMBERED_ANSWER.search(before if claim.group.start > 30 else "\n" + before) is not None
