"""Settles the claims that commit into one outcome: an answer, a conflict, or a label out of range.

Texts and numbers that are steps of an argument go first. Two readings that survive are ambiguous; nothing is
ever drawn or guessed. What a reply without a commitment comes to is for `fallback.py` and `ending.py`. The
last part writes the record: letters, raw spans, and every candidate with its fate.
"""

import itertools
from dataclasses import dataclass

from parsers.claims.claims import Claim, Completion, Force, breaks_off, is_alone, rest_of_line
from parsers.claims.lists import answers_ahead
from parsers.claims.revise import withdraw
from parsers.grammar import beside
from parsers.grammar.beside import CONCLUDING
from parsers.grammar.commitments import AFTER_DESCRIBING
from parsers.grammar.labels import ANY_NUMBERED_ANSWER
from parsers.mentions.groups import Group
from parsers.mentions.mention import UNKNOWN, Found
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Candidate, Clash, Grade, Reading, SetAside, Span
from parsers.text.normalize import Visible

SENTENCE = 25  # characters of an option text that is a sentence or a long phrase


def without_steps(standing: list[Claim]) -> list[Claim]:
    """The claims without those that name an option on the way to a label, or in the reasons for it."""
    if len(standing) < 2:
        return standing
    standing = _without_statements(_without_figures(standing))
    return _without_judgements(_without_texts_on_the_way(standing))


# "So option A is correct": said of a statement; "is the correct answer" is not.
_CALLED_TRUE = Pattern(
    r"[\s)\"']*(?:is|are)(?: (?:also|both|all))? (?:correct|true|right|accurate)\b(?! \w+er\b)"
)


def _without_judgements(standing: list[Claim]) -> list[Claim]:
    """The claims without options called true in the reasons, behind a label declared with its own text."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    first = declared[0] if declared else None
    if first is None or not first.group.mentions[-1].joined:
        return standing
    if any(claim.options != first.options for claim in declared):
        return standing
    return [claim for claim in standing if claim is first or not _is_called_true(claim, first)]


def _is_called_true(claim: Claim, answer: Claim) -> bool:
    if claim.force is Force.DECLARED or claim.rule != "predicate" or claim.group.start < answer.group.end:
        return False
    return _CALLED_TRUE.match(claim.context.after) is not None


def _without_figures(standing: list[Claim]) -> list[Claim]:
    """The claims without numbers in passing, where a label is declared with its text: "C. 22.5 … 2 parts"."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    if not any(claim.group.has_label and claim.group.mentions[-1].joined for claim in declared):
        return standing
    return [
        claim
        for claim in standing
        if claim.group.has_label or not claim.weak or is_alone(claim.context.after)
    ]


def _without_statements(standing: list[Claim]) -> list[Claim]:
    """The claims without texts called right, where those are several and one label is the answer."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    texts = {claim.options for claim in declared if not claim.group.named_by_label}
    labels = {claim.options for claim in declared if claim.group.named_by_label}
    if len(texts) < 2 or len(labels) != 1:
        return standing
    return [claim for claim in standing if claim not in declared or claim.group.named_by_label]


_ON_THE_WAY = frozenset({"leading", "alone", "pick"})


def _without_texts_on_the_way(standing: list[Claim]) -> list[Claim]:
    """The claims without sentences that are texts of options, where the close declares a label."""
    last = standing[-1] if standing else None
    if last is None or last.force is not Force.DECLARED or not last.group.named_by_label:
        return standing
    if not last.context.closes or not is_alone(last.context.after):
        return standing
    return [claim for claim in standing if claim.group.named_by_label or not _says_a_sentence(claim)]


def _says_a_sentence(claim: Claim) -> bool:
    """Whether a claim by text alone is a sentence of the argument, and no answer in few words."""
    start, end = claim.group.core
    figure = claim.rule == "pick" and claim.weak  # "let's use 150 cm"
    return figure or (claim.rule in _ON_THE_WAY and end - start >= SENTENCE)


NOUN = 3  # characters before a label that are more than signs
HEAD = 60  # characters before a label that opens the reply
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
    if reply.mode is AnswerMode.SINGLE:
        numbered = _several_questions(reply)
        if numbered is not None:
            return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=numbered)
    withdraw(reply, _committing(reply))
    standing = _committing(reply)
    relevant = _relevant(reply, standing)
    if not relevant:
        return None
    for claim in standing:
        if claim not in relevant and not claim.options <= relevant[-1].options:
            claim.put_aside(SetAside.OUTRANKED, "declared-elsewhere")
    relevant = _whole_of(reply, relevant)
    clashing = _clashing(relevant)
    if clashing is not None:
        return Conclusion(Outcome.AMBIGUOUS, "label-text-clash", claim=clashing)
    return _single(reply, standing, relevant) if reply.mode is AnswerMode.SINGLE else _multi(reply, relevant)


def _several_questions(reply: Completion) -> Claim | None:
    """The last of several numbered questions that are all the reply answers, differently: "1. B", "2. D"."""
    lines = [line for line in reply.plain.text.value.splitlines() if line.strip()]
    if not 2 <= len(lines) <= len(reply.claims):
        return None
    numbered = [claim for claim in reply.claims if _answers_number(reply, claim)]
    differ = len({claim.options for claim in numbered}) > 1
    return numbered[-1] if differ and len(numbered) == len(lines) else None


def _answers_number(reply: Completion, claim: Claim) -> bool:
    """Whether a claim is all that stands on its line behind a number."""
    if rest_of_line(reply.skeleton.text, claim.group.end).strip(" .)*"):
        return False
    before = reply.skeleton.text[max(0, claim.group.start - 30) : claim.group.start]
    return ANY_NUMBERED_ANSWER.search(before if claim.group.start > 30 else "\n" + before) is not None


def _committing(reply: Completion) -> list[Claim]:
    length = len(reply.skeleton.text)
    standing = [claim for claim in reply.standing if _commits(claim, length)]
    if length > SHORT // 2 and _ANNOUNCED.search(reply.skeleton.text[-HEAD:]):
        return [claim for claim in standing if claim.force is Force.DECLARED or claim.rule == "leading"]
    return [claim for claim in standing if not _opens_cut_list(claim, reply)]


# The reply breaks off where it was about to say the answer.
_ANNOUNCED = Pattern(
    r"\b(?:the|my) (?:(?:correct|final|best|right|closest|only) )*(?:answer|option|choice) is:?"
    r"[\s(*]*(?:option\s*)?\Z"
)


def _opens_cut_list(claim: Claim, reply: Completion) -> bool:
    """Whether a label stands alone with its text in a long reply that breaks off: a list that was cut."""
    alone = claim.rule == "alone" and not claim.context.closes and claim.group.start > HEAD
    if not alone or len(reply.visible) <= SHORT // 2 or not breaks_off(reply.visible):
        return False
    return beside.BEFORE_ONE_LINE_DOWN.search(claim.context.before) is None


def _commits(claim: Claim, length: int) -> bool:
    """Whether a claim commits; an asserted text does in a short reply, or at an end of a longer one."""
    if claim.force is Force.ASSERTED:
        return (
            length < SHORT // 2
            or claim.context.closes
            or (claim.context.opens and length < SHORT)
            or (claim.context.bold and claim.rule in ("emphasised", "copula", "conclusion"))
        )
    return claim.force > Force.MENTION


def _relevant(reply: Completion, standing: list[Claim]) -> list[Claim]:
    """The strongest claims, and those weaker ones that may contradict them."""
    standing = _without_verdicts(without_steps(standing))
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    if not declared:
        strong = [claim for claim in standing if claim.force is Force.STRONG]
        closing = strong[-1] if strong else None
        if closing and closing.rule not in ("verdict-list", "predicate") and closing.group.named_by_label:
            strong = [
                claim for claim in strong if claim.rule != "verdict-list"
            ]  # statements, then the answer
        return _headed(reply, strong) or standing
    last = declared[-1].group.start
    judged = {claim.options for claim in standing if claim.rule == "predicate"}
    short = len(reply.skeleton.text) < SHORT
    if len(judged) > 1:  # several that are right are statements
        standing = [claim for claim in standing if claim.rule != "predicate" or claim.force is Force.DECLARED]
    return [
        claim
        for claim in standing
        if claim.force is Force.DECLARED
        or (_contradicts(claim, last, short, reply.mode) and not _in_passing(reply, claim))
    ]


def _without_verdicts(standing: list[Claim]) -> list[Claim]:
    """The claims without verdicts on each option, where the close says what they come to."""
    last = standing[-1] if standing else None
    closes = last is not None and last.context.closes and last.rule not in ("verdict-list", "predicate")
    if last is None or not closes or last.force < Force.STRONG or not last.group.named_by_label:
        return standing
    return [claim for claim in standing if claim.rule != "verdict-list"]


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
    if everything is None or reply.mode is not AnswerMode.SINGLE:
        return relevant
    whole = [claim for claim in relevant if claim.options == {everything}]
    if not any(claim.force is Force.DECLARED or claim.rule == "leading" for claim in whole):
        return relevant
    parts = [claim for claim in relevant if claim.force is Force.DECLARED and claim not in whole]
    return relevant if parts else whole


def _contradicts(claim: Claim, last: int, short: bool, mode: AnswerMode) -> bool:
    """Whether a strong claim counts beside declared ones: it opens the reply, comes last, or judges."""
    if claim.force is not Force.STRONG or (len(claim.options) > 2 and claim.rule == "alone"):
        return False
    if claim.rule == "alone" and _heads_what_was_cut(claim):
        return False
    if claim.rule == "verdict-list":
        return False  # a judgement of one statement after another, where the answer is declared
    if claim.rule == "predicate" and AFTER_DESCRIBING.match(claim.context.after):
        return False
    judges = short and claim.rule == "predicate" and (len(claim.options) == 1) == (mode is AnswerMode.SINGLE)
    if short and claim.rule == "key-line" and claim.context.opens:
        return True  # "Diagnosis: B\nThe answer is A."
    return judges or claim.rule == "leading" or claim.group.start > last


def _heads_what_was_cut(claim: Claim) -> bool:
    """Whether "Option A" is the last line, without a full stop: the head of a paragraph that is missing."""
    first = claim.group.mentions[0]
    return claim.context.line_alone and not claim.context.after and first.core[0] - first.start > NOUN


_IN_LIST = Pattern(r"(?:\A|\n)[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]*\Z")


def _in_passing(reply: Completion, claim: Claim) -> bool:
    """Whether a claim beside a declared answer is a line of a list, or heads what is said of an option."""
    if claim.rule == "key-line":
        return not is_alone(claim.context.after)
    if claim.rule != "alone" or claim.group.has_label:
        return False
    before = reply.skeleton.text[max(0, claim.group.start - 8) : claim.group.start]
    return _IN_LIST.search(before) is not None


def _clashing(relevant: list[Claim]) -> Claim | None:
    clashing = (claim for claim in relevant if any(mention.clash for mention in claim.group.mentions))
    return next(clashing, None)


def _single(reply: Completion, standing: list[Claim], relevant: list[Claim]) -> Conclusion:
    apposed = _apposed(reply, standing)
    if apposed is not None:
        return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=apposed)
    options = frozenset(option for claim in relevant for option in claim.options)
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
    second = _coordinated(reply, deciding) or _equated(reply, deciding)
    if second is not None:
        return Conclusion(Outcome.AMBIGUOUS, "several-answers", claim=second)
    return Conclusion(Outcome.ANSWER, deciding.rule, options, deciding)


def _coordinated(reply: Completion, deciding: Claim) -> Claim | None:
    """The second of two texts under one verb: "it is an indication here and a contraindication there"."""
    if deciding.rule != "copula" or deciding.group.has_label:
        return None
    for claim in reply.standing:
        other = not claim.group.has_label and not claim.weak and not claim.options <= deciding.options
        if other and beside.BEFORE_AND_A.search(claim.context.before):
            return claim
    return None


_EQUALS = Pattern(r"[\s\"']*=[\s\"']*")


def _equated(reply: Completion, deciding: Claim) -> Claim | None:
    """The text of another option put for the label: "I rate it as a 1 = Not at all", where that is 5."""
    if not deciding.group.named_by_label:
        return None
    other = next((claim for claim in reply.claims if claim.group.start >= deciding.group.end), None)
    if other is None or other.group.named_by_label or other.options == deciding.options:
        return None
    equals = _EQUALS.fullmatch(reply.skeleton.text, deciding.group.end, other.group.start)
    return other if equals else None


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
    """The one set that the claims come to.

    In this order: a set with "or" or "maybe" is open; half a set is none; the set that is said most plainly
    counts, with what is said to belong to it as well; a set beside it that is another one leaves both open.
    """
    unsettled = [claim for claim in relevant if claim.group.alternatives or claim.group.hedged]
    if unsettled:
        return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=unsettled[-1])
    maybe = [claim for claim in reply.claims if _MAYBE.match(claim.context.after)]
    said = frozenset(option for claim in relevant for option in claim.options)
    if (
        maybe
        and not all(claim.options <= said for claim in maybe)
        and relevant[-1].group.start < maybe[-1].group.start
    ):
        return Conclusion(Outcome.AMBIGUOUS, "alternatives", claim=maybe[-1])
    if reply.cut_short and _is_half_a_set(reply, relevant):
        return Conclusion(Outcome.TRUNCATED, "half-a-set", claim=relevant[-1])
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


def _is_half_a_set(reply: Completion, relevant: list[Claim]) -> bool:
    """Whether the options are named one by one, and the cut may hide more of them."""
    if not all(claim.additive and len(claim.options) == 1 for claim in relevant):
        return False
    if all(claim.rule == "answer-list" for claim in relevant):
        return "\n" not in reply.skeleton.text[relevant[-1].group.end :].rstrip(" ")
    judged = [c for c in reply.claims if c.rule == "verdict-list" or c.set_aside is SetAside.NEGATED]
    if len(frozenset().union(*(claim.options for claim in judged))) == len(reply.options):
        return False
    return len(relevant) > 1 or relevant[0].rule in ("predicate", "verdict-list")


_MAYBE = Pattern(
    r"[\s)\"']*(?:may|might|could)(?: also| possibly| well| even| as well| be| too)* (?:be )?"
    r"(?:correct|right|true|apply|considered|included|acceptable)(?!\w)"
)
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


def reading_of(
    reply: Completion, verdict: Conclusion, found: Found, visible: Visible, finish_reason: str | None
) -> Reading:
    """The reading that records a verdict."""
    deciding = verdict.claim
    answered = verdict.outcome is Outcome.ANSWER
    labels = reply.options.labels
    return Reading(
        outcome=verdict.outcome,
        letters=frozenset(labels[option] for option in verdict.options) if answered else frozenset(),
        grade=(deciding.grade if deciding is not None else verdict.grade) if answered else None,
        rule=verdict.rule,
        span=verdict.span if deciding is None else reply.plain.text.raw_span(*deciding.group.core),
        candidates=tuple(_candidates(reply, verdict, found)),
        clash=_clash(verdict),
        removed=(*visible.removed, *reply.plain.removed),
        folded=visible.folded,
        finish_reason=finish_reason,
        mode=reply.mode,
        visible_chars=len(visible.text.value),
        options_digest=reply.options.digest,
    )


def _candidates(reply: Completion, verdict: Conclusion, found: Found) -> list[Candidate]:
    candidates = [_candidate(reply, verdict, claim) for claim in reply.claims]
    raw_span = reply.plain.text.raw_span
    candidates += [
        Candidate((letter,), Grade.IN_TEXT, "letter", raw_span(*span), reason)
        for span, letter, reason in found.asides
    ]
    if verdict.claim is None and verdict.grade is not None and verdict.span is not None:
        letters = tuple(reply.options.labels[option] for option in sorted(verdict.options))
        candidates.append(Candidate(letters, verdict.grade, verdict.rule, verdict.span, None))
    return sorted(candidates, key=lambda candidate: candidate.span)


def _candidate(reply: Completion, verdict: Conclusion, claim: Claim) -> Candidate:
    reason, by = claim.set_aside, claim.by
    if reason is None and claim.force is Force.MENTION and claim is not verdict.claim:
        reason = SetAside.UNCOMMITTED
    span = reply.plain.text.raw_span(*claim.group.core)
    return Candidate(_letters(claim.group, reply.options.labels), claim.grade, claim.rule, span, reason, by)


def _letters(group: Group, labels: tuple[str, ...]) -> tuple[str, ...]:
    first = group.mentions[0].options
    if len(group.mentions) == 1 and len(first) == 1 and first[0] != UNKNOWN:
        return (labels[first[0]],)
    known = [labels[option] for option in sorted(group.options) if option != UNKNOWN]
    unknown = {mention.letter for mention in group.mentions if mention.options == (UNKNOWN,)}
    return (*known, *sorted(unknown))


def _clash(verdict: Conclusion) -> Clash | None:
    if verdict.claim is None or verdict.rule != "label-text-clash":
        return None
    return next(mention.clash for mention in verdict.claim.group.mentions if mention.clash)
