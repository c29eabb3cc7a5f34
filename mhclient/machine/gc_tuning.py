"""How often Python searches for reference cycles: its own measure costs a run a fifth of the CPU time.

Decision: docs/decisions/ask.md, "What a request costs on the direct way, and what was taken off".
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

# Objects made and not yet freed before the young ones are searched. Python's own 700 is less than a hundred
# requests under way hold.
YOUNG_MAX = 50_000

_thresholds: list[tuple[int, int, int]] = []  # as they were, once per block that runs now
_kept = Event()  # set once what exists stays frozen to the end


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """What exists now is never searched, what is new only in large portions; cycles do not pile up.

    Blocks may overlap, as those of runs that are asked at once do: the last one to end sets all back. After
    `keep_to_the_end` nothing more is frozen, for Python unfreezes all or nothing.
    """
    before = gc.get_threshold()
    _thresholds.append(_thresholds[0] if _thresholds else before)
    if not _kept.is_set():
        gc.freeze()
    gc.set_threshold(YOUNG_MAX, *before[1:])
    try:
        yield
    finally:
        usual = _thresholds.pop()
        if not _thresholds:
            gc.set_threshold(*usual)
            if not _kept.is_set():
                gc.unfreeze()


@contextmanager
def no_gc() -> Iterator[None]:
    """For work that keeps all it makes; a third of its time else."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def keep_to_the_end() -> None:
    """What exists now stays until the process ends: no search, asked for by whatever library, looks at it."""
    _kept.set()
    gc.freeze()
