"""The finish reason, and what it names when nothing was said: a filter, a cut, or an ordinary end.

It never discards a commitment (PARSING notes, section 3, step 9).
"""

from parsers.outcome import Outcome

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
