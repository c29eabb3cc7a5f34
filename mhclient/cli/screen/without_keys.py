"""Standard error without keys.

A server may quote the key it was sent, and an SDK's exception quotes the server. Our own errors hide keys
where they are made; a traceback also prints the exceptions behind them, and a library's log what it likes.
"""

import sys

TYPE_CHECKING = False  # the module of that name would be a tenth of what `mhclient --help` takes
if TYPE_CHECKING:
    from typing import TextIO


def hide_keys_on_stderr() -> None:
    """From now on no key gets to standard error, whoever writes there: Python itself prints tracebacks."""
    sys.stderr = WithoutKeys(sys.stderr)


class WithoutKeys:
    """A stream that blots keys out of what is written to it, and is otherwise the stream it stands for."""

    def __init__(self, stream: "TextIO") -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        from mhclient.providers.credentials import hide_keys  # here: only who writes pays for it

        return self._stream.write(hide_keys(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)
