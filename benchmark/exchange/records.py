"""Items as flat records, all of them in one Parquet file, and what every exporter needs: names that files
and tools accept.
"""

import io
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from benchmark.errors import NotABenchmark, OutputError
from benchmark.folder import Benchmark, read_items, write_whole
from benchmark.item import Item
from benchmark.parquet import polars


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format, as a value: what writes it, and what its reader types next.

    Attributes:
        write: writes a benchmark to a path, and returns the file to look at first.
        next_step: with {path} for that file, {folder} for what was written, {stem} for the file's name.
        in_python: the next step is Python, not a command of the shell.
    """

    write: Callable[[Benchmark, Path], Path]
    next_step: str
    in_python: bool = False

    def say_next(self, path: Path, out: Path) -> str:
        """What to type to use what was written."""
        shown = repr if self.in_python else quote
        return self.next_step.format(path=shown(str(path)), folder=shown(str(out)), stem=path.stem)


def items_by_task(benchmark: Benchmark) -> dict[str, list[Item]]:
    """Task → its items, in file order.

    Raises:
        NotABenchmark: there is none.
    """
    found: dict[str, list[Item]] = {}
    for item in read_items(benchmark.items_path):
        found.setdefault(item.task, []).append(item)
    if not found:
        raise NotABenchmark(f"{benchmark.directory} holds no item: there is nothing to export.")
    return found


def record(item: Item) -> dict[str, Any]:
    """One item with lists in place of letters as keys; what has no fixed shape becomes JSON text."""
    letters = list(item.options)
    return {
        "id": item.id,
        "task": item.task,
        "question": item.question,
        "choices": list(item.options.values()),
        "letters": letters,
        "gold": list(item.gold),
        "gold_index": [letters.index(letter) for letter in item.gold],
        "mode": item.mode.value,
        "relation": item.relation,
        "entities": _json(item.to_json()["entities"]),
        "triples": _json(item.to_json()["triples"]),
        "details": _json(item.details),
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def slug(text: str) -> str:
    """A name made of lower-case letters, digits and underscores: "R1+E" is "r1_e"."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "items"


def slugs(names: Iterable[str], reserved: Sequence[str] = ()) -> dict[str, str]:
    """Name → slug, numbered where two names would share one or a reserved one."""
    found: dict[str, str] = {}
    for name in names:
        base, number = slug(name), 1
        candidate = base
        while candidate in reserved or candidate in found.values():
            number += 1
            candidate = f"{base}_{number}"
        found[name] = candidate
    return found


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a new folder.

    Raises:
        OutputError: the folder holds something already, or cannot be written.
    """
    with new_folder(folder) as beside:
        for name, content in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """A folder to write to, which takes its place when all is written: a cut one is never read as whole.

    Raises:
        OutputError: something is in `folder` already, or it cannot be written.
    """
    beside = folder.absolute().with_name(f"{folder.absolute().name}.{os.urandom(8).hex()}.part")
    try:
        if folder.exists() and any(folder.iterdir()):
            raise OutputError(f"{folder} is not empty. Name a new folder with `out`.")
        beside.mkdir(parents=True)
        yield beside
        if not folder.exists():
            beside.rename(folder)
        else:  # an empty folder stays the one it is: somebody may be in it
            for made in beside.iterdir():
                made.rename(folder / made.name)
    except OSError as error:
        raise OutputError(
            f"{folder} cannot be written: {error.strerror}. Name a folder with `out`."
        ) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def json_lines(records: Sequence[Mapping[str, Any]]) -> str:
    """One JSON object per line."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


def write_parquet(benchmark: Benchmark, out: Path) -> Path:
    """Write the items to the file `out`."""
    if out.exists():
        raise OutputError(f"{out} exists already. Name a new file with `out`.")
    items = list(read_items(benchmark.items_path))
    if not items:
        raise NotABenchmark(f"{benchmark.directory} holds no item: there is nothing to export.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, parquet_bytes(items))
    except OSError as error:
        raise OutputError(f"{out} cannot be written: {error.strerror}. Name a file with `out`.") from error
    return out


EXPORTER = Exporter(write_parquet, "polars.read_parquet({path})", in_python=True)


def parquet_bytes(items: Iterable[Item]) -> bytes:
    """Items as the bytes of a Parquet file, a row per item."""
    pl = polars()
    texts, numbers = pl.List(pl.String), pl.List(pl.Int64)
    lists = {"choices": texts, "letters": texts, "gold": texts, "gold_index": numbers}
    names = ("id", "task", "question", *lists, "mode", "relation", "entities", "triples", "details")
    schema = pl.Schema({name: lists.get(name, pl.String()) for name in names})
    buffer = io.BytesIO()
    pl.DataFrame([record(item) for item in items], schema=schema).write_parquet(buffer)
    return buffer.getvalue()
