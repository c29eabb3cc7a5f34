"""What hostile inputs are made from and takes long to make: made once, in a folder, and copied."""

import gzip
import io
import json
import os
import random
import shutil
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars
from logs import LOGS, QUESTION
from spoil import TABLES

from cache import Store
from tests.support.logs import LIGHTEVAL

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = ROOT / "tests" / "fixtures" / "v0_1_0"
SAMPLE = ROOT / "benchmark" / "sample"
CASE = {"k": {"question": "Which?", "options": "A. a\nB. b\nC. c\nD. d", "answer": "B. b"}}


def in_a_fork(make: Callable[[], None]) -> None:
    """Make something in a process of its own: polars starts threads, which no process forked later has."""
    if (child := os.fork()) == 0:
        status = 1
        try:
            make()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit("what inputs are made from could not be made")


def _write_bomb(how: str, path: Path) -> None:
    """Five million rows, 300 MB of text, 20,000 columns, or depth; whole where there is a file at all."""
    part = path.with_suffix(f".{os.getpid()}")
    _bomb(how).write_parquet(part)
    part.replace(path)


def _bomb(how: str) -> polars.DataFrame:
    if how == "rows":
        return polars.select(*(polars.repeat("x", 5_000_000).alias(name) for name in QUESTION))
    deep: object = "x"
    for _ in range(60):
        deep = [deep]
    columns: dict[str, list[object]] = {name: ["x"] for name in QUESTION}
    more: dict[str, dict[str, list[object]]] = {
        "text": {"question": ["x" * 300_000_000]},
        "columns": {f"c{n}": ["x"] for n in range(20_000)},
        "nested": {"question": [deep]},
    }
    return polars.DataFrame(columns | more[how])


@dataclass(frozen=True)
class Prepared:
    """The folder."""

    folder: Path

    def make(self) -> None:
        """Make it."""
        store = self.folder / "mhclient.sqlite3"
        store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
        Store.open(store).close()
        shutil.copy(store, self.folder / "shard.sqlite3")
        self._make_tables()
        with tarfile.open(self.folder / "dataset.tar.xz", "w:xz") as archive:
            data = json.dumps(CASE).encode()
            info = tarfile.TarInfo("dataset/low/D001/main_gpt.json")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))

    def _make_tables(self) -> None:
        for name, separator in (("kg.csv", ","), ("disease_features.tab", "\t")):
            target = (self.folder / name).with_suffix(".parquet")
            polars.read_csv(SAMPLE / name, separator=separator, infer_schema=False).write_parquet(target)
        polars.DataFrame([LIGHTEVAL]).write_parquet(self.folder / "details_trees.parquet")
        polars.DataFrame([QUESTION] * 2).write_parquet(self.folder / "own.parquet")
        own = json.loads(LOGS[-1].text.splitlines()[0])
        table = polars.DataFrame([own | {"opts": json.dumps(own["opts"])}])
        table.write_csv(self.folder / "log.csv")

    def bomb_table(self, rng: random.Random, path: Path) -> str:
        """Put a table that is small on the disk in the place of a good one; each is made when first drawn."""
        how = rng.choice(TABLES)
        table = self.folder / f"{how}.bomb"
        if not table.exists():
            in_a_fork(partial(_write_bomb, how, table))
        shutil.copy(table, path)
        return f"a table: {how}"

    def copy(self, name: str) -> Callable[[Path], Path]:
        """A copy of a file of it."""
        return lambda folder: Path(shutil.copy(self.folder / name, folder / name))

    def a_dataset(self, folder: Path) -> Path:
        """A folder as the Hub keeps them, `data` here; one of its two files is what is spoilt."""
        (folder / "data").mkdir()
        for name in ("train.parquet", "test.parquet"):
            shutil.copy(self.folder / "own.parquet", folder / "data" / name)
        return folder / "data" / "test.parquet"
