"""Opening a model: tokenizer, weights, device, and what can be said about them."""

import importlib.util
import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mhclient.errors import MissingPackage, ModelUnusable
from mhclient.local.identity import ModelIdentity
from mhclient.local.settings import Placement

GIB = 2**30


def require_packages() -> None:
    """Say how to get what a local model needs, if it is not there.

    Raises:
        MissingPackage: torch or transformers is not installed.
    """
    missing = [name for name in ("torch", "transformers") if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackage(
            f"--provider local needs {' and '.join(missing)}: pip install 'mhclient[local]' "
            "(for a machine without a GPU, install PyTorch's CPU build first: pytorch.org)."
        )


def default_dtype() -> str:
    """bfloat16 on a GPU, float32 on a CPU, where half precision is slow."""
    import torch

    return "bfloat16" if torch.cuda.is_available() else "float32"


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in evaluation mode, with its tokenizer.

    Attributes:
        pad_id: stands where nothing is looked at; any id does.
        head: special tokens that the tokenizer puts before a text, where no chat template does.
        n_positions: how many tokens the model was made for; None if it does not say.
    """

    model: Any
    tokenizer: Any
    pad_id: int
    head: tuple[int, ...]
    n_positions: int | None

    @property
    def device(self) -> Any:
        return self.model.device

    @property
    def chat_template(self) -> bool:
        return bool(self.tokenizer.chat_template)

    def room(self, max_length: int) -> int:
        """How many tokens a text may have: what the user allows, but no more than the model was made for."""
        return max_length if self.n_positions is None else min(max_length, self.n_positions)

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of texts in which special tokens may be written out, none added."""
        # The Rust tokenizer at first hand: transformers' own wrapping takes longer than the tokenizing.
        if self.tokenizer.is_fast:
            encoded = self.tokenizer.backend_tokenizer.encode_batch_fast(
                list(texts), add_special_tokens=False
            )
            return [encoding.ids for encoding in encoded]
        return [list(ids) for ids in self.tokenizer(list(texts), add_special_tokens=False)["input_ids"]]

    def computed_with(self) -> str:
        """Versions and device, for the record of a reply."""
        import torch
        import transformers

        return (
            f"torch {torch.__version__}, transformers {transformers.__version__}, {_device_name(self.device)}"
        )

    def memory(self) -> str:
        """How much memory is in use, for the display."""
        import torch

        if self.device.type == "cuda":
            free, total = torch.cuda.mem_get_info(self.device)
            return f"{(total - free) / GIB:.1f} of {total / GIB:.0f} GiB of GPU memory"
        return f"{resident_bytes() / GIB:.1f} GiB of memory"


def load(identity: ModelIdentity, dtype: str, placement: Placement) -> LoadedModel:
    """Load tokenizer and weights.

    Raises:
        ModelUnusable: they cannot be loaded; the message says what transformers says.
        MissingPackage: the device map needs accelerate.
    """
    import torch
    import transformers

    options = {"revision": identity.commit, "trust_remote_code": placement.trust_remote_code}
    with _quiet():
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(identity.source, **options)
            model = transformers.AutoModelForCausalLM.from_pretrained(
                identity.source, dtype=getattr(torch, dtype), **options, **_placed(placement.device_map)
            )
        except (OSError, ValueError, KeyError, ImportError, RuntimeError, AttributeError) as error:
            raise ModelUnusable(
                f"--model {identity.source} cannot be loaded: {str(error).strip()}"
            ) from error
        if "device_map" not in _placed(placement.device_map):
            model = _moved(model, placement.device_map)
    return wrap(model, tokenizer)


def wrap(model: Any, tokenizer: Any) -> LoadedModel:
    """A model and a tokenizer that are in memory already."""
    model.eval()
    if tokenizer.is_fast:  # what a tokenizer.json says of cutting and padding must not happen behind our back
        tokenizer.backend_tokenizer.no_truncation()
        tokenizer.backend_tokenizer.no_padding()
    limit = getattr(model.config, "max_position_embeddings", None)
    return LoadedModel(
        model=model,
        tokenizer=tokenizer,
        pad_id=next((i for i in (tokenizer.pad_token_id, tokenizer.eos_token_id) if i is not None), 0),
        head=_head(tokenizer),
        n_positions=limit if isinstance(limit, int) and limit > 0 else None,
    )


def _head(tokenizer: Any) -> tuple[int, ...]:
    """What a tokenizer puts before a text as special tokens; what it would put behind is left out."""
    bare = list(tokenizer("x", add_special_tokens=False)["input_ids"])
    full = list(tokenizer("x", add_special_tokens=True)["input_ids"])
    start = next((i for i in range(len(full)) if full[i : i + len(bare)] == bare), 0)
    return tuple(full[:start])


def _placed(device_map: str) -> dict[str, str]:
    """The device map for transformers, where accelerate has to spread the model; else nothing."""
    import torch

    n_gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    spread = device_map == "auto" and n_gpus > 0
    if not spread and device_map in ("auto", *_devices()):
        return {}
    if importlib.util.find_spec("accelerate") is not None:
        return {"device_map": device_map}
    if device_map == "auto" and n_gpus == 1:
        return {}
    raise MissingPackage(f"--device-map {device_map} needs accelerate: pip install 'mhclient[local]'.")


def _devices() -> list[str]:
    import torch

    return ["cpu", "mps", "cuda", *(f"cuda:{index}" for index in range(torch.cuda.device_count()))]


def _moved(model: Any, device_map: str) -> Any:
    import torch

    chosen = device_map if device_map != "auto" else "cuda:0" if torch.cuda.is_available() else "cpu"
    try:
        return model.to(chosen)
    except (RuntimeError, AssertionError) as error:  # no such device, or it does not fit
        raise ModelUnusable(f"--device-map {chosen}: {str(error).strip().splitlines()[0]}") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep transformers' own bars and notices out of our display."""
    from transformers.utils import logging as transformers_logging

    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def resident_bytes() -> int:
    """Memory of this process that is in RAM; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * 4096
    except OSError:
        return 0


def available_bytes() -> int | None:
    """RAM that is free for use; None where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def _device_name(device: Any) -> str:
    import torch

    return torch.cuda.get_device_name(device) if device.type == "cuda" else str(device.type)
