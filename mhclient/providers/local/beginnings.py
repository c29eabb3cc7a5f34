"""What prompts begin with, computed once: the keys and values of tokens that many of them share.

The system text and the examples of a task stand before every item. With five examples they are most of a
prompt, and what a model computes of them depends on nothing that comes after.

Decision: docs/decisions/local.md, "What prompts share is computed once".
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from transformers import DynamicCache

LEAST = 16  # tokens: of fewer there is nothing to gain
NEARLY = 0.9  # of what a bucket shares: so much of it is taken from what is known instead of computed anew
MOST_BYTES = 2**30  # of all keys and values that are kept


@dataclass(frozen=True, slots=True)
class Beginning:
    """Tokens that prompts begin with, and what a model made of them.

    Attributes:
        layers: per layer keys and values, each (1, heads, C, D) with C tokens.
    """

    tokens: tuple[int, ...]
    layers: tuple[tuple[Tensor, Tensor], ...]

    @property
    def n_bytes(self) -> int:
        return sum(each.nbytes for layer in self.layers for each in layer)

    def cut(self, n_tokens: int) -> "Beginning":
        """The same of its first tokens alone."""
        kept = tuple((keys[:, :, :n_tokens], values[:, :, :n_tokens]) for keys, values in self.layers)
        return Beginning(self.tokens[:n_tokens], kept)

    def as_cache(self, n_rows: int) -> DynamicCache:
        """What a model takes as its past, for so many rows that all begin so."""
        # Without the model's configuration: layers with a sliding window would drop what our mask counts on.
        cache = DynamicCache()
        for index, layer in enumerate(self.layers):
            keys, values = (each.expand(n_rows, -1, -1, -1) for each in layer)  # (B, heads, C, D)
            cache.update(keys, values, index)
        return cache


@dataclass(slots=True)
class Beginnings:
    """The beginnings that were needed last, of one model.

    Attributes:
        most_bytes: of all keys and values that are kept; the one used last is kept in any case.
        least: tokens that must be shared.
    """

    most_bytes: int = MOST_BYTES
    least: int = LEAST
    _kept: list[Beginning] = field(default_factory=list)  # the one used last comes last

    def find(self, model: Any, prefixes: Sequence[tuple[int, ...]]) -> Beginning | None:
        """What prompts share, as far as it is worth it; None where each is to be computed whole.

        At least one token of each prompt is left to be computed: it predicts what follows.
        """
        shared = prefixes[0][: min(n_shared(prefixes), min(map(len, prefixes)) - 1)]
        known, n_known = self._nearest(shared, model.dtype)
        if (
            known is not None
            and n_known >= self.least
            and (len(prefixes) == 1 or n_known >= NEARLY * len(shared))
        ):
            self._keep(known)
            return known.cut(n_known)
        if len(prefixes) == 1 or len(shared) < self.least:
            return None
        found = _computed(model, shared, None if known is None else known.cut(n_known))
        self._keep(found)
        return found

    def forget(self) -> None:
        """Give the memory back."""
        self._kept.clear()

    def _nearest(self, shared: tuple[int, ...], dtype: torch.dtype) -> tuple[Beginning | None, int]:
        """The beginning that has most of these tokens, and how many of them."""
        of_this = [each for each in self._kept if each.layers[0][0].dtype == dtype]
        best = max(of_this, key=lambda each: n_shared([each.tokens, shared]), default=None)
        return best, 0 if best is None else n_shared([best.tokens, shared])

    def _keep(self, used: Beginning) -> None:
        self._kept = [*(each for each in self._kept if each is not used), used]
        while len(self._kept) > 1 and sum(each.n_bytes for each in self._kept) > self.most_bytes:
            del self._kept[0]


def n_shared(sequences: Sequence[tuple[int, ...]]) -> int:
    """How many tokens all of them begin with.

    >>> n_shared([(1, 2, 3, 4), (1, 2, 4), (1, 2)])
    2
    """
    least, greatest = min(sequences), max(sequences)  # what these two share, all between them share
    return sum(
        1 for _ in itertools.takewhile(lambda two: two[0] == two[1], zip(least, greatest, strict=False))
    )


@torch.inference_mode()
def _computed(model: Any, tokens: tuple[int, ...], known: Beginning | None) -> Beginning:
    n_known = 0 if known is None else len(known.tokens)
    cache = DynamicCache() if known is None or not n_known else known.as_cache(1)
    model(
        input_ids=torch.tensor([tokens[n_known:]], device=model.device),  # (1, C - known)
        past_key_values=cache,
        use_cache=True,
        logits_to_keep=1,
    )
    layers: Sequence[Any] = cache.layers
    return Beginning(tokens, tuple((layer.keys, layer.values) for layer in layers))
