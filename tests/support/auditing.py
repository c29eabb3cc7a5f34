"""What tests of auditing share: a run with a reply of every kind, and a server that shows it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cache import Store
from mhclient.judge.judgements import Judging
from mhclient.read.case import Case
from mhclient.read.collect import collect
from tests.support.items import make_binary_items, make_items
from tests.support.stored import CUT, FAILED, Answer, store_run

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
    return collect(Store.open(store), [run_id]).cases


def case_of(stored, item_id: str) -> Case:
    return next(case for case in cases_of(stored) if case.item_id == item_id)


def judging_by(stored, rater: str) -> Judging:
    return Judging(Store.open(stored[0]), rater, "1+test")


@dataclass(frozen=True)
class Serving:
    """`mhclient serve`, as a user starts it: rater → link."""

    process: "subprocess.Popen[str]"
    links: dict[str, str]


@contextmanager
def serving(store: Path, *raters: str) -> Iterator[Serving]:
    """A server in a process of its own; whatever it printed to stderr can be read once it has ended."""
    named = [word for rater in raters for word in ("--rater", rater)]
    process = subprocess.Popen(
        [sys.executable, "-m", "mhclient", "serve", "--port", "0", "--store", str(store), *named],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    lines = [process.stdout.readline().strip() for _ in raters]
    try:
        yield Serving(process, {rater: link for rater, _, link in (line.partition(": ") for line in lines)})
    finally:
        process.terminate()
        process.communicate()
