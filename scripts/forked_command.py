"""The command in a process forked from one that has imported everything: a third of the CPU of a new one.

The fork comes before there is an event loop or a thread; what to do is told to it later, through a pipe. It
then is as a process that a user starts: streams, environment, arguments and signals of its own.
"""

import asyncio
import contextlib
import ctypes
import gc
import json
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module

from mhclient.cli.main import command
from mhclient.cli.verb_parsers import verb_module

PIECE = 65_536


def import_what_runs_need(providers: Sequence[str]) -> None:
    """What every forked command then has at once; packages of other providers would count as its memory."""
    for part in ("arguments", "verbs"):
        verb_module(part, "run")
    theirs = [name for name in ("anthropic", "openai") if name in providers]
    for name in (*theirs, "aiohttp", "numpy", "mhclient.ask.loop", "mhclient.ask.start"):
        with contextlib.suppress(ImportError):
            import_module(name)


class Forked:
    """A process that waits for its arguments; as asyncio's `Process` in what `attacked.py` uses of it."""

    def __init__(self) -> None:
        _give_back_memory()
        told, self._tell = os.pipe()
        self._heard, says = os.pipe()
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            os.close(self._tell)
            os.close(self._heard)
            _become(told, says)
        os.close(told)
        os.close(says)

    async def start(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Have it run the command."""
        self.stdout = asyncio.StreamReader()
        loop, pipe = asyncio.get_running_loop(), os.fdopen(self._heard, "rb", buffering=0)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(self.stdout), pipe)
        with os.fdopen(self._tell, "wb") as file:
            file.write(json.dumps([list(words), dict(environment)]).encode())

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Its exit status."""
        if self.returncode is None:
            _, status = await asyncio.to_thread(os.waitpid, self.pid, 0)
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _give_back_memory() -> None:
    """What this process has made and let go would count as the memory of the next one (glibc)."""
    gc.collect()
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def _become(told: int, says: int) -> None:
    """In the child: wait to be told, run the command, say CPU time and peak memory; never returns."""
    began_s = time.process_time()
    with os.fdopen(told, "rb") as file:
        words, environment = json.loads(file.read() or b"[[], {}]")
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(says, 1)
    os.dup2(says, 2)
    os.environ.update(environment)
    sys.argv = ["mhclient", *words]
    try:
        status = command()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001 - whatever it is, it is what is looked for
        traceback.print_exc()
        status = 70
    _say_costs(time.process_time() - began_s)
    os._exit(status)


def _say_costs(cpu_s: float) -> None:
    """The last line: CPU time, and the peak memory in kilobytes (Linux)."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
        with open("/proc/self/status", encoding="utf-8") as status:
            (peak,) = re.findall(r"VmHWM:\s*(\d+)", status.read())
        os.write(2, f"\n{cpu_s} {peak}\n".encode())
