"""Anybody's own questions: a file or folder as people have it becomes items.

The plainest forms are JSON lines, `{"question": …, "options": {"A": …, "B": …} or [… , …], "gold": "B" or
["A", "C"]}`, and a table with columns `question`, `A`, `B`, … and `gold` ("B", or "A C"). Both may have `id`,
`task` and `mode`. Other names and shapes are recognised (`columns.py`, `options.py`, `golds.py`), and what
was recognised is said. Whatever else is there is kept in the item's details.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack

from benchmark.build.manifest import describe_items, manifest
from benchmark.folder import (
    MANIFEST,
    Benchmark,
    check_folder,
    read_benchmark,
    read_items,
    sha256_of,
    write_benchmark,
)
from benchmark.imports.columns import check_mapping
from benchmark.imports.files import read_rows, source_files
from benchmark.imports.items import items_of
from benchmark.item import Item
from benchmark.kinds import BenchmarkKind

# Of the rules by which files are understood: raise it where one would give other items than before, so that
# what an earlier version made of a file and kept is made anew.
RULES = 2
SKIPPED_SHOWN = 3  # of the lines that were left out; a manifest lists many
SKIPPED_LISTED = 10_000


@dataclass(frozen=True, slots=True)
class Imported:
    """Questions that were read, before they are written anywhere.

    Attributes:
        manifest: what the folder's manifest will say; counts and hashes are added when it is written.
        found: sentences: how the file was understood.
    """

    items: tuple[Item, ...]
    manifest: Mapping[str, Any]
    found: tuple[str, ...]

    def write(self, out: Path, *, force: bool = False) -> Benchmark:
        """Write a benchmark folder.

        Raises:
            OutputError: see `benchmark.folder.check_folder`.
        """
        check_folder(out, force=force)
        return write_benchmark(out, self.items, self.manifest)


class ImportOptions(TypedDict, total=False):
    """What else `import_questions` can be told.

    Keys:
        sheet: the sheet of a workbook, or the part of a dataset folder.
        name: of the benchmark (default: the file's).
        skip_bad: leave out lines that are no questions; the manifest lists them (`left_out`).
    """

    sheet: str | None
    name: str | None
    skip_bad: bool


def import_questions(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    columns: Mapping[str, str] | None = None,
    force: bool = False,
    **options: Unpack[ImportOptions],
) -> Benchmark:
    """Read a file of questions and write it as a benchmark folder.

    Args:
        source: .csv, .tsv, .jsonl, .json, .xlsx, .parquet; a Hugging Face dataset folder; a benchmark folder.
        columns: field (question, options, gold, id, task, mode) → the file's column; options may be several
            joined by "+". `gold_is` → letter, text, index0, index1 or onehot.
        force: replace a benchmark that is there.
        options: see `ImportOptions`.

    Raises:
        ItemFormatError: the file cannot be read, or lines are no questions; names the lines.
        OutputError: the folder is there, or cannot be written.

    Example:
        >>> import pathlib
        >>> file = pathlib.Path("exam.csv")
        >>> _ = file.write_text("question,A,B,gold\\n2 + 2?,4,5,A\\n")
        >>> import_questions(file, "exam").manifest["items"]["count"]
        1
    """
    folder = Path(out)
    check_folder(folder, force=force)
    imported = read_people_file(Path(source), columns, **options)
    return imported.write(folder, force=force)


def read_people_file(
    path: Path,
    mapping: Mapping[str, str] | None = None,
    sheet: str | None = None,
    *,
    name: str | None = None,
    skip_bad: bool = False,
) -> Imported:
    """Read whatever file or folder of questions somebody has.

    Args:
        path: .csv, .tsv, .jsonl, .json, .xlsx, .parquet; a Hugging Face dataset folder; a benchmark folder.
        mapping: field (question, options, gold, id, task, mode) → the file's column; options may be several
            joined by "+", and so may a question and what is asked before it, the question last. `gold_is` →
            letter, text, index0, index1 or onehot.
        sheet: the sheet of a workbook, or the part of a dataset folder.
        name: of the benchmark (default: the file's).
        skip_bad: leave out lines that are no questions; `found` has their number, the manifest all of them.

    Raises:
        ItemFormatError: it cannot be read; `BadLines` with every line that is no question.
        NotABenchmark: a benchmark folder is damaged.
    """
    if (path / MANIFEST).is_file():
        return _benchmark_folder(path)
    mapping = mapping or {}
    check_mapping(mapping)
    rows = read_rows(path, sheet, mapping)
    read = items_of(path, rows, mapping, skip_bad=skip_bad)
    found = (*read.found, *_said_of(read.left_out))
    by_task: dict[str, list[Item]] = {}
    for item in read.items:
        by_task.setdefault(item.task, []).append(item)
    made = manifest(
        BenchmarkKind.OWN,
        " ".join((name or path.stem).split()) or "own",
        inputs_sha256={"questions": _sha256(source_files(path, sheet))},
        read_as=list(found),
        tasks={task: {"asked_for": len(held), **describe_items(held)} for task, held in by_task.items()},
        **({"left_out": _recorded(read.left_out)} if read.left_out else {}),
    )
    return Imported(tuple(read.items), made, found)


def _said_of(left_out: Sequence[tuple[str, str]]) -> Iterator[str]:
    """How many lines were left out, and why the first of them were."""
    if left_out:
        some = len(left_out) > 1
        n = f"{len(left_out):,} line{'s that are no questions are' if some else ' that is no question is'}"
        more = "; …" if len(left_out) > SKIPPED_SHOWN else "."
        shown = "; ".join(f"{where}: {why.rstrip('.')}" for where, why in left_out[:SKIPPED_SHOWN])
        yield f"{n} left out (the manifest lists them): {shown}{more}"


def _recorded(left_out: Sequence[tuple[str, str]]) -> dict[str, Any]:
    lines = [{"where": where, "why": why} for where, why in left_out[:SKIPPED_LISTED]]
    return {"count": len(left_out), "lines": lines}


def _benchmark_folder(path: Path) -> Imported:
    benchmark = read_benchmark(path)
    items = tuple(read_items(benchmark.items_path))
    rest = {name: value for name, value in benchmark.manifest.items() if name not in ("items", "triples")}
    return Imported(items, rest, (f"A benchmark folder with {len(items):,} items.",))


def _sha256(files: Sequence[Path]) -> str:
    if len(files) == 1:
        return sha256_of(files[0])
    return hashlib.sha256("".join(map(sha256_of, files)).encode()).hexdigest()
