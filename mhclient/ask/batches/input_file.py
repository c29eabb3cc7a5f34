"""The input file of a batch, written anew from the store whenever it is needed: the same bytes each time."""

import contextlib
import hashlib
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import BinaryIO

import anyio.lowlevel

from cache import BatchLine, BatchRow
from cache.async_store import AsyncStore
from mhclient.ask.batches.capacity import tokens_in_queue
from mhclient.errors import RunStopped
from mhclient.providers.batches.lines import BatchDialect

PAGE = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """A file on disk that vanishes when it is closed, at its beginning."""

    file: BinaryIO
    digest: str  # SHA-256
    n_bytes: int
    n_lines: int
    queued_tokens: int  # of the prompts, as reckoned


@asynccontextmanager
async def written(store: AsyncStore, batch: BatchRow, dialect: BatchDialect) -> AsyncIterator[Written]:
    """The input file of a batch, beside the store: the place for temporary files may lie in memory.

    Raises:
        RunStopped: it cannot be written, or the store gives another file than the one that was settled.
    """
    folder = store.path.absolute().parent
    with contextlib.ExitStack() as opened:
        try:
            file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by the stack
            opened.callback(_close, file)
            found = await _write(file, _pages(store, batch), dialect)
        except OSError as error:
            raise RunStopped(
                f"batch {batch.tag}: its input file cannot be written in {folder} "
                f"({error.strerror or error}). Nothing was sent: make room and start again."
            ) from error
        if batch.digest is not None and batch.digest != found.digest:
            raise RunStopped(
                f"batch {batch.tag}: its requests in the store are not those it was made from. "
                "'mhclient cache verify' may say more."
            )
        yield found


def _close(file: BinaryIO) -> None:
    # On a full disk the last bytes fail once more here; the file vanishes either way.
    with contextlib.suppress(OSError):
        file.close()


async def _write(file: BinaryIO, pages: Iterator[list[BatchLine]], dialect: BatchDialect) -> Written:
    digest, n_bytes, n_lines, tokens = hashlib.sha256(), 0, 0, 0
    for page in pages:
        for line in page:
            before = dialect.joint if n_lines else dialect.head
            piece = before + dialect.line(line.key, line.body)
            digest.update(piece)
            n_bytes += file.write(piece)
            n_lines += 1
            tokens += tokens_in_queue(line.body)
        await anyio.lowlevel.checkpoint()
    digest.update(dialect.tail)
    n_bytes += file.write(dialect.tail)
    file.seek(0)
    return Written(file, digest.hexdigest(), n_bytes, n_lines, tokens)


def _pages(store: AsyncStore, batch: BatchRow) -> Iterator[list[BatchLine]]:
    after = 0
    while page := store.batch_lines.read(batch.id, after=after, limit=PAGE):
        yield page
        after = page[-1].attempt_id
