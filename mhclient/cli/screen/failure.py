"""What a command that failed says: one line, without keys, and the exit status that goes with it."""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from benchmark.errors import SHOWN, BadLines, ItemFormatError
from cache import CacheError, Store
from mhclient.cli.as_options import as_options
from mhclient.cli.screen.streams import leave_output_unwritten, reader_gone
from mhclient.errors import UsageError
from mhclient.redaction.secrets import hide_heard, hide_keys
from mhclient.show.errors import ERRORS
from mhclient.show.files import write_file
from mhclient.show.visible import visible

LINE_END = "\N{SYMBOL FOR LINE FEED}"
INTERNAL = 70  # EX_SOFTWARE of sysexits.h


def tell(error: Exception, arguments: Sequence[str] = ()) -> int:
    """Print an expected error as one line, an unexpected one as one that says it is ours; no keys.

    Where nobody reads our output any more, as with `| head`, there is nothing to say.

    Args:
        arguments: what was typed, which the error may quote.

    Returns:
        The exit status.
    """
    if isinstance(error, BrokenPipeError) and reader_gone():
        leave_output_unwritten()
        return 1
    if os.environ.get("MHCLIENT_TRACEBACK"):
        sys.stderr.write(hide_heard("".join(traceback.format_exception(error))))
    error = _single(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO) and error.filename is None:
        sys.stderr.write(f"mhclient: the output cannot be written: {error.strerror}.\n")
        leave_output_unwritten()
        return 2
    if _lacked_memory(error):
        sys.stderr.write(
            "mhclient: there is not enough memory here (see `ulimit -v` and `free`). What was stored is "
            "safe: the same command goes on where it stopped.\n"
        )
        return 2
    if isinstance(error, BadLines) and len(error.every_line) > SHOWN:
        error = _with_file(error)
    if isinstance(error, ERRORS):
        sys.stderr.write(
            f"mhclient: {visible(_typed_on_one_line(hide_keys(as_options(str(error))), arguments))}\n"
        )
        return int(getattr(error, "exit_status", 2))
    sys.stderr.write(
        f"mhclient: internal error: {type(error).__name__}: {visible(hide_keys(str(error)))}. "
        "This is a fault of mhclient; set MHCLIENT_TRACEBACK=1 to see where, and report it.\n"
    )
    return INTERNAL


def _typed_on_one_line(text: str, arguments: Sequence[str]) -> str:
    """Names of files may have line ends in them; a message has its own only where it has several lines."""
    for part in (part for typed in arguments for part in typed.split("/") if "\n" in part):
        text = text.replace(part, part.replace("\n", LINE_END))
    return text


def blame_store(path: Path | None, error: Exception) -> None:
    """Look whether a cell of the store that a command was given may have led to its error.

    What was read is often used only when the store is closed, and can no longer say so itself.

    Raises:
        StoreCorrupt: one may have; the message names it.
    """
    if path is None or isinstance(_single(error), ERRORS):
        return
    try:
        store = Store.open(path, read_only=True)
    except CacheError:
        return
    with store:
        store.blame_cells(error)


def _with_file(error: BadLines) -> ItemFormatError:
    """The error, its whole list in a file in the current folder."""
    path = Path(f"{error.file_name}.problems.txt")
    try:
        write_file(path, "".join(f"{line}\n" for line in error.every_line).encode("utf-8", "replace"))
    except UsageError as problem:
        return ItemFormatError(f"{error}\n{problem}")
    return ItemFormatError(f"{error}\nAll of them: {path}")


# Of the dynamic linker, of `threading`, of torch.
LACKING = (
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "can't allocate memory",
)


def _lacked_memory(error: BaseException) -> bool:
    """Whether memory was lacking, whoever noticed it."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    said = str(error).casefold()
    return isinstance(error, ImportError | OSError | RuntimeError) and any(each in said for each in LACKING)


def _single(error: Exception) -> Exception:
    """The first error of a group: tasks that run side by side fail in groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
