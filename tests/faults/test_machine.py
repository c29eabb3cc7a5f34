"""Too few open files, closed streams, full disks: neither the provider's fault nor the store's."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from mhclient.ask.stopping import Disk, Draining, Stop, StopReason
from mhclient.cli.screen.failure import tell
from mhclient.machine.process import connections_that_fit
from tests.support.asking import attempts_of, records_of, run_arguments, simulator_for
from tests.support.commands import ended, typed
from tests.support.items import make_items
from tests.support.killing import run_command_line

pytestmark = pytest.mark.storm

N = 300


KEY = {"OPENAI_API_KEY": "x", "COLUMNS": "300"}


def run_with_open_files(now: int, most: int, arguments: list[str]) -> int:
    """The command, for `ended`, where so many files may be open at once, and so many if it asks for more."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    return run_command_line(arguments)


def run_with_file_sizes(most: int, arguments: list[str]) -> int:
    """The command where no file may have more bytes, which stands in for a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    return run_command_line(arguments)


@pytest.mark.parametrize("provider", ["openai", "compatible"])
async def test_few_open_files_lower_the_concurrency_and_cost_nothing(make_benchmark, tmp_path, provider):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.01) as simulator:
        more = ("--provider", provider, "--concurrency", "256", "--run-id", "r")
        arguments = run_arguments(simulator, benchmark, store, *more)
        status, _, said = await ended(run_with_open_files, 64, 64, arguments, **KEY)
    assert status == 0, said
    assert "the limit of open files lets " in said
    assert attempts_of(store) == [("answered", None)] * N


@pytest.mark.parametrize("n_files", [10, 12, 16, 18])
async def test_too_few_open_files_are_told_before_anything_is_opened(make_benchmark, tmp_path, n_files):
    benchmark, store = make_benchmark(make_items(2)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        arguments = run_arguments(simulator, benchmark, store)
        line = ["sh", "-c", f'ulimit -n {n_files}; exec "$@"', "sh", sys.executable, "-m", "mhclient"]
        done = await anyio.run_process([*line, *arguments], env=os.environ | KEY, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"mhclient: only {n_files} files may be open at once here, and 24 are needed: raise the limit "
        "(`ulimit -n 256`).\n"
    )
    assert not store.exists()


def test_too_little_address_space_is_one_line(tmp_path):
    limited = ["sh", "-c", 'ulimit -v 200000 && exec "$@"', "sh", sys.executable, "-m", "mhclient"]
    done = subprocess.run([*limited, "runs"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "mhclient: a program may use 204 MB of memory here, and 512 are needed: raise the limit (`ulimit -v "
        "unlimited`).\n"
    )


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("numpy.so: failed to map segment from shared object"),
        ExceptionGroup("of tasks", [RuntimeError("can't start new thread")]),
    ],
)
def test_memory_that_is_lacking_later_is_one_line(capsys, error):
    assert tell(error) == 2
    said = capsys.readouterr().err
    assert "there is not enough memory here" in said
    assert said.count("\n") == 1


async def test_a_limit_that_may_be_raised_is_raised(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.01) as simulator:
        arguments = run_arguments(simulator, benchmark, store, "--concurrency", "256")
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        status, _, said = await ended(run_with_open_files, 64, most, arguments, **KEY)
    assert (status, "open files" in said) == (0, False)


def test_as_many_connections_fit_as_are_wanted_where_the_limit_is_high():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert connections_that_fit(8) == 8
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
async def test_closed_standard_streams_end_nothing(make_benchmark, tmp_path, closed):
    benchmark, store = make_benchmark(make_items(40)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        arguments = run_arguments(simulator, benchmark, store, "--provider", "compatible", "--run-id", "r")
        line = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "mhclient", *arguments]
        done = await anyio.run_process(line, env=os.environ | KEY, check=False)
    assert done.returncode == 0
    assert sum(record.admission == "complete" for record in records_of(store, "r").values()) == 40


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
async def test_a_full_disk_under_the_log_ends_the_log_and_not_the_run(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(40)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        arguments = run_arguments(simulator, benchmark, store, "--json-log", "/dev/full")
        status, _, said = await typed(arguments, **KEY)
    assert status == 0
    assert said.count("--json-log /dev/full: No space left on device; logging ends here.") == 1
    assert len(attempts_of(store)) == 40


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 48 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


async def test_asking_stops_before_the_disk_under_the_store_is_full(make_benchmark, tmp_path, small_disk):
    benchmark, store = make_benchmark(make_items(40)), small_disk / "s.sqlite3"
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(12 << 20))
    async with simulator_for(benchmark) as simulator:
        arguments = run_arguments(simulator, benchmark, store, "--run-id", "r")
        status, _, said = await typed(arguments, **KEY)
        assert status == 1
        assert "the disk under the store has" in said
        assert simulator.asked.total() == 0
        ballast.unlink()
        status, *_ = await typed(arguments, **KEY)
    assert status == 0
    assert len(attempts_of(store)) == 40


async def test_the_disk_is_looked_at_now_and_then():
    stop, looked = Stop(), []

    def free(path: Path) -> int:
        looked.append(path)
        return 10**9 if len(looked) < 2 else 10**6

    disk = Disk(stop, Path("s.sqlite3"), 70, free)
    disk.check()
    disk.check()
    assert (len(looked), stop.draining) == (1, False)
    await anyio.sleep(0.6)
    with pytest.raises(Draining):
        disk.check()
    assert stop.cause is not None
    assert stop.cause.reason is StopReason.DISK_NEARLY_FULL
    assert "1 MB left, and 44 MB are needed" in str(stop.cause)


async def test_a_run_whose_reader_leaves_drains(make_benchmark, tmp_path):
    """As `mhclient run … 2>&1 | head -1`: the second line it has to say comes in the midst of the run."""
    benchmark, store = make_benchmark(make_items(120)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.3) as simulator:
        more = ("--model", "sim-verbose", "--concurrency", "8")
        line = [sys.executable, "-m", "mhclient", *run_arguments(simulator, benchmark, store, *more)]
        reading, writing = os.pipe()
        async with await anyio.open_process(line, env=os.environ | KEY, stderr=writing) as process:
            os.close(writing)
            await anyio.to_thread.run_sync(os.read, reading, 1)
            os.close(reading)
            status = await process.wait()
        n_sent = simulator.asked.total()
    assert status == 1
    assert 8 < n_sent < 120
    assert attempts_of(store) == [("answered", None)] * n_sent


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
async def test_a_full_disk_under_what_a_run_says_costs_no_reply(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(60)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.01) as simulator:
        arguments = run_arguments(simulator, benchmark, store, "--model", "sim-verbose")
        line = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", sys.executable, "-m", "mhclient", *arguments]
        done = await anyio.run_process(line, env=os.environ | KEY, check=False)
    assert attempts_of(store) == [("answered", None)] * 60
    assert done.returncode == 0


async def test_a_limit_on_file_sizes_is_one_line_and_leaves_no_part(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(N)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        asking = run_arguments(simulator, benchmark, store, "--run-id", "r")
        status, _, said = await ended(run_with_file_sizes, 60_000, asking, **KEY)
        assert (status, "(is the disk full, or a limit on file sizes reached?)" in said) == (2, True)
        assert (await typed(asking, **KEY)).status == 0
    out = tmp_path / "r.eval"
    exporting = ["export", "r", "--to", "inspect", "--out", str(out), "--store", str(store)]
    status, _, said = await ended(run_with_file_sizes, 60_000, exporting)
    assert (status, said) == (2, f"mhclient: {out} cannot be written: File too large.\n")
    questions = tmp_path / "q.csv"
    rows = (f"What is {number} {'so ' * 50}?,one,two,A\n" for number in range(N))
    questions.write_text("question,A,B,answer\n" + "".join(rows), encoding="utf-8")
    importing = ["import", str(questions), "--out", str(tmp_path / "new")]
    status, _, said = await ended(run_with_file_sizes, 60_000, importing)
    assert (status, "new cannot be written: File too large" in said) == (2, True)
    assert list(tmp_path.rglob("*.part")) == []
