"""The stem of a question that a reply repeats, and its first option below it: it chooses none.

Decision: docs/decisions/parsers.md, "Replies of four stores not met before, in languages of Asia".
"""

from parsers.claims.claims import Claim, Completion
from parsers.pattern import Pattern

# "下列说法错误的是：A：…": what is asked, and the first of the options.
_ASKED_OF_THESE = Pattern(
    r"\A\W*(?:下列|以下|下面)(?!分析|解析|解释|解釋|推理|理由)[^。\n]{0,80}"
    r"的(?:一项|一項|选项|選項)?[是有为為][(（)）\s]*[:?]?\s*\Z"
)
_REASON = Pattern(r"[ :.、)]*(?:因[为為]|由[于於]|[该該这這其它此即])")  # why it is the answer
_JUDGED = Pattern(r"[ :.、)]*(?:[错錯误誤×]|不[正对對符是])")  # what is wrong with the next one
_BEHIND_LABEL = (":", ".", "、", ")")
_CUT_ENTRY = 12  # characters behind the first label, without an end: the list was cut


def heads_options_asked_of(claim: Claim, reply: Completion) -> bool:
    """Whether a reply is the stem of a question and the first option, with other words than it has."""
    if claim.group.mentions[-1].joined or not claim.group.has_label:
        return False
    told = claim.context.follow.lstrip(" ")
    before = reply.skeleton.text[: claim.group.start]
    if told[:1] not in _BEHIND_LABEL or _ASKED_OF_THESE.match(before) is None:
        return False
    if _REASON.match(told) or _has_words_of(told, reply.options.words[0]):
        return False
    return _goes_on(claim, reply)


def _has_words_of(told: str, text: str) -> bool:
    """Whether what is said behind a label has two characters running of its option's text."""
    return any(text[at : at + 2] in told for at in range(len(text) - 1))


def _goes_on(claim: Claim, reply: Completion) -> bool:
    """Whether the next option follows with words of its own, or the first breaks off."""
    rest = reply.skeleton.text[claim.group.end :]
    others = [other for other in reply.claims if other.group.start > claim.group.start]
    if not others:
        return len(rest.strip()) > _CUT_ENTRY and rest.rstrip()[-1:].isalpha()
    follow = others[0].context.follow.lstrip(" ")
    if others[0].options != {1} or _JUDGED.match(follow):
        return False
    return follow[:1] in _BEHIND_LABEL and len(follow) > 2
