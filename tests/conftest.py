"""What all tests share: an environment without keys, one event loop kind, items that need no graph."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from benchmark import Benchmark, Item, read_benchmark
from benchmark.folder import write_benchmark

# How long one example takes depends on what else the machine does; tests time nothing.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Real data of others that is not part of the project: tests that need it skip where it is absent.
SHARED = Path(__file__).parents[2] / "shared" / "data"

KEY_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "MHCLIENT_STORE",
    "MHCLIENT_TRACEBACK",
)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch, tmp_path):
    """No key of the developer's reaches a test, and nothing is written into the checkout."""
    for name in KEY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def store_path(tmp_path):
    """Where a store may be made."""
    return tmp_path / "replies.sqlite3"


@pytest.fixture
def anyio_backend():
    return "asyncio"


def make_items(n: int, task: str = "RP") -> list[Item]:
    """Items with four options whose gold goes round; every question is another one."""
    relations = ("indication", "contraindication", "off-label use", "none")
    return [
        Item(
            id=f"{task}-{number:05d}",
            task=task,
            question=f"Which relation is recorded between drug {number} and disorder {number}?",
            options=dict(zip("ABCD", relations, strict=True)),
            gold=("ABCD"[number % 4],),
            relation=relations[number % 4] if number % 4 < 3 else None,
        )
        for number in range(n)
    ]


def make_binary_items(n: int, task: str = "FC") -> list[Item]:
    """Items that ask A (yes) or B (no), half of each."""
    return [
        Item(
            id=f"{task}-{number:05d}",
            task=task,
            question=f"Is fact {number} of {task} recorded?",
            options={"A": "Yes", "B": "No"},
            gold=("AB"[number % 2],),
        )
        for number in range(n)
    ]


@pytest.fixture
def make_benchmark(tmp_path) -> Callable[..., Benchmark]:
    """Writes a benchmark folder of the given items."""

    def make(items: list[Item], name: str = "bench", kind: str = "own") -> Benchmark:
        manifest = {"format": "mhclient-benchmark/1", "kind": kind}
        write_benchmark(tmp_path / name, items, manifest)
        return read_benchmark(tmp_path / name)

    return make


def lines_of(path: Path) -> list[dict[str, object]]:
    """The objects of a JSON lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
