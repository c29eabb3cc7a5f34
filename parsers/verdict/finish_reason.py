"""Replies that commit to nothing: a refusal, an abstention, a notice, or what the finish reason names.

Only asked when nothing was committed to. The words decide, and where a sentence both declines and names
missing evidence, the evidence decides: that is an abstention. The finish reason (a filter, a cut, an ordinary
end) comes last and never discards a commitment.
"""

import re

from parsers.grammar import refusals as words
from parsers.outcome import Outcome
from parsers.pattern import Pattern
from parsers.reading import Span
from parsers.text.folding import plain_lower

# Providers' words for the same three ends; the runner passes the first of each row.
_CUT = frozenset(
    {"length", "max_tokens", "max_output_tokens", "token_limit", "model_length", "incomplete", "max_length"}
)
_FILTERED = frozenset(
    {"content_filter", "content-filter", "filtered", "refusal", "safety", "recitation", "blocklist"}
    | {"prohibited_content", "spii"}
)


def was_cut(finish_reason: str | None) -> bool:
    """Whether the provider ended the reply at its length limit."""
    return finish_reason is not None and finish_reason.lower() in _CUT


def was_filtered(finish_reason: str | None) -> bool:
    """Whether the provider's filter withheld the reply or its rest."""
    return finish_reason is not None and finish_reason.lower() in _FILTERED


def nothing_said(visible: str, finish_reason: str | None) -> tuple[Outcome, str]:
    """Outcome and rule of a reply that neither commits nor declines."""
    if was_filtered(finish_reason):
        return Outcome.FILTERED, "finish-reason"
    if was_cut(finish_reason):
        return Outcome.TRUNCATED, "finish-reason"
    if not visible.strip():
        return Outcome.EMPTY, "no-visible-text"
    return Outcome.NO_ANSWER, "no-commitment"


READ = 700  # characters at either end of the visible text; a refusal is said at one of them


Declination = tuple[Outcome, str, Span]


def declined(visible: str) -> Declination | None:
    """Outcome, rule and place of the words that decline to answer; None where nothing of the kind is said."""
    low = plain_lower(visible)
    if len(low) <= 2 * READ:
        return _declined(low)
    last = len(low) - READ
    return _declined(low[:READ]) or _moved(_declined(low[last:]), last)


def _moved(found: Declination | None, by: int) -> Declination | None:
    if found is None:
        return None
    outcome, rule, (start, end) = found
    return outcome, rule, (start + by, end + by)


def _declined(low: str) -> Declination | None:
    for outcome, rule, find in (
        (Outcome.FILTERED, "filter-notice", words.FILTER_NOTICE.search),
        (Outcome.NO_ANSWER, "stored-error", words.STORED_ERROR.search),
        (Outcome.REFUSAL, "refusal", _refusal),
        (Outcome.NO_ANSWER, "abstention", words.abstains),
    ):
        match = find(low)
        if match is not None:
            return outcome, rule, match.span()
    return None


def _refusal(low: str) -> re.Match[str] | None:
    match = words.SHORT_REFUSAL.fullmatch(low) if len(low) < 300 else None
    match = match or words.REFUSAL.search(low) or words.said_elsewhere("refusal", low)
    if match is None or not words.EVIDENCE.search(low):
        return match
    return match if _AS_AI.search(low) or words.AS_AI.search(low) else None


# Said about itself, the missing thing is the model's, not the item's.
_AS_AI = Pattern(
    r"\bas an? (?:ai|artificial|(?:large )?language model|assistant)|\bi(?:'m| am) (?:just |only )?an? "
    r"(?:ai|language)|medical advice|(?:usage|content|safety|my|our|company|openai) polic(?:y|ies)\b|my "
    r"guidelines|our guidelines"
)
