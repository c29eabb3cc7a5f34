"""What stands beside an answer: words about the options that are not chosen, or a second one behind "or".

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

from parsers.claims.claims import Claim, Completion, is_alone
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


_IN_LIST = Pattern(r"(?:\A|\n)[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]*\Z")
# An initial and a surname: "С. Торайғыров өзінің", "B. Hmelnitskiyniñ safdaşı"; not "В. Новая Москва".
_PERSON = Pattern(
    r"\. (?P<name>[^\W\d_]+)(?:[oe]v(?!e)|[st]ki|sky|nko|[\u0441\u0446]\u043a[\u0438\u0456]"
    r"|\u043d\u043a\u043e|[\u043e\u0435]\u0432(?!(?:\u0430\u044f|\u044b\u0439|\u043e\u0435|\u044b\u0435)\b))"
    r"[^\W\d_]{0,6} [\w\"\u00ab\u201c]"
)


def chooses_nothing(reply: Completion, claim: Claim) -> bool:
    """Whether a claim beside a declared answer is an initial, heads what is said, or is a line of a list."""
    if _is_initial(reply, claim):
        return True
    if claim.rule == "key-line":
        return not is_alone(claim.context.after)
    if claim.rule != "alone" or claim.group.has_label:
        return False
    before = reply.skeleton.text[max(0, claim.group.start - 8) : claim.group.start]
    return _IN_LIST.search(before) is not None


def _is_initial(reply: Completion, claim: Claim) -> bool:
    """Whether a surname follows that no option has: not "C. Markov chains …" for "Markov process"."""
    named = claim.group.mentions[-1]
    person = _PERSON.match(reply.skeleton.text, claim.group.end)
    if person is None or named.joined or named.has_noun:
        return False
    return not any(person["name"] in text for text in reply.options.words)
