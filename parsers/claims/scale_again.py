"""A scale shown again behind an answer: a prompt that goes on, its line breaks dropped.

"6 - Agree   Please answer using the following scale: 1 - Strongly disagree 2 - Disagree …  Answer: 3":
what is below the first answer rates other statements.

Decision: docs/decisions/parsers.md, "English replies of 117 stores, read in bulk once more".
"""

from parsers.claims.claims import Claim, Completion
from parsers.mentions.mention import Mention

_SHOWN = 3  # of a scale's options, the first ones in order, at the least


def scale_again(reply: Completion) -> int:
    """Where a reply ends that opens with an option and its text, and shows the scale in the same line."""
    text = reply.skeleton.text
    if "\n" in text or len(reply.options) <= _SHOWN or len(reply.claims) < 2:
        return reply.cut
    first = reply.claims[0].group
    if text[: first.start].strip() or len(first.mentions) > 1 or not _is_labelled(first.mentions[0]):
        return reply.cut
    if not text.startswith("  ", first.end):
        return reply.cut
    shown = any(_is_scale(claim) for claim in reply.claims[1:])
    return first.end if shown else reply.cut


def _is_labelled(mention: Mention) -> bool:
    """Whether it is a label with its own text."""
    return mention.joined and (mention.is_label or mention.spelled)


def _is_scale(claim: Claim) -> bool:
    """Whether it is the first options of the item, in order, each with its label."""
    mentions = claim.group.mentions
    if len(mentions) < _SHOWN or not all(map(_is_labelled, mentions)):
        return False
    return [mention.options for mention in mentions] == [(number,) for number in range(len(mentions))]
