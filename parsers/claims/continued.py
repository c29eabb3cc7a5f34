"""An option that the item lacks, with which a base model goes on with the list of the prompt: "E) …".

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.claims.claims import Completion, Force
from parsers.mentions.mention import UNKNOWN, Mention
from parsers.pattern import Pattern
from parsers.reading import SetAside

_TEXT = Pattern(r"[).:]{1,2} {0,2}[^\W_]")  # on the line of the label


def set_continuation_aside(reply: Completion) -> None:
    """Let the next option at the head of the reply be no answer, where one of the item's is declared."""
    first = next(iter(reply.standing), None)
    if first is None or first.rule != "leading" or not _goes_on(reply, first.group.mentions):
        return
    declared = [claim for claim in reply.standing if claim.force is Force.DECLARED]
    if declared and all(claim.group.has_label and UNKNOWN not in claim.options for claim in declared):
        first.set_aside = SetAside.RESTATED


def _goes_on(reply: Completion, labels: list[Mention]) -> bool:
    """Whether the label is one, the next after the last of the item, and has a text."""
    last = reply.options.labels[-1].upper()
    if len(labels) > 1 or len(last) > 1 or not reply.options.lettered:
        return False
    end = labels[0].core[0] + 1
    return labels[0].letter == chr(ord(last) + 1) and _TEXT.match(reply.plain.text.value, end) is not None
