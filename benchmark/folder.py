"""A benchmark on disk: a folder with items.jsonl, manifest.json and, when made from a graph, triples.csv.

Reads and writes such folders. What goes into them is decided elsewhere (`build/`, `imports/`).
"""

import csv
import hashlib
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.checks import item_from_json, parse_object
from benchmark.csv_text import CsvTable
from benchmark.errors import ItemFormatError, NotABenchmark, OutputError
from benchmark.item import Item
from benchmark.kinds import BenchmarkKind
from benchmark.nearest import nearest_benchmark
from benchmark.untrusted import (
    MB,
    TABLE_MAX,
    open_regular_bytes,
    open_regular_file,
    parse_json,
    read_regular_file,
)

FORMAT = "mhclient-benchmark/1"
RESTRICTED = "answers"  # what the manifest says of a benchmark whose answers are not to be passed on
ITEMS, MANIFEST, TRIPLES = "items.jsonl", "manifest.json", "triples.csv"
PROVENANCE = "provenance.jsonl"  # of a hardened benchmark: where each option comes from
MAX_BYTES = 4_096 * MB  # of all items: ten million, or more than a process can hold
MAX_LINE = 4 * 1024 * 1024  # characters; the longest real item (MentalBench) has under 10,000


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A benchmark folder that was found to be one."""

    directory: Path
    items_path: Path
    manifest: Mapping[str, Any]

    def __fspath__(self) -> str:
        """Its folder, so that a benchmark can stand wherever a folder is asked for."""
        return str(self.directory)

    @property
    def kind(self) -> BenchmarkKind | None:
        """What made it; None for a kind that this version does not know."""
        return BenchmarkKind.of(self.manifest)

    @property
    def name(self) -> str:
        """What people call it."""
        return str(self.manifest.get("name", self.manifest["kind"]))

    @property
    def restricted(self) -> bool:
        """Whether its makers ask not to pass on files with its answers."""
        return self.manifest.get("restricted") == RESTRICTED

    @property
    def items_sha256(self) -> str:
        """The hash of items.jsonl: what a run names to say which questions it asked."""
        return str(self.manifest["items"]["sha256"])


def read_items(path: str | os.PathLike[str]) -> Iterator[Item]:
    """The items of a JSONL file, one at a time, in file order.

    Raises:
        ItemFormatError: the file cannot be read, a line is no item, or an id stands twice; names the line.
    """
    return (item for _, item in read_item_lines(path))


def read_item_lines(path: str | os.PathLike[str]) -> Iterator[tuple[str, Item]]:
    """The same, each item with its line.

    Raises:
        ItemFormatError: as `read_items`.
    """
    seen: dict[str, int] = {}
    for number, line in numbered_lines(Path(path)):
        try:
            item = item_from_json(parse_object(line))
        except ValueError as error:
            raise ItemFormatError(
                f"{path}, line {number}: {error}. Mend the line, or build the file again."
            ) from error
        if item.id in seen:
            raise ItemFormatError(
                f"{path}, line {number}: id {item.id!r} already stands in line {seen[item.id]}. "
                "Ids must be unique: results are kept by id."
            )
        seen[item.id] = number
        yield line.rstrip("\n"), item


def numbered_lines(path: Path, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """Numbered non-blank lines, split at line feeds alone: JSON text may hold other line separators."""
    try:
        with open_regular_bytes(path) as packed, io.TextIOWrapper(packed, encoding, newline="\n") as file:
            number = 0
            while line := file.readline(MAX_LINE):
                number += 1
                if len(line) == MAX_LINE:
                    raise ItemFormatError(
                        f"{path}, line {number}: longer than {MAX_LINE:,} characters, no item is"
                    )
                if line.strip():
                    yield number, line
    except UnicodeDecodeError as error:
        raise ItemFormatError(f"{path} is not UTF-8 text ({error.reason} at byte {error.start}).") from error
    except OSError as error:
        raise ItemFormatError(f"{path} cannot be read: {error.strerror}.") from error


def read_benchmark(directory: str | os.PathLike[str], *, check_hash: bool = True) -> Benchmark:
    """Open a benchmark folder.

    Args:
        check_hash: compare items.jsonl with the hash in the manifest, so that an edited file is noticed.

    Raises:
        NotABenchmark: it is no such folder, or its items are not those of its manifest.

    Example:
        >>> benchmark = read_benchmark("bench")
        >>> benchmark.manifest["items"]["count"]
        431
    """
    folder = Path(directory)
    manifest = _read_manifest(folder)
    items = folder / ITEMS
    if not items.is_file():
        raise NotABenchmark(f"{folder} has a manifest but no {ITEMS}. Build it again with 'mhclient build'.")
    if check_hash and (found := _sha256_of_items(items)) != manifest["items"]["sha256"]:
        raise NotABenchmark(
            f"{items} was changed after it was built: its SHA-256 is {found[:12]}…, the manifest says "
            f"{manifest['items']['sha256'][:12]}…. Build it again, or import the changed file as a benchmark "
            "of its own with 'mhclient import'."
        )
    # Absolute: a program may change its folder before the items are read.
    return Benchmark(folder.absolute(), items.absolute(), manifest)


def _sha256_of_items(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise NotABenchmark(f"{path} has more than {MAX_BYTES // MB:,} MB.")
        return sha256_of(path)
    except OSError as error:
        raise NotABenchmark(f"{path} cannot be read: {error.strerror}.") from error


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if folder.is_file():
        if (folder.parent / MANIFEST).is_file():
            raise NotABenchmark(f"{folder} is a file of the benchmark {folder.parent}: give that folder.")
        raise NotABenchmark(
            f"{folder} is a file, and this needs a benchmark folder: 'mhclient import {folder} --out DIR' "
            "makes one of a file with questions."
        )
    if not folder.is_dir():
        todo = nearest_benchmark(folder) or "'mhclient build --sample --out DIR' makes a first benchmark."
        raise NotABenchmark(f"{folder} is not a folder. {todo}")
    try:
        manifest = parse_json(read_regular_file(path), once=True)
    except FileNotFoundError as error:
        raise NotABenchmark(
            f"{folder} is not a benchmark: it has no {MANIFEST}. "
            "'mhclient build' and 'mhclient import' make one."
        ) from error
    except (OSError, ValueError) as error:
        raise NotABenchmark(f"{path} cannot be read: {error}. Build the benchmark again.") from error
    if not isinstance(manifest, dict):
        raise NotABenchmark(f"{path} is not a benchmark's manifest. 'mhclient build' makes one.")
    items = manifest.get("items")
    if not isinstance(items, dict) or not isinstance(items.get("sha256"), str) or "kind" not in manifest:
        raise NotABenchmark(f"{path} is not a benchmark's manifest. 'mhclient build' makes one.")
    if manifest.get("format") != FORMAT:
        raise NotABenchmark(
            f"{path} has format {manifest.get('format')!r}, this version reads {FORMAT!r}. "
            "Build the benchmark again with this version."
        )
    return manifest


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal.

    Raises:
        OSError: it cannot be opened, or is a pipe, a device or a folder.
    """
    with open_regular_bytes(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_folder(
    directory: Path, *, force: bool = False, instead: str = "Name another folder with `out`."
) -> None:
    """Say why `directory` cannot hold a new benchmark, before anything is computed; changes nothing.

    A folder with other content is refused, whatever `force` says; an existing benchmark needs `force`.

    Args:
        instead: what to do, where the caller does not call the folder `out`.

    Raises:
        OutputError: it is a file, cannot be written, or holds something already.
    """
    nearest = next((path for path in (directory, *directory.parents) if path.exists()), Path())
    if not nearest.is_dir():
        raise OutputError(f"{nearest} is a file. {instead}")
    if not os.access(nearest, os.W_OK):
        raise OutputError(f"nothing may be written in {nearest.resolve()}. {instead}")
    try:
        names = {entry.name for entry in directory.iterdir()} if directory.is_dir() else set()
    except OSError as error:
        raise OutputError(f"{directory} cannot be used: {error.strerror}. {instead}") from error
    ours = {name for file in (ITEMS, MANIFEST, TRIPLES, PROVENANCE) for name in (file, file + ".part")}
    if MANIFEST not in names and names - ours:
        raise OutputError(f"{directory} already holds other files ({min(names - ours)}, …). {instead}")
    if MANIFEST in names and not force:
        raise OutputError(
            f"{directory} already holds a benchmark. Pass `force` to replace it, or name a new folder."
        )


def write_benchmark(
    directory: Path,
    items: Iterable[Item],
    manifest: Mapping[str, Any],
    triples: CsvTable | None = None,
    provenance: str | None = None,
) -> Benchmark:
    """Write the folder's files, the manifest last: a folder cut short has none and is no benchmark.

    `manifest` gains the count and SHA-256 of what was written. Nothing in it may depend on time or place.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / MANIFEST).unlink(missing_ok=True)
        full = dict(manifest)
        lines = [item.to_line() for item in items]
        full["items"] = _write(directory / ITEMS, "".join(lines), len(lines))
        if triples is not None:
            full["triples"] = _write(directory / TRIPLES, triples.text, triples.n_rows)
        if provenance is not None:
            full["provenance"] = _write(directory / PROVENANCE, provenance, provenance.count("\n"))
        _write(directory / MANIFEST, json.dumps(full, ensure_ascii=False, indent=2) + "\n", 1)
    except OSError as error:
        raise OutputError(f"{directory} cannot be written: {error.strerror}.") from error
    return Benchmark(directory, directory / ITEMS, full)


def _write(path: Path, text: str, count: int) -> dict[str, Any]:
    data = text.encode()
    write_whole(path, data)
    return {"count": count, "sha256": hashlib.sha256(data).hexdigest()}


def write_whole(path: Path, data: bytes) -> None:
    """Write through a temporary name: a reader never sees half a file, and nothing is left of one."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


CELLS = tuple(f"{end}_{cell}" for end in ("head", "tail") for cell in ("key", "type", "name"))


def read_triples(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a slice; none where there is no such file. A cell that is not there is empty.

    Raises:
        ItemFormatError: it is no such table; names the line.
    """
    if not path.is_file():
        return
    line = 1
    try:
        with open_regular_file(path, TABLE_MAX) as file:
            reader = csv.DictReader(file, restval="")
            missing = [name for name in ("relation", *CELLS) if name not in (reader.fieldnames or ())]
            if missing:
                raise ItemFormatError(f"{path}, line 1: no column {missing[0]!r}. Build the benchmark again.")
            for row in reader:
                line = reader.line_num
                yield {name: row[name] or "" for name in ("relation", *CELLS)}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ItemFormatError(
            f"{path}, after line {line}: cannot be read as a table of triples ({error})."
        ) from error
