"""Workers are forks of a process that has collected, and are as if they had been started."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from mhclient.cli.screen import console
from tests.conftest import ON_INTERRUPT
from tests.support.commands import ended
from tests.support.forked_workers import FORKED, ForkServer
from tests.support.loaded import forking_loaded
from tests.support.places import ROOT
from tests.support.telling import is_shown

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="workers are started anew elsewhere"),
    pytest.mark.storm,  # most of them start pytest, which starts workers
]

FD_SETSIZE = 1024  # from <sys/select.h>
WHOLE = "number = 7\n"
HALF = "number = 8\nimport polars\n"
WITH_A_THREAD = (
    "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
)
LEAVING = """
import time
from pathlib import Path
from tests.support.processes import FORKS

def test_leaving():
    left = FORKS.Process(target=time.sleep, args=(600,), daemon=True)
    left.start()
    Path(__file__).with_name("left").write_text(str(left.pid))
"""
MODULES = {"test_whole": WHOLE, "test_half": HALF, "part.conftest": HALF, "part.test_whole": WHOLE}
SAY = f"""
import os, signal, sys
modules = [name for name in {[*MODULES]} if name in sys.modules]
main_file = getattr(sys.modules["__main__"], "__file__", None)
print(input(), modules, os.environ.get("{FORKED}") == str(os.getpid()), sys.argv, main_file)
print("to stderr", signal.getsignal(signal.SIGINT), file=sys.stderr)
"""


@contextmanager
def serving(folder: Path, modules: Mapping[str, str], *more: str, named: str = "") -> Iterator[ForkServer]:
    """A server that has collected these modules, or what is named of them."""
    for name, text in modules.items():
        path = folder / f"{name.replace('.', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    here = [
        "--import-mode=importlib",
        f"--rootdir={folder}",
        "--config-file=/dev/null",
        "-p",
        "no:cacheprovider",
        str(folder / named),
        *more,
    ]
    server = ForkServer(here)
    try:
        yield server
    finally:
        server.stop()


def said_by(python: str, program: str) -> tuple[str, str]:
    """What a program says that xdist would start by this Python."""
    words = [*shlex.split(python), "-u", "-c", program]
    ended = subprocess.run(words, input="heard\n", capture_output=True, text=True, check=True, timeout=120)
    return ended.stdout.strip(), ended.stderr.strip()


def test_the_workers_of_this_run_are_forks():
    """Else collecting has left threads, and each worker has collected from nothing."""
    several = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1
    assert not several or os.environ.get(FORKED) == str(os.getpid())


async def test_workers_share_the_process_from_which_programs_are_forked(pytestconfig):
    status, out, _ = await ended(say_what_it_has)
    ancestors, on_interrupt, columns = out.splitlines()
    assert status == 0
    assert FORKED not in os.environ or str(os.getpid()) not in ancestors.split()
    assert (on_interrupt, columns) == (str(pytestconfig.stash[ON_INTERRUPT]), "100")


def say_what_it_has() -> int:
    """Its ancestors, what it does at Ctrl-C, and how wide its console is."""
    ancestors = " ".join(str(process.pid) for process in psutil.Process().parents())
    print(ancestors, signal.getsignal(signal.SIGINT), console.out.width, sep="\n")  # noqa: T201 - it is a program
    return 0


def test_what_loads_torch_for_programs_is_a_fork_of_what_has_collected():
    """Else it imports torch anew."""
    if os.environ.get(FORKED) != str(os.getpid()):
        pytest.skip("workers are no forks in this run")
    with forking_loaded(("json",)) as loaded:
        assert loaded.finish(has_grandparent, os.getppid()) == 0


def has_grandparent(pid: int) -> int:
    return int(psutil.Process(os.getppid()).ppid() != pid)


@pytest.mark.slow
def test_a_program_that_a_test_leaves_ends_with_the_worker(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_configure\n", encoding="utf-8")
    (tmp_path / "test_leaving.py").write_text(LEAVING, encoding="utf-8")
    words = ["-n", "1", "-p", "no:cacheprovider", "--config-file=/dev/null", f"--rootdir={tmp_path}"]
    words = [sys.executable, "-m", "pytest", *words, str(tmp_path)]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout
    left = int((tmp_path / "left").read_text(encoding="utf-8"))
    with suppress(psutil.NoSuchProcess):
        psutil.Process(left).wait(30)  # TimeoutExpired if it goes on


@pytest.mark.parametrize("more", ["-x", "--maxfail=1"])
def test_a_module_that_cannot_be_collected_here_stops_nothing(tmp_path, more):
    with serving(tmp_path, MODULES, more) as server:
        assert said_by(server.python, SAY)[0] == "heard ['test_whole'] True ['-c'] None"


def test_a_test_may_be_named(tmp_path):
    with serving(tmp_path, {"test_whole": WHOLE}, named="test_whole.py::test_of_it") as server:
        assert said_by(server.python, SAY)[0] == "heard ['test_whole'] True ['-c'] None"


def test_a_fork_has_whole_modules_alone_and_streams_of_its_own(tmp_path):
    with serving(tmp_path, MODULES) as server:
        for _ in range(2):
            out, said = said_by(server.python, SAY)
            assert out == "heard ['test_whole'] True ['-c'] None"
            assert said == said_by(sys.executable, SAY)[1]


def test_a_server_may_be_started_where_a_thousand_files_are_open(tmp_path, open_files):
    with serving(tmp_path, MODULES) as server:
        assert said_by(server.python, SAY)[0] == "heard ['test_whole'] True ['-c'] None"


@pytest.fixture
def open_files() -> Iterator[None]:
    """So many that a new file's number is above what `select` can wait for, as at the end of a long run."""
    import resource  # here, for it is not everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FD_SETSIZE + 200
    if wanted > hard != resource.RLIM_INFINITY:
        pytest.skip("not so many files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(FD_SETSIZE)]
    yield
    for file in files:
        os.close(file)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_where_collecting_leaves_a_thread_each_worker_starts_anew(tmp_path):
    with serving(tmp_path, {"test_thread": WITH_A_THREAD}) as server:
        out, _ = said_by(server.python, SAY)
    assert out == "heard [] False ['-c'] None"


def test_forks_end_with_the_server(tmp_path):
    with serving(tmp_path, {"test_whole": WHOLE}) as server:
        words = [*shlex.split(server.python), "-u", "-c", "import time; print('began'); time.sleep(600)"]
        client = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert client.stdout is not None
        assert client.stdout.readline() == "began\n"
    assert client.wait(120) == 0
    client.stdout.close()


def report(when: str, outcome: str, sections: Sequence[tuple[str, str]] = ()) -> dict[str, dict[str, object]]:
    return {"data": {"when": when, "outcome": outcome, "sections": sections}}


@pytest.mark.parametrize(
    ("name", "told", "shown"),
    [
        ("logstart", {}, False),
        ("logfinish", {}, True),
        ("runtest_protocol_complete", {}, True),
        ("testreport", report("setup", "passed"), False),
        ("testreport", report("setup", "failed"), True),
        ("testreport", report("setup", "skipped"), True),
        ("testreport", report("setup", "passed", [("Captured stdout setup", "said")]), True),
        ("testreport", report("call", "passed"), True),
        ("testreport", report("call", "failed"), True),
        ("testreport", report("teardown", "passed"), False),
        ("testreport", report("teardown", "failed"), True),
    ],
)
def test_a_worker_tells_what_is_shown(name, told, shown):
    assert is_shown(name, told) == shown
