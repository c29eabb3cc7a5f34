"""Other processes, for work that keeps processors busy; they are gone when this one is."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

from mhclient.errors import ProcessLost

MOST = 8  # more of them wait for the one that gives them their work


def n_processors() -> int:
    """How many processors this process may use, as far as they could be kept busy by it."""
    n = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return min(n, MOST)


@contextmanager
def processes(n: int) -> Iterator[ProcessPoolExecutor]:
    """Up to so many processes, each started when there is work for it; work not begun at the end is not done.

    Raises:
        ProcessLost: one of them was killed.

    They are spawned, not forked: the threads of a dataframe library do not survive a fork.
    """
    pool = ProcessPoolExecutor(n, mp_context=get_context("spawn"), initializer=_follow)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise ProcessLost(
            "a process that did part of the work was ended from outside, as happens where memory runs out. "
            "Nothing stored is lost: start again, with more memory or fewer runs at a time."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _follow() -> None:
    """Leave Ctrl-C to the process that started this one, and end when it does, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
