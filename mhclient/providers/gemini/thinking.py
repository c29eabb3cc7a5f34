"""How much a Gemini model is to think: a budget up to generation 2.5, a level from generation 3 on. Pure.

Source: ai.google.dev/gemini-api/docs/thinking (`thinkingBudget`, `thinkingLevel`), and /docs/openai,
"Thinking", for the budgets that efforts stand for.
"""

import re
from collections.abc import Mapping
from typing import Any

from mhclient.errors import UsageError
from mhclient.run.parameters import ADAPTIVE, OFF, Parameters

BUDGET_OF: Mapping[str, int] = {"none": 0, "minimal": 1_024, "low": 1_024, "medium": 8_192, "high": 24_576}
LEVELS = ("minimal", "low", "medium", "high", "xhigh")
DYNAMIC = -1  # the model decides

_GENERATION = re.compile(r"gemini-(\d+)")


def takes_budget(model: str) -> bool:
    """Whether a model of this name is told a budget; a name without a generation is taken for a newer one.

    >>> [takes_budget(name) for name in ("gemini-2.5-flash", "gemini-3-pro", "gemini-flash-latest")]
    [True, False, False]
    """
    found = _GENERATION.search(model)
    return found is not None and int(found[1]) < 3


def thinking_fields(model: str, parameters: Parameters) -> dict[str, Any]:
    """The body's fields for what was asked.

    Raises:
        UsageError: the model's generation has no such setting, or both an effort and a budget are given.
    """
    _check_one(parameters)
    config = _as_budget(parameters) if takes_budget(model) else _as_level(model, parameters)
    return {"generationConfig": {"thinkingConfig": config}}


def checked_thinking(parameters: Parameters) -> dict[str, Any]:
    """The field that is set, whatever the model is, so that `parameters` cannot set it as well.

    Raises:
        UsageError: both an effort and a budget are given.
    """
    _check_one(parameters)
    return {"generationConfig": {"thinkingConfig": True}}


def _check_one(parameters: Parameters) -> None:
    if parameters.effort is not None and parameters.thinking is not None:
        raise UsageError("Gemini takes `effort` or `thinking`, not both.")


def _as_budget(parameters: Parameters) -> dict[str, Any]:
    words: dict[int | str, int | str] = {OFF: 0, ADAPTIVE: DYNAMIC}
    if parameters.thinking is not None:
        return {"thinkingBudget": words.get(parameters.thinking, parameters.thinking)}
    if parameters.effort is None or parameters.effort not in BUDGET_OF:
        raise UsageError(
            f"`effort={parameters.effort}`: Gemini up to 2.5 knows {', '.join(BUDGET_OF)}; "
            "`thinking` gives its budget in tokens."
        )
    return {"thinkingBudget": BUDGET_OF[parameters.effort]}


def _as_level(model: str, parameters: Parameters) -> dict[str, Any]:
    """A level, or a budget in tokens, which these models take for what older ones were told."""
    if parameters.thinking == OFF or parameters.effort == "none":
        raise UsageError(
            f"`thinking={OFF}`: {model} always thinks. The least is `effort=minimal` or `effort=low`."
        )
    if parameters.thinking is not None:
        adaptive = parameters.thinking == ADAPTIVE
        return {"thinkingBudget": DYNAMIC if adaptive else parameters.thinking}
    if parameters.effort is None or parameters.effort not in LEVELS:
        raise UsageError(f"`effort={parameters.effort}`: Gemini knows {', '.join(LEVELS)}.")
    return {"thinkingLevel": parameters.effort.upper()}
