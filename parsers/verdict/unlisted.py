"""A label that the item lacks, with the text of an option that it has.

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

from parsers.claims.claims import Claim, Completion
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern

_DELIMITER = Pattern(r"[\s.):–—-]{1,4}")


def gives_text_to_no_option(reply: Completion, relevant: list[Claim]) -> bool:
    """Whether a label that the item lacks has an option's text behind it: "E. None of the above"."""
    if len(relevant) != 2 or relevant[0].options != {UNKNOWN} or relevant[1].group.named_by_label:
        return False
    between = reply.skeleton.text[relevant[0].group.end : relevant[1].group.start]
    return _DELIMITER.fullmatch(between) is not None
