"""Settles all claims of a reply into one outcome: agreement, conflict, a label out of range, or nothing.

The order of decision is that of the PARSING notes, section 2: commitments first, then refusal and abstention, and
the finish reason last. Two readings that survive are ambiguous; nothing is ever drawn or guessed.
"""

import re
from dataclasses import dataclass

from parsers.claims import Claim, Force
from parsers.grammar import asides, revisions
from parsers.groups import Skeleton
from parsers.mention import UNKNOWN
from parsers.reading import Grade, Mode, Outcome, SetAside, Span

FEW_WORDS = 4  # with so few words around it, an unmarked label is what they are about
SHORT = 700  # characters; in a longer reply a text named in passing is no assertion

_GRADES = list(Grade)
_ALSO = re.compile(r"\b(?:also|as well|too|additionally|in addition|likewise|both|and)\b")


@dataclass(slots=True)
class Verdict:
    """What the claims come to, and the claim that decided."""

    outcome: Outcome
    rule: str
    options: frozenset[int] = frozenset()
    claim: Claim | None = None
    span: Span | None = None


def supersede(skeleton: Skeleton, claims: list[Claim], cut: int | None, mode: Mode) -> None:
    """Set aside commitments that the reply itself takes back or replaces."""
    strong = [claim for claim in claims if claim.stands and claim.force >= Force.ASSERTED]
    for number, later in enumerate(strong):
        for earlier in strong[:number]:
            if (
                earlier.stands
                and earlier.options != later.options
                and _replaces(skeleton, earlier, later, mode)
            ):
                earlier.set_aside = SetAside.SUPERSEDED
    standing = [claim for claim in strong if claim.stands]
    if standing and revisions.RETRACTION.search(skeleton.text, standing[-1].group.end, _end(skeleton, cut)):
        for claim in standing:
            claim.set_aside = SetAside.SUPERSEDED


def _end(skeleton: Skeleton, cut: int | None) -> int:
    return len(skeleton.text) if cut is None else cut


def _replaces(skeleton: Skeleton, earlier: Claim, later: Claim, mode: Mode) -> bool:
    if later.force < Force.STRONG and earlier.force > later.force:
        return False
    if later.final and not earlier.final:
        return True
    if (
        _concludes(later)
        and revisions.TENTATIVE.search(earlier.context.before)
        and not later.group.alternatives
    ):
        return True
    if asides.BEFORE_PAST.search(earlier.context.before):
        return True
    between = skeleton.text[earlier.group.end : later.group.start]
    if later.options < earlier.options and (earlier.group.alternatives or _narrows(earlier, later, mode)):
        return True
    return bool(revisions.CORRECTION.search(between[-400:]))


def _narrows(earlier: Claim, later: Claim, mode: Mode) -> bool:
    """ "A and D are plausible; D fits better": one of several is picked out of them."""
    return mode is Mode.SINGLE and later.force >= max(earlier.force, Force.STRONG) and len(later.options) == 1


def _concludes(claim: Claim) -> bool:
    """Whether a claim is the closing sentence, declared and introduced as the conclusion."""
    declared = claim.force is Force.DECLARED and claim.context.closes
    return (
        declared
        and bool(revisions.CONCLUDING.match(claim.context.before))
        and not revisions.TENTATIVE.search(claim.context.before)
    )


def commitments(claims: list[Claim], mode: Mode, skeleton: Skeleton, cut: int | None) -> Verdict | None:
    """The verdict of the claims that commit; None where none does."""
    standing = [claim for claim in claims if claim.stands and _commits(claim, len(skeleton.text))]
    _withdraw(standing, skeleton, cut)
    standing = [claim for claim in standing if claim.stands]
    relevant = _relevant(standing)
    if not relevant:
        return None
    for claim in standing:
        if claim not in relevant and not claim.options <= relevant[-1].options:
            claim.set_aside = SetAside.OUTRANKED
    return _single(relevant) if mode is Mode.SINGLE else _multi(relevant)


def _commits(claim: Claim, length: int) -> bool:
    """Whether a claim is a commitment; an asserted text is one in a short reply, or at either end of a longer one."""
    if claim.force is Force.ASSERTED:
        return length < SHORT // 2 or claim.context.closes or (claim.context.opens and length < SHORT)
    return claim.force > Force.MENTION


def _withdraw(standing: list[Claim], skeleton: Skeleton, cut: int | None) -> None:
    """ "The answer is none of these", said last, takes back what was only concluded or asserted before it."""
    weaker = [claim for claim in standing if claim.force < Force.DECLARED and claim.rule != "leading"]
    if len(weaker) < len(standing) or not standing:
        return
    if revisions.NOTHING_DECLARED.search(skeleton.text, standing[-1].group.end, _end(skeleton, cut)):
        for claim in weaker:
            claim.set_aside = SetAside.SUPERSEDED


def _relevant(standing: list[Claim]) -> list[Claim]:
    """The strongest claims, and those weaker ones that may contradict them."""
    declared = [claim for claim in standing if claim.force is Force.DECLARED]
    strong = [claim for claim in standing if claim.force is Force.STRONG]
    if declared:
        last = declared[-1].group.start
        return [
            claim
            for claim in standing
            if claim.force is Force.DECLARED
            or (claim.force is Force.STRONG and (claim.rule == "leading" or claim.group.start > last))
        ]
    return strong or standing


def _single(relevant: list[Claim]) -> Verdict:
    options = frozenset(option for claim in relevant for option in claim.options)
    deciding = min(relevant, key=lambda claim: (_GRADES.index(claim.grade), claim.group.start))
    clashing = _clashing(relevant)
    if clashing is not None:
        return Verdict(Outcome.AMBIGUOUS, "label-text-clash", claim=clashing)
    if len(options) > 1:
        return Verdict(Outcome.AMBIGUOUS, "several-answers", claim=relevant[-1])
    if UNKNOWN in options:
        return _out_of_range(relevant, deciding)
    return Verdict(Outcome.ANSWER, deciding.rule, options, deciding)


def _out_of_range(relevant: list[Claim], deciding: Claim) -> Verdict:
    letters = {mention.letter for claim in relevant for mention in claim.group.mentions}
    if len(letters) > 1:
        return Verdict(Outcome.AMBIGUOUS, "several-answers", claim=relevant[-1])
    return Verdict(Outcome.OUT_OF_RANGE, deciding.rule, claim=deciding)


def _multi(relevant: list[Claim]) -> Verdict:
    clashing = _clashing(relevant)
    if clashing is not None:
        return Verdict(Outcome.AMBIGUOUS, "label-text-clash", claim=clashing)
    unsettled = [claim for claim in relevant if claim.group.alternatives or claim.group.hedged]
    if unsettled:
        return Verdict(Outcome.AMBIGUOUS, "alternatives", claim=unsettled[-1])
    deciding = max(relevant, key=lambda claim: (claim.force, len(claim.options), -claim.group.start))
    options = deciding.options
    for claim in relevant:
        if claim.options <= options:
            continue
        if not _adds(claim, relevant):
            return Verdict(Outcome.AMBIGUOUS, "several-answers", claim=claim)
        options |= claim.options
    if UNKNOWN in options:
        return Verdict(Outcome.OUT_OF_RANGE, deciding.rule, claim=deciding)
    return Verdict(Outcome.ANSWER, deciding.rule, options, deciding)


def _adds(claim: Claim, relevant: list[Claim]) -> bool:
    """Whether a claim adds to a set rather than naming another one."""
    if _ALSO.search(claim.context.before[-60:]) or _ALSO.search(claim.context.after[:30]):
        return True
    return all(other.additive for other in relevant)


def _clashing(relevant: list[Claim]) -> Claim | None:
    for claim in relevant:
        if any(mention.clash for mention in claim.group.mentions):
            return claim
    return None


def in_passing(claims: list[Claim], mode: Mode, visible: str, cut_short: bool) -> Verdict | None:
    """The lowest grades: one option text asserted, or one label named, and nothing else left standing."""
    standing = [
        claim for claim in claims if claim.stands and claim.force is Force.MENTION and not _weak(claim)
    ]
    labels = [claim for claim in standing if claim.group.has_label and UNKNOWN not in claim.options]
    texts = [claim for claim in standing if not claim.group.has_label]
    options = frozenset(option for claim in labels + texts for option in claim.options)
    if cut_short or not options or (len(visible) > SHORT and not _ENDED.search(visible)):
        return None
    for named in (labels, texts):
        if named and _one_reading(named, options, mode) and _trusted(named, visible):
            rule = "label-in-text" if named is labels else "option-text-in-text"
            return Verdict(Outcome.ANSWER, rule, options, named[-1])
    return None


_ENDED = re.compile(r"[.!?。)\]\"'*]\s*\Z")


def _trusted(named: list[Claim], visible: str) -> bool:
    """A marked label in the last sentence; an option text, or an unmarked label, in a reply short enough to be about it."""
    marked = any(mention.named for mention in named[-1].group.mentions)
    if named[-1].group.has_label and len(named[-1].options) > 1:
        return len(visible) < SHORT // 2  # two labels joined are labels
    if named[-1].group.has_label:
        return (marked and named[-1].context.closes) or (
            len(visible) < 200 and len(visible.split()) <= FEW_WORDS
        )
    return named[-1].context.closes or len(visible) < SHORT // 2


def _one_reading(named: list[Claim], options: frozenset[int], mode: Mode) -> bool:
    if any(claim.group.alternatives or claim.group.hedged for claim in named) or _clashing(named):
        return False
    return all(claim.options == options for claim in named) and (len(options) == 1 or mode is Mode.MULTI)


def _weak(claim: Claim) -> bool:
    return all(mention.weak for mention in claim.group.mentions)


def unsettled(claims: list[Claim], visible: str) -> Verdict | None:
    """Alternatives that nothing ranks: "between B and C", "if … then A, otherwise B"."""
    if len(visible) > SHORT:
        return None
    for claim in claims:
        if claim.stands and claim.context.closes and len(claim.options) > 1 and not _weak(claim):
            return Verdict(Outcome.AMBIGUOUS, "alternatives", claim=claim)
        if claim.set_aside is SetAside.CONSIDERED and len(claim.options) == 2 and _torn(claim):
            return Verdict(Outcome.AMBIGUOUS, "alternatives", claim=claim)
    conditional = [claim for claim in claims if claim.set_aside is SetAside.CONDITIONAL and not _weak(claim)]
    if len({claim.options for claim in conditional}) > 1:
        return Verdict(Outcome.AMBIGUOUS, "conditional-alternatives", claim=conditional[-1])
    return None


def _torn(claim: Claim) -> bool:
    return bool(
        re.search(
            r"\b(?:toss-?up|torn|undecided|hesitat\w+|either|split|tie|close call|hard to (?:say|choose|decide)|difficult to (?:say|choose|decide)|can't decide|cannot decide)\b",
            claim.context.before,
        )
    )
