"""The zip archive of an inspect log, looked over before inspect reads it: sizes first, then each member.

inspect unpacks whatever a member holds, however much it is, and compares no checksum. So each member is
unpacked here once, in pieces that are let go, and only what its entry says may come of it.

Decision: docs/decisions/adopt.md, "An inspect log's archive is unpacked once before inspect unpacks it".
"""

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import IO

import zstandard

from benchmark.json_text import MOST_VALUES
from benchmark.untrusted import MB
from mhclient.adopt.logged import LogUnusable
from mhclient.adopt.records import RECORD_MAX, readable

SAMPLES = "samples/"
MEMBERS_MAX = 100_000
# All members together: of logs of JSON a fiftieth is left by zstandard, of bombs a ten thousandth.
TOTAL_MAX, TOTAL_RATIO = 512 * MB, 100
PIECE = 1 << 16  # bytes unpacked at a time
ENCRYPTED = 0x1  # APPNOTE.TXT of zip, 4.4.4
DAMAGED = (zipfile.BadZipFile, zlib.error, zstandard.ZstdError, EOFError, NotImplementedError, ValueError)
STORED, DEFLATED, ZSTANDARD = 0, 8, 93  # the same, 4.4.5: the methods that inspect reads


def is_archive(path: Path) -> bool:
    """Whether inspect will read it as a zip archive; one that is named so and is none, too."""
    return path.suffix == ".eval" or zipfile.is_zipfile(path)


def members_of(path: Path) -> Mapping[str, zipfile.ZipInfo]:
    """The entries of an archive by name, none of which is read yet.

    Raises:
        LogUnusable: it is no zip archive, or one of its entries is not what inspect writes.
    """
    try:
        with readable(path), zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise LogUnusable(f"{path}: inspect cannot read it ({error}).") from error
    _check_together(path, entries)
    for entry in entries:
        if problem := _problem(entry):
            raise LogUnusable(f"{path}, member '{entry.filename[:80]}': {problem}.")
    return {entry.filename: entry for entry in entries}  # of two of a name, inspect reads the last


def _check_together(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse too many members, members that lie over each other, and those that unpack to too much."""
    on_disk = path.stat().st_size
    most = max(TOTAL_MAX, TOTAL_RATIO * on_disk)
    problems = {
        f"it has more than {MEMBERS_MAX:,} members": len(entries) > MEMBERS_MAX,
        "its members lie over each other": sum(entry.compress_size for entry in entries) > on_disk,
        f"its members unpack to more than {most // MB:,} MB": (
            sum(entry.file_size for entry in entries) > most
        ),
    }
    for what, found in problems.items():
        if found:
            raise LogUnusable(f"{path}: {what}.")


def _problem(entry: zipfile.ZipInfo) -> str | None:
    """What is wrong with an entry; None if nothing is."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    problems = {
        "it is encrypted": entry.flag_bits & ENCRYPTED,
        "it is no regular file": entry.is_dir() or kind not in (0, stat.S_IFREG),
        "it is packed in a way that inspect does not write": entry.compress_type not in _UNPACK,
        f"it has {entry.file_size:,} bytes unpacked; at most {RECORD_MAX // MB} MB are read": (
            max(entry.file_size, entry.compress_size) > RECORD_MAX
        ),
    }
    return next((what for what, found in problems.items() if found), None)


def check_members(path: Path, entries: Mapping[str, zipfile.ZipInfo], *, samples: bool) -> None:
    """Unpack the samples of an archive, or all but the samples, and see that they are what their entries say.

    Raises:
        LogUnusable: one is damaged, larger than it says, or has more values than a process can hold.
    """
    with readable(path), zipfile.ZipFile(path) as archive:
        for name, entry in entries.items():
            if name.startswith(SAMPLES) is samples:
                try:
                    _check(archive, entry)
                except DAMAGED as error:
                    raise LogUnusable(f"{path}, member '{name[:80]}': {error}.") from error


def _check(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    packed = copy(entry)  # as if its bytes were not packed: zipfile would unpack them without a bound
    packed.compress_type, packed.file_size = STORED, entry.compress_size
    del packed.CRC
    n_bytes, n_signs, crc = 0, 0, 0
    with archive.open(packed) as file:
        for piece in _UNPACK[entry.compress_type](file):
            n_bytes, crc = n_bytes + len(piece), zlib.crc32(piece, crc)
            n_signs += sum(map(piece.count, b"[{,"))
            if n_bytes > entry.file_size:
                raise ValueError(f"it unpacks to more than the {entry.file_size:,} bytes that it claims")
    if n_bytes != entry.file_size or crc != entry.CRC:
        raise ValueError("its bytes are not those of its checksum; it is damaged")
    if n_signs > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values of JSON in one text")


def _stored(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def _inflated(file: IO[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    while not unpacker.eof and (packed := unpacker.unconsumed_tail or file.read(PIECE)):
        yield unpacker.decompress(packed, PIECE)
    yield unpacker.flush()


def _unzstandard(file: IO[bytes]) -> Iterator[bytes]:
    with zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True) as unpacked:
        while piece := unpacked.read(PIECE):
            yield piece


_UNPACK: Mapping[int, Callable[[IO[bytes]], Iterator[bytes]]] = {
    STORED: _stored,
    DEFLATED: _inflated,
    ZSTANDARD: _unzstandard,
}
