"""Letters below a key that stand for quantities, elements or columns, numbers of steps: none names an option.

Decision: docs/decisions/parsers.md, "Headings, lists and questions that are not the reply's own".
"""

from parsers.claims.claims import IN_PASSING, Claim, Completion
from parsers.claims.opening import is_figure
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
    """Let a letter or a number count for little where it is the name of something else.

    What the line below a bare letter with its key names in the same way is no option, or the letter is one of
    a pair or a row; a number heads the first of several steps.
    """
    for claim in reply.claims:
        if claim.force is IN_PASSING or claim.set_aside is not None:
            continue
        named = claim.rule == "key-line" and _names_quantity(claim, reply)
        if named or _numbers_step(claim, reply):
            claim.force = IN_PASSING


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


_FIRST_STEP = Pattern(r"1(?P<sign>[.):：、．]|-[^\W\d_])")
_SECOND_STEP = Pattern(r"\n[ \t*#_>•-]*2(?P<sign>[.):：、．]|-[^\W\d_])")
_BEFORE_STEP = " \t*#_>•-"


def _numbers_step(claim: Claim, reply: Completion) -> bool:
    """Whether a number heads the first step, where numbers are no labels and no sentence declares it."""
    if not is_figure(claim.group) or claim.rule == "answer-sentence":
        return False
    if any(label.isdigit() for label in reply.options.index):
        return False
    return _heads_steps(claim, reply.plain.text.value)


def _heads_steps(claim: Claim, text: str) -> bool:
    """Whether a line begins with 1, and a later one with 2 in the same form: "1. … / 2. …", "1-қадам …"."""
    start = claim.group.core[0]
    first = _FIRST_STEP.match(text, start)
    if first is None or len(claim.group.mentions) > 1:
        return False
    if text[text.rfind("\n", 0, start) + 1 : start].strip(_BEFORE_STEP):
        return False
    return any(second["sign"] == first["sign"] for second in _SECOND_STEP.finditer(text, first.end()))
