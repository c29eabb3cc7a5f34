"""The fast way: a bucket of prompts, each with the tree of its forms, in one forward pass.

Each row is a prompt followed by the tree's tokens. A mask lets every tree token see the prompt and its own
ancestors, nothing else, and its position is the prompt's length plus its depth: to the model it looks as if
each form stood alone behind the prompt. So a prompt is computed once, not once per form.

    columns      | padding |   prefix    |  tree nodes  |
                 0         L - P_b       L              T        L: longest prefix, P_b: this row's

Rows are padded on the left, so that the columns that predict something (the prefix's last, and the nodes)
are the same in every row, and the model's own `logits_to_keep` limits the output layer to them.

What all rows begin with may have been computed before (`beginnings.py`): then a row holds the rest of its
prompt, and every token sees the shared columns, which stand before the row's own.

Decision: docs/decisions/local.md, "A tree behind the prompt, in one forward pass".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch
from torch import Tensor

from mhclient.providers.letter_choice import at_most_zero
from mhclient.providers.local.beginnings import Beginnings
from mhclient.providers.local.surface_forms import JointTokens
from mhclient.providers.local.tree import ROOT, TokenTree, build_tree


class CannotTakeMask(Exception):
    """The architecture has a kind of attention that a mask of ours cannot describe."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A bucket as tensors.

    Attributes:
        input_ids: (B, T) int64; without what was computed before.
        position_ids: (B, T) int64; what a row's tokens see as their place.
        allowed: (B, T, C + T) bool; which columns (last) each row's token (middle) may attend to, the C that
            were computed before among them.
        n_predicting: the last so many columns predict something; the first of them ends the prefix.
        trees: per row.
    """

    input_ids: Tensor
    position_ids: Tensor
    allowed: Tensor
    n_predicting: int
    trees: tuple[TokenTree, ...]


def pack(items: Sequence[JointTokens], pad_id: int, device: torch.device, n_before: int = 0) -> Packed:
    """Lay out a bucket of items.

    Args:
        n_before: so many tokens, which all prompts begin with, are computed already (C).
    """
    trees = tuple(build_tree(item.paths) for item in items)
    n_nodes = max(len(tree.tokens) for tree in trees)  # K
    longest = max(len(item.prefix) for item in items) - n_before  # L
    input_ids, position_ids, ancestors = [], [], []
    for item, tree in zip(items, trees, strict=True):
        rest = item.prefix[n_before:]
        n_pad, n_spare = longest - len(rest), n_nodes - len(tree.tokens)
        places = [len(item.prefix) - 1 + depth for depth in tree.depths]
        own = range(n_before, len(item.prefix))
        input_ids.append([*[pad_id] * n_pad, *rest, *tree.tokens, *[pad_id] * n_spare])
        position_ids.append([*[0] * n_pad, *own, *places, *[0] * n_spare])
        ancestors += [
            (len(input_ids) - 1, node, up) for node in range(len(places)) for up in tree.ancestors(node)
        ]
    tree_part = torch.zeros((len(items), n_nodes, n_nodes), dtype=torch.bool)  # (B, K, K)
    if ancestors:
        tree_part[torch.tensor(ancestors).unbind(-1)] = True
    n_rests = torch.tensor([len(item.prefix) - n_before for item in items], device=device)  # (B,)
    allowed = _allowed(n_rests, longest, tree_part.to(device))  # (B, T, T)
    before = allowed.new_ones((*allowed.shape[:2], n_before))  # (B, T, C)
    return Packed(
        input_ids=torch.tensor(input_ids, device=device),  # (B, T)
        position_ids=torch.tensor(position_ids, device=device),  # (B, T)
        allowed=torch.cat((before, allowed), dim=-1),  # (B, T, C + T)
        n_predicting=n_nodes + 1,
        trees=trees,
    )


def _allowed(n_prefixes: Tensor, longest: int, tree_part: Tensor) -> Tensor:
    """Which column each token may attend to.

    Args:
        n_prefixes: (B,) lengths of the prefixes.
        tree_part: (B, K, K) bool, each node's ancestors and itself.
    """
    width = longest + tree_part.shape[1]
    columns = torch.arange(width, device=tree_part.device)  # (T,), T = L + K
    is_prefix = (columns >= longest - n_prefixes[:, None]) & (columns < longest)  # (B, T)
    causal = columns[:, None] >= columns  # (T, T)
    allowed = causal & is_prefix[:, None, :]  # (B, T, T)
    allowed[:, longest:, longest:] = tree_part  # (B, K, K)
    # Padding must attend to something, or its softmax is 0/0 and the NaN spreads through the batch.
    allowed |= torch.eye(width, dtype=torch.bool, device=tree_part.device)
    return allowed


def attention_masks(config: Any, packed: Packed, dtype: torch.dtype) -> Tensor | dict[str, Tensor]:
    """The additive mask (B, 1, T, C + T) that a model of this configuration takes, one per kind of attention.

    Raises:
        CannotTakeMask: the model has layers that are neither full nor sliding-window attention.
    """
    kinds = set(getattr(config, "layer_types", None) or ())
    window = getattr(config, "sliding_window", None)
    if not kinds:
        kinds = {"sliding_attention" if window else "full_attention"}
    if not kinds <= {"full_attention", "sliding_attention"}:
        raise CannotTakeMask(f"it has layers of the kinds {', '.join(sorted(kinds))}")
    masks = {
        kind: _additive(
            packed.allowed if kind == "full_attention" else _within(packed, int(window or 0)), dtype
        )
        for kind in sorted(kinds)
    }
    return masks if len(masks) > 1 else next(iter(masks.values()))


def _within(packed: Packed, window: int) -> Tensor:
    """What of the allowed lies within a sliding window, by position; itself included: (B, T, C + T) bool."""
    n_rows, width, n_columns = packed.allowed.shape
    before = torch.arange(n_columns - width, device=packed.position_ids.device).expand(n_rows, -1)  # (B, C)
    seen = torch.cat((before, packed.position_ids), dim=-1)  # (B, C + T)
    distance = packed.position_ids[:, :, None] - seen[:, None, :]  # (B, T, C + T)
    return packed.allowed & (distance < window)  # (B, T, C + T)


def _additive(allowed: Tensor, dtype: torch.dtype) -> Tensor:
    """(B, T, C + T) bool as what is added to the scores of attention: 0 or the least number of the type."""
    n_rows, width, n_columns = allowed.shape
    # Rows start at multiples of 8: else CUDA's attention kernel copies the mask to such rows in each layer.
    wider = torch.zeros(
        (n_rows, 1, width, -(-n_columns // 8) * 8), dtype=dtype, device=allowed.device
    )  # (B, 1, T, C + T up to a multiple of 8)
    return wider[..., :n_columns].masked_fill_(~allowed[:, None], torch.finfo(dtype).min)  # (B, 1, T, C + T)


def path_log_probs(logits: Tensor, trees: Sequence[TokenTree]) -> list[list[float]]:
    """Sum the log-probs along every path of every row.

    Args:
        logits: (B, 1 + K, V) of any float type: first those of the prefix's last token, then each node's.
        trees: per row.

    Returns:
        Per row and path the natural logarithm of the probability of its tokens, from a float32 log-softmax.
    """
    per_row = logits.shape[1]
    steps = [
        (row * per_row + node - ROOT, token)
        for row, tree in enumerate(trees)
        for path in tree.steps
        for node, token in path
    ]
    rows, tokens = torch.tensor(steps, device=logits.device).unbind(-1)  # (N,), (N,)
    # One row at a time: a whole bucket as float32, times a large vocabulary, would not fit beside the model.
    log_norms = torch.cat([row.float().logsumexp(-1) for row in logits])  # (B * (1 + K),)
    chosen = logits.flatten(0, 1)[rows, tokens].float() - log_norms[rows]  # (N,)
    left = iter(chosen.tolist())
    return [[at_most_zero(math.fsum(islice(left, len(path)))) for path in tree.steps] for tree in trees]


@torch.inference_mode()
def score_packed(
    model: Any, items: Sequence[JointTokens], pad_id: int, beginnings: Beginnings | None = None
) -> list[list[float]]:
    """The log-prob of every form of every item, from one forward pass.

    Args:
        model: a causal language model of transformers, in evaluation mode.
        beginnings: of this model; what all prompts begin with is then computed once.

    Returns:
        Per item and form, in the items' order of paths.

    Raises:
        CannotTakeMask: see `attention_masks`.
    """
    before = None if beginnings is None else beginnings.find(model, [item.prefix for item in items])
    packed = pack(items, pad_id, model.device, n_before=len(before.tokens) if before else 0)
    logits = model(
        input_ids=packed.input_ids,
        attention_mask=attention_masks(model.config.get_text_config(), packed, model.dtype),
        position_ids=packed.position_ids,
        past_key_values=before.as_cache(len(items)) if before else None,
        use_cache=False,
        logits_to_keep=packed.n_predicting,
    ).logits  # (B, 1 + K, V)
    return path_log_probs(logits, packed.trees)
