"""A model in memory with its tokenizer: how it is loaded, and what can be said about it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
import transformers

from mhclient.providers.local.checkpoint import open_outline, open_tokenizer, open_weights, weight_bytes
from mhclient.providers.local.devices import (
    check_fits,
    device_name,
    leave_memory,
    memory_in_use,
    moved,
    single_device,
)
from mhclient.providers.local.identity import ModelIdentity
from mhclient.providers.local.settings import Placement
from mhclient.providers.local.tokenizer import encoded, try_template


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
