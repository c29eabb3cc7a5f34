"""Settles the claims that commit into one outcome: an answer, a conflict, or a label out of range.

Two readings that survive are ambiguous; nothing is ever drawn or guessed. What a reply without a
commitment comes to is for `fallback.py`, `refusal.py` and `truncation.py` to say.

Decision: docs/decisions/parsers.md, "What people disagree on, and what the reader does".
"""

import itertools
from dataclasses import dataclass

from parsers.claims.claims import ASSERTED, DECLARED, STRONG, Claim, Completion, rest_of_line
from parsers.claims.endings import lacks_stop
from parsers.claims.heads import answers_ahead
from parsers.claims.revise import withdraw
from parsers.grammar import beside
from parsers.grammar.commitments import AFTER_DESCRIBING
from parsers.grammar.revisions import CONCLUDING
from parsers.mentions.mention import UNKNOWN
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Grade, SetAside, Span
from parsers.verdict.beside_answer import chooses_nothing, is_of_others, or_below
from parsers.verdict.listed import without_entries
from parsers.verdict.several import several_parts, several_questions
from parsers.verdict.steps import without_steps
from parsers.verdict.unlisted import gives_text_to_no_option

_HEAD = 60  # characters before a label that opens the reply
SHORT = 700  # characters; in a longer reply a text named in passing is no assertion

_GRADES = list(Grade)


@dataclass(slots=True)
class Conclusion:
    """What the claims come to, and the claim, or the place in the raw text and its grade, that decided."""

    outcome: Outcome
    rule: str
    options: frozenset[int] = frozenset()
    claim: Claim | None = None
    span: Span | None = None
    grade: Grade | None = None


def commitments(reply: Completion) -> Conclusion | None:
    """The verdict of the claims that commit; None where none does."""
    if reply.single:
        numbered = several_questions(reply) or several_parts(reply)
        if numbered is not None:
            return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=numbered)
    standing = _committing(reply)
    if withdraw(reply, standing):
        standing = _committing(reply)
    relevant = _relevant(reply, standing)
    if not relevant:
        return None
    for claim in standing:
        if claim not in relevant and not claim.options <= relevant[-1].options:
            claim.set_aside = SetAside.OUTRANKED
    relevant = _whole_of(reply, relevant)
    clashing = _clashing(relevant)
    if clashing is not None:
        return Conclusion(Outcome.AMBIGUOUS, "label-text-clash", claim=clashing)
    return _single(reply, standing, relevant) if reply.single else _multi(reply, relevant)


def _committing(reply: Completion) -> list[Claim]:
    """The claims that commit; where the reply breaks off before its answer, those called the answer alone."""
    length = len(reply.skeleton.text)
    standing = [claim for claim in reply.standing if _commits(claim, length)]
    if length > SHORT // 2 and _ANNOUNCED.search(reply.skeleton.text[-_HEAD:]):
        return [claim for claim in standing if claim.force is DECLARED or claim.rule == "leading"]
    cut = [claim for claim in standing if _opens_cut_list(claim, reply)]
    return without_entries(reply, [claim for claim in standing if claim not in cut], cut)


# The reply breaks off where it was about to say the answer.
_ANNOUNCED = Pattern(
    r"\b(?:the|my) (?:(?:correct|final|best|right|closest|only) )*(?:answer|option|choice) is:?"
    r"[\s(*]*(?:option\s*)?\Z"
)


def _opens_cut_list(claim: Claim, reply: Completion) -> bool:
    """Whether a label stands alone with its text in a long reply that breaks off: a list that was cut."""
    alone = claim.rule == "alone" and not claim.context.closes and claim.group.start > _HEAD
    if not alone or len(reply.visible) <= SHORT // 2 or not lacks_stop(reply.visible):
        return False
    return beside.BEFORE_ONE_LINE_DOWN.search(claim.context.before) is None


def _commits(claim: Claim, length: int) -> bool:
    """Whether a claim commits; an asserted text does in a short reply, or at an end of a longer one."""
    if claim.force is ASSERTED:
        return (
            length < SHORT // 2
            or claim.context.closes
            or (claim.context.opens and length < SHORT)
            or (claim.context.bold and claim.rule in ("emphasised", "copula", "conclusion"))
        )
    return claim.force >= STRONG


def _relevant(reply: Completion, standing: list[Claim]) -> list[Claim]:
    """The strongest claims, and those weaker ones that may contradict them."""
    if len(standing) < 2:
        return standing
    standing = without_steps(standing)
    declared = [claim for claim in standing if claim.force is DECLARED]
    if declared and standing[0] is not declared[0] and _continues_list(reply, standing[0]):
        standing = standing[1:]
    if not declared:
        strong = [claim for claim in standing if claim.force is STRONG]
        return _headed(reply, strong) or standing
    last = declared[-1]
    judged = {claim.options for claim in standing if claim.rule == "predicate"}
    short = len(reply.skeleton.text) < SHORT
    if len(judged) > 1:  # several that are right are statements
        standing = [claim for claim in standing if claim.rule != "predicate" or claim.force is DECLARED]
    return [
        claim
        for claim in standing
        if claim.force is DECLARED
        or (
            _contradicts(claim, last.group.start, short)
            and not chooses_nothing(reply, claim)
            and not is_of_others(reply, claim, last)
        )
    ]


def _continues_list(reply: Completion, first: Claim) -> bool:
    """Whether a claim heads the reply with the label that comes next after the item's: "E) another text"."""
    if first.rule != "leading" or first.options != {UNKNOWN}:
        return False
    if reply.skeleton.text[: first.group.start].strip():
        return False
    last = reply.options.labels[-1]
    follows = len(last) == 1 and first.group.mentions[0].letter == chr(ord(last) + 1)
    return follows and len(rest_of_line(reply.skeleton.text, first.group.end).split()) > 1


def _headed(reply: Completion, strong: list[Claim]) -> list[Claim]:
    """The claims without judgements of other options, behind an answer with a heading for its reasons."""
    if not strong or strong[0].rule != "leading" or not answers_ahead(reply.skeleton, strong[0]):
        return strong
    return [claim for claim in strong if not _is_said_of_another(claim)]


def _is_said_of_another(claim: Claim) -> bool:
    """Whether a claim behind the answer judges an option, or begins a statement with its label."""
    if claim.rule == "alone":
        return not claim.context.line_alone
    return claim.rule == "predicate" and CONCLUDING.match(claim.context.before) is None


def _whole_of(reply: Completion, relevant: list[Claim]) -> list[Claim]:
    """The claims without those of parts, where "all of the above" is what is answered."""
    everything = reply.options.all_option
    if everything is None or not reply.single:
        return relevant
    whole = [claim for claim in relevant if claim.options == {everything}]
    if not any(claim.force is DECLARED or claim.rule == "leading" for claim in whole):
        return relevant
    others = [claim for claim in relevant if claim not in whole and len(claim.options) == 1]
    parts = [claim for claim in others if claim.force is DECLARED]
    return relevant if parts else whole


def _contradicts(claim: Claim, last: int, short: bool) -> bool:
    """Whether a strong claim counts beside declared ones: it opens the reply, comes last, or judges."""
    if claim.force is not STRONG or (len(claim.options) > 2 and claim.rule == "alone"):
        return False
    if claim.rule == "alone" and _heads_what_was_cut(claim):
        return False
    if claim.rule == "verdict-list":
        return False  # a judgement of one statement after another, where the answer is declared
    if claim.rule == "predicate" and AFTER_DESCRIBING.match(claim.context.after):
        return False
    judges = short and claim.rule in ("predicate", "instead") and len(claim.options) == 1
    return judges or claim.rule == "leading" or claim.group.start > last


def _heads_what_was_cut(claim: Claim) -> bool:
    """Whether "Option A" is the last line, without a full stop: the head of a paragraph that is missing."""
    return claim.context.line_alone and not claim.context.after and claim.group.mentions[0].has_noun


def _clashing(relevant: list[Claim]) -> Claim | None:
    clashing = (claim for claim in relevant if any(mention.clash for mention in claim.group.mentions))
    return next(clashing, None)


def _single(reply: Completion, standing: list[Claim], relevant: list[Claim]) -> Conclusion:
    """The verdict where one option is asked for: all claims that count must name it."""
    apposed = _apposed(reply, standing)
    if apposed is not None:
        return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=apposed)
    options = frozenset(option for claim in relevant for option in claim.options)
    if gives_text_to_no_option(reply, relevant):
        return Conclusion(Outcome.OUT_OF_RANGE, relevant[0].rule, claim=relevant[0])
    letters = {mention.letter for claim in relevant for mention in claim.group.mentions}
    if len(options) > 1 and len(relevant) == 1 and beside.BEFORE_BOTH.search(relevant[0].context.before):
        union = reply.options.unions.get(options)
        if union is not None:
            return Conclusion(Outcome.ANSWER, "union-option", frozenset({union}), relevant[0])
    if len(options) > 1 or (UNKNOWN in options and len(letters) > 1):
        return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=relevant[-1])
    deciding = min(relevant, key=lambda claim: (_GRADES.index(claim.grade), claim.group.start))
    if UNKNOWN in options:
        return Conclusion(Outcome.OUT_OF_RANGE, deciding.rule, claim=deciding)
    second = _coordinated(reply, deciding)
    if second is not None:
        return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=second)
    return Conclusion(Outcome.ANSWER, deciding.rule, options, deciding)


def _coordinated(reply: Completion, deciding: Claim) -> Claim | None:
    """The second of two texts under one verb, or of two lines with "or" between them.

    "It is an indication here and a contraindication there"; "C. … / or / D. …".
    """
    below = or_below(reply, deciding)
    if below is not None:
        return below
    if deciding.rule != "copula" or deciding.group.has_label:
        return None
    for claim in reply.standing:
        other = not claim.group.has_label and not claim.weak and not claim.options <= deciding.options
        if other and beside.BEFORE_AND_A.search(claim.context.before):
            return claim
    return None


_APPOSITION = Pattern(
    r"[\s,;:()]*(?:i\.e\.?|that is|which is|namely|so|hence|thus|therefore|meaning)[\s,:]*"
    r"(?:the answer is )?(?:option )?\Z"
)


def _apposed(reply: Completion, standing: list[Claim]) -> Claim | None:
    """The label put beside another option's text, as in "contraindication, i.e. A" where A is indication."""
    for first, second in itertools.pairwise(standing):
        if first.group.has_label or not second.group.has_label or first.options == second.options:
            continue
        if _APPOSITION.match(reply.skeleton.text, first.group.end, second.group.start):
            return second
    return None


def _multi(reply: Completion, relevant: list[Claim]) -> Conclusion:
    """The verdict where a set is asked for: the fullest claim, and those that add to it."""
    unsettled = [claim for claim in relevant if claim.group.alternatives or claim.group.hedged]
    if unsettled:
        return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=unsettled[-1])
    deciding = max(relevant, key=lambda claim: (claim.force, len(claim.options), -claim.group.start))
    options = deciding.options
    for number, claim in enumerate(relevant):
        if claim.options <= options:
            continue
        if claim.options & options or not _adds(reply, relevant, number):
            return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=claim)
        options |= claim.options
    if UNKNOWN in options:
        return Conclusion(Outcome.OUT_OF_RANGE, deciding.rule, claim=deciding)
    return Conclusion(Outcome.ANSWER, deciding.rule, options, deciding)


_ALSO = Pattern(r"\b(?:also|as well|too|additionally|in addition|likewise|both|and)\b")
_NEXT_LINE = Pattern(r"[\s.,;*-]*\n\s*(?:\d{1,2}[.)]\s*)?(?:and|&)?\s*")


def _adds(reply: Completion, relevant: list[Claim], number: int) -> bool:
    """Whether a claim adds to a set rather than naming another one."""
    claim = relevant[number]
    if number and claim.context.line_alone:
        between = reply.skeleton.text[relevant[number - 1].group.end : claim.group.start]
        if _NEXT_LINE.fullmatch(between):
            return True
    if _ALSO.search(claim.context.before[-60:]) or _ALSO.search(claim.context.after[:30]):
        return True
    return all(other.additive for other in relevant)
