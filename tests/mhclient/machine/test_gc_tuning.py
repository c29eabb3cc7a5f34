"""How often Python searches for reference cycles during a run."""

import gc
import weakref
from collections.abc import Iterator
from threading import Event

import pytest

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
