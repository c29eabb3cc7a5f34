"""Running out of memory: the portion is halved and tried again, until one item alone does not fit."""

import gc
from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

from mhclient.errors import OutOfMemory

T = TypeVar("T")
R = TypeVar("R")

# What torch's allocator for the CPU says; it has no error class of its own.
CPU_MESSAGE = "can't allocate memory"


def in_halves(
    compute: Callable[[Sequence[T]], list[R]], items: Sequence[T], on_halving: Callable[[int], None]
) -> list[R | OutOfMemory]:
    """Compute items together; where memory runs out, in halves, and so on.

    Args:
        on_halving: told of the number of items that did not fit.

    Returns:
        Per item its result, or the error of one that does not fit alone.
    """
    try:
        return list(compute(items))
    except (torch.OutOfMemoryError, RuntimeError) as error:
        if not _is_out_of_memory(error):
            raise
        reason = str(error).strip().split("\n")[0]
    free()  # outside the handler: its traceback would keep the tensors alive
    on_halving(len(items))
    if len(items) == 1:
        return [OutOfMemory(f"this prompt alone does not fit into memory beside the model: {reason}")]
    middle = len(items) // 2
    return [*in_halves(compute, items[:middle], on_halving), *in_halves(compute, items[middle:], on_halving)]


def free() -> None:
    """Give back what is no longer needed."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def _is_out_of_memory(error: BaseException) -> bool:
    return isinstance(error, torch.OutOfMemoryError) or CPU_MESSAGE in str(error)
