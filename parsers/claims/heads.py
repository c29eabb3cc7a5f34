"""What heads a line: an entry of a list, or the answer with its reasons below."""

from parsers.claims.claims import Claim
from parsers.mentions.groups import Skeleton
from parsers.pattern import Pattern

_ENTRY_HEAD = Pattern(r"(?:\A|\n)[\s\"'(\[*_-]*(?:\d{1,2}[.)]\s*)?\Z")
_HEADING = "\"'([*_-.)]"  # what may stand right before what heads its line; or nothing, or white space
_IN_LINE_HEAD = _HEADING.replace("]", " ")  # behind its last word, if it has one; a box ends in a bracket
CHECKBOX = Pattern(r"\[(?P<mark>[ xX✓✔])\]\s*\Z")
# "◆ … Rationale:": what heads the reply is its answer, whatever list follows.
_REASONS_FOLLOW = Pattern(
    r"[\s.*]*\n\s*[#*\s]*[^\W\d_]{4,24}(?: [^\W\d_]{2,12}){0,2}\s*:"
    r"|[\s.*]*\n\s*[#*\s]*why\b[^\n.?]{3,60}[:?]"
    r"|(?:[.*]*\s+|[^\n]{0,80}\n\s*[#*]*\s?)(?:rationale|explanation|reasoning|reason|justification)\s*:"
)


def answers_ahead(skeleton: Skeleton, claim: Claim) -> bool:
    """Whether a claim is an option on the first line of the reply, with a heading for its reasons below."""
    heads = claim.context.lead is not None and not claim.context.lead.strip(" \n#(*")
    return heads and claim.stands and _REASONS_FOLLOW.match(skeleton.text, claim.group.end) is not None


def heads_line(text: str, start: int) -> bool:
    """Whether only signs, a number or a box stand before a place in its line; most signs tell at once."""
    last = text[start - 1 : start]
    if last not in _HEADING and not last.isspace():
        return False
    before = text[max(0, start - 16) : start]
    if before.rstrip(_IN_LINE_HEAD)[-1:].isalpha():
        return False
    if _ENTRY_HEAD.search(before if start > 16 else "\n" + before):
        return True
    return "]" in before and CHECKBOX.search(before) is not None
