"""A scale shown again behind an answer: a prompt that goes on, its line breaks dropped.

"6 - Agree   Please answer using the following scale: 1 - Strongly disagree 2 - Disagree …  Answer: 3":
what is below the first answer rates other statements.

Decision: docs/decisions/parsers.md, "English replies of 117 stores, read in bulk once more".
"""

from parsers.claims.claims import Claim, Completion
from parsers.mentions.mention import Mention
from parsers.pattern import Pattern

_SHOWN = 3  # of a scale's options, the first ones in order, at the least
# The reply itself goes on: "The correct answer is …"; a prompt asks for one.
_REVISED = Pattern(
    r"\b(?:wait|correction|sorry|i (?:meant?|choose|rate)|(?:the|my) (?:\w+ )?(?:answer|option|choice) is"
    r"|that (?:was|is) (?:wrong|incorrect|a mistake))\b"
)


def scale_again(reply: Completion) -> int:
    """Where a reply ends that opens with an option and its text, and shows the scale in the same line."""
    text = reply.skeleton.text
    if "\n" in text or len(reply.options) <= _SHOWN or len(reply.claims) < 2:
        return reply.cut
    first, goes_on = reply.claims[0].group, reply.claims[0].context.titled
    if text[: first.start].strip() or len(first.mentions) > 1 or not _is_labelled(first.mentions[0]):
        return reply.cut
    if not text.startswith("  ", first.end) or not goes_on:
        return reply.cut
    shown = next((claim.group for claim in reply.claims[1:] if _is_scale(claim)), None)
    if shown is None or not any(map(str.isalpha, text[first.end : shown.start])):
        return reply.cut
    return reply.cut if _REVISED.search(text, first.end) else first.end


def _is_labelled(mention: Mention) -> bool:
    """Whether it is a label with its own text."""
    return mention.joined and (mention.is_label or mention.spelled)


def _is_scale(claim: Claim) -> bool:
    """Whether it is the first options of the item, in order, each with its label."""
    mentions = claim.group.mentions
    if len(mentions) < _SHOWN or not all(map(_is_labelled, mentions)):
        return False
    return [mention.options for mention in mentions] == [(number,) for number in range(len(mentions))]
