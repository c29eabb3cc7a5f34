"""Anybody's own questions, as JSON lines or CSV.

JSON lines: `{"question": …, "options": {"A": …, "B": …} or [… , …], "gold": "B" or ["A", "C"]}`.
CSV: columns `question`, `A`, `B`, … and `gold` ("B", or "A C"); options left empty at the end do not exist.
Both may have `id`, `task` and `mode`; whatever else is there is kept in the item's details.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmark.bounded import open_regular_file
from benchmark.build.assemble import item_id
from benchmark.build.graph import fold
from benchmark.build.manifest import describe_items, manifest
from benchmark.checks import check_gold, check_mode, check_options, parse_object
from benchmark.errors import ItemFormatError
from benchmark.folder import Benchmark, check_folder, numbered_lines, sha256_of, write_benchmark
from benchmark.item import LETTERS, Item, Mode
from benchmark.kinds import BenchmarkKind

_FIELDS = ("id", "task", "question", "options", "gold", "mode")
DEFAULT_TASK = "own"


def import_own(source: Path, out: Path, *, name: str | None = None, force: bool = False) -> Benchmark:
    """Read a file of questions and write it as a benchmark folder.

    Raises:
        ItemFormatError: the file cannot be read, or a line is no question; names the line.
    """
    check_folder(out, force=force)
    items = read_own(source)
    by_task: dict[str, list[Item]] = {}
    for item in items:
        by_task.setdefault(item.task, []).append(item)
    made = manifest(
        BenchmarkKind.OWN,
        " ".join((name or source.stem).split()) or "own",
        inputs_sha256={"questions": sha256_of(source)},
        tasks={task: {"asked_for": len(found), **describe_items(found)} for task, found in by_task.items()},
    )
    return write_benchmark(out, items, made)


def read_own(source: Path) -> list[Item]:
    """The questions of a file as items.

    Where a question of a task has several right letters, all questions of that task without a `mode` of their
    own ask for one or more: a mode that changed from question to question would tell which have several.
    """
    rows = _csv_rows(source) if source.suffix.lower() in (".csv", ".tsv") else _json_rows(source)
    drafts: list[tuple[int, dict[str, Any]]] = []
    try:
        for line, row in rows:
            drafts.append((line, _checked(source, line, row)))
    except UnicodeDecodeError as error:
        raise ItemFormatError(
            f"{source} is not UTF-8 text ({error.reason} at byte {error.start})."
        ) from error
    except OSError as error:
        raise ItemFormatError(f"{source} cannot be read: {error.strerror}.") from error
    if not drafts:
        raise ItemFormatError(f"{source} holds no question.")
    several = {draft["task"] for _, draft in drafts if len(draft["gold"]) > 1}
    items = [(line, _item(draft, draft["task"] in several)) for line, draft in drafts]
    _refuse_contradictions(source, items)
    return _with_unique_ids(source, items)


def _refuse_contradictions(source: Path, items: Sequence[tuple[int, Item]]) -> None:
    """The same question with the same options has the same gold, whatever the order of options."""
    known: dict[tuple[str, ...], tuple[int, set[str]]] = {}
    for line, item in items:
        texts = {letter: fold(text) for letter, text in item.options.items()}
        gold = {texts[letter] for letter in item.gold}
        first, other = known.setdefault((fold(item.question), *sorted(texts.values())), (line, gold))
        if gold != other:
            raise ItemFormatError(
                f"{source}, line {line}: asks the same as line {first} with another gold. One is wrong."
            )


def _json_rows(source: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, text in numbered_lines(source, encoding="utf-8-sig"):
        try:
            yield line, parse_object(text)
        except ValueError as error:
            raise ItemFormatError(f"{source}, line {line}: {error}.") from error


def _csv_rows(source: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with open_regular_file(source, encoding="utf-8-sig") as file:
        reader = csv.reader(file, delimiter="\t" if source.suffix.lower() == ".tsv" else ",")
        try:
            header = next(reader, [])
            _check_header(source, header)
            for row in reader:
                if any(cell.strip() for cell in row):
                    yield reader.line_num, _csv_row(source, reader.line_num, header, row)
        except csv.Error as error:
            raise ItemFormatError(f"{source}, line {reader.line_num}: {error}.") from error


def _check_header(source: Path, header: Sequence[str]) -> None:
    missing = [name for name in ("question", "A", "B", "gold") if name not in header]
    if missing:
        raise ItemFormatError(
            f"{source}, line 1: no column {', '.join(map(repr, missing))}; "
            "expected question, A, B, … and gold."
        )
    repeated = [name for name in header if header.count(name) > 1]
    if repeated:
        raise ItemFormatError(f"{source}, line 1: column {repeated[0]!r} stands twice.")


def _csv_row(source: Path, line: int, header: Sequence[str], row: Sequence[str]) -> dict[str, Any]:
    if len(row) != len(header):
        raise ItemFormatError(
            f"{source}, line {line}: {len(row)} cells, the header has {len(header)}. "
            "A text with a comma needs quotes."
        )
    cells = dict(zip(header, row, strict=True))
    letters = [letter for letter in LETTERS if letter in cells]
    while letters and not cells[letters[-1]].strip():
        letters.pop()
    options = {letter: cells[letter] for letter in letters}
    rest = {
        name: cell
        for name, cell in cells.items()
        if name not in LETTERS and (cell or name in ("question", "gold"))
    }
    return {**rest, "options": options}


def _checked(source: Path, line: int, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row's fields, each of the right kind, the rest as details."""
    try:
        for name in ("question", "options", "gold"):
            if name not in row:
                raise ValueError(f"field {name!r} is missing")
        for name in ("id", "task", "question"):
            if name in row and (not isinstance(row[name], str) or not row[name].strip()):
                raise ValueError(f"{name!r} must be a non-empty text, found {row[name]!r:.40}")
        mode = check_mode(row["mode"]) if "mode" in row else None
        options = _different(check_options(_options(row["options"])))
        gold = check_gold(_letters(row["gold"]), options, mode or Mode.MULTI)
    except ValueError as error:
        raise ItemFormatError(f"{source}, line {line}: {error}.") from error
    details = {name: value for name, value in row.items() if name not in _FIELDS}
    return {
        "id": row.get("id"), "task": row.get("task", DEFAULT_TASK), "question": row["question"],
        "options": options, "gold": gold, "mode": mode, "details": details,
    }  # fmt: skip


def _different(options: dict[str, str]) -> dict[str, str]:
    """Of two options that read the same, both would be right or the gold could not be told."""
    seen: dict[str, str] = {}
    for letter, text in options.items():
        if (same := seen.setdefault(fold(text), letter)) != letter:
            raise ValueError(f"options {same} and {letter} read the same: {text[:40]!r}")
    return options


def _options(value: object) -> object:
    """A list of texts gets its letters here."""
    return (
        dict(zip(LETTERS, value, strict=False))
        if isinstance(value, list) and len(value) <= len(LETTERS)
        else value
    )


def _letters(value: object) -> object:
    """`"B"`, `"A C"`, `"A, C"` or `"A & C"` as a list of letters; a list stays as it is."""
    if not isinstance(value, str):
        return value
    for mark in ",;&":
        value = value.replace(mark, " ")
    return value.split()


def _item(draft: Mapping[str, Any], several: bool) -> Item:
    default = Mode.MULTI if several else Mode.SINGLE
    item = Item(
        id=draft["id"] or "",
        task=draft["task"],
        question=draft["question"],
        options=draft["options"],
        gold=draft["gold"],
        mode=draft["mode"] or default,
        details=draft["details"],
    )
    return item if item.id else replace(item, id=item_id(item))


def _with_unique_ids(source: Path, items: Sequence[tuple[int, Item]]) -> list[Item]:
    lines: dict[str, int] = {}
    for line, item in items:
        if item.id in lines:
            raise ItemFormatError(
                f"{source}, line {line}: same id, or without ids the same question, as line {lines[item.id]} "
                f"({item.id!r}). Give each question a different id."
            )
        lines[item.id] = line
    return [item for _, item in items]
