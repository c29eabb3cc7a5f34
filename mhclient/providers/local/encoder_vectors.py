"""Vectors of texts: states of an encoder of the sentence-transformers family, as MedEmbed, without its code.

Imports torch and transformers, which takes seconds.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers

from benchmark.harden.guides import Encode, Vectors
from mhclient.errors import ModelUnusable
from mhclient.providers.local.checkpoint import opening
from mhclient.providers.local.hub import commit_of

BATCH = 128
MOST_TOKENS = 128  # of a name, or of a question with its key
_OPTION = "guide=encoder:"
_POOLING = "1_Pooling/config.json"


def open_encoder(source: str) -> Encode:
    """The states of an encoder, pooled as `1_Pooling/config.json` says; by their mean where there is none.

    Raises:
        ModelUnusable: no model lies there, or it cannot be loaded.
    """
    folder = Path(source)
    options = {**_where(folder, source), "trust_remote_code": False}
    with opening(source, "model", "`guide` encoder:"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(source, **options)
        tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
        model = transformers.AutoModel.from_pretrained(source, **options)
        model.eval()
    first = _takes_the_first(folder)

    def encode(texts: Sequence[str]) -> Vectors:
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found: list[Vectors] = [np.zeros(0, dtype=np.float32)] * len(texts)
        with torch.inference_mode():
            for start in range(0, len(order), BATCH):
                places = order[start : start + BATCH]
                batch = tokenizer(
                    [texts[place] for place in places],
                    return_tensors="pt", padding=True, truncation=True, max_length=MOST_TOKENS,
                )  # fmt: skip
                states = model(batch["input_ids"], batch["attention_mask"]).last_hidden_state  # (B, T, C)
                mask = batch["attention_mask"].unsqueeze(-1).to(states.dtype)
                pooled = states[:, 0] if first else (states * mask).sum(1) / mask.sum(1).clamp(min=1)
                for place, row in zip(places, pooled.float().numpy(), strict=True):
                    found[place] = row
        return np.stack(found)

    return encode


def _where(folder: Path, source: str) -> dict[str, Any]:
    """The folder alone, or the commit that a model of the Hub is now."""
    if not folder.is_dir():
        return {"revision": commit_of(source, None, _OPTION)}
    if not (folder / "config.json").is_file():
        raise ModelUnusable(f"`{_OPTION}{source}`: no model lies there: it has no config.json.")
    return {"local_files_only": True}


def _takes_the_first(folder: Path) -> bool:
    """Whether the first token's state stands for the text."""
    try:
        noted = json.loads((folder / _POOLING).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(noted, dict) and noted.get("pooling_mode_cls_token") is True
