"""An open store from Python: where it lies, whether it may be written to, and what stops asking."""

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import mhclient
from benchmark.verify import Inputs
from cache import StoreMoved, StoreUnusable
from mhclient import ERRORS
from mhclient.errors import UsageError
from parsers.errors import OptionsError
from tests.support.asking import attempts_of
from tests.support.items import make_items

NO_STORE: Any = "s.sqlite3"
NO_RUN: Any = "run"
NO_OPTIONS: Any = ["a", "b"]
NO_INPUTS: Any = "kg.csv"


@pytest.fixture
def benchmark(make_benchmark):
    return make_benchmark(make_items(4))


@pytest.fixture
def simulator(benchmark):
    with mhclient.start_simulator(benchmark) as running:
        yield running


@pytest.fixture
def model(simulator):
    return mhclient.find_model("openai", "sim-tidy", base_url=simulator.openai_base_url)


def test_an_open_store_and_benchmark_are_found_after_the_folder_was_changed(
    make_benchmark, model, tmp_path, monkeypatch
):
    make_benchmark(make_items(4))
    benchmark, elsewhere = mhclient.read_benchmark("bench"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    with mhclient.open_store("s.sqlite3") as store:
        monkeypatch.chdir(elsewhere)
        assert mhclient.ask_items(store, benchmark, model, mhclient.make_spec(benchmark, model)).complete
        assert [run.run_id for run in store.runs.get_all()]
    assert not list(elsewhere.iterdir())


def test_a_store_that_is_open_for_reading_alone_is_not_written_to(benchmark, model, store_path):
    mhclient.open_store(store_path).close()
    spec = mhclient.make_spec(benchmark, model)
    with mhclient.open_store(store_path, read_only=True) as store:
        with pytest.raises(UsageError, match="open for reading alone"):
            mhclient.ask_items(store, benchmark, model, spec)
        assert not store.runs.get_all()


def test_an_open_store_that_was_moved_is_not_made_anew(benchmark, model, store_path):
    with mhclient.open_store(store_path) as store:
        store_path.rename(store_path.with_name("moved.sqlite3"))
        with pytest.raises(StoreMoved):
            mhclient.ask_items(store, benchmark, model, mhclient.make_spec(benchmark, model))
    assert not store_path.exists()


def test_a_closed_store_says_that_it_is_closed(store_path):
    with mhclient.open_store(store_path) as store:
        pass
    with pytest.raises(StoreUnusable, match="the store is closed"):
        store.runs.get_all()
    with pytest.raises(StoreUnusable, match="the store is closed"), store.transaction():
        pass


def test_one_run_and_one_summary_stand_for_themselves(benchmark, model, store_path, tmp_path):
    spec = mhclient.make_spec(benchmark, model)
    mhclient.ask_items(store_path, benchmark, model, spec)
    with mhclient.open_store(store_path) as store:
        (run,) = mhclient.load_runs(store, spec.run_id())
        (summary,) = mhclient.summarise(run)
        one = mhclient.write_report(store, summary, tmp_path / "one.json")
        several = mhclient.write_report(store, [summary], tmp_path / "several.json")
        assert one.read_bytes() == several.read_bytes()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda store: mhclient.load_runs(NO_STORE, ["run"]), "`store` is 's.sqlite3': give an open store"),
        (lambda store: mhclient.summarise([NO_RUN]), "`runs` holds 'run': give what load_runs returns"),
        (lambda store: mhclient.write_report(store, [], "r.json"), "give one summary or more"),
        (lambda store: mhclient.write_report(store, [NO_RUN], "r.json"), "give one summary or more"),
    ],
)
def test_something_else_is_refused_by_name(call, said, store_path):
    with mhclient.open_store(store_path) as store, pytest.raises(UsageError, match=said):
        call(store)


def test_a_benchmark_stands_for_its_folder(benchmark, tmp_path):
    assert mhclient.more.verify(benchmark) == mhclient.more.verify(benchmark.directory)
    assert mhclient.more.describe(benchmark) == mhclient.more.describe(benchmark.directory)
    assert mhclient.read_benchmark(benchmark) == benchmark
    with pytest.raises(ERRORS, match=r"given is 'kg.csv': write Inputs\(kg=…\)"):
        mhclient.more.verify(benchmark, NO_INPUTS)
    graph: Any = str(tmp_path / "none.csv")
    with pytest.raises(ERRORS, match="leave out `kg`"):
        mhclient.more.verify(benchmark, Inputs(kg=graph))


def test_options_without_labels_are_refused():
    with pytest.raises(OptionsError, match=r"options is .*: give label → text"):
        mhclient.read_answer("B", NO_OPTIONS)


ASK = """
import sys, mhclient
benchmark = mhclient.read_benchmark(sys.argv[1])
with mhclient.start_simulator(benchmark, latency_s=0.5) as simulator:
    model = mhclient.find_model("openai", "sim-tidy", base_url=simulator.openai_base_url)
    spec = mhclient.make_spec(benchmark, model)
    mhclient.ask_items(sys.argv[2], benchmark, model, spec, concurrency=1)
"""


def n_replies(path):
    """How many replies the store has."""
    return [state for state, _ in attempts_of(path)].count("answered")


@pytest.mark.storm
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends a process no SIGINT")
def test_ctrl_c_keeps_what_was_asked_and_says_so_briefly(make_benchmark, store_path):
    bench = make_benchmark(make_items(60)).directory
    mhclient.open_store(store_path).close()  # else it may be looked at while it is being made
    command = [sys.executable, "-c", ASK, str(bench), str(store_path)]
    env = {**os.environ, "OPENAI_API_KEY": "k"}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while n_replies(store_path) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert stderr.startswith("Stopping: what is under way may finish. Ctrl-C again gives it up.\n")
    assert "KeyboardInterrupt: interrupted: what has a reply is stored" in stderr
    assert "CancelledError" not in stderr
    assert stderr.count("\n") < 20
    assert {state for state, _ in attempts_of(store_path)} == {"answered"}  # none was given up
    assert 2 <= n_replies(store_path) < 60
