"""The slow ways: the paper's, which is the oracle of the tests, and the one for models that take no mask.

Both ask a model nothing but "here is a text, what follows each of its tokens?", which every causal language
model of transformers answers alike.
"""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from mhclient.providers.letter_choice import at_most_zero
from mhclient.providers.local.surface_forms import JointTokens


@torch.inference_mode()
def score_reference(model: Any, items: Sequence[JointTokens], pad_id: int) -> list[list[float]]:
    """The log-prob of every form, one forward pass per form, batch 1, no padding.

    Source: MHGraphBench, appendix D.3: each letter through "multi-token log-prob accumulation over several
    surface forms", batch size 1.
    """
    return [[_form_log_prob(model, item.prefix, path) for path in item.paths] for item in items]


def _form_log_prob(model: Any, prefix: Sequence[int], path: Sequence[int]) -> float:
    ids = torch.tensor([[*prefix, *path]], device=model.device)  # (1, P + n)
    log_probs = model(input_ids=ids, use_cache=False).logits[0].float().log_softmax(-1)  # (P + n, V)
    # The token at position i is predicted at i - 1.
    steps = [log_probs[len(prefix) + i - 1, token].item() for i, token in enumerate(path)]
    return at_most_zero(math.fsum(steps))


@torch.inference_mode()
def score_expanded(model: Any, items: Sequence[JointTokens], pad_id: int) -> list[list[float]]:
    """The log-prob of every form, one row per distinct beginning of a form, one batch per item.

    Exact for every causal model: rows are padded on the right, where no token of the text can see it.
    """
    return [_expanded_item(model, item, pad_id) for item in items]


def _expanded_item(model: Any, item: JointTokens, pad_id: int) -> list[float]:
    rows = longest_beginnings(item.paths)  # what has to be read; the last token never has
    n_prefix, n_longest = len(item.prefix), max(len(row) for row in rows)
    padded = [[*item.prefix, *row, *[pad_id] * (n_longest - len(row))] for row in rows]
    real = [[1] * (n_prefix + len(row)) + [0] * (n_longest - len(row)) for row in rows]
    logits: Tensor = model(
        input_ids=torch.tensor(padded, device=model.device),  # (R, P + n)
        attention_mask=torch.tensor(real, device=model.device),  # (R, P + n)
        use_cache=False,
    ).logits[:, n_prefix - 1 :]  # (R, 1 + n, V)
    log_norms = logits.float().logsumexp(-1)  # (R, 1 + n)
    scores = []
    for path in item.paths:
        row = next(i for i, begun in enumerate(rows) if begun[: len(path) - 1] == path[:-1])
        at = torch.arange(len(path), device=model.device)  # (len(path),)
        tokens = torch.tensor(path, device=model.device)  # (len(path),)
        steps = logits[row, at, tokens].float() - log_norms[row, at]  # (len(path),)
        scores.append(at_most_zero(math.fsum(steps.tolist())))
    return scores


def longest_beginnings(paths: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Paths without their last token, and without those that are a beginning of another.

    >>> longest_beginnings([(7,), (7, 9), (8, 7, 9), (8, 7)])
    [(7,), (8, 7)]
    """
    begun = {path[:-1] for path in paths}
    return sorted(
        one for one in begun if not any(one != other and other[: len(one)] == one for other in begun)
    )
