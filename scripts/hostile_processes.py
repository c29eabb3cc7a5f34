"""Commands over hostile inputs, each in a process of its own, and what that takes.

Run by itself it loads torch, and forks the commands that it is told, a line of JSON each.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from mhclient.cli.main import main as mhclient
from mhclient.machine.process import no_gc

MHCLIENT = "mhclient.cli.main"
LONGEST_S = 300  # by the clock, however busy the machine is
MOST_VIRTUAL = 6 * 1024**3
SERVERS = {
    "simulate": 2,
    "serve": 2,
}  # they would serve for ever: how long they may, in seconds
# The last two: what opening a tokenizer and a model imports, most of a command's time.
LOADED = (
    "mhclient.providers.local.checkpoint",
    "mhclient.providers.local.packed",
    "transformers.models.auto.tokenization_auto",
    "transformers.models.llama.modeling_llama",
)
Program: TypeAlias = Callable[[list[str]], int]


def needs_torch(words: list[str]) -> bool:
    """Whether a command loads torch, or what comes with it."""
    return bool({"local", "--tokenizer", "encoder:vectors"} & set(words))


def forked(folder: Path, words: list[str], program: Program = mhclient) -> tuple[int, float, float]:
    """Run a command in a process that is forked from this one; its status, seconds of CPU and megabytes."""
    child = os.fork()
    if child == 0:
        _run(folder, words, program)
    status, usage = _wait(child)
    # The memory of a forked process begins with what its parent had.
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def with_torch(folder: Path, words: list[str], module: str = MHCLIENT) -> tuple[int, float, float]:
    """The same, forked from a process that has loaded torch: from this one, it would be as large as both.

    Args:
        module: whose `main` is given the words.
    """
    has_torch = _process_with_torch()
    assert has_torch.stdin
    assert has_torch.stdout
    print(json.dumps([str(folder), words, module]), file=has_torch.stdin, flush=True)
    status, seconds, megabytes = json.loads(has_torch.stdout.readline())
    return status, seconds, megabytes


@cache
def _process_with_torch() -> "subprocess.Popen[str]":
    """It ends when this process does, as then it is told nothing more."""
    return subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _run(folder: Path, words: list[str], program: Program) -> None:
    """In the child: the command, with all it says in a file; never returns."""
    os.chdir(folder)
    os.dup2(os.open("said.txt", os.O_WRONLY | os.O_CREAT), 2)
    os.dup2(os.open("/dev/null", os.O_RDWR), 0)
    os.dup2(os.open("shown.txt", os.O_WRONLY | os.O_CREAT), 1)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_VIRTUAL, MOST_VIRTUAL))
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    signal.alarm(SERVERS.get(words[0], 0))
    try:
        status = program(words)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 2
    except BaseException:  # noqa: BLE001 - whatever it is, it is what is looked for
        traceback.print_exc()
        status = 70
    with contextlib.suppress(Exception):
        sys.stderr.flush()
        sys.stdout.flush()
    os._exit(status)


def _wait(child: int) -> tuple[int, resource.struct_rusage]:
    until = time.monotonic() + LONGEST_S
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if not pid and time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            pid, status, usage = os.wait4(child, 0)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        time.sleep(0.005)


def main() -> None:
    """Load torch, then fork each command that is told, and say how it ended."""
    for name in LOADED:
        with contextlib.suppress(ImportError), no_gc():
            import_module(name)
    for line in sys.stdin:
        folder, words, module = json.loads(line)
        print(json.dumps(forked(Path(folder), words, partial(_main_of, module))), flush=True)


def _main_of(module: str, words: list[str]) -> int:
    status: int = import_module(module).main(words)
    return status


if __name__ == "__main__":
    main()
