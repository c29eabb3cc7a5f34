"""The event loop our commands run on, threads beside it, memory given back."""

import asyncio
import contextlib
import ctypes
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import TypeVar

import anyio

T = TypeVar("T")


def run_async(main: Callable[..., Awaitable[T]], *args: object) -> T:
    """Run an async function to its end."""
    give_back_large_blocks()
    return anyio.run(main, *args)


def in_daemon_thread(work: Callable[[], T]) -> "Future[T]":
    """Do work that may take for ever: unlike a pool's threads, this one keeps no process from ending."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # whoever is cancelled leaves the work, which goes on

    def do() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=do, name=f"beside: {work}", daemon=True).start()
    return future


async def beside_the_loop(work: Callable[[], T]) -> T:
    """The result of work that blocks; whoever is cancelled while waiting leaves it behind."""
    return await asyncio.wrap_future(in_daemon_thread(work))


M_MMAP_THRESHOLD = -3  # mallopt(3)
LARGE = 4 << 20  # bytes


def give_back_large_blocks() -> None:
    """Have blocks of 4 MB and more given back to the system as soon as they are free, where glibc is used.

    Left alone, glibc keeps in its heap what is as large as the largest block that was ever freed, up to
    32 MB: of replies of 31 MB each one the next copies find no gap that fits, and the heap grows.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another C library, or none by that name
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
