"""A next question that lists its options in its own line: "…哪一项是正确的?A:…;B:…;C:…".

Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from parsers.claims.claims import Claim, Completion
from parsers.pattern import Pattern

_ASKED = Pattern(r"(?:\?|[是有]) ?[:(]?[ )]*\Z")  # "…哪一项是正确的?A:…;B:…;C:…"
_LISTED = 3  # options at least, one behind the other


def asked_inline(reply: Completion, behind: list[Claim]) -> int:
    """Where a question with other options, all in its line, begins to list them; the end where none does."""
    text = reply.skeleton.text
    for at, claim in enumerate(behind):
        listed = behind[at : at + _LISTED]
        if [one.options for one in listed] != [{number} for number in range(_LISTED)]:
            continue
        if all(_heads_foreign_text(one, text) for one in listed) and _ASKED.search(
            text, max(0, claim.group.start - 8), claim.group.start
        ):
            return claim.group.start
    return reply.cut


def _heads_foreign_text(claim: Claim, text: str) -> bool:
    """Whether a label has a colon and a text that is not its option's."""
    single = claim.group.has_label and len(claim.group.mentions) == 1
    return (
        single and not claim.group.mentions[0].joined and text[claim.group.end : claim.group.end + 1] == ":"
    )
