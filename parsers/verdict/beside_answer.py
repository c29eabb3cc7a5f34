"""What stands beside an answer: words about the options that are not chosen, or a second one behind "or".

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

from parsers.claims.claims import Claim, Completion
from parsers.pattern import Pattern

# "Explanation of incorrect options:", "Why the other answers are less suitable:".
_HEADING = Pattern(
    r"\n[^\n:]{0,40}\b(?:other|others|incorrect|wrong|remaining)(?: \w+)?"
    r" ?(?:options?|choices?|answers?|statements?)\b[^\n:]{0,40}:"
)
_OR = Pattern(r"[^\n]{0,120}\n\W*or\W*\Z")


def is_of_others(reply: Completion, claim: Claim, answer: Claim) -> bool:
    """Whether a claim behind the answer is of all other options, or stands below their heading."""
    if claim.options & answer.options or claim.group.start < answer.group.start:
        return False
    if len(claim.options) > 1 and len(claim.options | answer.options) == len(reply.options):
        return True
    return _HEADING.search(reply.skeleton.text, answer.group.end, claim.group.start) is not None


def or_below(reply: Completion, answer: Claim) -> Claim | None:
    """The label of the line below that "or" joins to the answer: "C. larch / or / D. elm"."""
    behind = (claim for claim in reply.standing if claim.group.start > answer.group.end)
    following = next(behind, None)
    if following is None or following.options == answer.options or not following.group.has_label:
        return None
    between = reply.skeleton.text[answer.group.end : following.group.start]
    return following if _OR.match(between) else None
