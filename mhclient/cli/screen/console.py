"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

import os

from rich.console import Console
from rich.markup import escape

PIPE_COLUMNS = 200  # a pipe has no width of its own; at a terminal's 80 it would get broken ids


def _console(*, stderr: bool) -> Console:
    # soft_wrap stays off: tables must fit. highlight is off: rich would colour digits inside item ids.
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = PIPE_COLUMNS
    return console


out = _console(stderr=False)
err = _console(stderr=True)


def plain(text: str) -> str:
    """Text from a file, a graph or a model as text: no markup, and no character that moves the cursor."""
    return escape("".join(char if char.isprintable() else _harmless(char) for char in text))


def tell(sentence: str) -> None:
    """Say something besides the results, on standard error."""
    err.print(plain(sentence), soft_wrap=True)


def _harmless(char: str) -> str:
    return " " if char.isspace() else f"\\u{ord(char):04x}"
