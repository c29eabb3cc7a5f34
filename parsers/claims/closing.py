"""What the last line of a reply outranks: a line that gives the answer, and a closing conclusion.

Decision: docs/decisions/parsers.md, "English replies of five stores not met before".
"""

from parsers.claims.claims import Claim, Completion, Force, rest_of_line
from parsers.claims.cues import opens_as_conclusion
from parsers.claims.endings import lacks_stop
from parsers.grammar import beside, revisions
from parsers.mentions.mention import UNKNOWN
from parsers.pattern import Pattern
from parsers.reading import SetAside

_DENSE = Pattern("[\u3040-\u30ff\u3400-\u9fff]")
_HEAD = 40  # characters that announce an answer in its line, at the most
_SIGNS = " \n.。*\"')]}`$\\"
_CLOSING = 150  # characters between what was said on the way and the line that gives the answer


def close(reply: Completion, strong: list[Claim]) -> None:
    """Let a last line that gives the answer, or a closing conclusion, outrank what was said on the way."""
    last = strong[-1]
    if len(last.options) != 1 or not last.group.has_label:
        return
    if _gives_answer(reply, last):
        judged = {claim.options for claim in strong[:-1] if claim.rule == "predicate"}
        for claim in strong[:-1]:
            statement = claim.rule == "predicate" and len(judged) > 1  # several are right: statements
            if claim.options != last.options and (statement or _on_a_line_before(reply, claim, last)):
                claim.set_aside = SetAside.SUPERSEDED
    elif _closes_line(reply, strong) or (_may_conclude(last) and _concludes_all(reply, strong)):
        last.force = Force.DECLARED


def _may_conclude(last: Claim) -> bool:
    """Whether it is judged right, or what something is: a label with its own text."""
    return last.rule == "predicate" or (last.rule == "copula" and last.group.mentions[0].joined)


def _closes_line(reply: Completion, strong: list[Claim]) -> bool:
    """Whether the last line is a label, below one that announces it or alone in its paragraph.

    "The incorrect statement is: / B. …", "… = 15/64 / / D", where no other label is announced so.
    """
    last = strong[-1]
    text, first = reply.skeleton.text, last.group.mentions[0]
    if (
        last.force is not Force.STRONG
        or last.group.alternatives
        or last.group.hedged
        or UNKNOWN in last.options
    ):
        return False
    if text[last.group.end :].strip(_SIGNS) or not last.context.line_alone:
        return False
    if beside.BEFORE_LAST_LINE.search(last.context.before):
        return True
    above = text[max(0, last.group.start - _HEAD) : last.group.start].rstrip(" *\"'(")
    if first.joined or first.named or not above.endswith("\n\n"):
        return False
    others = (claim for claim in strong if claim.stands and claim.options != last.options)
    return not any(beside.BEFORE_LAST_LINE.search(claim.context.before) for claim in others)


def _concludes_all(reply: Completion, strong: list[Claim]) -> bool:
    """Whether the last claim closes the reply with "therefore", and no other one is concluded so.

    Nor put in the place of a denied one: "not A, but B. Therefore C" says two things.
    """
    last = strong[-1]
    if not _ends(reply.skeleton.text[last.group.end :]) or not _opens_so(last):
        return False
    others = [claim for claim in strong[:-1] if claim.options != last.options]
    return not any(
        claim.rule == "instead" or (claim.rule != "verdict-list" and _opens_so(claim)) for claim in others
    )


def _gives_answer(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is the last line of the reply and nothing but an announced answer."""
    return not reply.skeleton.text[claim.group.end :].strip(_SIGNS) and _is_answer_line(reply, claim)


def _is_answer_line(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is all of its line but the word that announces it, or an answer field."""
    if claim.force is not Force.DECLARED:
        return False
    text, start = reply.skeleton.text, claim.group.start
    head = text[text.rfind("\n", 0, start) + 1 : start].rstrip(" *:")
    before = text[text.rfind("\n", 0, start) + 1 : start].rstrip(_SIGNS)
    after = rest_of_line(text, claim.group.end)
    announced = before[-1:] in (":", "=", "") or (head[:1], head[-1:]) == ("[", "]")  # "[答案] ◆"
    announced = announced or revisions.ANSWER_LINE.fullmatch(before) is not None
    return claim.context.in_field or (len(before) < _HEAD and announced and not after.strip(_SIGNS))


def _on_a_line_before(reply: Completion, claim: Claim, last: Claim) -> bool:
    """Whether a claim was made on the way: far ahead of the last line, and not as an answer at the head."""
    if claim.context.lead is not None and not claim.context.lead.strip(" \n#*"):
        return False
    if _is_answer_line(reply, claim):
        return _reconsidered(reply, claim, last)
    if last.context.in_field and claim.force < Force.DECLARED:
        return True
    between = reply.skeleton.text[claim.group.end : last.group.start]
    return _room(between) > _CLOSING or _reconsidered(reply, claim, last)


def _room(text: str) -> int:
    """Its length in letters of an alphabet: a sign of Chinese or Japanese says as much as three."""
    return len(text) if text.isascii() else len(text) + 2 * len(_DENSE.findall(text))


def _reconsidered(reply: Completion, claim: Claim, last: Claim) -> bool:
    return revisions.RECONSIDERED.search(reply.skeleton.text, claim.group.end, last.group.start) is not None


def _ends(rest: str) -> bool:
    """Whether nothing but a closing remark follows."""
    return len(rest) < _CLOSING and not (rest.strip(_SIGNS) and lacks_stop(rest))


def _opens_so(claim: Claim) -> bool:
    """Whether the sentence begins with "therefore", in whatever language."""
    return revisions.CONCLUDING.match(claim.context.before) is not None or (
        claim.context.foreign and opens_as_conclusion(claim.context.before)
    )
