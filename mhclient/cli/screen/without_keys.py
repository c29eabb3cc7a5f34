"""Standard error without keys.

A server may quote the key it was sent, and an SDK's exception quotes the server. Our own errors hide keys
where they are made; a traceback also prints the exceptions behind them, and a library's log what it likes.
"""

import os
import sys

TYPE_CHECKING = False  # the module of that name would be a tenth of what `mhclient --help` takes
if TYPE_CHECKING:
    from typing import TextIO


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


def hide_keys_on_stderr() -> None:
    """From now on no key gets to standard error, whoever writes there: Python itself prints tracebacks."""
    stream = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end
    sys.stderr = WithoutKeys(stream)


class WithoutKeys:
    """A stream that blots keys out of what is written to it, and is otherwise the stream it stands for."""

    def __init__(self, stream: "TextIO") -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        from mhclient.providers.credentials import hide_keys  # here: only who writes pays for it

        return self._stream.write(hide_keys(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
