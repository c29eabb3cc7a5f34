"""Folders as `datasets` and the Hugging Face Hub keep them: files per configuration and split."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmark.errors import ItemFormatError
from benchmark.imports.files.rows import MAX_ROWS, Row, Rows
from benchmark.nearest import near_names

SUFFIXES = (".parquet", ".arrow", ".jsonl", ".json", ".csv", ".tsv")
NOT_DATA = ("dataset_info.json", "state.json", "dataset_dict.json", "dataset_infos.json", "config.json")
FILES_MAX = 2_000
DEPTH_MAX = 4
_SPLIT = re.compile(r"(train|test|validation|valid|val|dev|auxiliary_train)(?=$|[^a-z])", re.IGNORECASE)
_SHARD = re.compile(r"[-_.]?\d{5}-of-\d{5}$")
PREFERRED = "test"

Parts = dict[str, list[Path]]


def parts_of(folder: Path) -> Parts:
    """The files of each split, by `split`, or `configuration/split` where there are several.

    Raises:
        ItemFormatError: there is none, or there are too many files.
    """
    found: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(_files(folder, folder, 0)):
        found.setdefault(_name(folder, path), []).append(path)
    if not found:
        raise ItemFormatError(
            f"{folder} is no benchmark and holds no {', '.join(SUFFIXES)} file. Name a file with questions."
        )
    configurations = {configuration for configuration, _ in found}
    if len(configurations) == 1:
        return {split: paths for (_, split), paths in found.items()}
    return {f"{configuration}/{split}".strip("/"): paths for (configuration, split), paths in found.items()}


def _files(folder: Path, top: Path, depth: int) -> Iterator[Path]:
    n_files = 0
    for entry in folder.iterdir():
        n_files += 1
        if n_files > FILES_MAX:
            raise ItemFormatError(
                f"{folder} holds more than {FILES_MAX:,} files. Name a file with questions."
            )
        if entry.name.startswith("."):
            continue
        if entry.is_dir() and not entry.is_symlink() and depth < DEPTH_MAX:
            yield from _files(entry, top, depth + 1)
        elif entry.suffix.lower() in SUFFIXES and entry.name not in NOT_DATA and entry.is_file():
            yield entry


def _name(folder: Path, path: Path) -> tuple[str, str]:
    """Configuration and split: `all/test-00000-of-00001.parquet`, `data/test.jsonl`, `test/data-….arrow`."""
    *parents, stem = path.relative_to(folder).with_suffix("").parts
    stem = _SHARD.sub("", stem)
    parents = [part for part in parents if part != "data"]
    if match := _SPLIT.match(stem):
        return "/".join(parents), match[1].lower()
    if parents and _SPLIT.fullmatch(parents[-1]):
        return "/".join(parents[:-1]), parents[-1].lower()
    if (match := re.search(r"[-_.](train|test|validation|dev)$", stem)) is not None:
        return "/".join((*parents, stem[: match.start()])), match[1]
    return "/".join(parents), stem


def choose(folder: Path, parts: Parts, wanted: str | None) -> str:
    """The split asked for; else the only one, or the one called test.

    Raises:
        ItemFormatError: there is no such split, or it must be said which is meant.
    """
    names = ", ".join(map(repr, list(parts)[:20])) + (", …" if len(parts) > 20 else "")
    if wanted is not None:
        ending = [name for name in parts if name == wanted or name.startswith(f"{wanted}/")]
        tests = [name for name in ending if name.endswith(f"/{PREFERRED}")]
        if len(ending) == 1 or len(tests) == 1:
            return (ending if len(ending) == 1 else tests)[0]
        near = near_names(wanted, list(parts), 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ItemFormatError(f"{folder} has no part {wanted!r}.{hint} It has {names}.")
    if len(parts) == 1:
        return next(iter(parts))
    if PREFERRED in parts:
        return PREFERRED
    raise ItemFormatError(f"{folder} holds several sets of questions: {names}. Say which with `sheet` NAME.")


def joined(folder: Path, name: str, parts: Parts, read: list[Rows]) -> Rows:
    """The rows of all files of a split as one."""
    files = [path.relative_to(folder).as_posix() for path in parts[name]]
    others = [other for other in parts if other != name]
    beside = f"; not read: {', '.join(map(repr, others[:20]))}" if others else ""
    said = f"The part {name!r} of a dataset folder ({', '.join(files[:5])}){beside}."
    if len(read) == 1:
        return replace(read[0], found=(said, *read[0].found))
    rows = [
        Row(f"{file}, {row.where}", row.cells)
        for file, held in zip(files, read, strict=True)
        for row in held.rows
    ]
    if len(rows) > MAX_ROWS:
        raise ItemFormatError(f"{folder}: {name!r} has more than {MAX_ROWS:,} rows.")
    bad = [
        (f"{file}, {where}", why) for file, held in zip(files, read, strict=True) for where, why in held.bad
    ]
    evidence = frozenset[str]().union(*(held.evidence for held in read))
    return Rows(rows, bad, (said, *read[0].found), evidence, read[0].table)
