"""Completion and options in, one reading out: the order of the steps.

Normalise, collect, guard, resolve. The order of decision is that of the PARSING notes, section 2:
commitments first, then refusal and abstention, and the finish reason last.

Decision: docs/decisions/parsers.md, "The reader collects, guards and resolves; it is no cascade".
Decision: docs/decisions/parsers.md, "How fast prose is read".
Decision: docs/decisions/parsers.md, "How well the reader reads what it has not seen".
"""

from collections.abc import Mapping
from dataclasses import replace

from parsers.claims.agreed import yield_agreement
from parsers.claims.also_right import raise_also_right
from parsers.claims.claims import Completion
from parsers.claims.collect import collect_claims
from parsers.claims.continued import set_asked_on_aside, set_continuation_aside
from parsers.claims.false_statement import yield_false_statements
from parsers.claims.inline import set_inline_list_aside, set_listed_sentences_aside
from parsers.claims.lists import settle_lists
from parsers.claims.matched import set_matched_aside
from parsers.claims.opened import set_opening_aside
from parsers.claims.quantities import drop_quantities
from parsers.claims.questions_in_a_row import keep_own_question
from parsers.claims.revise import supersede
from parsers.claims.runon import cut_run_on
from parsers.claims.scales import drop_scale
from parsers.claims.shares import settle_shares
from parsers.claims.signs import drop_variables
from parsers.claims.statements import set_statements_aside
from parsers.claims.ticks import settle_ticks
from parsers.claims.wrong_one_at_end import choose_wrong_one_at_end
from parsers.grammar.refusals import RAW_ERROR
from parsers.mentions.groups import build_skeleton
from parsers.mentions.mentions import find_mentions
from parsers.mentions.own_question import without_own_question
from parsers.mentions.structured import resolve_structures
from parsers.options.alphabets import alef_shortened, relabelled
from parsers.options.options import OptionSet, prepare_options
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import AnswerMode, Reading, Removed
from parsers.short import LONGEST, short_reading
from parsers.short_sentences import LONGEST as LONGEST_SENTENCE
from parsers.short_sentences import sentence_reading
from parsers.text.glued import spaced, unglued
from parsers.text.markup import plain_text
from parsers.text.normalize import visible_text
from parsers.text.offsets import Text
from parsers.verdict.abstaining import abstaining
from parsers.verdict.alternatives import conflicting_mentions, unresolved_alternatives
from parsers.verdict.evidence import reading_of
from parsers.verdict.fallback import single_mention
from parsers.verdict.named_beside import named_beside
from parsers.verdict.nearly import nearly_said
from parsers.verdict.refusal import declined
from parsers.verdict.resolve import Conclusion, commitments
from parsers.verdict.shared_unit import figure_alone, part_alone
from parsers.verdict.truncation import nothing_said, was_cut

_NOTHING_SAID = (Outcome.NO_ANSWER, Outcome.TRUNCATED)
_EMPTY_FENCE = Pattern(r"[`~]{3,}\w*\s*[`~]{3,}")


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
    if len(completion) <= LONGEST:
        short = short_reading(completion, prepared, finish_reason, asked)
        if short is not None:
            return short
    if len(completion) <= LONGEST_SENTENCE:
        plain = sentence_reading(completion, prepared, finish_reason, asked)
        if plain is not None:
            return plain
    return read_fully(completion, prepared, finish_reason, asked)


def read_fully(completion: str, options: OptionSet, finish_reason: str | None, mode: AnswerMode) -> Reading:
    """The same, step by step, for whatever the reply is."""
    visible = visible_text(completion, options.spelled)
    if options.alphabet:
        shortened = alef_shortened(visible.text, options.alphabet, options.plain)
        named = shortened.map(lambda text: relabelled(text, options.alphabet, options.plain))
        visible = replace(visible, text=named)
    structured = resolve_structures(unglued(visible.text, options.index), options)
    plain = plain_text(structured.text.map(spaced), structured.slots)
    found = find_mentions(plain, options, mode is AnswerMode.MULTI)
    stated = without_own_question(plain.text.value, found.mentions, options)
    skeleton = build_skeleton(stated, found.mentions)
    reply = Completion(visible.text.value, plain, skeleton, options, mode, was_cut(finish_reason))
    _weigh(reply)
    verdict = _decide(reply, visible.text, finish_reason)
    if verdict.outcome in _NOTHING_SAID and reply.cut < len(reply.skeleton.text):
        alone = _without_run_on(completion, reply, finish_reason)
        if alone is not None:
            return alone
    return reading_of(reply, verdict, found, visible, finish_reason)


def _weigh(reply: Completion) -> None:
    """Collect the claims, and set those aside that the reply as a whole takes back."""
    collect_claims(reply)
    drop_variables(reply)
    drop_quantities(reply)
    drop_scale(reply)
    set_matched_aside(reply)
    set_statements_aside(reply)
    set_inline_list_aside(reply)
    set_listed_sentences_aside(reply)
    set_continuation_aside(reply)
    set_asked_on_aside(reply)
    cut_run_on(reply)
    keep_own_question(reply)
    set_opening_aside(reply)
    settle_lists(reply)
    raise_also_right(reply)
    choose_wrong_one_at_end(reply)
    yield_false_statements(reply)
    settle_ticks(reply)
    settle_shares(reply)
    yield_agreement(reply)
    supersede(reply)


def _without_run_on(completion: str, reply: Completion, finish_reason: str | None) -> Reading | None:
    """What a reply says before the model went on with a question or a turn, where that is an answer."""
    ended = reply.skeleton.plain_at(reply.cut)
    end = reply.plain.text.raw(ended) if ended < len(reply.plain.text.value) else len(completion)
    said = completion[:end]
    if not said.strip() or len(said) == len(completion):
        return None
    reading = read_fully(said, reply.options, "stop", reply.mode)
    if reading.outcome is not Outcome.ANSWER:
        return None
    removed = (*reading.removed, Removed("run-on", (end, len(completion))))
    return replace(reading, removed=removed, finish_reason=finish_reason)


def _decide(reply: Completion, visible: Text, finish_reason: str | None) -> Conclusion:
    """The first conclusion that a step comes to, in the order of decision."""
    if RAW_ERROR.match(visible.value[:80].lower()):
        return Conclusion(Outcome.NO_ANSWER, "stored-error")
    return (
        commitments(reply)
        or unresolved_alternatives(reply)
        or _declined(reply, visible)
        or nearly_said(reply)
        or figure_alone(reply)
        or part_alone(reply)
        or named_beside(reply)
        or single_mention(reply)
        or conflicting_mentions(reply)
        or Conclusion(*nothing_said(_unfenced(visible.value), finish_reason))
    )


def _unfenced(visible: str) -> str:
    """What is left of a text without an empty code fence."""
    bare = visible.strip(" \n")
    return "" if _EMPTY_FENCE.fullmatch(bare) else bare.strip("`~")


def _declined(reply: Completion, visible: Text) -> Conclusion | None:
    """What the words that decline come to: an abstention chooses the one option that says the same."""
    declination = declined(visible.value)
    if declination is None:
        return None
    outcome, rule, span = declination
    chosen = abstaining(reply, visible.value, span) if rule == "abstention" else None
    conclusion = chosen or Conclusion(outcome, rule)
    conclusion.span = visible.raw_span(*span)
    return conclusion
