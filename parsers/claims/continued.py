"""What a base model goes on with: the list of the prompt ("E) …"), or its question and a list of its own.

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
Decision: docs/decisions/parsers.md, "A third draw of held-out replies".
"""

from parsers.claims.claims import Claim, Completion, Force
from parsers.mentions.mention import UNKNOWN, Mention
from parsers.pattern import Pattern
from parsers.reading import SetAside

_SIGNS = ",;.?)"  # with which a sentence goes on
_FIRST = frozenset({0})
_DELIMITERS = (")", ".", ":")
_TEXT = Pattern(r"[).:]{1,2} {0,2}[^\W_]")  # on the line of the label


def set_continuation_aside(reply: Completion) -> None:
    """Let the next option at the head of the reply be no answer, where one of the item's is declared."""
    first = next(iter(reply.standing), None)
    if first is None or first.rule != "leading" or not _goes_on(reply, first.group.mentions):
        return
    declared = [claim for claim in reply.standing if claim.force is Force.DECLARED]
    if declared and all(claim.group.has_label and UNKNOWN not in claim.options for claim in declared):
        first.set_aside = SetAside.RESTATED


def set_asked_on_aside(reply: Completion) -> None:
    """Let " of the following is a risk factor? / A) Age" be no answer: its options are not the item's."""
    if not _begins_midway(reply.plain.text.value) or any(map(_has_own_text, reply.claims)):
        return
    first = next((claim for claim in reply.claims if claim.group.has_label), None)
    if first is None or first.options != _FIRST or not _stands_below_question(first, reply.skeleton.text):
        return
    if reply.plain.text.value[0].islower() and _says_more(first, reply):
        return  # "which of them fits? / A) because it has needles": who writes so may begin so
    for claim in reply.claims:
        claim.set_aside = claim.set_aside or SetAside.RESTATED


def _begins_midway(text: str) -> bool:
    """Whether a text begins with a small letter, or with a sign that goes on with a sentence."""
    first = text.lstrip()[:1]
    return first.islower() or (first != "" and first in _SIGNS)


def _says_more(claim: Claim, reply: Completion) -> bool:
    """Whether words follow the first label, and no other label does."""
    lone = not any(other.group.has_label and other.options != _FIRST for other in reply.claims)
    return lone and any(map(str.isalnum, reply.skeleton.text[claim.group.end :]))


def _has_own_text(claim: Claim) -> bool:
    return not claim.group.has_label or claim.group.mentions[-1].joined


def _stands_below_question(claim: Claim, text: str) -> bool:
    """Whether it heads a line as an entry does, and the line above ends in a question mark."""
    before = text[: claim.group.start].rstrip(" *_(")
    if not (claim.group.closed or claim.context.after.startswith(_DELIMITERS)):
        return False  # "hmm? / A"
    return before.endswith("\n") and before.rstrip().endswith("?")


def _goes_on(reply: Completion, labels: list[Mention]) -> bool:
    """Whether the label is one, the next after the last of the item, and has a text."""
    last = reply.options.labels[-1].upper()
    if len(labels) > 1 or len(last) > 1 or not reply.options.lettered:
        return False
    end = labels[0].core[0] + 1
    return labels[0].letter == chr(ord(last) + 1) and _TEXT.match(reply.plain.text.value, end) is not None
