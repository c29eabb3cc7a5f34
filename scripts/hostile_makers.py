"""Ways to put a good file into a folder: a copy of one in the tree, or one that is written there."""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURE = ROOT / "tests" / "fixtures" / "v0_1_0"
SAMPLE = ROOT / "benchmark" / "sample"


def fixture(name: str) -> Callable[[Path], Path]:
    """A copy of something that is in the tree."""
    source = next(place / name for place in (FIXTURE, SAMPLE, FIXTURE.parent) if (place / name).exists())
    return lambda folder: Path(shutil.copy(source, folder / source.name))


def a_benchmark(name: str) -> Callable[[Path], Path]:
    """A benchmark's folder; one of its files is what is spoilt."""

    def make(folder: Path) -> Path:
        shutil.copytree(FIXTURE / "bench", folder / "bench")
        return folder / "bench" / name

    return make


def written(name: str, text: str) -> Callable[[Path], Path]:
    """A small file."""

    def make(folder: Path) -> Path:
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return make


def packed(name: str, text: str) -> Callable[[Path], Path]:
    """A gzip file."""

    def make(folder: Path) -> Path:
        path = folder / f"{name}.gz"
        path.write_bytes(gzip.compress(text.encode()))
        return path

    return make
