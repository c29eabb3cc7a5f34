"""This process: how often it searches for reference cycles, its open files, and its worker processes.

Worker processes keep several processors busy, and are gone when this one is.
"""

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

from mhclient.errors import ProcessLost, UsageError
from mhclient.loading import later

if TYPE_CHECKING:
    import multiprocessing
    from concurrent.futures import process as pools
else:  # to load them takes as long as reading a thousand replies, and most work needs no process
    multiprocessing = later("multiprocessing")
    pools = later("concurrent.futures.process")


# Objects made and not yet freed before the young ones are searched. Python's own 700 is less than a hundred
# requests under way hold.
YOUNG_MAX = 50_000

_thresholds: list[tuple[int, int, int]] = []  # as they were, once per block that runs now
_kept = Event()  # set once what exists stays frozen to the end


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """What exists now is never searched, what is new only in large portions; cycles do not pile up.

    Blocks may overlap, as those of runs that are asked at once do: the last one to end sets all back. After
    `keep_to_the_end` nothing more is frozen, for Python unfreezes all or nothing.
    """
    before = gc.get_threshold()
    _thresholds.append(_thresholds[0] if _thresholds else before)
    if not _kept.is_set():
        gc.freeze()
    gc.set_threshold(YOUNG_MAX, *before[1:])
    try:
        yield
    finally:
        usual = _thresholds.pop()
        if not _thresholds:
            gc.set_threshold(*usual)
            if not _kept.is_set():
                gc.unfreeze()


@contextmanager
def no_gc() -> Iterator[None]:
    """For work that keeps all it makes; a third of its time else."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_to_the_end() -> None:
    """What exists now stays until the process ends: no search, asked for by whatever library, looks at it."""
    _kept.set()
    gc.freeze()


OTHERS = 16  # name look-ups, a log, a copy of the store: what else may be opened meanwhile
PER_CONNECTION = 1
ASSUMED_OPEN = 32  # where the system does not list them
LEAST = 24  # with which a run of one request at a time works
LEAST_MEMORY = (
    512  # MB of address space: a report of 400 replies works with 300, and OpenBLAS aborts with less
)


def refuse_low_limits() -> None:
    """Look whether a command can work at all; the limit of open files is raised where it may be.

    Raises:
        UsageError: it cannot. Without this, whatever is opened next would be blamed: the store, a benchmark.
    """
    if sys.platform != "win32":
        import resource  # here: there is none on Windows

        memory, _ = resource.getrlimit(resource.RLIMIT_AS)
        if memory != resource.RLIM_INFINITY and memory < LEAST_MEMORY * 1_000_000:
            raise UsageError(
                f"a program may use {memory // 1_000_000} MB of memory here, and {LEAST_MEMORY} are needed: "
                "raise the limit (`ulimit -v unlimited`)."
            )
    limit = _raised_limit(LEAST)
    if limit is not None and limit < LEAST:
        raise UsageError(
            f"only {limit} files may be open at once here, and {LEAST} are needed: raise the limit "
            "(`ulimit -n 256`)."
        )


def connections_that_fit(wanted: int) -> int:
    """How many connections this process can have open, at most `wanted`; at least 1."""
    n_open = _n_open()
    limit = _raised_limit(n_open + OTHERS + PER_CONNECTION * wanted)
    return wanted if limit is None else max(1, min(wanted, (limit - n_open - OTHERS) // PER_CONNECTION))


def _raised_limit(needed: int) -> int | None:
    """The limit of open files, raised to what is needed if that may be; None if there is none."""
    if sys.platform == "win32":
        return None
    import resource  # here: there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return None
    target = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    except (ValueError, OSError):  # macOS allows less than it says
        return soft
    return target


def _n_open() -> int:
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return ASSUMED_OPEN


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
