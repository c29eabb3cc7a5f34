"""The machine a model is put on: its devices and its memory."""

import gc
import importlib.util
from typing import Any

import psutil
import torch

from benchmark.extras import how_to_install
from mhclient.errors import MissingPackage, ModelUnusable

GIB = 2**30


def default_dtype() -> str:
    """bfloat16 on a GPU, float32 on a CPU, where half precision is slow."""
    return "bfloat16" if torch.cuda.is_available() else "float32"


def single_device(device_map: str) -> str | None:
    """The one device that a model goes to; None where accelerate is to spread it by that device map.

    Raises:
        ModelUnusable: this machine has no such GPU.
        MissingPackage: it would have to be spread, and accelerate is not installed.
    """
    n_gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    gpus = ("cuda", *(f"cuda:{index}" for index in range(n_gpus))) if n_gpus else ()
    if device_map == "auto" and not n_gpus:
        return "cpu"
    if device_map in ("cpu", "mps", *gpus):
        return device_map
    if device_map.startswith("cuda"):
        raise ModelUnusable(
            f"`device_map={device_map}`: PyTorch finds {n_gpus or 'no'} GPUs on this machine."
        )
    if importlib.util.find_spec("accelerate") is not None:
        return None
    if device_map == "auto" and n_gpus == 1:
        return "cuda:0"
    raise MissingPackage(f"`device_map={device_map}` needs accelerate. {how_to_install('local')}")


def moved(model: Any, device: str) -> Any:
    """The model on that device.

    Raises:
        ModelUnusable: there is no such device, or it is too small.
    """
    try:
        return model.to(device)
    except (RuntimeError, AssertionError) as error:
        raise ModelUnusable(f"`device_map={device}`: {str(error).strip().splitlines()[0]}") from error


def check_fits(n_bytes: int, device: torch.device, dtype: str) -> None:
    """Refuse weights that a device has no room for, before anything is downloaded or read.

    Raises:
        ModelUnusable: they take more memory than is free. The system would end the program without a word.
    """
    free = free_bytes(device)
    if n_bytes > free:
        halved = dtype == "float32" and n_bytes / 2 <= free
        advice = "`dtype=bfloat16` takes half of that; or use" if halved else "Use"
        raise ModelUnusable(
            f"`model`: its weights take {n_bytes / GIB:.1f} GiB in {dtype}, {free / GIB:.1f} GiB of memory "
            f"are free ({device_name(device)}). {advice} a smaller model or a larger machine."
        )


def free_bytes(device: torch.device | str) -> int:
    """Memory that is free for use: of the GPU, or of the machine."""
    device = torch.device(device)
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    return int(psutil.virtual_memory().available)


def memory_in_use(device: torch.device) -> str:
    """How much memory is in use, for the display."""
    if device.type == "cuda":
        free, total = torch.cuda.mem_get_info(device)
        return f"{(total - free) / GIB:.1f} of {total / GIB:.0f} GiB of GPU memory"
    return f"{psutil.Process().memory_info().rss / GIB:.1f} GiB of memory"


def leave_memory(model: Any) -> None:
    """Free what a model's weights take. The model is of no use afterwards."""
    for tensor in (*model.parameters(), *model.buffers()):
        tensor.data = torch.empty(0, dtype=tensor.dtype)
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def device_name(device: torch.device) -> str:
    """For the record of a reply: the GPU's name, or the kind of device."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else device.type
