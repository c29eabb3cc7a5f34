"""The ways of scoring a bucket of prompts with their surface forms, and how far the numbers can be trusted.

What prompts begin with is computed once (`Beginnings`): the system text and the examples of a task stand
before every item. With five examples they are most of a prompt, and what a model computes of them depends on
nothing that comes after.

The fast way is packed: a bucket of prompts, each with the tree of its forms, in one forward pass.

Each row is a prompt followed by the tree's tokens. A mask lets every tree token see the prompt and its own
ancestors, nothing else, and its position is the prompt's length plus its depth: to the model it looks as if
each form stood alone behind the prompt. So a prompt is computed once, not once per form.

    columns      | padding |   prefix    |  tree nodes  |
                 0         L - P_b       L              T        L: longest prefix, P_b: this row's

Rows are padded on the left, so that the columns that predict something (the prefix's last, and the nodes)
are the same in every row, and the model's own `logits_to_keep` limits the output layer to them.

What all rows begin with may have been computed before (`Beginnings`): then a row holds the rest of its
prompt, and every token sees the shared columns, which stand before the row's own.

The slow ways are the paper's, which is the oracle of the tests, and the one for models that take no mask.
Both ask a model nothing but "here is a text, what follows each of its tokens?", which every causal language
model of transformers answers alike.

Nobody can list the architectures that take a mask of ours, and the list would be old next month. So the
packed way is tried on each model before it is used, against a way that needs nothing but "what follows this
text?".
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import torch
from torch import Tensor
from transformers import DynamicCache

from mhclient.providers.letter_choice import LetterScores, at_most_zero, largest_shift
from mhclient.providers.local.load import free_bytes
from mhclient.providers.local.surface_forms import ROOT, JointTokens, TokenTree, build_tree
from mhclient.providers.local.wire import ScoreCheck

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


PROBE_TOKENS = 24  # of the prompt: enough to see a wrong mask or position, and cheap on any machine
TIMES_NOISE = 8.0  # what the packed way may differ by, in units of what rounding alone was seen to do

# In nats, by what the numbers are computed in: how far two exact ways may always be apart, and how far no
# rounding brings them. bfloat16 has eight bits: a logit of 20 is known to a tenth.
ALWAYS_ALLOWED = {torch.float32: 1e-4, torch.float16: 0.02, torch.bfloat16: 0.15}
NEVER_ROUNDING = {torch.float32: 1e-3, torch.float16: 0.2, torch.bfloat16: 1.5}

# The other precision that a choice is tried in.
OTHER_DTYPE = {
    torch.float32: torch.bfloat16,
    torch.bfloat16: torch.float32,
    torch.float16: torch.float32,
}

# What a model's own code raises where it cannot take what it is given.
REFUSALS = (ValueError, TypeError, RuntimeError, IndexError, AttributeError, AssertionError)


def usable_way(model: Any, item: JointTokens, pad_id: int) -> tuple[str, str | None]:
    """The fastest way that gives a model's own numbers, and why it is not the packed one (None if it is).

    Args:
        item: any item of the run; the end of its prompt is used.
    """
    probe = [shortened(item)]
    truth = torch.tensor(score_reference(model, probe, pad_id))  # (1, n_paths)
    plain = torch.tensor(score_expanded(model, probe, pad_id))  # (1, n_paths)
    noise = _largest(plain - truth)
    if noise > NEVER_ROUNDING[model.dtype]:
        return "reference", f"its numbers change by {noise:.2g} nats with what stands beside a text"
    try:
        packed = torch.tensor(score_packed(model, probe, pad_id))  # (1, n_paths)
    except torch.OutOfMemoryError:
        raise
    except CannotTakeMask as error:
        return "expanded", str(error)
    except REFUSALS as error:
        return "expanded", f"its forward pass refuses our mask ({type(error).__name__})"
    difference = _largest(packed - truth)
    if difference <= max(ALWAYS_ALLOWED[model.dtype], TIMES_NOISE * noise):
        return "packed", None
    return "expanded", f"under our mask its numbers are off by {difference:.2g} nats, rounding is {noise:.2g}"


def takes_a_past(model: Any, item: JointTokens, pad_id: int) -> bool:
    """Whether a model that is scored the packed way gives the same numbers behind a past of ours.

    Args:
        item: any item of the run; the end of its prompt is used.
    """
    probe = [shortened(item)] * 2
    truth = torch.tensor(score_packed(model, probe, pad_id))  # (2, n_paths)
    try:
        behind = torch.tensor(score_packed(model, probe, pad_id, Beginnings(least=1)))  # (2, n_paths)
    except torch.OutOfMemoryError:
        raise
    except REFUSALS:
        return False
    return _largest(behind - truth) <= ALWAYS_ALLOWED[model.dtype]


def _largest(differences: torch.Tensor) -> float:
    largest = differences.abs().max().item()
    return math.inf if math.isnan(largest) else largest


def shortened(item: JointTokens) -> JointTokens:
    """The same forms behind the first token and the last few of the prompt."""
    if len(item.prefix) <= PROBE_TOKENS:
        return item
    return JointTokens((*item.prefix[:1], *item.prefix[1 - PROBE_TOKENS :]), item.paths)


def check_of(kept: LetterScores, again: LetterScores) -> ScoreCheck:
    """What computing an item another way brought."""
    choice = again.choice()
    assert choice is not None
    return ScoreCheck(choice, round(largest_shift(kept.scores(), again.scores()), 6))


@contextmanager
def parameters_as(model: Any, dtype: torch.dtype) -> Iterator[None]:
    """The same model in another precision for a while.

    Only weights change. Buffers stay: a rotary embedding keeps its frequencies in float32 in any model, and
    casting them, as `model.to` does, would be another model.
    """
    originals = [(weight, weight.data) for weight in model.parameters() if weight.is_floating_point()]
    try:
        for weight, data in originals:
            weight.data = data.to(dtype)
        yield
    finally:
        for weight, data in originals:
            weight.data = data


def why_no_other_dtype(model: Any) -> str | None:
    """Why a model cannot be tried in another precision; None if it can."""
    if getattr(model, "is_quantized", False):
        return "it is quantised"
    if len(set((getattr(model, "hf_device_map", None) or {}).values())) > 1:
        return "it is spread over several devices"
    needed = sum(weight.numel() for weight in model.parameters()) * OTHER_DTYPE[model.dtype].itemsize
    if needed > 0.8 * free_bytes(model.device):
        return "there is not enough memory for a second copy"
    return None


def name_of(dtype: torch.dtype) -> str:
    """As on the command line.

    >>> name_of(torch.bfloat16)
    'bfloat16'
    """
    return str(dtype).removeprefix("torch.")
