"""Completion and options in, one reading out: the order of the steps, and the evidence gathered on the way."""

from collections.abc import Mapping

from parsers.claims import Claim, Force, context_of, judge
from parsers.folding import plain_lower
from parsers.groups import Group, Skeleton, build_skeleton
from parsers.guards import guard
from parsers.lists import settle_lists
from parsers.markup import Plain, plain_text
from parsers.mention import UNKNOWN, Found
from parsers.mentions import find_mentions
from parsers.normalize import Visible, visible_text
from parsers.options import OptionSet, prepare_options
from parsers.reading import Candidate, Clash, Grade, Mode, Outcome, Reading, SetAside
from parsers.refusal import declined
from parsers.resolve import Verdict, commitments, in_passing, supersede, unsettled
from parsers.runon import cut_run_on
from parsers.structured import resolve_structures
from parsers.truncation import nothing_said, was_cut

_LIGHT = " \t\n\"'()[]{}.,;:!?。*_-–—<>`"


def read_answer(
    completion: str, options: Mapping[str, str], *, finish_reason: str | None = None, mode: str = "single"
) -> Reading:
    """Read what a completion answers, how plainly, and where it says so.

    Args:
        completion: the reply's text, as received.
        options: label → text, in the order shown; 1 to 26 labels.
        finish_reason: "stop", "length", "content_filter", or None where unknown.
        mode: "single" for exactly one option, "multi" for a set.

    Returns:
        One reading; its letters are not empty exactly where its outcome is ANSWER.

    Raises:
        OptionsError: the options cannot be told apart.
        ValueError: `mode` is neither of the two.
    """
    prepared = prepare_options(options)
    kind = Mode(mode)
    visible = visible_text(completion)
    structured = resolve_structures(visible.text, prepared)
    plain = plain_text(structured.text, structured.slots)
    found = find_mentions(plain, prepared, kind is Mode.MULTI)
    skeleton = build_skeleton(plain.text.value, found.mentions)
    cut_short = was_cut(finish_reason)
    claims = _claims(skeleton, plain, prepared, kind)
    settle_lists(skeleton, claims, prepared, kind, cut_short)
    cut = cut_run_on(plain_lower(plain.text.value), skeleton, claims, prepared)
    supersede(skeleton, claims, cut, kind)
    verdict = _decide(claims, kind, visible, skeleton, cut, finish_reason)
    return _reading(verdict, claims, found, plain, visible, prepared, finish_reason, kind)


def _claims(skeleton: Skeleton, plain: Plain, options: OptionSet, mode: Mode) -> list[Claim]:
    claims = []
    whole = _whole(skeleton)
    for group in skeleton.groups:
        context = context_of(skeleton, plain, group)
        claim = judge(context, group is whole)
        if group is not whole:
            claim.set_aside = guard(context)
        if _restates(group, options):
            claim.set_aside = SetAside.RESTATED
        if claim.set_aside is None and claim.force < Force.DECLARED and _names_all(claim, options, mode):
            claim.set_aside = SetAside.RESTATED
        if claim.force is Force.MENTION and not group.has_label and claim.options <= options.declining:
            claim.force, claim.rule = Force.ASSERTED, "option-text"
        claims.append(claim)
    return claims


def _restates(group: Group, options: OptionSet) -> bool:
    """All options with their texts, in order: the list as it was shown."""
    listed = [mention.options for mention in group.mentions]
    return (
        len(listed) == len(options) > 1
        and all(mention.joined for mention in group.mentions)
        and listed == [(number,) for number in range(len(options))]
    )


def _whole(skeleton: Skeleton) -> Group | None:
    """The group that is the whole text under light decoration, if there is one."""
    if len(skeleton.groups) != 1:
        return None
    group = skeleton.groups[0]
    if [mention.letter for mention in group.mentions] == ["I"] and UNKNOWN in group.options:
        return None  # the pronoun that a refusal or a sentence was about to begin with
    rest = skeleton.text[: group.start] + skeleton.text[group.end :]
    return group if not rest.strip(_LIGHT) else None


def _names_all(claim: Claim, options: OptionSet, mode: Mode) -> bool:
    """ "A, B, C or D" names the options, it chooses none."""
    mixed = len(set(claim.group.joints) - {","}) > 1
    return len(claim.options) == len(options) > 2 and (
        mode is Mode.SINGLE or (claim.group.alternatives and not mixed)
    )


def _decide(
    claims: list[Claim],
    mode: Mode,
    visible: Visible,
    skeleton: Skeleton,
    cut: int | None,
    finish_reason: str | None,
) -> Verdict:
    verdict = commitments(claims, mode, skeleton, cut)
    if verdict is not None:
        return verdict
    declination = declined(visible.text.value)
    if declination is not None:
        outcome, rule, span = declination
        return Verdict(outcome, rule, span=visible.text.raw_span(*span))
    verdict = in_passing(claims, mode, visible.text.value, was_cut(finish_reason)) or unsettled(
        claims, visible.text.value
    )
    if verdict is not None:
        return verdict
    return Verdict(*nothing_said(visible.text.value.strip(" \n`~"), finish_reason))


def _reading(
    verdict: Verdict,
    claims: list[Claim],
    found: Found,
    plain: Plain,
    visible: Visible,
    options: OptionSet,
    finish_reason: str | None,
    mode: Mode,
) -> Reading:
    deciding = verdict.claim
    span = verdict.span
    if deciding is not None:
        span = plain.text.raw_span(*deciding.group.core)
    answered = verdict.outcome is Outcome.ANSWER
    return Reading(
        outcome=verdict.outcome,
        letters=frozenset(options.labels[option] for option in verdict.options) if answered else frozenset(),
        grade=deciding.grade if deciding is not None and answered else None,
        rule=verdict.rule,
        span=span,
        candidates=tuple(_candidates(claims, found, plain, options, verdict)),
        clash=_clash(verdict),
        removed=(*visible.removed, *plain.removed),
        folded=visible.folded,
        finish_reason=finish_reason,
        mode=mode,
        visible_chars=len(visible.text.value),
        options_digest=options.digest,
    )


def _candidates(
    claims: list[Claim], found: Found, plain: Plain, options: OptionSet, verdict: Verdict
) -> list[Candidate]:
    candidates = [
        Candidate(
            letters=_letters(claim.group, options),
            grade=claim.grade,
            rule=claim.rule,
            span=plain.text.raw_span(*claim.group.core),
            set_aside=_reason(claim, verdict),
        )
        for claim in claims
    ]
    candidates += [
        Candidate((letter,), Grade.IN_TEXT, "letter", plain.text.raw_span(*span), reason)
        for span, letter, reason in found.asides
    ]
    return sorted(candidates, key=lambda candidate: candidate.span)


def _reason(claim: Claim, verdict: Verdict) -> SetAside | None:
    if claim.set_aside is None and claim.force is Force.MENTION and claim is not verdict.claim:
        return SetAside.UNCOMMITTED
    return claim.set_aside


def _letters(group: Group, options: OptionSet) -> tuple[str, ...]:
    known = [options.labels[option] for option in sorted(group.options) if option >= 0]
    unknown = sorted(
        {mention.letter for mention in group.mentions if -1 in mention.options and len(mention.options) == 1}
    )
    return tuple(known + unknown)


def _clash(verdict: Verdict) -> Clash | None:
    if verdict.claim is None or verdict.rule != "label-text-clash":
        return None
    return next(mention.clash for mention in verdict.claim.group.mentions if mention.clash)
