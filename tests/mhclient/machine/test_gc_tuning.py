"""How often Python searches for reference cycles during a run."""

import asyncio
import gc
import platform
import subprocess
import sys
import weakref
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from mhclient.ask.stopping import stopped_by_ctrl_c
from mhclient.errors import UsageError
from mhclient.machine import process
from mhclient.machine.process import YOUNG_MAX, infrequent_gc, keep_to_the_end


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch) -> Iterator[None]:
    """As in a process that has begun; what the process of the tests keeps is kept again afterwards."""
    monkeypatch.setattr(process, "_kept", Event())
    gc.unfreeze()
    yield
    gc.freeze()


class Knot:
    """A value that only a search for cycles can free."""

    def __init__(self) -> None:
        self.me = self


@pytest.mark.slow
def test_what_is_older_is_left_alone_and_what_is_new_is_searched_in_large_portions() -> None:
    gc.collect()
    with infrequent_gc():
        frozen, threshold = gc.get_freeze_count(), gc.get_threshold()
        knot = weakref.ref(Knot())
        kept: list[list[int]] = [[] for _ in range(YOUNG_MAX // 2)]
        survived = knot() is not None
        kept += [[] for _ in range(YOUNG_MAX)]
    assert frozen > 10_000
    assert threshold[0] == YOUNG_MAX
    assert survived
    assert knot() is None
    assert kept


def test_pythons_own_measure_is_back_whatever_happens_meanwhile() -> None:
    before = gc.get_threshold()
    with pytest.raises(KeyError), infrequent_gc():
        raise KeyError
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_blocks_that_overlap_set_all_back_when_the_last_one_ends() -> None:
    before = gc.get_threshold()
    first, second = infrequent_gc(), infrequent_gc()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == YOUNG_MAX
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_is_kept_to_the_end_stays_frozen_and_nothing_joins_it() -> None:
    keep_to_the_end()
    kept = gc.get_freeze_count()
    with infrequent_gc():
        in_the_block = gc.get_freeze_count()
    assert 0 < gc.get_freeze_count() <= in_the_block <= kept


PROGRAM = """
import sys
from pathlib import Path
from mhclient.machine.event_loop import give_back_large_blocks
def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) // 256
if sys.argv[1] == "given back":
    give_back_large_blocks()
before = megabytes()
blocks = [b"x" * (30 << 20)]
del blocks[:]  # glibc raises its bound to the size of what was freed
blocks = [b"x" * (20 << 20), b"x" * 1_000, b"x" * 100_000]
del blocks[0]
print(megabytes() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is glibc's")
def test_a_freed_block_leaves_the_process_though_another_lies_behind_it():
    kept, given_back = (
        int(subprocess.run([sys.executable, "-c", PROGRAM, way], capture_output=True, check=True).stdout)
        for way in ("kept", "given back")
    )
    assert kept > 15 > given_back


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """As the loops of Windows, which refuse every handler."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


async def stop_on_ctrl_c() -> None:
    with stopped_by_ctrl_c(print):
        pass


def test_a_loop_that_hears_no_ctrl_c_is_refused_with_what_to_do():
    runs = asyncio.Runner(loop_factory=LoopWithoutSignals)
    with runs, pytest.raises(UsageError, match="use mhclient in WSL"):
        runs.run(stop_on_ctrl_c())
