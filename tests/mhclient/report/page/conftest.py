"""A page of two runs, of which one reply is an attack."""

import shutil
from pathlib import Path

import pytest

from mhclient.cli.main import main
from tests.support.stored import store_run
from tests.support.worked_example import HOSTILE, OTHER, PLAIN, write_worked_example


@pytest.fixture(scope="session")
def stored_once(tmp_path_factory) -> tuple[Path, list[str]]:
    """A folder with the worked example and a store with two models' runs, one of which holds an attack."""
    folder: Path = tmp_path_factory.mktemp("two-runs-of-a-page")
    worked, store = write_worked_example(folder / "bench"), folder / "mhclient.sqlite3"
    hostile = PLAIN | {"f1": HOSTILE}
    return folder, [
        store_run(store, worked, hostile, model="<img src=x onerror=alert(1)>"),
        store_run(store, worked, OTHER, model="other"),
    ]


@pytest.fixture
def two_runs(stored_once, tmp_path) -> list[str]:
    """Both runs, in a store of the test's own."""
    folder: Path
    runs: list[str]
    folder, runs = stored_once
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return runs


@pytest.fixture(scope="session")
def page(stored_once, tmp_path_factory) -> Path:
    """Their page, which no test changes."""
    folder, runs = stored_once
    out: Path = tmp_path_factory.mktemp("page") / "report.html"
    words = ["--store", str(folder / "mhclient.sqlite3"), "--format", "html", "--out", str(out)]
    assert main(["report", *runs, *words]) == 0
    return out
