"""Programs in processes of their own that start quickly: forked from one that has imported everything.

A process that starts from nothing spends a second or more on imports alone; where a test needs many of them
(to kill them, or to let them run side by side), that is most of its time.
"""

import multiprocessing
import os
import traceback
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import anyio.to_thread

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["pytest", "tests.support.preloaded"])


def start(program: Callable[..., int], *arguments: object, said: Path | None = None) -> BaseProcess:
    """Start a program that returns its exit status; what it prints goes to the end of `said`."""
    process = FORKS.Process(target=_run, args=(program, arguments, said, Path.cwd()), daemon=True)
    process.start()
    return process


def _run(program: Callable[..., int], arguments: tuple[object, ...], said: Path | None, folder: Path) -> None:
    os.chdir(folder)
    output = os.open(said or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(output, stream)
    try:
        status = program(*arguments)
    except BaseException:
        traceback.print_exc()
        raise
    raise SystemExit(status)


async def wait_for(process: BaseProcess) -> int:
    """Wait until the process has ended; returns its status, that of a signal as a negative number."""
    await anyio.to_thread.run_sync(process.join, abandon_on_cancel=True)
    status = process.exitcode
    assert status is not None
    process.close()
    return status


async def finish(program: Callable[..., int], *arguments: object, said: Path | None = None) -> int:
    """Start a program and wait until it has ended; returns its status."""
    return await wait_for(start(program, *arguments, said=said))
