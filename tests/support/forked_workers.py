"""Workers of pytest-xdist forked from one process that has collected the tests.

To collect is to import: all test modules, and by them all of ours, torch and the SDKs. Where each of four
workers starts anew, that is a twentieth of the suite's CPU time. Here one process collects and waits; a
worker is a fork of it, and collects again from modules that are there.

xdist starts `fork_client.py` where it would start Python; that asks the process here for a fork and hands it
its streams. Where no fork comes (the process has ended, or has threads, which do not go on in a fork), the
client becomes the Python that xdist would have started.

Decision: docs/decisions/project.md, "Workers of the tests are forks of a process that has collected".
"""

import ctypes
import gc
import os
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from multiprocessing import forkserver
from pathlib import Path
from traceback import walk_tb
from typing import Any

import pytest

from tests.support.fork_client import forked

CLIENT = Path(__file__).with_name("fork_client.py")
# On the command line, so that a fork's `__main__` is what it is in a worker: without a file.
SERVER = "from tests.support.forked_workers import work_of_a_fork; exec(work_of_a_fork({programs}))"
FORKED = "MHCLIENT_TEST_FORKED"  # names the process that came as a fork
ALONE = ("-n0", "--dist=no", "--collect-only", "-qq", "--maxfail=0")
PR_SET_PDEATHSIG = 1
STDIN = 0
COLUMNS = "100"  # of the terminal that a test has
_forks_at: str | None = None  # where the process listens of which this one is a fork
PRELOADED = ["pytest", "tests.support.preloaded"]  # by the process from which `processes` forks programs


class ForkServer:
    """The process that has collected what these arguments of pytest choose.

    Args:
        programs: whether its forks share the process from which `processes` forks programs.
    """

    def __init__(self, arguments: Sequence[str], programs: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="workers")
        address = f"{self._folder.name}/forks"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            listener.listen()
            fd = listener.fileno()
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-u",
                    "-c",
                    f"import sys; sys.path[:] = {sys.path}; {SERVER.format(programs=programs)}",
                    str(fd),
                    *arguments,
                ],
                stdin=subprocess.PIPE,  # ends when this process does
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[fd],
            )
        self.python = shlex.join([sys.executable, "-IS", str(CLIENT), address])

    def stop(self) -> None:
        """End it, and forks that still run."""
        self.process.communicate()
        self._folder.cleanup()


def fork_workers(config: pytest.Config, specs: Sequence[Any]) -> None:
    """Have workers on this machine forked; one alone has nobody to share with."""
    here = [spec for spec in specs if spec.popen and not spec.python]
    if sys.platform != "linux" or len(here) < 2:
        return
    server = ForkServer(config.invocation_params.args, programs=True)
    config.add_cleanup(server.stop)
    for spec in here:
        spec.python = server.python


class ImportsAlone:
    """Collecting without tests: modules are imported, and those that cannot be are forgotten.

    pytest keeps the half of a module that could be imported, and would take it for the whole in a fork.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self) -> list[pytest.Item]:
        return []

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, Any, Any]:
        report = yield
        if report.call.excinfo is not None:
            for name in _broken_off(report.call.excinfo.value):
                sys.modules.pop(name, None)
        return report


def _broken_off(error: BaseException | None) -> Iterator[str]:
    """The modules that were being imported as this error, or one that it came from, was raised."""
    while error is not None:
        for frame, _ in walk_tb(error.__traceback__):
            if frame.f_code.co_name == "<module>":
                yield frame.f_globals["__name__"]
        error = error.__cause__ or error.__context__


def work_of_a_fork(programs: bool) -> str:
    """In the server: collect and wait. In each fork of it: the program that it is to run."""
    environment, listener = dict(os.environ), socket.socket(fileno=int(sys.argv[1]))
    listener_at = str(listener.getsockname())
    if programs:
        _start_process_of_programs()
    # This goes on until its forks are done; they hear Ctrl-C unless all was started where nobody does (`&`).
    on_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not _collect(sys.argv[2:]) or len(os.listdir("/proc/self/task")) > 1:
        os._exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for forks
    while _is_asked(listener):
        connection, _ = listener.accept()
        with connection:
            program, fds, _, _ = socket.recv_fds(connection, 10_000, 3)
            if not (pid := os.fork()):
                listener.close()
                signal.signal(signal.SIGINT, on_interrupt)
                _become_a_process_of_its_own(fds, environment, listener_at)
                return program.decode()
            connection.send(str(pid).encode())
        for fd in fds:
            os.close(fd)
    os._exit(0)


def _is_asked(listener: socket.socket) -> bool:
    """Wait for a client; whether one came before the end of stdin."""
    with selectors.PollSelector() as selector:  # unlike `select`, also for a file's number above 1023
        for waited_for in (STDIN, listener):
            selector.register(waited_for, selectors.EVENT_READ)
        return STDIN not in [key.fileobj for key, _ in selector.select()]


def _start_process_of_programs() -> None:
    """It imports while this process collects, and makes consoles as wide as a test has them."""
    forkserver.set_forkserver_preload(PRELOADED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", COLUMNS)
        forkserver.ensure_running()


def _collect(arguments: Sequence[str]) -> bool:
    """Import the test modules; whether pytest could begin with it."""
    sys.modules["polars"] = None  # type: ignore[assignment]  # it starts threads as it is imported
    files = [argument.partition("::")[0] for argument in arguments]
    ended = pytest.main([*files, *ALONE], plugins=[ImportsAlone()])
    del sys.modules["polars"]
    _find_constants()
    # A search for cycles in a fork would touch, and so copy, all that was imported.
    gc.collect()
    gc.freeze()
    gc.disable()
    return ended in (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.INTERRUPTED)


def _find_constants() -> None:
    """Those of our modules, of which hypothesis draws some: each worker would parse all for them."""
    providers = sys.modules.get("hypothesis.internal.conjecture.providers")
    getattr(providers, "_get_local_constants", lambda: None)()


def _become_a_process_of_its_own(fds: Sequence[int], environment: dict[str, str], forks_at: str) -> None:
    """With the client's streams, and what else a process that starts has."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _share_process_of_programs()
    os.environ.clear()
    os.environ.update(environment, **{FORKED: str(os.getpid())})
    global _forks_at
    _forks_at = forks_at
    sys.argv[:] = ["-c"]


def fork_beside(program: str, stdin: int) -> int | None:
    """A process that runs a program with all that was imported to collect; None if this one is no fork."""
    if _forks_at is None:
        return None
    with open(os.devnull, "wb") as nowhere:
        return forked(_forks_at, program, (stdin, nowhere.fileno(), nowhere.fileno()))


def _share_process_of_programs() -> None:
    """`multiprocessing` would wait for it to see whether it runs, and it is no child of a fork."""
    shared: Any = forkserver._forkserver
    if shared._forkserver_address is not None:
        shared.ensure_running = lambda: None
