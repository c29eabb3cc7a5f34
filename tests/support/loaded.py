"""Programs in processes forked from one that has loaded torch, or what else takes long to import.

Each would else spend three seconds of CPU on that alone: the process that `processes` forks from has none.
"""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil

from mhclient.machine.process import no_gc
from tests.support import processes

MOST_S = 10.0  # in which it ends once nobody asks it any more
# What a model on this machine imports; most of it when the first one is opened.
TORCH = (
    "mhclient.providers.local.load",
    "mhclient.providers.local.encoders",
    "mhclient.providers.local.scoring",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.bert.modeling_bert",
    "transformers.models.llama.modeling_llama",
)


@contextmanager
def forking_loaded(names: tuple[str, ...]) -> "Iterator[Loaded]":
    """A process that has loaded these modules; it and all that was forked from it end with the block."""
    ours, its = processes.FORKS.Pipe()
    process = psutil.Process(processes.start(fork_as_told, its, names, daemon=False).pid)
    its.close()
    try:
        yield Loaded(ours)
    finally:
        ours.close()
        try:
            process.wait(MOST_S)
        except psutil.TimeoutExpired:  # it waits for a program that hangs
            for program in process.children(recursive=True):
                program.kill()
            process.wait()


class Loaded:
    """What a process forks that has loaded modules."""

    def __init__(self, orders: "Connection[Any, Any]") -> None:
        self._orders = orders

    def start(self, program: Callable[..., int], *arguments: object, said: Path | None = None) -> "Started":
        """As `processes.start` does, in this folder and environment."""
        place = processes.Place(Path.cwd(), dict(os.environ), said)
        self._orders.send((program, arguments, place))
        return Started(self._orders, self._orders.recv())

    def finish(self, program: Callable[..., int], *arguments: object, said: Path | None = None) -> int:
        """Its exit status."""
        return self.start(program, *arguments, said=said).join()


class Started:
    """A program that was forked elsewhere."""

    def __init__(self, orders: "Connection[Any, Any]", pid: int) -> None:
        self._orders = orders
        self.pid = pid

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def join(self) -> int:
        """Wait for its end; its status, that of a signal as a negative number."""
        self._orders.send(self.pid)
        status: int = self._orders.recv()
        return status


def fork_as_told(orders: "Connection[Any, Any]", names: tuple[str, ...]) -> int:
    """Load the modules; told a program, fork it and say its id; told an id, say how that one ended."""
    with no_gc():
        for name in names:
            import_module(name)
    gc.freeze()
    forks, started = multiprocessing.get_context("fork"), dict[int, BaseProcess]()
    while (told := _told(orders)) is not None:
        if isinstance(told, int):
            started[told].join()
            orders.send(started.pop(told).exitcode)
        else:
            process: BaseProcess = forks.Process(target=processes.run, args=told)
            process.start()
            assert process.pid is not None
            started[process.pid] = process
            orders.send(process.pid)
    for process in started.values():
        process.kill()
    return 0


def _told(orders: "Connection[Any, Any]") -> Any:
    try:
        return orders.recv()
    except EOFError:
        return None
