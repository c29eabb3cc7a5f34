"""Completion and options in, one reading out: the order of the steps.

Text, options, mentions, claims, verdict: `read_fully` has them in a row, `PASSES` what is asked of the claims
as a whole. Commitments decide first, then refusals and abstentions, and the finish reason last.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from parsers.claims.claims import Completion
from parsers.claims.collect import collect_claims, cut_run_on
from parsers.claims.lists import settle_lists
from parsers.claims.revise import choose_wrong_one, supersede
from parsers.grammar.refusals import RAW_ERROR
from parsers.mentions.groups import build_skeleton
from parsers.mentions.mentions import find_mentions
from parsers.mentions.structured import resolve_structures
from parsers.options.alphabets import relabelled
from parsers.options.options import OptionSet, prepare_options
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Candidate, Grade, Reading
from parsers.text.markup import plain_text
from parsers.text.normalize import visible_text
from parsers.text.offsets import Text
from parsers.verdict.fallback import (
    conflicting_mentions,
    named_beside,
    single_mention,
    unresolved_alternatives,
)
from parsers.verdict.finish_reason import declined, nothing_said, was_cut
from parsers.verdict.nearly import nearly_said
from parsers.verdict.resolve import Conclusion, commitments, reading_of

# The passes over the claims, in order: what each one's words cannot say of themselves.
PASSES = (
    collect_claims,  # every group of mentions is a claim; its own sentence says what that is worth
    cut_run_on,  # a next question or turn ends the reply; of questions in a row the item's is kept
    settle_lists,  # a list as shown chooses nothing, a judged one what it judges right
    choose_wrong_one,  # "the wrong one is C" answers where that was asked for
    supersede,  # corrections, retractions, conclusions outrank what was said on the way
)
_EMPTY_FENCE = Pattern(r"[`~]{3,}+(?:\w+\s*|\s+)[`~]{3,}+|[`~]{6,}+")


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
        ModeError: `mode` is neither of the two.
        TypeError: `completion` is no text.

    Example:
        >>> reading = read_answer("I think the answer is (B).", {"A": "lithium", "B": "clozapine"})
        >>> reading.outcome.value, sorted(reading.letters)
        ('answer', ['B'])
    """
    if not isinstance(completion, str):
        raise TypeError(f"a completion is a text, not {type(completion).__name__}: give '' where none came")
    prepared, asked = prepare_options(options), AnswerMode(mode)
    alone = _LABEL_ALONE.fullmatch(completion) if len(completion) <= _SHORT else None
    if alone is not None:
        reading = _label_alone(alone, prepared, finish_reason, asked)
        if reading is not None:
            return reading
    return read_fully(completion, prepared, finish_reason, asked)


_SHORT = 60  # characters
_LABEL_ALONE = Pattern(
    r"[ \n]*(?:(?P<sentence>(?:[Tt]he|[Mm]y) (?:(?:correct|right|best|final) )?answer is:? )"
    r"|(?P<line>(?:(?:[Ff]inal|[Cc]orrect|[Tt]he) )?[Aa]nswer: ?))?"
    r"(?P<bold>\*\*)?(?:\((?P<round>[A-Z])\)|\[(?P<square>[A-Z])\]|(?P<bare>[A-Z])\)?)"
    r"\.?(?(bold)\*\*)\.?[ \n]*"
)


def _label_alone(
    found: re.Match[str], options: OptionSet, finish_reason: str | None, mode: AnswerMode
) -> Reading | None:
    """What `read_fully` makes of a reply that is one label, announced or not; it is the commonest of all."""
    group = found.lastgroup or ""  # of the three for the label, the one that matched
    position = options.index.get(found[group])
    if position is None or found[group] == "I" or not options.lettered or options.alphabet:
        return None
    rule = "answer-sentence" if found["sentence"] else "answer-line" if found["line"] else "bare-label"
    grade = Grade.STRICT if rule == "bare-label" else Grade.EXPLICIT
    letters, span = (options.labels[position],), found.span(group)
    return Reading(
        outcome=Outcome.ANSWER,
        letters=frozenset(letters),
        grade=grade,
        rule=rule,
        span=span,
        candidates=(Candidate(letters, grade, rule, span),),
        clash=None,
        removed=(),
        folded=(),
        finish_reason=finish_reason,
        mode=mode,
        visible_chars=len(found.string),
        options_digest=options.digest,
    )


def read_fully(completion: str, options: OptionSet, finish_reason: str | None, mode: AnswerMode) -> Reading:
    """The same, step by step, for whatever the reply is."""
    visible = visible_text(completion, None if completion.isascii() else options.spelled)
    if options.alphabet:
        visible = replace(visible, text=relabelled(visible.text, options.alphabet, options.plain))
    structured = resolve_structures(visible.text, options)
    plain = plain_text(structured.text, structured.slots)
    found = find_mentions(plain, options, mode is AnswerMode.MULTI)
    skeleton = build_skeleton(plain.text.value, found.mentions)
    reply = Completion(visible.text.value, plain, skeleton, options, mode, was_cut(finish_reason))
    for weigh in PASSES:
        weigh(reply)
    verdict = _decide(reply, visible.text, finish_reason)
    return reading_of(reply, verdict, found, visible, finish_reason)


def _decide(reply: Completion, visible: Text, finish_reason: str | None) -> Conclusion:
    if RAW_ERROR.search(visible.value[:80].lower()):
        return Conclusion(Outcome.NO_ANSWER, "stored-error")
    return (
        commitments(reply)
        or unresolved_alternatives(reply)
        or _declined(visible)
        or nearly_said(reply)
        or named_beside(reply)
        or single_mention(reply)
        or conflicting_mentions(reply)
        or Conclusion(*nothing_said(_unfenced(visible.value), finish_reason))
    )


def _unfenced(visible: str) -> str:
    """What is left of a text without an empty code fence."""
    bare = visible.strip(" \n")
    return "" if _EMPTY_FENCE.fullmatch(bare) else bare.strip("`~")


def _declined(visible: Text) -> Conclusion | None:
    declination = declined(visible.value)
    if declination is None:
        return None
    outcome, rule, span = declination
    return Conclusion(outcome, rule, span=visible.raw_span(*span))
