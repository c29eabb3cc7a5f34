"""The errors that say what to do, of all four packages: one tuple to catch, and one line in a notebook.

IPython asks an exception for `_render_traceback_` before it draws one of its own. MHCLIENT_TRACEBACK=1 brings
the whole traceback back.
"""

import linecache
import os
import traceback
from pathlib import Path
from types import TracebackType

from benchmark.errors import BenchmarkError
from cache import CacheError
from mhclient.errors import MhclientError
from parsers.errors import ParsersError

ERRORS = (MhclientError, BenchmarkError, CacheError, ParsersError)


FOLDERS = tuple(
    str(Path(__file__).parents[2] / name) + os.sep for name in ("mhclient", "benchmark", "cache", "parsers")
)


def shorten_errors() -> None:
    """Have IPython show our errors in short."""
    for kind in ERRORS:
        setattr(kind, "_render_traceback_", shortened)  # noqa: B010 - it is no attribute that they know


def shortened(error: BaseException) -> list[str]:
    """The lines that IPython shows: where the user's own code asked for it, and what went wrong."""
    if os.environ.get("MHCLIENT_TRACEBACK"):
        return "".join(traceback.format_exception(error)).splitlines()
    return [*_asked_at(error.__traceback__), f"{type(error).__name__}: {error}"]


def _asked_at(raised: TracebackType | None) -> list[str]:
    """The last line of code that is neither ours nor of what we use: the one that the user wrote."""
    frames = list(traceback.walk_tb(raised))
    first = next(
        (n for n, (frame, _) in enumerate(frames) if frame.f_code.co_filename.startswith(FOLDERS)), None
    )
    if not first:
        return []
    frame, number = frames[first - 1]
    return [f"line {number}: {linecache.getline(frame.f_code.co_filename, number).strip()}"]
