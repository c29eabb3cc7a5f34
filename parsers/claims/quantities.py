"""Letters below a key that stand for quantities, elements or columns, and not for options.

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.pattern import Pattern

# "Age of Ann: A / Age of Ned: N": a letter for each unknown, line below line.
_UNKNOWN = Pattern(
    r"[)*_$\"'.,;]*[ \t]*\n[ \t]*[-*•+]?[ \t]*[^:\n]{2,60}:[ \t*_$]*(?P<other>[^\W\d_])[*_$.,;]*[ \t]*"
    r"(?:\n|\Z)"
)
# "C: 12 g/mol / H: 1 g/mol": what is said of each element.
_ELEMENT = Pattern(r"[*_]*[:=][^\n]*\d[^\n]*\n[ \t]*[-*•+]?[ \t*_]*(?P<other>[A-Z][a-z]?)[*_]*[ \t]*[:=]")
# "A-T bonds: 2", "A   B   C".
_PAIRED = Pattern(r"-[^\W\d_]|[ \t]{2,}[A-Z](?:[ \t]{2,}[A-Z])*[ \t]*(?:\n|\Z)")
_NEAR = 200  # characters behind the letter


def drop_quantities(reply: Completion) -> None:
    """Let a bare letter below a key count for little where it is the name of something else.

    What the next line names in the same way is no option, or the letter is one of a pair or a row.
    """
    for claim in reply.claims:
        if claim.rule == "key-line" and claim.set_aside is None and _names_quantity(claim, reply):
            claim.force = Force.MENTION


def _names_quantity(claim: Claim, reply: Completion) -> bool:
    mention = claim.group.mentions[0]
    if not mention.is_label or mention.named or mention.joined or len(claim.group.mentions) > 1:
        return False
    end = mention.core[1]
    behind = reply.plain.text.value[end : end + _NEAR]
    if _PAIRED.match(behind):
        return True
    found = _UNKNOWN.match(behind) or _ELEMENT.match(behind)
    return found is not None and found["other"][:1].isupper() and found["other"] not in reply.options.index
