"""Files and texts that others made, read within bounds: no pipe, no device, no more bytes than allowed,
packed or not; pickles of which only named classes are admitted, so that nothing of theirs runs; and JSON,
refused in one kind of error.
"""

import errno
import gzip
import io
import json
import os
import pickle
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar, cast

from benchmark.errors import PickleRefused

MB = 1 << 20
SETTINGS_MAX = 16 * MB  # manifests, variants, decisions: the largest real one has a few MB
TABLE_MAX = 512 * MB  # an index, a seed list, a text table
BUFFER = 1 << 16  # bytes: lines of a few thousand are read in half the time
LINE_MAX = 4 * MB  # characters of a line of a table


def read_regular_file(path: Path, most_bytes: int = SETTINGS_MAX) -> bytes:
    """A file's bytes.

    Raises:
        OSError: it cannot be opened, is no regular file, or has more bytes than allowed; `strerror` says so.
    """
    with open_regular_bytes(path) as file:
        if os.fstat(file.fileno()).st_size > most_bytes:
            raise _too_large(path, most_bytes)  # before so much is read
        return read_bounded(file, most_bytes, path)


def open_regular_bytes(path: Path) -> io.BufferedReader:
    """A file that is one, to be read piece by piece.

    Raises:
        OSError: it cannot be opened, or is a pipe, a device or a folder; `strerror` says so.
    """
    # Opening a pipe would wait for its writer.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return io.BufferedReader(io.FileIO(descriptor, "rb"), BUFFER)


def open_regular_file(path: Path, most_bytes: int = TABLE_MAX, encoding: str = "utf-8") -> IO[str]:
    """The same as text, line ends as they are; a file with more bytes than allowed is refused, too."""
    file = open_regular_bytes(path)
    if os.fstat(file.fileno()).st_size > most_bytes:
        file.close()
        raise _too_large(path, most_bytes)
    return io.TextIOWrapper(file, encoding=encoding, newline="")


def check_regular_file(path: Path) -> None:
    """Refuse what is no file before somebody else opens it; raises as `open_regular_bytes`."""
    open_regular_bytes(path).close()


Line = TypeVar("Line", str, bytes, covariant=True)


class HasLines(Protocol[Line]):
    """A text, or bytes, that are read line by line."""

    def readline(self, size: int = -1, /) -> Line:
        """The next line, or so much of it; nothing at the end."""


def bounded_lines(file: HasLines[Line], most_chars: int = LINE_MAX) -> Iterator[Line]:
    """The lines of a text or of bytes, none of which may be longer: a gzip file's may be as long as it says.

    Raises:
        OSError: a line is longer than allowed.
    """
    while line := file.readline(most_chars):
        if len(line) == most_chars:
            raise OSError(errno.EFBIG, f"a line has more than {most_chars:,} characters")
        yield line


def read_bounded(file: IO[bytes], most_bytes: int, path: Path) -> bytes:
    """All of an open file; raises OSError where it has more bytes than allowed."""
    data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise _too_large(path, most_bytes)
    return data


def _too_large(path: Path, most_bytes: int) -> OSError:
    most = f"{most_bytes // MB:,} MB" if most_bytes >= MB else f"{most_bytes:,} bytes"
    return OSError(errno.EFBIG, f"more than {most}", str(path))


MEMBER_MAX = 64 * MB  # of an archive; MentalBench's largest case file has 1 MB
ARCHIVE_MAX = 512 * MB  # of all members together


def read_gzip_file(path: Path, most_bytes: int = TABLE_MAX) -> bytes:
    """What a gzip file unpacks to; raises as `read_regular_file`, and EOFError, zlib.error where damaged."""
    with gzip.open(io.BytesIO(read_regular_file(path, most_bytes))) as file:
        return read_bounded(cast("IO[bytes]", file), most_bytes, path)


def read_archive(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Name and content of the members that are regular files and wanted, in the archive's order.

    Sizes are read before members: one too large ends the reading, for what follows it can only be reached
    through it.

    Raises:
        OSError, EOFError, tarfile.TarError: it cannot be read, or is larger than allowed.
    """
    import tarfile  # here: it takes as long as all else in this module, and few commands read an archive

    n_bytes = 0
    with tarfile.open(path) as archive:
        for member in archive:
            n_bytes += member.size
            if member.size > MEMBER_MAX or n_bytes > ARCHIVE_MAX:
                raise OSError(
                    errno.EFBIG, f"its member {member.name!r:.80} is larger than allowed", str(path)
                )
            if member.isreg() and wanted(member.name) and (file := archive.extractfile(member)):
                yield member.name, read_bounded(file, MEMBER_MAX, path)


# What numpy's arrays need; older versions call the same module `numpy.core`.
NUMPY = frozenset(
    (module, name)
    for module, names in {
        "numpy": ("ndarray", "dtype"),
        "numpy.core.multiarray": ("_reconstruct", "scalar"),
        "numpy._core.multiarray": ("_reconstruct", "scalar"),
        "numpy.core.numeric": ("_frombuffer",),
        "numpy._core.numeric": ("_frombuffer",),
        "_codecs": ("encode",),
        "collections": ("OrderedDict",),
    }.items()
    for name in names
)
Instead = Callable[[str, str], type | None]


def read_pickle(data: bytes, where: str | Path, instead: Instead = lambda module, name: None) -> Any:
    """What a pickle holds.

    Args:
        where: the file's name, for messages.
        instead: module and name of a class that numpy does not need → what stands for it, or None to refuse.

    Raises:
        PickleRefused: it holds a class that is not admitted (named), or is damaged.
    """
    try:
        return _Admitting(data, where, instead).load()
    except PickleRefused:
        raise
    # A damaged pickle can raise nearly anything while it is put together.
    except Exception as error:
        raise PickleRefused(f"{where} cannot be read as a pickle: {type(error).__name__}.") from error


def read_pickle_file(path: Path, instead: Instead = lambda module, name: None) -> Any:
    """As `read_pickle`, of a file.

    Raises:
        PickleRefused: as there, and where the file cannot be read.
    """
    try:
        data = read_regular_file(path, TABLE_MAX)
    except OSError as error:
        raise PickleRefused(f"{path} cannot be read: {error.strerror}.") from error
    return read_pickle(data, path, instead)


class _Admitting(pickle.Unpickler):
    def __init__(self, data: bytes, where: str | Path, instead: Instead) -> None:
        super().__init__(io.BytesIO(data))
        self._where, self._instead = where, instead

    def find_class(self, module: str, name: str) -> Any:
        """The class, if it is admitted."""
        if (module, name) in NUMPY:
            return super().find_class(module, name)
        if (stand_in := self._instead(module, name)) is not None:
            return stand_in
        raise PickleRefused(
            f"{self._where} holds '{module}.{name}'. A pickle can run any code, so only numpy's arrays are "
            "admitted; ask whoever made it for JSON or CSV."
        )


# Signs that begin a value in one text: 180 to 450 MB once they are read, whatever they are.
MOST_VALUES = 5_000_000
ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # also in a whole character, as "\\ud83d\\ude00" is


def refuse_many_values(text: str | bytes) -> None:
    """Refuse a text of JSON that would take gigabytes: `[[],[],…` takes twenty times its own bytes.

    Raises:
        ValueError: it has more than five million signs that begin a value.
    """
    if len(text) <= MOST_VALUES:
        return
    signs = sum(map(text.count, "[{,")) if isinstance(text, str) else sum(map(text.count, b"[{,"))
    if signs > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values of JSON in one text; split the file")


def parse_json(text: str | bytes, *, once: bool = False, halves: bool = False) -> Any:
    """What a text of JSON from outside says; the one reader of such texts in this package.

    Args:
        once: refuse an object in which a key stands twice.
        halves: whether it may hold half a character, as "\\ud800" is; whoever takes it looks for them.

    Raises:
        ValueError: it is no JSON, nested more deeply than Python can follow, has far more values than any of
            ours, or holds half a character that could neither be written nor sent; says which.
    """
    refuse_many_values(text)
    try:
        value = json.loads(text, object_pairs_hook=no_repeated_key if once else None)
        if not halves and may_hold_halves(text):
            check_utf8(value)
    except RecursionError as error:
        raise ValueError("JSON nested too deeply") from error
    return value


def may_hold_halves(text: str | bytes) -> bool:
    """Whether half a character may stand in it: escaped, or as it is, which `json` lets pass in bytes too."""
    if isinstance(text, bytes):
        # As UTF-8 it would begin with ED; UTF-16 and UTF-32, which `json` reads as well, have zeros in them.
        return any(mark in text for mark in (b"\\u", b"\xed", b"\0"))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return True
    return "\\u" in text and ESCAPED_HALF.search(text) is not None


def texts_in(value: object) -> Iterator[str]:
    """All texts in a JSON value, keys too, without recursion."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from here
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
        elif isinstance(here, str):
            yield here


def no_repeated_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a key that stands twice would silently lose a value."""
    value = dict(pairs)
    if len(value) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(
            f"key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object"
        )
    return value


def check_utf8(value: object) -> None:
    """A lone surrogate passes through json but can neither be stored nor sent."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"holds a character that is no Unicode text ({error.object[error.start]!r})"
        ) from error
