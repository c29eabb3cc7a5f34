"""What all tests share: an environment without keys, one event loop kind, items that need no graph."""

import atexit
import gc
import multiprocessing
import os
import re
from collections.abc import Callable
from itertools import chain, count, groupby
from pathlib import Path

import pytest
from hypothesis import settings

from benchmark import Benchmark, Item, read_benchmark
from benchmark.folder import write_benchmark
from mhclient.machine.process import keep_to_the_end
from tests.support.options_named import check_options_named

# As the command line does for small matrices: threads cost fifty times the CPU. Read when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # of torch, here and in the programs that tests start

# How long one example takes depends on what else the machine does; tests time nothing.
settings.register_profile("untimed", deadline=None, max_examples=50)  # others at each run
settings.register_profile("quick", deadline=None, max_examples=12)  # chosen by `make quick`
settings.load_profile("untimed")

KEY_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "MHCLIENT_STORE",
    "MHCLIENT_TRACEBACK",
)


gc.disable()  # collecting makes little that goes again: two of its twelve seconds were searches for cycles


def pytest_configure(config: pytest.Config) -> None:
    """A worker ends at once: taking apart what it holds would go on for seconds."""
    check_options_named()
    if hasattr(config, "workerinput"):
        atexit.register(_end)


def _end() -> None:
    for program in multiprocessing.active_children():  # that tests have left
        program.terminate()
    os._exit(0)


TAKES_LONG = {"storm", "browser", "slow"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with modules that have tests of seconds, dealt out to the workers.

    xdist gives each worker a part of the list, and who is done takes over the end of another's: with short
    tests there all are done at once. No module is taken apart, for the sake of its fixtures.
    """
    n_workers = getattr(config, "workerinput", {}).get("workercount", 1)
    of_a_worker = len(items) // n_workers
    modules = [list(group) for _, group in groupby(items, key=lambda item: item.path)]
    long = [module for module in modules if _marks(module) & TAKES_LONG or _loads_torch(module)]
    short = list(chain.from_iterable(module for module in modules if module not in long))
    items.clear()
    for worker, dealt in enumerate(_deal(long, n_workers)):
        items += chain.from_iterable(dealt)
        room = (worker + 1) * of_a_worker - len(items)
        items += short[: max(0, room)]
        del short[: max(0, room)]
    items += short


def _deal(modules: list[list[pytest.Item]], n_workers: int) -> list[list[list[pytest.Item]]]:
    """The modules of each worker: one starts the Chromium, and one loads torch, for all that need it."""
    chromium = [module for module in modules if "browser" in _marks(module)]
    torch = [module for module in modules if _loads_torch(module)]
    others = [module for module in modules if module not in chromium and module not in torch]
    if n_workers == 1:
        return [chromium + torch + others]
    first = [chromium + torch] if n_workers == 2 else [chromium, torch]
    n_others = n_workers - len(first)
    return [*first, *(others[worker::n_others] for worker in range(n_others))]


def _loads_torch(module: list[pytest.Item]) -> bool:
    return "local" in module[0].path.parts or "torch" in _marks(module)


def _marks(module: list[pytest.Item]) -> set[str]:
    return {mark.name for item in module for mark in item.iter_markers()}


def pytest_collection_finish() -> None:
    """What collection made stays to the end: to search it for cycles takes a twentieth of the CPU time."""
    gc.enable()
    keep_to_the_end()  # for runs in this process too, which else unfreeze it when they end
    gc.set_threshold(5_000, 20, 50)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch, tmp_path):
    """No key of the developer's reaches a test, and nothing is written into the checkout."""
    for name in KEY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def folder_of_tests(tmp_path_factory) -> Path:
    """Where each test of this process has its folder."""
    made: Path = tmp_path_factory.mktemp("tests")
    return made


FOLDERS = count(1)


@pytest.fixture
def tmp_path(request, folder_of_tests) -> Path:
    """As pytest's, which for each test looks through all folders before it and makes a link anew."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder: Path = folder_of_tests / f"{name}{next(FOLDERS)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def store_path(tmp_path):
    """Where a store may be made."""
    return tmp_path / "replies.sqlite3"


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def make_benchmark(tmp_path) -> Callable[..., Benchmark]:
    """Writes a benchmark folder of the given items."""

    def make(items: list[Item], name: str = "bench", kind: str = "own") -> Benchmark:
        manifest = {"format": "mhclient-benchmark/1", "kind": kind}
        write_benchmark(tmp_path / name, items, manifest)
        return read_benchmark(tmp_path / name)

    return make
