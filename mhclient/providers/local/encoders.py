"""What encoders on this machine make of texts: BERTScore, and vectors. Imports torch and transformers.

BERTScore says how alike two texts are by a model's states of their tokens. Each token is matched with the
likest one of the other text; the means of both directions make the F-measure. Special tokens at the ends
count for nothing, and rare words count as others do. Source: T. Zhang and others, "BERTScore", 2020.

Vectors are states of an encoder of the sentence-transformers family, as MedEmbed, without its code.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers

from benchmark.harden.guides import Encode, Vectors
from mhclient.errors import ModelUnusable, UsageError
from mhclient.providers.local.load import opening
from mhclient.providers.local.settings import commit_of, identify

BATCH = 32
MOST_TOKENS = 512


@dataclass(frozen=True, slots=True)
class BertScore:
    """A model that compares texts.

    Attributes:
        layer: whose states are compared; 0 is that of the embeddings.
        baseline: the score of unrelated texts, which becomes 0; None leaves scores as they are.
    """

    model: Any
    tokenizer: Any
    layer: int
    baseline: float | None
    revision: str

    @property
    def signature(self) -> str:
        """How scores come about."""
        rescaled = "" if self.baseline is None else f", rescaled with baseline {self.baseline}"
        name = type(self.model).__name__
        return f"BERTScore F1, {name} {self.revision}, layer {self.layer}{rescaled}"

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The F-measure of each pair; texts without a token of their own are like nothing (0)."""
        texts = sorted({text for pair in pairs for text in pair}, key=len)
        states: dict[str, Any] = {}
        with torch.inference_mode():
            for start in range(0, len(texts), BATCH):
                states |= self._states(texts[start : start + BATCH])
            return [self._rescaled(f_measure(states[one], states[other])) for one, other in pairs]

    def _rescaled(self, value: float) -> float:
        return value if self.baseline is None else (value - self.baseline) / (1 - self.baseline)

    def _states(self, texts: Sequence[str]) -> dict[str, Any]:
        """Text → (n_tokens, width) states of length 1, of its tokens without the special ones at its ends."""
        batch = self.tokenizer(
            list(texts),
            return_tensors="pt",
            padding=True,
            truncation=True,
            max_length=MOST_TOKENS,
            return_special_tokens_mask=True,
        )
        given = batch["input_ids"], batch["attention_mask"]
        out = self.model(*given, output_hidden_states=True).hidden_states[self.layer]
        out = out / out.norm(dim=-1, keepdim=True)  # (B, T, C)
        own = batch["special_tokens_mask"] == 0  # (B, T); padding is special, too
        return {text: row[keep] for text, row, keep in zip(texts, out, own, strict=True)}


def f_measure(one: Any, other: Any) -> float:
    """Args: one, other: (n_tokens, width) states of length 1."""
    if not len(one) or not len(other):
        return 0.0
    alike = one @ other.T
    precision, recall = alike.max(dim=1).values.mean(), alike.max(dim=0).values.mean()
    return float(2 * precision * recall / (precision + recall))


def load_bertscore(folder: Path, layer: int | None = None, baseline: float | None = None) -> BertScore:
    """The model in a folder; nothing is downloaded and none of its code is run.

    Args:
        layer: the last one unless given.

    Raises:
        ModelUnusable: no model lies there, or it cannot be loaded.
        UsageError: it has no such layer.
    """
    if not folder.is_dir():
        raise ModelUnusable(f"`bertscore={folder}`: no folder of that name: download the model first.")
    identity = identify(str(folder), None)
    with opening(identity.source, "model"):
        options = {"local_files_only": True, "trust_remote_code": False}
        tokenizer = transformers.AutoTokenizer.from_pretrained(identity.source, **options)
        tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
        model, info = transformers.AutoModel.from_pretrained(
            identity.source, output_loading_info=True, **options
        )
        _check_whole(info["missing_keys"])
        model.eval()
    n_layers = int(model.config.get_text_config().num_hidden_layers)
    if not 0 <= (chosen := n_layers if layer is None else layer) <= n_layers:
        raise UsageError(f"`bertscore={folder}`: it has layers 0 to {n_layers}, not {layer}.")
    return BertScore(model, tokenizer, chosen, baseline, identity.revision)


def _check_whole(missing: Iterable[str]) -> None:
    """Refuse weights that would be random numbers; the pooler's do not matter to states of tokens."""
    if needed := sorted(name for name in missing if "pooler" not in name):
        raise ModelUnusable(f"the files lack {len(needed)} of its weights ({needed[0]}, …)")


ENCODED_AT_ONCE = 128
ENCODER_TOKENS = 128  # of a name, or of a question with its key
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
            for start in range(0, len(order), ENCODED_AT_ONCE):
                places = order[start : start + ENCODED_AT_ONCE]
                batch = tokenizer(
                    [texts[place] for place in places],
                    return_tensors="pt", padding=True, truncation=True, max_length=ENCODER_TOKENS,
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
