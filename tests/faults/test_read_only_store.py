"""A store where nothing may be written: what only looks works there, what writes says what to do."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys

import anyio
import pytest

from tests.support.asking import run, simulator_for
from tests.support.items import make_items

pytestmark = pytest.mark.storm

# Mounts a folder read-only for one process: file modes do not hold root back.
READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


@pytest.fixture
def archived(make_benchmark, tmp_path):
    """A folder with a store of one run, whose process is gone, and its benchmark; and the run's name."""
    if (
        shutil.which("unshare") is None
        or subprocess.run(["unshare", "--mount", "true"], check=False).returncode
    ):
        pytest.skip("this process may not mount a folder read-only")
    folder = tmp_path / "archive"
    folder.mkdir()
    benchmark = make_benchmark(make_items(4))

    async def ask():
        async with simulator_for(benchmark) as simulator:
            return (await run(benchmark, simulator, folder / "s.sqlite3"))[0]

    return folder, benchmark, anyio.run(ask)


def mhclient(folder, *arguments: str):
    """The command, with the folder read-only."""
    command = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", str(folder)]
    return subprocess.run(
        [*command, sys.executable, "-m", "mhclient", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"OPENAI_API_KEY": "sk-none"},
    )


def test_runs_are_listed_and_a_dead_process_does_not_run(archived):
    folder, _, run_id = archived
    connection = sqlite3.connect(folder / "s.sqlite3")
    connection.execute("UPDATE run_items SET response_id = NULL WHERE position = 0")
    connection.execute("UPDATE sessions SET ended_at = NULL, pid_started = 'x'")
    connection.commit()
    connection.close()
    done = mhclient(folder, "runs", "--json", "--store", str(folder / "s.sqlite3"))
    assert (done.stderr, done.returncode) == ("", 0)
    listed = json.loads(done.stdout)
    assert (listed["run"], listed["answered"], listed["state"]) == (run_id, 3, "partial: died")


def test_batches_are_listed(archived):
    folder, *_ = archived
    done = mhclient(folder, "batches", "--store", str(folder / "s.sqlite3"))
    assert (done.stdout, done.stderr) == ("No batches. 'mhclient run --batch' makes them.\n", "")


def test_what_writes_says_that_it_may_not_and_what_to_do(archived):
    folder, benchmark, _ = archived
    asking = ["run", "--provider", "openai", "--model", "m", "--benchmark", str(benchmark.directory)]
    for command in (asking, ["cache", "prune"]):
        done = mhclient(folder, *command, "--store", str(folder / "s.sqlite3"))
        assert done.stderr == (
            f"mhclient: {folder / 's.sqlite3'}: the store is read-only here. Copy it (and a file "
            "s.sqlite3-wal beside it) to a folder that you may write to, and name the copy with --store.\n"
        ), command
        assert done.returncode == 2
    done = mhclient(folder, *asking, "--store", str(folder / "new.sqlite3"))
    assert done.stderr == (
        f"mhclient: {folder / 'new.sqlite3'}: nothing may be written in this folder. Name another place with "
        "--store.\n"
    )
