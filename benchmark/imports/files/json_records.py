"""Objects of JSON: one per line, a list of them, or a list inside an object."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmark.checks import parse_object
from benchmark.errors import ItemFormatError
from benchmark.imports.columns import find_columns
from benchmark.imports.files.rows import MAX_ROWS, Row, Rows
from benchmark.imports.files.text import Decoded, read_text
from benchmark.untrusted import LINE_MAX, parse_json

BY_LINE = (".jsonl", ".ndjson")  # elsewhere it may be one value as well


def read(path: Path, sheet: str | None, mapping: Mapping[str, str]) -> Rows:
    """The objects of a .jsonl or .json file.

    Raises:
        ItemFormatError: it cannot be read, or holds no objects.
    """
    if sheet is not None:
        raise ItemFormatError(f"{path} has no sheets: leave out `sheet`.")
    by_line = path.suffix.lower() in BY_LINE
    decoded = read_text(path, in_lines=by_line)
    start = decoded.text.lstrip("\ufeff \t\r\n")[:2]
    if not by_line or start[:1] == "[":
        if records := _whole(path, decoded, mapping):
            return records
    elif start in ("{\n", "{\r"):
        raise ItemFormatError(
            f"{path} is JSON over several lines: write one object per line, or all as a list, [{{…}}, …]."
        )
    return _lines(path, decoded)


def _whole(path: Path, decoded: Decoded, mapping: Mapping[str, str]) -> Rows | None:
    """A file that is one JSON value; None for one object per line under this name."""
    try:
        value = parse_json(decoded.text.removeprefix("\ufeff"), once=True, halves=True)
    except ValueError as error:
        first = decoded.text.lstrip("\ufeff").lstrip()[:200].partition("\n")[0].rstrip()
        if first.startswith("{") and first.endswith("}"):
            return None
        raise ItemFormatError(f"{path} is not valid JSON: {error}.") from error
    by_column = _by_column(value, mapping)
    if by_column is None and isinstance(value, dict) and "question" in value and "gold" in value:
        return None  # a single line
    records, said = by_column or _records(path, value)
    if len(records) > MAX_ROWS:
        raise ItemFormatError(f"{path} has more than {MAX_ROWS:,} records.")
    rows = [Row(where, flat(record)) for where, record in records if isinstance(record, dict)]
    bad = [(where, "no JSON object") for where, record in records if not isinstance(record, dict)]
    return Rows(rows, bad, (f"{said}, the encoding is {decoded.encoding}.",))


def _by_column(value: object, mapping: Mapping[str, str]) -> tuple[list[tuple[str, Any]], str] | None:
    """Records of a table written by columns, as pandas' `to_json` and datasets' `to_dict` do, or split."""
    names, rows = _table(value) if isinstance(value, dict) else ([], [])
    fits = all(isinstance(row, list | tuple) and len(row) == len(names) for row in rows)
    if not rows or not fits or not all(isinstance(name, str) for name in names):
        return None
    if find_columns(names, mapping) is None:
        return None
    numbered = enumerate(rows, 1)
    return [(f"record {n}", dict(zip(names, row, strict=True))) for n, row in numbered], "A table by columns"


def _table(value: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Names of columns and rows; nothing where it is no such table."""
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return value["columns"], value["data"]
    held = list(value.values())
    if held and all(isinstance(column, dict) and list(column) == list(held[0]) for column in held):
        held = [list(column.values()) for column in held]
    if not held or not all(isinstance(column, list) and len(column) == len(held[0]) for column in held):
        return [], []
    return list(value), list(zip(*held, strict=True))


def _records(path: Path, value: object) -> tuple[list[tuple[str, Any]], str]:
    """Each record with where it stands, and how they are held."""
    if isinstance(value, list):
        return [(f"record {number}", record) for number, record in enumerate(value, 1)], "A list of records"
    if isinstance(value, dict):
        lists = {name: held for name, held in value.items() if isinstance(held, list) and _of_objects(held)}
        if len(lists) == 1:
            ((name, held),) = lists.items()
            return [
                (f"record {n}", record) for n, record in enumerate(held, 1)
            ], f"The list {name!r} of an object"
        if value and all(isinstance(record, dict) for record in value.values()):
            return [(f"key {key}", {"id": key, **record}) for key, record in value.items()], "Records by key"
    raise ItemFormatError(f"{path} holds no list of questions: expected [{{…}}, …], or one object per line.")


def _of_objects(held: list[Any]) -> bool:
    return bool(held) and all(isinstance(record, dict) for record in held)


def _lines(path: Path, decoded: Decoded) -> Rows:
    rows: list[Row] = []
    bad: list[tuple[str, str]] = []
    # Line feeds alone: JSON text may hold other line separators.
    for number, line in enumerate(decoded.text.split("\n"), 1):
        if not line.strip():
            continue
        if len(line) >= LINE_MAX:
            raise ItemFormatError(f"{path}, line {number}: longer than {LINE_MAX:,} characters, no item is.")
        if len(rows) + len(bad) >= MAX_ROWS:
            raise ItemFormatError(f"{path} has more than {MAX_ROWS:,} lines.")
        try:
            rows.append(Row(f"line {number}", flat(parse_object(line))))
        except ValueError as error:
            bad.append((f"line {number}", str(error)))
    return Rows(rows, bad, (f"One JSON object per line, the encoding is {decoded.encoding}.",))


_TARGETS = re.compile(r"mc\d_targets")


def flat(record: dict[str, Any]) -> dict[str, Any]:
    """Cells that stand inside others: ARC's own files have the question's text and choices inside `question`,
    TruthfulQA's have choices and labels, or a label for each choice, inside `mc1_targets`.
    """
    for name in [name for name, held in record.items() if isinstance(held, dict) and _TARGETS.match(name)]:
        held = record[name]
        if set(held) != {"choices", "labels"}:
            held = {"choices": list(held), "labels": list(held.values())}
        inside = {f"{name}.{part}": value for part, value in held.items()}
        record = {**{other: value for other, value in record.items() if other != name}, **inside}
    question = record.get("question")
    if not isinstance(question, dict):
        return record
    inside = {f"question.{name}": value for name, value in question.items()}
    return {**inside, **{name: value for name, value in record.items() if name != "question"}}
