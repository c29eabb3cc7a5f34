"""A model in memory with its tokenizer: its files opened by transformers, its device, and its chat template.

transformers lets some things pass that are refused here in one line: weights that the files lack would be
random numbers, and a model that does not fit into memory would end the program without a word. Where memory
runs out later, the portion is halved and tried again, until one item alone does not fit (`in_halves`).
"""

import gc
import importlib.util
import logging
import threading
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar

import psutil
import torch
import transformers
from jinja2 import TemplateError
from safetensors import SafetensorError, safe_open
from transformers.utils import logging as transformers_logging

from benchmark.extras import how_to_install
from mhclient.errors import MhclientError, MissingPackage, ModelUnusable, OutOfMemory
from mhclient.machine.event_loop import in_daemon_thread
from mhclient.providers.local.prompts import TOKENIZER, Message, anchored, plain_text, without_system
from mhclient.providers.local.settings import ModelIdentity, Placement

GIB = 2**30
TEMPLATE_S = 20.0  # how long a chat template may take for one short message: it is a program, and may loop


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
        if not (isinstance(error, torch.OutOfMemoryError) or CPU_MESSAGE in str(error)):
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


MODEL = "`model`"  # what most are named by
SAID_MOST = 200  # characters of another library's message


def open_tokenizer(identity: ModelIdentity, placement: Placement) -> Any:
    """The tokenizer.

    Raises:
        ModelUnusable: there is none that could be used.
    """
    with opening(identity.source, "tokenizer"):
        return transformers.AutoTokenizer.from_pretrained(identity.source, **_pinned(identity, placement))


def open_outline(identity: ModelIdentity, dtype: str, placement: Placement) -> Any:
    """The model as its configuration draws it: every weight has a shape and none takes memory.

    Raises:
        ModelUnusable: the configuration is of no causal language model.
    """
    with opening(identity.source, "configuration"), torch.device("meta"):
        pinned = _pinned(identity, placement)
        config = transformers.AutoConfig.from_pretrained(identity.source, **pinned)
        return transformers.AutoModelForCausalLM.from_config(  # type: ignore[no-untyped-call]
            config, dtype=getattr(torch, dtype), trust_remote_code=placement.trust_remote_code
        )


def weight_bytes(outline: Any) -> int | None:
    """What a model's weights take in memory; None if they are quantised, and so not as they are drawn."""
    if getattr(outline.config, "quantization_config", None) is not None:
        return None
    return sum(int(weight.numel()) * int(weight.element_size()) for weight in outline.parameters())


# transformers patches its classes while it loads (`no_tie_weights`): beside another load, one left over from
# an interrupted run for instance, tied weights may be missing.
_ONE_AT_A_TIME = threading.Lock()


def open_weights(identity: ModelIdentity, dtype: str, placement: Placement, device_map: str | None) -> Any:
    """The model with all of its weights.

    Args:
        device_map: how accelerate spreads it; None to leave it in main memory.

    Raises:
        ModelUnusable: files are missing, damaged, or of another model than the configuration says.
    """
    spread = {} if device_map is None else {"device_map": device_map}
    with _ONE_AT_A_TIME, opening(identity.source, "weights"):
        opened: Any = transformers.AutoModelForCausalLM.from_pretrained(
            identity.source,
            dtype=getattr(torch, dtype),
            output_loading_info=True,
            ignore_mismatched_sizes=True,  # told below, in one line
            **_pinned(identity, placement),
            **spread,
        )
        model, found = opened
        _check_whole(found["missing_keys"], found["mismatched_keys"])
    return model


def _check_whole(missing: Collection[str], mismatched: Collection[tuple[str, Any, Any]]) -> None:
    if mismatched:
        name, in_files, configured = min(mismatched)
        raise ValueError(
            f"they are not those of config.json: {name} is {list(in_files)} in the files, "
            f"{list(configured)} by config.json ({len(mismatched)} such)."
        )
    if missing:
        raise ValueError(
            f"the files lack {len(missing)} of them ({min(missing)}, …), which would be random numbers: they "
            "are not all there, or not those of a model that writes text."
        )


def _pinned(identity: ModelIdentity, placement: Placement) -> dict[str, Any]:
    return {"revision": identity.commit, "trust_remote_code": placement.trust_remote_code}


@contextmanager
def opening(source: str, part: str, option: str = MODEL) -> Iterator[None]:
    """Whatever transformers, a template or a file format raises, as one line that names the part."""
    try:
        with _quiet():
            yield
    except MhclientError:
        raise
    except Exception as error:
        why = _why(error, source, option)
        raise ModelUnusable(f"{option} {source} cannot be loaded: {part}: {why}") from error


def _why(error: Exception, source: str, option: str) -> str:
    if isinstance(error, RecursionError):
        return f"a JSON file of {source} is nested too deeply."
    said = " ".join(str(error).split())
    if "trust_remote_code" in said and option == MODEL:
        return "the model comes with its own code. Read it, then allow it with `trust_remote_code`."
    if isinstance(error, SafetensorError | UnpicklingError):
        which = _damaged(Path(source)) or "a file"
        return f"{which} is damaged, or was not downloaded whole ({_cut(said)})."
    return _cut(said)


def _cut(said: str) -> str:
    return said if len(said) <= SAID_MOST else f"{said[:SAID_MOST]}…"


def _damaged(folder: Path) -> str | None:
    """The first of the files with weights that cannot be opened; None if the folder has none."""
    for path in sorted(folder.glob("*.safetensors")):
        try:
            with safe_open(path, framework="pt"):
                pass
        except SafetensorError:
            return path.name
    return None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep transformers' own bars and notices out of our display."""
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.getLogger("accelerate").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def shown_text(tokenizer: Any, messages: Sequence[Message], anchor: str) -> str:
    """The text before the answer. The anchor stands at the end of every turn of the user's.

    Raises:
        ValueError: the chat template cannot say these messages.
    """
    turns = anchored(messages, anchor)
    if not tokenizer.chat_template:
        return plain_text(turns)
    try:
        return _templated(tokenizer, turns)
    except TemplateError:  # some templates know no system message: the user says it, then
        return _templated(tokenizer, without_system(turns))


def load_tokenizer(path_or_id: str, revision: str | None) -> Any:
    """A tokenizer with a chat template; see `shower` for what it raises."""
    with opening(path_or_id, "tokenizer", TOKENIZER):
        tokenizer = transformers.AutoTokenizer.from_pretrained(path_or_id, revision=revision)
    if not tokenizer.chat_template:
        raise ModelUnusable(f"{TOKENIZER} {path_or_id} has no chat template: leave it out.")
    try_template(tokenizer, path_or_id, TOKENIZER)
    return tokenizer


def encoded(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    """Token ids of texts in which special tokens may be written out, none added."""
    # The Rust tokenizer at first hand: transformers' own wrapping takes longer than the tokenizing.
    if tokenizer.is_fast:
        found = tokenizer.backend_tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in found]
    return [list(ids) for ids in tokenizer(list(texts), add_special_tokens=False)["input_ids"]]


def try_template(tokenizer: Any, source: str, option: str = "`model`") -> None:
    """Say a short conversation by the chat template, if there is one.

    Raises:
        ModelUnusable: it cannot be said; a template is a program, and may be a broken one.
    """
    with opening(source, "chat template", option):
        said = in_daemon_thread(lambda: shown_text(tokenizer, [{"role": "user", "content": "?"}], ""))
        try:
            said.result(TEMPLATE_S)
        except TimeoutError:
            raise ValueError(f"rendering one short message takes longer than {TEMPLATE_S:g} s") from None


def _templated(tokenizer: Any, messages: Sequence[Message]) -> str:
    return str(tokenizer.apply_chat_template(list(messages), tokenize=False, add_generation_prompt=True))


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in evaluation mode, with its tokenizer.

    Attributes:
        pad_id: stands where nothing is looked at; any id does.
        head: special tokens that the tokenizer puts before a text, where no chat template does.
        n_positions: how many tokens the model was made for; None if it does not say.
        n_known: ids below this have an embedding.
    """

    model: Any
    tokenizer: Any
    pad_id: int
    head: tuple[int, ...]
    n_positions: int | None
    n_known: int

    @property
    def device(self) -> Any:
        return self.model.device

    def memory_in_use(self) -> str:
        """How much memory of its device is in use, for the display."""
        return memory_in_use(self.device)

    def leave_memory(self) -> None:
        """Free what its weights take, whoever still holds on to this."""
        leave_memory(self.model)

    @property
    def chat_template(self) -> bool:
        return bool(self.tokenizer.chat_template)

    def room(self, max_length: int) -> int:
        """How many tokens a text may have: what the user allows, but no more than the model was made for."""
        return max_length if self.n_positions is None else min(max_length, self.n_positions)

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of texts in which special tokens may be written out, none added."""
        return encoded(self.tokenizer, texts)

    def computed_with(self) -> str:
        """Versions and device, for the record of a reply."""
        return (
            f"torch {torch.__version__}, transformers {transformers.__version__}, {device_name(self.device)}"
        )


def load(identity: ModelIdentity, dtype: str, placement: Placement) -> LoadedModel:
    """Load tokenizer and weights.

    Raises:
        ModelUnusable: they cannot be loaded, or do not fit into memory.
        MissingPackage: the device map needs accelerate.
    """
    outline, device = load_outline(identity, dtype, placement), single_device(placement.device_map)
    if device is not None and (n_bytes := weight_bytes(outline.model)) is not None:
        check_fits(n_bytes, torch.device(device), dtype)
    model = open_weights(identity, dtype, placement, placement.device_map if device is None else None)
    return replace(outline, model=model.eval() if device is None else moved(model.eval(), device))


def load_outline(identity: ModelIdentity, dtype: str, placement: Placement) -> LoadedModel:
    """The model without its weights: enough to make token ids of prompts.

    Raises:
        ModelUnusable: configuration, tokenizer or chat template cannot be used.
    """
    outline = open_outline(identity, dtype, placement)
    tokenizer = open_tokenizer(identity, placement)
    try_template(tokenizer, identity.source)
    return wrap(outline, tokenizer)


def wrap(model: Any, tokenizer: Any) -> LoadedModel:
    """A model and a tokenizer that are in memory already."""
    model.eval()
    if tokenizer.is_fast:  # what a tokenizer.json says of cutting and padding must not happen behind our back
        tokenizer.backend_tokenizer.no_truncation()
        tokenizer.backend_tokenizer.no_padding()
    config = model.config.get_text_config()  # a model that also sees pictures has several
    limit = getattr(config, "max_position_embeddings", None)
    n_known = int(model.get_input_embeddings().weight.shape[0])
    return LoadedModel(
        model=model,
        tokenizer=tokenizer,
        pad_id=_pad_id(tokenizer, n_known),
        head=_head(tokenizer),
        n_positions=limit if isinstance(limit, int) and limit > 0 else None,
        n_known=n_known,
    )


def _pad_id(tokenizer: Any, n_known: int) -> int:
    """Any id that the model knows; some tokenizers were given a padding token that it does not."""
    usual = (tokenizer.pad_token_id, tokenizer.eos_token_id)
    return next((i for i in usual if i is not None and i < n_known), 0)


def _head(tokenizer: Any) -> tuple[int, ...]:
    """What a tokenizer puts before a text as special tokens; what it would put behind is left out."""
    bare = list(tokenizer("x", add_special_tokens=False)["input_ids"])
    full = list(tokenizer("x", add_special_tokens=True)["input_ids"])
    start = next((i for i in range(len(full)) if full[i : i + len(bare)] == bare), 0)
    return tuple(full[:start])
