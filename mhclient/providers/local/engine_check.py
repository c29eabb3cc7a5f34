"""How far numbers can be trusted: whether the packed way agrees with the plain one, and the noise of both.

Nobody can list the architectures that take a mask of ours, and the list would be old next month. So the
packed way is tried on each model before it is used, against a way that needs nothing but "what follows this
text?".

Decision: docs/decisions/local.md, "Noise is measured on the run's own items".
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from mhclient.providers.letter_choice import LetterScores, largest_shift
from mhclient.providers.local.beginnings import Beginnings
from mhclient.providers.local.devices import free_bytes
from mhclient.providers.local.packed import CannotTakeMask, score_packed
from mhclient.providers.local.reference import score_expanded, score_reference
from mhclient.providers.local.surface_forms import JointTokens
from mhclient.providers.local.wire import ScoreCheck

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
