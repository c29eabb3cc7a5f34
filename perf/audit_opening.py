"""How quickly a run of 14,288 replies opens for auditing, and how quickly a filter answers.

Prints each time beside a baseline of the same run: reading the same rows from the store and nothing else. The
first opening reads every reply; what was read is kept, so that the later ones need not.

    python perf/audit_opening.py [--replies 14288]
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

FILTERS = (
    "outcome:refusal",
    "task:FC grade:strict",
    "not enough information",
    "judged:no relation:indication",
)
REPEATS = 7


@dataclass(frozen=True, slots=True)
class Took:
    """Time on the wall, and of the processor with programs started: a busy machine adds less to that."""

    wall_s: float
    cpu_s: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replies", type=int, default=14_288)
    n = parser.parse_args().replies
    with tempfile.TemporaryDirectory() as folder:
        store, run_id = make_store(Path(folder), n)
        measure(store, run_id)


def measure(store: Path, run_id: str) -> None:
    from cache import open_connection
    from cache.runs import records
    from mhclient.audit.browser.desk import Desk
    from mhclient.audit.collect import collect
    from mhclient.audit.judging import Judging

    command = [sys.executable, "-m", "mhclient", "audit", run_id, "--plain", "--store", str(store)]

    def whole_command() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)

    connection = open_connection(store)
    baseline = median(lambda: list(records(connection, run_id)))
    shown("reading the rows alone", baseline, baseline)
    shown("first opening, whole command", once(whole_command), baseline)
    shown("later openings, whole command", median(whole_command), baseline)
    shown("later openings, cases alone", median(lambda: collect(connection, [run_id])), baseline)
    collected = collect(connection, [run_id])
    desk = Desk(collected.cases, Judging(connection, "perf", collected.reader))
    for text in FILTERS:
        shown(f"filter {text}", median(lambda text=text: desk.choose(text)), baseline)  # type: ignore[misc]


def shown(what: str, took: Took, baseline: Took) -> None:
    ratio = took.cpu_s / baseline.cpu_s
    print(f"{what:46} {took.wall_s:7.3f} s, of the processor {took.cpu_s:7.3f} s  {ratio:6.2f} ×")


def once(work: Callable[[], object]) -> Took:
    before, start = os.times(), time.perf_counter()
    work()
    wall_s, after = time.perf_counter() - start, os.times()
    return Took(wall_s, sum(after[:4]) - sum(before[:4]))


def median(work: Callable[[], object]) -> Took:
    took = [once(work) for _ in range(REPEATS)]
    return Took(*(statistics.median(getattr(one, name) for one in took) for name in ("wall_s", "cpu_s")))


def make_store(folder: Path, n: int) -> tuple[Path, str]:
    """A run half of which asks for one of four relations, half for A or B, with replies of every kind."""
    from benchmark import read_benchmark
    from benchmark.folder import write_benchmark
    from tests.conftest import make_binary_items, make_items
    from tests.mhclient.stored import Answer, store_run

    items = [*make_items(n // 2), *make_binary_items(n - n // 2)]
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    rng = random.Random(1)
    kinds: list[Callable[[int, str], Answer]] = [
        *[lambda _, letter: letter] * 12,
        *[lambda _, letter: f"Answer: {letter}"] * 3,
        lambda number, letter: f"The record for drug {number} is clear. The correct option is {letter}.",
        lambda _, letter: f"**{letter}.**",
        lambda number, _: f"I'm sorry, but I cannot give medical advice about drug {number}.",
        lambda number, _: f"There is not enough information about disorder {number}.",
        lambda number, _: (f"To decide about drug {number} we first consider its pharmacology and", "length"),
    ]
    replies = {
        item.id: rng.choice(kinds)(number, rng.choice(list(item.options)))
        for number, item in enumerate(items)
    }
    store = folder / "store.sqlite3"
    return store, store_run(store, read_benchmark(folder / "bench"), replies, model="perf")


if __name__ == "__main__":
    main()
