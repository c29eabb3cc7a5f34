"""Replies that name one option beside what they say, where nothing declares it: the last but two to be asked.

A noun and a label in brackets close what the first sentence, or a conclusion, says ("… is **TIPS** (option
1)"); or the only label of the reply stands with its own text, or heads a line behind a colon; or the last
sentence has it in brackets behind its own text. Two options named so are none.

Decision: docs/decisions/parsers.md, "What 311 replies of sixteen stores taught the reader".
"""

from itertools import pairwise

from parsers.claims.claims import Claim, Completion, is_alone
from parsers.claims.cues import opens_as_conclusion
from parsers.claims.denials import denies
from parsers.claims.endings import ends_midway
from parsers.grammar.languages import Role
from parsers.grammar.languages.lexicon import WORD, may_deny, roles_in
from parsers.grammar.revisions import CONCLUDING
from parsers.mentions.mention import UNKNOWN
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Grade
from parsers.verdict.nearly import COPULAS, DENIAL
from parsers.verdict.resolve import Conclusion
from parsers.verdict.speaking import speaks_for_one
from parsers.verdict.wrong_one_at_head import wrong_one_at_head

_NEAR = 24  # characters beside a label in which a denial is of it
_LONGER = 60  # characters behind it in the sentence that it closes
_LONG = 3  # words of an option text that hardly stands beside its label by chance

_IS = Pattern(
    rf"(?<![^\W_])(?:{COPULAS}|является|являются|это|ni|ndiyo|ndilo|है|ہے|است|هو|هي)(?![^\W_])|[:：—]"
    r"|(?<!不)是|(?:答え|正解|解答)は"
)
_OPENED = Pattern(r"[(\[]\s*(?P<noun>[^\W\d_]*)[\s:.º°n]{0,5}\Z")
_ENDED = Pattern(r"[\"'*_]*\s*[)\]]")
# A letter alone in brackets ends its clause: "the mass of carbon (C) ≈ 12" names no option.
_CLOSED = Pattern(r"[\"'*_]*\s*[)\]]+[\"'*_\s]*(?:[.,;:!?。、]|\n|\Z|\s[-–—]\s)|[\"'*_]*\s*[)\]]+[\"'*_]*\n")
_ANNOUNCED = Pattern(r"[:：][\s\"'*_(>-]*\Z")
_BETWEEN = ("(", ",", "–", "—")
_DELIMITED = Pattern(r"[\"'*_]{0,3}[).:]")


def named_beside(reply: Completion) -> Conclusion | None:
    """The one option that a bracket, its own text, or a separate line gives."""
    if not reply.single or reply.cut_short or ends_midway(reply.visible):
        return None
    bracketed = [claim for claim in reply.claims if _labels(claim) and _closes_statement(claim)]
    lone = reply.alone_named(lambda group: group.has_label)
    if any(map(_is_due, bracketed)):
        found = bracketed
    else:
        found = [claim for claim in lone if _is_joined(claim, reply)]
        heads = bool(lone) and _heads(lone[0], reply.plain.text.value)
        found = found or wrong_one_at_head(reply, lone, heads)
        found = found or _behind_own_text(reply) or speaks_for_one(reply, lone)
    if len({claim.options for claim in found}) != 1:
        return None
    last = found[-1]
    last.grade, last.set_aside = Grade.IN_TEXT, None
    return Conclusion(Outcome.ANSWER, "named-beside", last.options, last)


def _opened(claim: Claim) -> int | None:
    """Where the bracket opens in which a noun for option and the label stand alone."""
    before = claim.context.cued or claim.context.before
    opened = _OPENED.search(before)
    if opened is None or _ENDED.match(claim.context.verdict) is None:
        return None
    if roles_in(opened["noun"]) & Role.OPTION:
        return opened.start()
    announced = before[: opened.start()].rstrip(" \"'*").endswith((":", "："))
    alone = claim.group.mentions[0].named and (announced or _CLOSED.match(claim.context.verdict))
    return opened.start() if alone else None


def _closes_statement(claim: Claim) -> bool:
    """Whether the bracket closes what its sentence says is so."""
    opened = _opened(claim)
    said = (claim.context.cued or claim.context.before)[:opened] if opened is not None else ""
    copula = [*_IS.finditer(said)][-1:]
    return bool(copula) and not _denied(said[max(0, copula[0].start() - _NEAR) :])


def _is_due(claim: Claim) -> bool:
    """Whether that is the first sentence with an option, or a conclusion."""
    return claim.context.opens or opens_as_conclusion(claim.context.before)


def _is_joined(claim: Claim, reply: Completion) -> bool:
    """Whether the label stands with its own long text, or heads a line behind a colon."""
    if not _labels(claim) or _denied(claim.context.before[-_NEAR:]) or _denied(claim.context.after[:_NEAR]):
        return False
    first, text = claim.group.mentions[0], reply.plain.text.value
    opening = text[max(0, first.start - 12) : first.start].rstrip(" \"'*_(>-")
    if opening.endswith("\n") and 0 in claim.options:
        return False  # it may open a list that was cut
    if first.joined:
        words = max((reply.options.words[option].count(" ") for option in claim.options), default=0)
        if denies(claim.context.cued or claim.context.before, ""):
            return False
        if words + 1 >= _LONG:
            return True
    return _heads(claim, text)


def _heads(claim: Claim, text: str) -> bool:
    """Whether the label heads a line, and a colon stands above it."""
    first = claim.group.mentions[0]
    announced = _ANNOUNCED.search(text, max(0, first.start - 12), first.start)
    heads = announced is not None and "\n" in announced[0]
    return heads and (first.joined or claim.group.closed or _DELIMITED.match(text, first.end) is not None)


def _behind_own_text(reply: Completion) -> list[Claim]:
    """The labels in brackets behind their own texts in the last sentence: "larch (option C) would …"."""
    found = [claim for claim in reply.claims[-1:] if _labels(claim) and _ends_with_label(claim, reply)]
    for text, label in pairwise(reply.claims):
        if text.options != label.options or text.group.has_label or not _labels(label):
            continue
        between = reply.skeleton.text[text.group.end : label.group.start].strip(" \"'*")
        ends = label is reply.claims[-1] and is_alone(label.context.after)
        due = label.context.closes or (ends and _is_said_so(text))
        if (
            due
            and between in _BETWEEN
            and not (_denied(label.context.before[-_NEAR:]) or _denied(label.context.after[:_LONGER]))
        ):
            found.append(label)
    return [] if found and _names_others(reply, found[-1]) else found


def _names_others(reply: Completion, label: Claim) -> bool:
    """Whether other labels stand in brackets before it, so that it may be one of those gone through."""
    text = reply.plain.text.value
    bracketed = [
        claim for claim in reply.claims if _labels(claim) and text[claim.group.mentions[0].start] in "(["
    ]
    return any(claim.options != label.options for claim in bracketed)


def _ends_with_label(claim: Claim, reply: Completion) -> bool:
    """Whether the two are one mention, that ends with the label, in the last sentence."""
    first = claim.group.mentions[0]
    behind = first.joined and reply.plain.text.value[first.core[0]].upper() != first.letter
    due = claim.context.closes or (is_alone(claim.context.after) and _is_said_so(claim))
    if not behind or not due:
        return False
    return not (_denied(claim.context.before[-_NEAR:]) or _denied(claim.context.after[:_LONGER]))


_SAID_SO = Pattern(r"\b(?:is|are|was|be|likely)(?: that)?(?: an?| the)?[\s\"'*(]*\Z")
_LIKELY = Pattern(
    r"(?<!least )(?<!less )(?<!not )\b(?:more|most) (?:likely|plausible|probable|appropriate)\b"
)


def _is_said_so(claim: Claim) -> bool:
    """Whether a conclusion, or a first sentence on what is likelier, says that the text is so."""
    before = claim.context.before
    due = CONCLUDING.match(before) or (claim.context.opens and _LIKELY.search(before))
    return bool(due) and _SAID_SO.search(before) is not None and not _denied(before)


def _labels(claim: Claim) -> bool:
    """Whether the claim stands and names one option of the item by its label."""
    alone = len(claim.options) == 1 and UNKNOWN not in claim.options and len(claim.group.mentions) == 1
    return claim.stands and alone and claim.group.named_by_label


def _denied(words: str) -> bool:
    return DENIAL.search(words) is not None or any(may_deny(word) for word in WORD.findall(words))
