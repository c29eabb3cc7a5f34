"""Ways for forced choice to attend, as `gpu_plan.py` compares them: each gives the same scores."""

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor
from transformers import DynamicCache

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mhclient.providers.local.load import LoadedModel
from mhclient.providers.local.packed import pack, path_log_probs, score_packed
from mhclient.providers.local.reference import longest_beginnings
from mhclient.providers.local.surface_forms import JointTokens
from mhclient.providers.local.tree import build_tree

Scores = list[list[float]]
Way = Callable[[LoadedModel, Sequence[JointTokens]], Scores]


def by_mask(loaded: LoadedModel, bucket: Sequence[JointTokens]) -> Scores:
    """(a) Today's way: one pass, a dense additive mask."""
    return score_packed(loaded.model, bucket, loaded.pad_id)


@torch.inference_mode()
def by_flex(loaded: LoadedModel, bucket: Sequence[JointTokens]) -> Scores:
    """(b) One pass, FlexAttention with a mask made of blocks."""
    from torch.nn.attention.flex_attention import create_block_mask  # only here: it compiles

    packed = pack(bucket, loaded.pad_id, loaded.device)
    allowed = packed.allowed

    def may(row: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        return allowed[row, query, key]

    n_rows, width = packed.input_ids.shape
    mask = create_block_mask(may, n_rows, None, width, width, device=str(loaded.device), _compile=False)
    config, before = loaded.model.config, loaded.model.config._attn_implementation
    config._attn_implementation = "flex_attention"
    try:
        logits = loaded.model(
            input_ids=packed.input_ids,
            attention_mask=mask,
            position_ids=packed.position_ids,
            use_cache=False,
            logits_to_keep=packed.n_predicting,
        ).logits
    finally:
        config._attn_implementation = before
    return path_log_probs(logits, packed.trees)


def prefixes(loaded: LoadedModel, bucket: Sequence[JointTokens]) -> tuple[DynamicCache, Tensor, Tensor]:
    """Keys and values of the prompts, padded on the right so that they need no mask; lengths; last states."""
    lengths = torch.tensor([len(item.prefix) for item in bucket], device=loaded.device)
    longest = int(lengths.max())
    ids = [[*item.prefix, *[loaded.pad_id] * (longest - len(item.prefix))] for item in bucket]
    done = loaded.model.base_model(input_ids=torch.tensor(ids, device=loaded.device), use_cache=True)
    rows = torch.arange(len(bucket), device=loaded.device)
    return done.past_key_values, lengths, done.last_hidden_state[rows, lengths - 1]


def behind(loaded: LoadedModel, cache: DynamicCache, ids: Tensor, places: Tensor, allowed: Tensor) -> Tensor:
    """States of tokens behind cached prompts: (B, K, C)."""
    mask = torch.zeros(allowed.shape, dtype=loaded.model.dtype, device=loaded.device)
    mask = mask.masked_fill_(~allowed, torch.finfo(loaded.model.dtype).min)[:, None]  # (B, 1, K, L + K)
    done = loaded.model.base_model(
        input_ids=ids, position_ids=places, attention_mask=mask, past_key_values=cache, use_cache=True
    )
    states: Tensor = done.last_hidden_state
    return states


@torch.inference_mode()
def by_two_passes(loaded: LoadedModel, bucket: Sequence[JointTokens]) -> Scores:
    """(c) Prompts without a mask, then the nodes against their keys and values with a small one."""
    cache, lengths, last = prefixes(loaded, bucket)
    trees = [build_tree(item.paths) for item in bucket]
    n_nodes, longest = max(len(tree.tokens) for tree in trees), int(lengths.max())
    columns = torch.arange(longest, device=loaded.device)
    own = torch.eye(n_nodes, dtype=torch.bool).repeat(len(bucket), 1, 1)
    ids, places = torch.full((2, len(bucket), n_nodes), loaded.pad_id).unbind(0)
    places = torch.zeros_like(places)
    for row, tree in enumerate(trees):
        ids[row, : len(tree.tokens)] = torch.tensor(tree.tokens)
        places[row, : len(tree.tokens)] = len(bucket[row].prefix) - 1 + torch.tensor(tree.depths)
        for node in range(len(tree.tokens)):
            own[row, node, tree.ancestors(node)] = True
    seen = (columns < lengths[:, None])[:, None].expand(-1, n_nodes, -1)
    allowed = torch.cat((seen, own.to(loaded.device)), dim=-1)
    nodes = behind(loaded, cache, ids.to(loaded.device), places.to(loaded.device), allowed)
    states = torch.cat((last[:, None], nodes), dim=1)
    return path_log_probs(loaded.model.get_output_embeddings()(states), trees)


@torch.inference_mode()
def by_decoding(loaded: LoadedModel, bucket: Sequence[JointTokens]) -> Scores:
    """(d) No tree: the prompts' keys and values copied to a row for each beginning of a form."""
    cache, lengths, last = prefixes(loaded, bucket)
    rows = [longest_beginnings(item.paths) for item in bucket]
    n_rows, n_long = max(map(len, rows)), max(len(row) for each in rows for row in each)
    cache.batch_repeat_interleave(n_rows)
    padded = [
        [*row, *[loaded.pad_id] * (n_long - len(row))]
        for each in rows
        for row in (*each, *[()] * (n_rows - len(each)))
    ]
    lengths = lengths.repeat_interleave(n_rows)
    steps = torch.arange(n_long, device=loaded.device)
    columns = torch.arange(int(lengths.max()), device=loaded.device)
    seen = (columns < lengths[:, None])[:, None].expand(-1, n_long, -1)
    causal = (steps[:, None] >= steps).expand(len(padded), -1, -1)
    ids = torch.tensor(padded, device=loaded.device)
    states = behind(loaded, cache, ids, lengths[:, None] + steps, torch.cat((seen, causal), dim=-1))
    states = torch.cat((last.repeat_interleave(n_rows, 0)[:, None], states), dim=1)  # (B * R, 1 + n, C)
    log_probs = loaded.model.get_output_embeddings()(states).float().log_softmax(-1).cpu()
    return [
        [
            min(
                0.0,
                math.fsum(
                    float(log_probs[n_rows * index + _row(rows[index], path), at, token])
                    for at, token in enumerate(path)
                ),
            )
            for path in item.paths
        ]
        for index, item in enumerate(bucket)
    ]


def _row(rows: Sequence[tuple[int, ...]], path: tuple[int, ...]) -> int:
    return next(place for place, row in enumerate(rows) if row[: len(path) - 1] == path[:-1])


# FlexAttention comes last: it compiles, which takes long.
ATTENTION: dict[str, Way] = {
    "a: dense mask": by_mask,
    "c: two passes": by_two_passes,
    "d: decoding": by_decoding,
    "b: FlexAttention": by_flex,
}
