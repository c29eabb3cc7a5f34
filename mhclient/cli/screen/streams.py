"""Standard output and error: no key gets there, whoever writes; nothing breaks where nobody reads; no rich.

A server may quote the key it was sent, and an SDK's exception quotes the server. Our own errors hide keys
where they are made; a traceback also prints the exceptions behind them, and a library's log what it likes. A
store that others made may hold a key of ours as a reply. Verbs that draw nothing say their sentences here,
since rich takes long to load.
"""

import io
import os
import select
import sys

from mhclient.loading import later
from mhclient.redaction import holds_secrets

TYPE_CHECKING = False  # the module of that name would be a tenth of what `mhclient --help` takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from mhclient.cli import as_options
    from mhclient.redaction.secrets import Redactor
else:  # --help says nothing of parameters
    as_options = later("mhclient.cli.as_options")


def fill_closed_streams() -> None:
    """Let nothing that is opened later be taken for standard input, output or error.

    Where one of them is closed (`<&- >&- 2>&-`), the next file opened gets its number, be it the store; and
    the event loop ends the process when a socket does.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    for stream in (sys.stdout, sys.stderr):
        # An encoding that lacks a character (ASCII, Latin-1) writes its number instead.
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")


def hide_keys_on_streams() -> None:
    """From now on no key gets to standard output or error, whoever writes: Python prints tracebacks."""
    stream = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    sys.stderr = WithoutKeys(stream)
    if sys.stdout is not None:
        sys.stdout = KeylessResults(sys.stdout)


def _hiding() -> "tuple[Callable[[str], str], Callable[[], Redactor]]":
    from mhclient.redaction.secrets import hide_keys, results_redactor  # here: only who writes pays for it

    return hide_keys, results_redactor


class WithoutKeys:
    """A stream that redacts keys in what is written to it, and is otherwise the stream it stands for."""

    def __init__(self, stream: "TextIO") -> None:
        self._stream = stream
        self._redactor: Redactor | None = None

    def write(self, text: str) -> int:
        hide_keys, _ = _hiding()
        return self._stream.write(hide_keys(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class KeylessResults(WithoutKeys):
    """The same for results, of which there may be many lines, and in which only keys of our own go."""

    def write(self, text: str) -> int:
        if self._redactor is None and not holds_secrets(os.environ):
            return self._stream.write(text)
        if self._redactor is None:
            _, results_redactor = _hiding()
            self._redactor = results_redactor()
        return self._stream.write(self._redactor.hide_in(text))


def leave_output_unwritten() -> None:
    """What Python would flush at shutdown goes nowhere, and makes no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reader_gone() -> bool:
    """Whether nobody reads our output any more; a pipe that broke elsewhere is an error like any other."""
    if not hasattr(select, "poll"):  # Windows cannot say
        return True
    pipes = select.poll()
    for stream in (sys.stdout, sys.stderr):
        try:  # not `suppress`: its module would slow the help
            pipes.register(stream.fileno(), select.POLLOUT)
        except (AttributeError, OSError, ValueError):  # closed, or no file
            continue
    return any(state & select.POLLERR for _, state in pipes.poll(0))


def printable(text: str) -> str:
    """The text without characters that move the cursor.

    >>> printable("a\\x1b[2Jb\\nc")
    'a\\\\u001b[2Jb c'
    """
    return "".join(char if char.isprintable() else _harmless(char) for char in text)


def _harmless(char: str) -> str:
    return " " if char.isspace() else f"\\u{ord(char):04x}"


def tell_plainly(sentence: str) -> None:
    """Say something besides the results; what the library calls parameters becomes options."""
    say_plainly(as_options.as_options(sentence))


def say_plainly(text: str) -> None:
    """The same, as it is."""
    sys.stderr.write(f"{printable(text)}\n")
