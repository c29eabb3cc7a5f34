"""Programs for `processes.start`: the command, and runs that end themselves at a commit."""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio

from benchmark import read_benchmark
from cache.async_store import AsyncStore
from mhclient.ask.batches.session import BatchPace
from mhclient.ask.order import Pace
from mhclient.cli.main import command
from tests.support.asking import CONCURRENCY, Address, run
from tests.support.batching import run_batch

# As a user's, but for the waits, which a user has time for.
BATCH_PACE = BatchPace(wait=True, most_lines=35, poll_first_s=0.05, poll_max_s=0.2, settle_s=0.2)


def run_command_line(arguments: list[str]) -> int:
    """`mhclient` with these arguments, as its installed command."""
    sys.argv[1:] = arguments
    return command()


def kill_at(where: str, nth: int) -> Callable[[str], None]:
    """A store's checkpoint that ends the process at the nth commit: "before commit" or "after commit"."""
    left = nth

    def checkpoint(name: str) -> None:
        nonlocal left
        left -= name == where
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return checkpoint


def ask_killed_at(where: str, nth: int, folder: Path, address: Address, store: Path) -> int:
    """A run that is killed at a commit; `folder` is the benchmark's."""
    open_store = partial(AsyncStore, checkpoint=kill_at(where, nth))
    pace = Pace(concurrency=CONCURRENCY)
    anyio.run(partial(run, read_benchmark(folder), address, store, pace=pace, open_store=open_store))
    return 0


def work_on_batches(provider: str, folder: Path, address: Address, store: Path) -> int:
    """The work on a run's batches to its end; prints what it told."""
    said: list[str] = []
    _work(provider, folder, address, store, said=said)
    print(*said, sep="\n")  # noqa: T201 - it is a program
    return 0


def work_killed_at(where: str, nth: int, provider: str, folder: Path, address: Address, store: Path) -> int:
    """The work on a run's batches, killed at a commit if it gets that far."""
    _work(provider, folder, address, store, open_store=partial(AsyncStore, checkpoint=kill_at(where, nth)))
    return 0


def _work(provider: str, folder: Path, address: Address, store: Path, **more: Any) -> None:
    work = partial(run_batch, provider=provider, pace=BATCH_PACE, **more)
    anyio.run(work, read_benchmark(folder), address, store)
