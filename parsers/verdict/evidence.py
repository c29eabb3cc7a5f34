"""From a verdict to the record of it: letters, raw spans, and every candidate with its fate."""

from operator import attrgetter

from parsers.claims.claims import IN_PASSING, Claim, Completion
from parsers.mentions.groups import Group
from parsers.mentions.mention import UNKNOWN, Found
from parsers.outcome import Outcome
from parsers.reading import Candidate, Clash, Grade, Reading, SetAside
from parsers.text.normalize import Visible
from parsers.verdict.resolve import Conclusion


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
    """Every place that names options, and every letter that is no label, in order."""
    raw_span, labels = reply.plain.text.raw_span, reply.options.labels
    spans = reply.plain.text.raw_spans([claim.group.core for claim in reply.claims])
    candidates = [
        Candidate(
            _letters(claim.group, labels), claim.grade, claim.rule, span, _why_not(claim, verdict.claim)
        )
        for claim, span in zip(reply.claims, spans, strict=True)
    ]
    candidates += [
        Candidate((letter,), Grade.IN_TEXT, "letter", raw_span(*span), reason)
        for span, letter, reason in found.asides
    ]
    if verdict.claim is None and verdict.grade is not None and verdict.span is not None:
        letters = tuple(labels[option] for option in sorted(verdict.options))
        candidates.append(Candidate(letters, verdict.grade, verdict.rule, verdict.span, None))
    return sorted(candidates, key=attrgetter("span"))


_UNCOMMITTED = SetAside.UNCOMMITTED


def _why_not(claim: Claim, deciding: Claim | None) -> SetAside | None:
    """Why a claim does not count; what only names an option is uncommitted."""
    if claim.set_aside is None and claim.force is IN_PASSING and claim is not deciding:
        return _UNCOMMITTED
    return claim.set_aside


def _letters(group: Group, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels that a group names, in the order of the options; those the item lacks behind them."""
    first = group.mentions[0]
    if len(group.mentions) == len(first.options) == 1:
        option = first.options[0]
        return (first.letter if option == UNKNOWN else labels[option],)
    known = [labels[option] for option in sorted(group.options) if option != UNKNOWN]
    unknown = {mention.letter for mention in group.mentions if mention.options == (UNKNOWN,)}
    return (*known, *sorted(unknown))


def _clash(verdict: Conclusion) -> Clash | None:
    if verdict.claim is None or verdict.rule != "label-text-clash":
        return None
    return next(mention.clash for mention in verdict.claim.group.mentions if mention.clash)
