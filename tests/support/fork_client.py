"""What xdist starts as a worker's Python: it asks for a fork, hands over its streams and waits for its end.

Arguments: the address of the process that forks, then those of Python, of which the last is the program.
"""

import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress


def forked(address: str, program: str, streams: Sequence[int] = (0, 1, 2)) -> int | None:
    """The process that runs the program on these streams; None if none came."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(address)
            socket.send_fds(connection, [program.encode()], streams)
            return int(connection.recv(20) or 0) or None
        except OSError:
            return None


def wait_for(pid: int) -> None:
    for fd in (0, 1):
        os.close(fd)  # else who reads from the fork would not see that it has ended
    with suppress(OSError):  # it has ended, or an old kernel cannot say when; then its streams do
        select.select([os.pidfd_open(pid)], [], [])


def ask_for_a_fork() -> None:
    on_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
    if pid := forked(sys.argv[1], sys.argv[-1]):
        wait_for(pid)
    else:
        signal.signal(signal.SIGINT, on_interrupt)
        os.execv(sys.executable, [sys.executable, *sys.argv[2:]])


if __name__ == "__main__":
    ask_for_a_fork()
