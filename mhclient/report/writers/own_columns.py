"""Columns that people's own files of questions have, as columns of tables for other programs."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from mhclient.blotting.known import results_blotter

MOST_OWN_COLUMNS = 100


def own_columns(names: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """Columns of imported questions: the name in a table → the name in the item's details.

    Every program can hold them: none is empty or called as another but for its case, and they are not many.
    None holds a key.

    >>> own_columns(["Year", "task", " "], ["task"])
    {'Year': 'Year', 'task_given': 'task'}
    """
    used = {name.casefold() for name in taken}
    own: dict[str, str] = {}
    hide_in = results_blotter().hide_in
    for name in list(dict.fromkeys(names))[:MOST_OWN_COLUMNS]:
        shown = hide_in(name) if name.casefold() not in used else f"{hide_in(name)}_given"
        if shown.casefold() not in used and name.strip():
            own[shown] = name
            used.add(shown.casefold())
    return own


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
