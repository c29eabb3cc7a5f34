"""The event loop our commands run on: uvloop, where there is one; and large blocks of memory given back."""

import contextlib
import ctypes
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TypeVar

import anyio

T = TypeVar("T")


def run_async(main: Callable[..., Awaitable[T]], *args: object) -> T:
    """Run an async function to its end.

    A request costs a fifth less CPU time on uvloop than on Python's own loop, which serves where uvloop does
    not exist: on Windows and PyPy.
    """
    give_back_large_blocks()
    return anyio.run(main, *args, backend_options={"use_uvloop": find_spec("uvloop") is not None})


M_MMAP_THRESHOLD = -3  # mallopt(3)
LARGE = 4 << 20  # bytes


def give_back_large_blocks() -> None:
    """Have blocks of 4 MB and more given back to the system as soon as they are free, where glibc is used.

    Left alone, glibc keeps in its heap what is as large as the largest block that was ever freed, up to
    32 MB: of replies of 31 MB each one the next copies find no gap that fits, and the heap grows.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another C library, or none by that name
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
