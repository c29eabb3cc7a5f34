"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

import os

from rich.console import Console

PIPE_COLUMNS = 200  # a pipe has no width of its own; at a terminal's 80 it would get broken ids


def _console(*, stderr: bool) -> Console:
    # soft_wrap stays off: tables must fit. highlight is off: rich would colour digits inside item ids.
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = PIPE_COLUMNS
    return console


out = _console(stderr=False)
err = _console(stderr=True)
