"""Rows without keys, for what is packed: a Parquet file or a database cannot be looked through afterwards."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from mhclient.redaction.secrets import results_redactor


def keyless_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows with every text in them, in lists and objects too, without keys.

    The environment is looked through once, not for each cell.
    """
    hide_in = results_redactor().hide_in
    return ({name: _hidden(cell, hide_in) for name, cell in row.items()} for row in rows)


def _hidden(value: Any, hide_in: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return hide_in(value)
    if isinstance(value, list):
        return [_hidden(each, hide_in) for each in value]
    if isinstance(value, dict):
        return {hide_in(name): _hidden(each, hide_in) for name, each in value.items()}
    return value
