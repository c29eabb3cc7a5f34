"""Work that is done in other processes: the same results, and nobody left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.errors import ProcessLost
from mhclient.read import reading
from mhclient.read.reading import Reader, ShownCompletion, read_all, read_completion
from mhclient.report.loading.load import load_runs
from mhclient.report.page import items
from mhclient.report.page.items import packed_exchanges
from tests.support.sql import execute
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

pytestmark = pytest.mark.storm

OPTIONS = (("A", "aspirin"), ("B", "lithium"), ("C", "sertraline"))
TEXTS = ("B", "The answer is C.", "I would say lithium.", "A or B", "I cannot help with that.", "")

WORKS = """
import os, sys, time
from mhclient.machine.process import processes

if __name__ == "__main__":
    with processes(2) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(time.sleep, 1)
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            sys.exit(7)
"""

SCRIPT = """
from mhclient.machine.process import n_processors
from mhclient.read.reading import ShownCompletion, read_all

texts = [f"I say {n}: the answer is A. " * 9 for n in range(500)]
read = read_all([ShownCompletion(text, (("A", "x"),), "stop", "single", "letter") for text in texts])
print(n_processors(), len(read))
"""


def test_readings_of_other_processes_are_those_of_this_one(monkeypatch):
    replies = [
        ShownCompletion(f"{text}{'!' * n}", OPTIONS, "stop", "single", "letter")
        for n in range(9)
        for text in TEXTS
    ]
    here = list(map(read_completion, replies))
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 1)
    monkeypatch.setattr(reading, "SHORT", -1)
    monkeypatch.setattr(reading, "read_completion", _fails_here)
    with Reader(n_processes=2) as reader:
        first, again = reader.begin(replies[:30]), reader.begin(replies[20:])
        assert list(first()) == here[:30]
        assert list(again()) == here[20:]


def test_replies_that_were_begun_before_there_were_many_go_to_other_processes_too(monkeypatch):
    """What reading prose takes to prepare is then prepared there alone."""
    replies = [
        ShownCompletion(text, OPTIONS, "stop", "single", "letter") for text in (*TEXTS[1:5], "I think: C")
    ]
    here = list(map(read_completion, replies))
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 60)
    with Reader(n_processes=2) as reader:
        alone = reader.begin(replies[:1])
        assert list(alone()) == here[:1]  # asked for before there were more: read here
        monkeypatch.setattr(reading, "read_completion", _fails_here)
        first, second = reader.begin(replies[:2]), reader.begin(replies[2:])
        assert [*first(), *second()] == here


def test_the_shortest_replies_are_read_here_in_their_places(monkeypatch):
    texts = ["B", "I would say: C.", "(A)", "A", "Answer: B", "?"]
    replies = [ShownCompletion(text, OPTIONS, "stop", "single", "letter") for text in texts]
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 1)
    with Reader(n_processes=2) as reader:
        assert list(reader.begin(replies)()) == list(map(read_completion, replies))


def _fails_here(reply: ShownCompletion) -> None:
    raise AssertionError("read in this process")


_fails_here.__module__, _fails_here.__qualname__ = read_completion.__module__, read_completion.__qualname__


def test_equal_replies_are_read_once():
    reply = ShownCompletion("The answer is C.", OPTIONS, "stop", "single", "letter")
    one, other = read_all([reply, ShownCompletion(*reply)])
    assert one is other


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 7)])
def test_no_process_outlives_the_one_that_started_it(tmp_path, sent, status):
    """Killed or interrupted: the other is gone soon after, and prints nothing."""
    script = tmp_path / "works.py"
    script.write_text(WORKS)
    with (tmp_path / "said").open("w") as file:
        started = subprocess.Popen(
            [sys.executable, str(script)], stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    other = int(_line_of(tmp_path / "said"))
    if sent == signal.SIGINT:
        os.killpg(started.pid, sent)  # as the terminal sends it: to all of them
    else:
        started.send_signal(sent)
    assert started.wait(120) == status
    deadline = time.monotonic() + 120
    while _runs(other):
        assert time.monotonic() < deadline, "the other process is still there"
        time.sleep(0.05)
    said = (tmp_path / "said").read_text()
    assert "Traceback" not in said
    # Of what was killed Python tells that it has cleaned up behind it.
    assert said == f"{other}\n" or sent == signal.SIGKILL


def _line_of(path: Path) -> str:
    """The first line of a file, once it is there."""
    deadline = time.monotonic() + 120
    while not path.read_text().endswith("\n"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return path.read_text()


class Killing:
    """Another process that is to call this ends at once."""

    def __reduce__(self):
        return os._exit, (9,)


def test_a_process_that_is_killed_is_one_error(monkeypatch):
    monkeypatch.setattr(reading, "read_columns", Killing())
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 1)
    monkeypatch.setattr(reading, "SHORT", -1)
    with pytest.raises(ProcessLost, match="ended from outside"), Reader(n_processes=2) as reader:
        list(reader.begin([ShownCompletion("B", OPTIONS, "stop", "single", "letter")])())


def test_pages_packed_by_other_processes_are_the_same(worked, store, tmp_path, monkeypatch):
    runs = [
        store_run(store, worked, replies, model=name) for name, replies in (("one", PLAIN), ("two", OTHER))
    ]
    assert main(["report", *runs, "--format", "html", "--out", "here.html"]) == 0
    monkeypatch.setattr(items, "WORTH_PROCESSES", 1)
    monkeypatch.setattr(items, "n_processors", lambda: 2)
    monkeypatch.setattr(items, "packed_exchanges", None)  # what would pack in this process
    assert main(["report", *runs, "--format", "html", "--out", "there.html"]) == 0
    for name in ("run-1.html", "run-2.html"):
        here, there = (tmp_path / f"{side}-items" / name for side in ("here", "there"))
        assert here.read_text() == there.read_text().replace("there.html", "here.html")


def test_what_came_after_the_report_has_read_is_on_no_page(worked, store):
    """A run goes on while its report is made; pages hold what the report's figures rest on."""
    run_id = store_run(store, worked, {"f1": "A"})
    connection = Store.open(store, read_only=True)
    (run,) = load_runs(connection, [run_id])
    before = packed_exchanges(connection, items.ended(connection, run))
    assert store_run(store, worked, {"f1": "A", "f2": "The answer is B."}) == run_id
    assert packed_exchanges(connection, items.ended(connection, run)) == before
    (later,) = load_runs(connection, [run_id])
    assert packed_exchanges(connection, items.ended(connection, later)) != before
    # As `--adapt-parameters` does before it plans the run anew.
    with Store.open(store) as writing:
        execute(writing, "DELETE FROM run_items WHERE run_id = ?", (run_id,))
    assert packed_exchanges(connection, items.ended(connection, run)) == before


def test_a_script_that_uses_the_package_starts_no_process(tmp_path):
    """It would run again in each of them."""
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1 500\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="counts as Linux does")
def test_the_command_uses_the_processors_there_are():
    main_module = "import mhclient.machine.process; from mhclient.cli.main import command"
    asks = f"{main_module}; print(mhclient.machine.process.n_processors())"
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    assert int(done.stdout) == min(len(os.sched_getaffinity(0)), 8)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Nobody may have waited for it yet.
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
