"""Other processes, for work that keeps processors busy; they are gone when this one is.

Decision: docs/decisions/report.md, "A report over many runs uses all processors".
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mhclient.errors import ProcessLost
from mhclient.loading import later

if TYPE_CHECKING:
    import multiprocessing
    from concurrent.futures import process as pools
else:  # to load them takes as long as reading a thousand replies, and most work needs no process
    multiprocessing = later("multiprocessing")
    pools = later("concurrent.futures.process")

MOST = 8  # more of them wait for the one that gives them their work


def n_processors() -> int:
    """How many processors this process may use, as far as it could keep them busy.

    1 in programs other than the `mhclient` command: new processes import the main module again, and that of
    a script may do all its work when it is imported.
    """
    main_function = getattr(sys.modules["__main__"], "command", None)
    if getattr(main_function, "__module__", None) != "mhclient.cli.main":
        return 1
    n = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(n, MOST)


@contextmanager
def processes(n: int) -> "Iterator[pools.ProcessPoolExecutor]":
    """So many processes; work not begun at the end is not done.

    They are spawned, not forked: the threads of a dataframe library do not survive a fork.

    Raises:
        ProcessLost: one of them was killed.
    """
    spawning = multiprocessing.get_context("spawn")
    pool = pools.ProcessPoolExecutor(n, mp_context=spawning, initializer=_follow)
    with _no_interrupt():
        for _ in range(n):
            pool.submit(int)  # starts one
    try:
        yield pool
    except pools.BrokenProcessPool as error:
        raise ProcessLost(
            "a process that did part of the work was ended from outside, as happens where memory runs out. "
            "Nothing stored is lost: start again, with more memory or fewer runs at a time."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits; what is started meanwhile never hears of one."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow() -> None:
    """Leave Ctrl-C to the process that started this one, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
