"""Programs in processes of their own that start quickly: forked from one that has imported everything.

A process that starts from nothing spends a second or more on imports alone; where a test needs many of them
(to kill them, or to let them run side by side), that is most of its time.
"""

import multiprocessing
import os
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import anyio.to_thread

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["pytest", "tests.support.preloaded"])


def start(
    program: Callable[..., int],
    *arguments: object,
    said: Path | None = None,
    environment: Mapping[str, str] | None = None,
    daemon: bool = True,
) -> BaseProcess:
    """Start a program that returns its exit status, in this folder.

    Args:
        environment: this process's if None.
        said: the file that gets what it writes to stderr; stdout goes to the file of that name with `.out`.
        daemon: it ends when this process does, and starts none itself by `multiprocessing`.
    """
    place = Place(Path.cwd(), dict(environment or os.environ), said)
    process = FORKS.Process(target=run, args=(program, arguments, place), daemon=daemon)
    process.start()
    return process


@dataclass(frozen=True)
class Place:
    """What a process that was forked elsewhere must be given."""

    folder: Path
    environment: dict[str, str]
    said: Path | None


def run(program: Callable[..., int], arguments: tuple[object, ...], place: Place) -> None:
    os.chdir(place.folder)
    os.environ.clear()
    os.environ.update(place.environment)
    for stream, ending in ((1, ".out"), (2, "")):
        path = os.devnull if place.said is None else f"{place.said}{ending}"
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
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


async def finish(
    program: Callable[..., int],
    *arguments: object,
    said: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Start a program and wait until it has ended; returns its status."""
    return await wait_for(start(program, *arguments, said=said, environment=environment, daemon=False))
