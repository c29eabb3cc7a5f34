"""Consoles: where lines for people go, and whether what is printed there may be drawn over."""

import os
from typing import IO

from rich.console import Console

PIPE_COLUMNS = 200  # a pipe has no width of its own; at a terminal's 80 it would get broken ids

# Set by a Jupyter kernel for its own process and those it starts, and by services that run jobs. There what
# is printed is kept in a file: a cell, a log.
KEPT = ("JPY_PARENT_PID", "CI")


def make_console(*, stderr: bool, file: IO[str] | None = None) -> Console:
    """A console for standard output or error; plain lines where they are kept, even if it is a terminal.

    Args:
        file: instead of these.
    """
    kept = any(os.environ.get(name) for name in KEPT)
    # soft_wrap stays off: tables must fit. highlight is off: rich would colour digits inside item ids.
    console = Console(
        stderr=stderr, file=file, highlight=False, force_terminal=False if kept else None, force_jupyter=False
    )
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = PIPE_COLUMNS
    return console


def can_redraw(console: Console) -> bool:
    """Whether the cursor can be moved back over what was printed."""
    return console.is_terminal and not console.is_dumb_terminal
