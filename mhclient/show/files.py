"""Files that the user named, for the program to write: each whole or not at all, and never over a store.

Rows that are packed (Parquet, a database) are written without keys: they cannot be looked through afterwards.
"""

import errno
import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from benchmark.parquet import polars
from cache.extract import is_export
from mhclient.errors import UsageError
from mhclient.redaction.secrets import results_redactor
from mhclient.show.own_files import PARQUET_MAGIC, SQLITE_MAGIC, refuse_to_replace
from mhclient.show.visible import visible


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


READER_S = 5.0  # a shell starts both ends of a pipe at about the same time
BESIDE_STORES = ("-wal", "-shm", "-journal")  # sqlite.org/tempfiles.html, section 2


def print_bytes(data: bytes) -> None:
    """Write to standard output, as it is but for keys.

    Raises:
        UsageError: it has been closed.
    """
    if sys.stdout is None:
        raise UsageError("the standard output is closed: name a file with `out`.")
    sys.stdout.flush()
    sys.stdout.buffer.write(results_redactor().hide_in_file(data))


def print_text(text: str) -> None:
    """Write to standard output; a terminal gets no character that does something to it.

    Raises:
        UsageError: it has been closed.
    """
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    if sys.stdout is None:
        raise UsageError("the standard output is closed.")
    text = results_redactor().hide_in(text)
    sys.stdout.write(visible(text) if on_terminal else text)


def write_file(path: Path, data: bytes) -> None:
    """Write a file the user named, without keys; what lay there stays if it cannot be written.

    Raises:
        UsageError: it cannot be written, its folder is missing, or what lies there is not ours to replace.
    """
    check_out(path)
    with replacing(path) as beside:
        beside.write_bytes(results_redactor().hide_in_file(data))


class KeylessFile:
    """A text file that is written piece by piece, a line or more at a time, without keys."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._redactor = file, results_redactor()

    def write(self, text: str) -> None:
        """Write whole lines."""
        self._file.write(self._redactor.hide_in(text))


@contextmanager
def writing(path: Path) -> Iterator[KeylessFile]:
    """A text file the user named, for lines; it takes the place of what lay there once all are written.

    Raises:
        UsageError: it cannot be written, its folder is missing, or what lies there is not ours to replace.
    """
    check_out(path)
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        yield KeylessFile(file)


def redact_written(path: Path) -> None:
    """Redact the keys of a file, or of the files of a folder, that a package wrote which knows of no keys."""
    for file in [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]:
        data = file.read_bytes()
        hide_in_file = _hide_in_parquet if data.startswith(PARQUET_MAGIC) else results_redactor().hide_in_file
        if (hidden := hide_in_file(data)) != data:
            file.write_bytes(hidden)


def _hide_in_parquet(data: bytes) -> bytes:
    """A Parquet file without keys: the same bytes where it holds none."""
    frame = polars().read_parquet(data)
    rows = frame.to_dicts()
    if (hidden := list(keyless_rows(rows))) == rows:
        return data
    written = io.BytesIO()
    polars().DataFrame(hidden, schema=frame.schema).write_parquet(written)
    return written.getvalue()


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside `path` that nothing else has: what is written there takes its place, if all goes well.

    Raises:
        UsageError: it cannot be written, a folder lies there, or a pipe that nobody reads.
    """
    if path.is_dir():
        raise UsageError(f"{path} cannot be written: it is a folder.")
    try:
        if path.exists() and (path.is_symlink() or not path.is_file()):  # a pipe, /dev/stdout
            with read_by_somebody(path):
                yield path
            return
        beside = path.with_name(f"{path.name}.{os.urandom(8).hex()}.part")
        try:
            yield beside
            if path.exists():
                beside.chmod(path.stat().st_mode)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from error


@contextmanager
def read_by_somebody(path: Path) -> Iterator[None]:
    """Wait until a pipe has a reader, and keep it open meanwhile; nothing is done for what is no pipe.

    Raises:
        UsageError: none has come within `READER_S`: opening the pipe would wait for ever.
    """
    if not path.is_fifo():
        yield
        return
    descriptor = _open_pipe(path)
    try:
        yield
    finally:
        os.close(descriptor)


def _open_pipe(path: Path) -> int:
    until = time.monotonic() + READER_S
    while True:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:  # ENXIO: nobody has it open for reading (open(2))
            if error.errno != errno.ENXIO or time.monotonic() > until:
                why = "no program reads from this pipe" if error.errno == errno.ENXIO else error.strerror
                raise UsageError(f"{path} cannot be written: {why}.") from error
        time.sleep(0.05)


def check_out(path: Path) -> None:
    """A file to be written has a folder, and replaces none but of ours, and no store.

    Folders of files are made, single files' not.

    Raises:
        UsageError: one of them does not hold.
    """
    if str(path) == "-":
        raise UsageError("'-' is no file's name: leave the option out to print.")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}. Make it, or name another.")
    refuse_a_store(path)
    refuse_to_replace(path)


def refuse_a_store(path: Path) -> None:
    """Output never replaces a store, for what lies in one was paid for, nor a file of a benchmark.

    Raises:
        UsageError: the file at `path` is an SQLite database, and none that a report wrote, or a benchmark's.
    """
    from benchmark.folder import ITEMS, MANIFEST, PROVENANCE, TRIPLES  # here: a list of runs needs none of it

    of_benchmark = path.name in (ITEMS, MANIFEST, PROVENANCE, TRIPLES) and path.with_name(MANIFEST).is_file()
    if of_benchmark and path.is_file():
        raise UsageError(
            f"{path} is a file of the benchmark in {path.parent} and is not replaced: name another."
        )
    real = Path(os.path.realpath(path))
    for ending in BESIDE_STORES:
        if real.name.endswith(ending) and _is_sqlite(real.with_name(real.name.removesuffix(ending))):
            raise UsageError(f"{path} would be read as changes to the store beside it: name another.")
    if path.is_file() and not is_export(path) and _is_sqlite(path):
        raise UsageError(f"{path} is a store (or another SQLite file) and is not replaced: name another.")


def _is_sqlite(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
