"""What stands below a heading for the wrong answers: "Incorrect answers: / Answer A: … / Answer C: …".

Decision: docs/decisions/parsers.md, "Replies of seventy English stores, where simple rules disagree".
"""

from parsers.claims.claims import Claim, Completion
from parsers.grammar.pattern import MENTION, NO_MENTION
from parsers.pattern import Pattern
from parsers.reading import SetAside

_HEADING = Pattern(
    r"(?:\A|\n)[ \t*_#-]*(?:the )?(?:incorrect|wrong) (?:answers|options|(?:answer )?choices)"
    r"(?: explanations?| are| include)?[ \t*_]*:[ \t*_]*\n+"
)
_RIGHT_ONE = Pattern(
    r"\b(?:correct|right|final|best) (?:answer|option|choice)\b|\banswer(?: is|:)"
    rf"|{MENTION}[ )*_\"']*(?:is|are) (?:(?:therefore|thus|clearly|the) )*(?:correct|right|best)"
    r"(?=[.,;!*\s]*(?:\n|\Z|because|since|as))"
    rf"|[✅✓✔☑]|\n[^\w\n{NO_MENTION}]*{MENTION}(?:(?!\b(?:not|no|never|nothing|nor|none|hardly|only|if|would)\b|n't)"
    r"[^\n]){0,120}?\b(?:fits|matches|is (?:the )?(?:correct|right|best)(?! (?:in|for|when|if|only)\b))\b"
    r"(?![^\n]*\b(?:but|however|though|although|not|too)\b)"
)
_NEXT_HEADING = Pattern(rf"\n[ \t*_#-]*[^\n:{NO_MENTION}]{{2,40}}:[ \t*_]*\n")
_ENTRY = Pattern(
    rf"[ \t*_•(\"'-]*(?:(?:answer|option|choice)s? )?{MENTION}[ \t)*_\"']*[:.–—-]*[ \t*_]*(?=[\w(]|{MENTION})"
)


def set_wrong_ones_aside(reply: Completion) -> None:
    """Set what heads a line below such a heading aside, where something is said of it."""
    if "wrong" not in reply.skeleton.text and "incorrect" not in reply.skeleton.text:
        return
    heading = _HEADING.search(reply.skeleton.text)
    if heading is None:
        return
    ending = (
        pattern.search(reply.skeleton.text, heading.end() - 1) for pattern in (_RIGHT_ONE, _NEXT_HEADING)
    )
    end = min((match.start() for match in ending if match), default=len(reply.skeleton.text))
    below = [claim for claim in reply.claims if heading.end() <= claim.group.start < end]
    for claim in _of_one_look([claim for claim in below if _is_discussed(claim, reply)]):
        claim.set_aside = claim.set_aside or SetAside.NEGATED


def _of_one_look(entries: list[Claim]) -> list[Claim]:
    """The entries up to the first in bold, where the first of all is not: that one is the answer."""
    plain = [not claim.context.bold for claim in entries]
    return entries[: plain.index(False)] if plain[:1] == [True] and not all(plain) else entries


def _is_discussed(claim: Claim, reply: Completion) -> bool:
    """Whether its line begins with a label and says something of it; "B" or "Answer: B" says nothing."""
    text, group = reply.skeleton.text, claim.group
    start = text.rfind("\n", 0, group.start) + 1
    if _ENTRY.match(text, start):
        return True
    return group.mentions[0].joined and not any(map(str.isalnum, text[start : group.start]))
