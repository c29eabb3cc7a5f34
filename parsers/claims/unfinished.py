"""Claims of which the end of the reply, or another label, leaves open what was to be said.

"* **B" begins an entry, "(option D" stands in an open bracket, "C. diffic" is a name: they name an option in
passing, if at all. Whether a text breaks off at all is for `endings.py`.

Decision: docs/decisions/parsers.md, "What 0.1.0 read outside English, and the reader did not".
"""

from parsers.claims.claims import Claim, Completion, Force, is_alone
from parsers.claims.endings import in_open_bracket
from parsers.grammar import beside
from parsers.mentions.groups import Group, Skeleton
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import AnswerMode

_LONG = 200  # characters of a reply that may have been cut behind a capital


def is_unfinished(claim: Claim, whole: bool, reply: Completion) -> bool:
    """Whether a cut, or another label in the sentence, leaves open what is said of the option."""
    if reply.cut_short and not whole and _may_go_on(claim):
        return True
    return _is_stump(claim, reply) or _is_cut_sentence(claim, reply) or _speaks_of_several(claim, reply)


def _may_go_on(claim: Claim) -> bool:
    """Whether a cut may have fallen into what is said: a text that begins a sentence, a longer number."""
    if claim.context.after or claim.group.has_label:
        return False
    return claim.rule == "alone" or (claim.weak and claim.force is Force.ASSERTED)


def _is_stump(claim: Claim, reply: Completion) -> bool:
    """Whether a bare capital at the end of a line of prose is the first letter of a sentence that was cut."""
    context, group = claim.context, claim.group
    if group.has_label and group.end == reply.skeleton.written and _begins_entry(claim, reply.visible):
        return True
    if not group.has_label or len(reply.skeleton.text) <= _LONG:
        return False
    if _cut_behind(reply, claim) or _ends_in_comma(reply.skeleton, group):  # "… Options A,"
        return True
    if claim.rule == "alone" and _ends_in_dots(reply.skeleton, group):  # "… too deep. Option C..."
        return not context.line_alone or group.mentions[0].has_noun
    if group.end != reply.skeleton.written or group.end - group.start > 1:
        return False
    if any(one.named for one in group.mentions):
        return False
    if _FORMULA_ABOVE.search(context.before):
        return True
    return context.sentence_alone and not context.line_alone and not context.in_field


def _ends_in_comma(skeleton: Skeleton, group: Group) -> bool:
    """Whether a comma is all that follows the group."""
    last = skeleton.written - 1
    return skeleton.text[last : last + 1] == "," and not skeleton.text[group.end : last].strip()


def _ends_in_dots(skeleton: Skeleton, group: Group) -> bool:
    """Whether dots are all that follows the group: a reply that was stored in part."""
    return skeleton.text[group.end : skeleton.written].strip(" *_)") in ("...", "…")


def _is_cut_sentence(claim: Claim, reply: Completion) -> bool:
    """Whether an option text is all that is left of the sentence with which a long reply breaks off."""
    if claim.group.named_by_label or claim.rule != "alone" or len(reply.skeleton.text) <= _LONG:
        return False
    return claim.group.end == reply.skeleton.written and not claim.context.line_alone


def _speaks_of_several(claim: Claim, reply: Completion) -> bool:
    """Whether several options, of which one is asked for, are what a sentence of a long reply speaks of."""
    if len(claim.options) < 2 or reply.mode is AnswerMode.MULTI or len(reply.skeleton.text) <= _LONG:
        return False
    if claim.rule == "pick" and len(claim.group.mentions) == 1 and not is_alone(claim.context.after):
        return True  # "use the CDF to find …": letters in one word
    if claim.rule not in ("conclusion", "alone") or claim.context.lead == "":
        return False
    return claim.group.end == reply.skeleton.written or bool(beside.AFTER_JUDGED.match(claim.context.after))


_CUT_ENTRY = Pattern(r"\n[^\S\n]*[*•-][^\S\n]+\*\*\(?\w\s*\Z")  # "* **A": the next entry was begun


def _begins_entry(claim: Claim, visible: str) -> bool:
    """Whether a reply ends in a bold bullet of one letter that no line above it calls the answer."""
    return claim.force is not Force.DECLARED and _CUT_ENTRY.search(visible[-20:]) is not None


_FORMULA_ABOVE = Pattern(r"\b(?:formula|equation|expression|function|law)\b[^\n]{0,40}:\s*\Z")
_ANSWER_OPENED = Pattern(r"\banswer is \(\Z")  # only the bracket behind the label is missing
_CUT_NAME = Pattern(r"\.\s?[a-z]{1,12}\Z")  # "C. diffic": a genus in short
_LONGEST_NAME = 14  # characters of the longest one
_COLONS = (":", "：")


def _cut_behind(reply: Completion, claim: Claim) -> bool:
    """Whether the reply ends inside the bracket, or the name, that the label belongs to: "… (option D"."""
    text, group = reply.skeleton.text, claim.group
    if group.end < reply.skeleton.written:
        cut = len(text) - group.end <= _LONGEST_NAME and _CUT_NAME.match(text, group.end) is not None
        if claim.force is Force.DECLARED and claim.context.before.rstrip().endswith(_COLONS):
            return False  # "Answer: B. France", of an item in another language
        return cut and not _begins_own_text(reply, group)
    if _ANSWER_OPENED.search(text, max(0, group.start - 20), group.start):
        return False
    return in_open_bracket(reply.plain.text.value)


def _begins_own_text(reply: Completion, group: Group) -> bool:
    """Whether the reply ends inside the option's own text: "the answer is B. No" for "No answer is given"."""
    tail = reply.skeleton.text[group.end :].strip(" .")
    return any(reply.options.words[at].startswith(tail) for at in group.options if at != UNKNOWN)
