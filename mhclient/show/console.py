"""Consoles: where lines for people go, and whether what is printed there may be drawn over."""

import os
import signal
from contextlib import suppress
from threading import current_thread, main_thread
from types import TracebackType
from typing import IO

from rich.console import Console

PIPE_COLUMNS = 200  # a pipe has no width of its own; at a terminal's 80 it would get broken ids

# Set by a Jupyter kernel for its own process and those it starts, and by services that run jobs. There what
# is printed is kept in a file: a cell, a log.
KEPT = ("JPY_PARENT_PID", "CI")


class Talk(Console):
    """Standard error. Where it cannot be written to in the midst of a run, no reply is lost for that.

    If nobody reads it any more (`| head`), the run drains as if its terminal had hung up, and ends with 1.
    On a full disk it goes on in silence: replies are worth more than lines about them.
    """

    _hung_up = False

    def on_broken_pipe(self) -> None:
        """End the command, or what is under way; rich calls it."""
        if current_thread() is not main_thread():  # a program asks, which has a result to come
            self._fall_silent()
        elif not _heeds_signals():
            super().on_broken_pipe()
        elif not self._hung_up:  # a second time would give up what is under way
            self._hung_up = True
            signal.raise_signal(signal.SIGHUP)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """All that is printed is written here."""
        try:
            super().__exit__(kind, error, trace)
        except OSError:
            if current_thread() is main_thread() and not _heeds_signals():
                raise
            self._fall_silent()

    def _fall_silent(self) -> None:
        self.quiet = True
        with suppress(OSError):  # what lies in its buffer would make an error at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.file.fileno())


def _heeds_signals() -> bool:
    """Whether a run is under way here that a signal stops without loss."""
    return os.name == "posix" and callable(signal.getsignal(signal.SIGHUP))


def make_console(*, stderr: bool, file: IO[str] | None = None) -> Console:
    """A console for standard output or error; plain lines where they are kept, even if it is a terminal.

    Args:
        file: instead of these.
    """
    kept = any(os.environ.get(name) for name in KEPT)
    # soft_wrap stays off: tables must fit. highlight is off: rich would colour digits inside item ids.
    console = (Talk if stderr else Console)(
        stderr=stderr, file=file, highlight=False, force_terminal=False if kept else None, force_jupyter=False
    )
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console.width = PIPE_COLUMNS
    return console


def can_redraw(console: Console) -> bool:
    """Whether the cursor can be moved back over what was printed."""
    return console.is_terminal and not console.is_dumb_terminal
