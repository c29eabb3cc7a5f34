"""Packed files that others made, bounded as `bounded.py` bounds plain ones."""

import errno
import gzip
import io
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, cast

from benchmark.bounded import MB, TABLE_MAX, read_bounded, read_regular_file

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
