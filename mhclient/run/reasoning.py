"""How much a model is asked to think before it answers: what may be said, and the cap that suits it. Pure."""

import re
from collections.abc import Mapping

from mhclient.errors import UsageError

# OpenAI's, as of SDK 3.52 (`ReasoningEffort`); Anthropic knows those from low on.
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
OFF, ADAPTIVE = "off", "adaptive"
LEAST_BUDGET = 1_024  # tokens; Anthropic's least (`budget_tokens`)
MOST_BUDGET = 1_000_000
FOR_THE_ANSWER = 1_000  # tokens beside a budget for thinking

# Completion tokens that leave space for hidden reasoning; OpenAI's guide advises up to 25,000.
SPACE: Mapping[str, int] = {
    "minimal": 2_000, "low": 4_000, "medium": 8_000, "high": 16_000, "xhigh": 32_000, "max": 32_000,
}  # fmt: skip
# Models that reason unless told not to, by their makers' names for them.
_REASONING_MODELS = re.compile(
    r"(?:^|/)(?:o[1-9](?:-|$)|gpt-5(?!.*chat)|.*(?:reason|thinking|-r1\b|magistral)|qwq|gemini-(?:2\.5|[3-9]))",
    re.IGNORECASE,
)


def check_effort(effort: object) -> None:
    """Refuse what is no effort.

    Raises:
        UsageError: there is no such effort.
    """
    if effort is not None and effort not in EFFORTS:
        raise UsageError(f"effort is {effort!r}: give one of {', '.join(EFFORTS)}.")


def check_thinking(thinking: object) -> None:
    """Refuse what is no budget for thinking.

    Raises:
        UsageError: it is neither a number of tokens nor a word that means something.
    """
    number = isinstance(thinking, int) and not isinstance(thinking, bool)
    if number and LEAST_BUDGET <= thinking <= MOST_BUDGET:  # type: ignore[operator]
        return
    if thinking not in (None, OFF, ADAPTIVE):
        raise UsageError(
            f"thinking is {thinking!r}: give a number of tokens from {LEAST_BUDGET:,} to {MOST_BUDGET:,}, "
            f"{OFF} or {ADAPTIVE}."
        )


def is_asked(effort: str | None, thinking: int | str | None) -> bool:
    """Whether the model is asked to think."""
    return effort not in (None, "none") or thinking not in (None, OFF)


def cap_for(effort: str | None, thinking: int | str | None, answer: int) -> int:
    """A cap on completion tokens with space for what is thought.

    Args:
        answer: what the answer alone needs.

    >>> cap_for("low", None, 120), cap_for(None, 5_000, 120), cap_for("none", None, 120)
    (4120, 6000, 120)
    """
    if not is_asked(effort, thinking):
        return answer
    if isinstance(thinking, int):
        return thinking + max(answer, FOR_THE_ANSWER)
    return answer + SPACE.get(effort or "medium", SPACE["medium"])


def reasons_by_itself(model: str) -> bool:
    """Whether a model of this name is known to think unless it is told not to.

    >>> [reasons_by_itself(name) for name in ("gpt-5", "openai/o3-mini", "gpt-4o", "gpt-5-chat-latest")]
    [True, True, False, False]
    """
    return _REASONING_MODELS.search(model) is not None
