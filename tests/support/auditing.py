"""What tests of auditing share: a run with a reply of every kind, and a server that shows it."""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from multiprocessing.process import BaseProcess
from pathlib import Path

from cache import Store
from mhclient.judge.judgements import Judging
from mhclient.read.case import Case
from mhclient.read.collect import collect
from tests.support.items import make_binary_items, make_items
from tests.support.killing import run_command_line
from tests.support.processes import start
from tests.support.stored import CUT, FAILED, Answer, store_run

READY_S = 60
HOSTILE = "A\x1b[2J\x1b]0;owned\x07 <script>alert(1)</script> [bold]x[/bold] \u202eB"


def store_all_kinds(make_benchmark, tmp_path):
    """A run with a reply of every kind, and an item that failed: store, run id."""
    items = [*make_items(6), *make_binary_items(4)]
    replies: dict[str, Answer] = {
        items[0].id: "A",
        items[1].id: "Answer: B",
        items[2].id: "I cannot give medical advice about drug 2.",
        items[3].id: "I cannot give medical advice about drug 3.",
        items[4].id: ("We first consider", CUT),
        items[5].id: "",
        items[6].id: "Yes",
        items[7].id: "It is A or B.",
        items[8].id: HOSTILE,
        items[9].id: FAILED,
    }
    store = tmp_path / "s.sqlite3"
    return store, store_run(store, make_benchmark(items), replies)


def cases_of(stored) -> tuple[Case, ...]:
    store, run_id = stored
    with Store.open(store) as opened:
        return tuple(collect(opened, [run_id]).cases)


def case_of(stored, item_id: str) -> Case:
    return next(case for case in cases_of(stored) if case.item_id == item_id)


def judging_by(stored, rater: str) -> Judging:
    return Judging(Store.open(stored[0]), rater, "1+test")


@dataclass(frozen=True)
class Serving:
    """`mhclient serve`, as a user starts it.

    Attributes:
        links: rater → link.
        said: the file that gets what it writes to stderr.
    """

    process: BaseProcess
    links: dict[str, str]
    said: Path


@contextmanager
def serving(store: Path, *raters: str) -> Iterator[Serving]:
    """A server in a process of its own, which ends with the block."""
    named = [word for rater in raters for word in ("--rater", rater)]
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        process = start(serve, ["serve", "--port", "0", "--store", str(store), *named], said=said)
        try:
            lines = _first_lines(Path(f"{said}.out"), len(raters), process)
            links = {rater: link for rater, _, link in (line.partition(": ") for line in lines)}
            yield Serving(process, links, said)
        finally:
            process.terminate()
            process.join()


def serve(arguments: list[str]) -> int:
    """The command, whose lines can be read as soon as they are printed."""
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdout.reconfigure(line_buffering=True)
    return run_command_line(arguments)


def _first_lines(path: Path, n: int, process: BaseProcess) -> list[str]:
    """What a process has printed first, as soon as it has."""
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.is_alive():
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if len(lines) >= n:
            return lines[:n]
        time.sleep(0.01)
    raise AssertionError("the server did not say where it listens")
