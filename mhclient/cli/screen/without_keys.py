"""Standard output and error without keys.

A server may quote the key it was sent, and an SDK's exception quotes the server. Our own errors hide keys
where they are made; a traceback also prints the exceptions behind them, and a library's log what it likes.
A store that others made may hold a key of ours as a reply.
"""

import os
import sys

from mhclient.redaction import holds_secrets

TYPE_CHECKING = False  # the module of that name would be a tenth of what `mhclient --help` takes
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from mhclient.redaction.secrets import Redactor


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
