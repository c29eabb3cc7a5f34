"""Python programs that a script starts, each in a process of its own, whose memory and CPU are its own.

With `--quick` they are forked from the script: their figures mean nothing then, and of a program with little
to do most of the CPU goes into imports that the script has done. Fork before polars or torch has threads.
"""

import os
import resource
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

ROOT = Path(__file__).parents[1]


class Done(NamedTuple):
    """What a program printed to stdout and stderr, and what it took."""

    status: int
    out: str
    said: str
    used: resource.struct_rusage

    @property
    def cpu_s(self) -> float:
        """User and system, of the programs that it waited for, too."""
        return self.used.ru_utime + self.used.ru_stime


class Streams(NamedTuple):
    """What a program has as stdout and stderr."""

    out: int
    said: int


class Place(NamedTuple):
    """The folder and the environment of a program; this process's where they are None."""

    folder: Path | None = None
    environment: Mapping[str, str] | None = None


HERE = Place()
_fork = False


@contextmanager
def forking(wanted: bool) -> Iterator[None]:
    """Whether programs are forked from this process while the block lasts."""
    global _fork
    before, _fork = _fork, wanted
    try:
        yield
    finally:
        _fork = before


def finish(*words: object, at: Place = HERE, meanwhile: Callable[[int], None] | None = None) -> Done:
    """Run Python with these words, as `-m mhclient runs`, to its end.

    Args:
        meanwhile: is called with the process's id once it is started, and returns when that has ended.

    Raises:
        SystemExit: it ended with another status than 0.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as said:
        pid = _start(list(map(str, words)), at, Streams(out.fileno(), said.fileno()))
        try:
            if meanwhile is not None:
                meanwhile(pid)
            _, status, used = os.wait4(pid, 0)
        except BaseException:
            _kill(pid)
            raise
        done = Done(os.waitstatus_to_exitcode(status), _text(out), _text(said), used)
    if done.status:
        raise SystemExit(f"{' '.join(map(str, words))} ended with status {done.status}:\n{done.said}")
    return done


@contextmanager
def running(*words: object, at: Place = HERE) -> Iterator[TextIO]:
    """Run Python with these words while the block lasts, and give what it prints."""
    ours, its = os.pipe()
    with open(os.devnull, "w") as nowhere, os.fdopen(ours) as out:
        pid = _start(list(map(str, words)), at, Streams(its, nowhere.fileno()))
        os.close(its)
        try:
            yield out
        finally:
            _kill(pid)


def _kill(pid: int) -> None:
    os.kill(pid, 9)
    os.waitpid(pid, 0)


def has_ended(pid: int) -> bool:
    """Whether a program has ended that nobody has waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _start(words: Sequence[str], at: Place, streams: Streams) -> int:
    if _fork and at.folder in (None, ROOT):  # another checkout's modules are others
        return _forked(words, at, streams)
    process = subprocess.Popen(
        [sys.executable, *words], cwd=at.folder, env=at.environment, stdout=streams.out, stderr=streams.said
    )
    process.returncode = 0  # it is waited for by its id
    return process.pid


def _forked(words: Sequence[str], at: Place, streams: Streams) -> int:
    sys.stdout.flush()  # else both would write what is left
    pid = os.fork()
    if not pid:
        status = 1
        try:
            _become(words, at, streams)
            status = 0
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
            if isinstance(ended.code, str):
                sys.stderr.write(f"{ended.code}\n")
        except BaseException:  # noqa: BLE001 - whatever it is, it is told
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    return pid


def _become(words: Sequence[str], at: Place, streams: Streams) -> None:
    """Run as a new Python would: with these streams, this folder, this environment and path."""
    os.dup2(streams.out, 1)
    os.dup2(streams.said, 2)
    os.chdir(at.folder or ".")
    environment = dict(at.environment or os.environ)
    os.environ.clear()
    os.environ.update(environment)
    is_script = words[0] not in ("-m", "-c")
    what, *arguments = words if is_script else words[1:]
    sys.argv[:] = ["-c" if words[0] == "-c" else what, *arguments]
    ours = Path(what).resolve().parent if is_script else Path.cwd()
    sys.path[:0] = [str(ours), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    if is_script:
        runpy.run_path(what, run_name="__main__")
    elif words[0] == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(what, {"__name__": "__main__"})


def _text(file: TextIO) -> str:
    file.seek(0)
    return file.read()
