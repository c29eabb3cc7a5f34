"""The scripts for Slurm do what their page says: run as tasks of an array, with a signal in the middle."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cache import Store
from mhclient.providers.stored_bodies import find_body_readers
from tests.support.asking import run_arguments, serving, simulator_for
from tests.support.items import make_binary_items, make_items
from tests.support.places import ROOT

SCRIPTS = ROOT / "docs" / "slurm"
PATIENCE_S = 200  # a machine may be busy with ten times as much

pytestmark = pytest.mark.storm


@pytest.fixture
def bench(make_benchmark):
    return make_benchmark([*make_items(25), *make_binary_items(15)])


def asked(simulator, bench, folder: Path) -> list[str]:
    """What the scripts are told to run: all but the verb and the store."""
    words = run_arguments(simulator, bench, folder / "unused", "--concurrency", "4")[1:]
    place = words.index("--store")
    return [*words[:place], *words[place + 2 :]]


def start_task(script: str, words: list[str], task: int, of: int) -> "subprocess.Popen[bytes]":
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SLURM_ARRAY_TASK_ID": str(task),
        "SLURM_ARRAY_TASK_COUNT": str(of),
    }
    return subprocess.Popen(
        ["bash", str(SCRIPTS / script), *words], env=environment, stderr=subprocess.DEVNULL
    )


def n_replies(path: Path) -> int:
    with Store.open(path, read_only=True) as store:
        assert list(store.check.find_violations(find_body_readers)) == []
        return store.check.count()[1]


def test_an_array_asks_each_item_once_and_goes_on_after_a_signal(bench, tmp_path):
    with serving(simulator_for(bench, latency_s=0.4)) as simulator:
        words = asked(simulator, bench, tmp_path)
        first = start_task("shards.sbatch", words, 1, 2)
        while simulator.asked.total() < 8:
            time.sleep(0.05)
        first.send_signal(signal.SIGTERM)
        assert first.wait(PATIENCE_S) != 0
        kept = n_replies(tmp_path / "part-1.sqlite3")
        assert 0 < kept < 20
        both = [start_task("shards.sbatch", words, task, 2) for task in (1, 2)]
        assert [task.wait(PATIENCE_S) for task in both] == [0, 0]
        assert start_task("merge.sbatch", [], 0, 0).wait(PATIENCE_S) == 0
        assert set(simulator.asked.values()) == {1}
    assert n_replies(tmp_path / "all.sqlite3") == 40
    assert not list(tmp_path.glob("*.new"))
