"""Columns that people's own files of questions have, as columns of tables for other programs."""

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from mhclient.redaction.secrets import results_redactor

MOST_OWN_COLUMNS = 100  # in files
PREFIX = "own_"  # before a column that is called as one of ours
# Ours in rows per item and in rows per run, of any form: so a name means the same in each of them, and in
# tables that people join. Columns of designs are not here: they show what the questions' own columns hold.
OURS = frozenset({
    *("run", "provider", "model", "variant", "effort", "temperature", "max_tokens", "benchmark", "task"),
    *("item_id", "relation", "question", "options", "gold", "repetition", "epoch", "epochs", "marks"),
    *("ending", "prediction", "correct", "grade", "kept_format", "rule", "gold_shown", "said_shown"),
    *("completion", "finish_reason", "failure", "error", "latency_s", "cost_usd"),
    *("prompt_tokens", "completion_tokens", "reasoning_tokens"),
    *("rank_first", "rank_last", "accuracy", "accuracy_among_read", "ci95_low", "ci95_high"),
    "n_effective",
    *("n", "n_planned", "n_correct", "n_unread", "unread"),
})  # fmt: skip


def own_columns(
    names: Iterable[str], taken: Iterable[str] = (), at_most: int | None = None
) -> dict[str, str]:
    """Columns of imported questions: the name in a table → the name in the item's details.

    Every program can hold them: none is empty, or called as another or as one of ours but for its case. None
    holds a key.

    >>> own_columns(["Year", "Model", "own_model", " "])
    {'Year': 'Year', 'own_Model': 'Model', 'own_own_model': 'own_model'}

    Args:
        taken: columns that this table has besides `OURS`.
        at_most: how many a form holds; None for all of them.
    """
    used = OURS | {name.casefold() for name in taken}
    own: dict[str, str] = {}
    hide_in = results_redactor().hide_in
    for name in filter(str.strip, dict.fromkeys(names)):
        shown = hide_in(name)
        while shown.casefold() in used:
            shown = PREFIX + shown
        own[shown] = name
        used |= {shown.casefold()}
    return dict(islice(own.items(), at_most))


def plain_value(value: Any) -> Any:
    """A value that a cell can hold."""
    if value is None or isinstance(value, str | float | bool):
        return value
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    return json.dumps(value, ensure_ascii=False)


def of_one_kind(values: Sequence[Any]) -> list[Any]:
    """The values as they are where all are texts, all numbers or all truth values; else as texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {str} or kinds <= {int, float} or kinds <= {bool}:
        return list(values)
    return [
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in values
    ]
