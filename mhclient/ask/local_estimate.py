"""What a run of a local model would compute: tokens are counted and nothing is scored."""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from mhclient.ask.estimate import Items, planned_pages, stored_of
from mhclient.ask.loop import Pace
from mhclient.errors import ModelUnusable, ProviderError
from mhclient.providers.local.checkpoint import weight_bytes
from mhclient.providers.local.load import load_outline
from mhclient.providers.local.machine import free_bytes, single_device
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.worker import Engine
from mhclient.run.spec import RunSpec


@dataclass(frozen=True, slots=True)
class LocalEstimate:
    """What would be computed, and where.

    Attributes:
        n_items, n_stored: items of the run; those whose reply is in the store.
        lengths: tokens of each prompt and its longest answer, of the items to compute; equal ones once.
        room: tokens that --max-length and the model allow.
        device: None where accelerate spreads the model.
        weight_bytes: that the weights take; None for a quantised model.
        free_bytes: on the device; None where there are several.
    """

    n_items: int
    n_stored: int
    lengths: tuple[int, ...]
    room: int
    device: str | None
    weight_bytes: int | None
    free_bytes: int | None

    @property
    def n_too_long(self) -> int:
        """Items that would be recorded as too long."""
        return sum(length > self.room for length in self.lengths)


def estimate_local(
    items: Items, spec: RunSpec, provider: LocalProvider, pace: Pace, store: Path
) -> LocalEstimate:
    """Make token ids of everything a run would compute.

    Raises:
        ModelUnusable: the model has no usable configuration or tokenizer, or cannot tell letters apart.
    """
    outline = load_outline(provider.identity, provider.settings.dtype, provider.placement)
    engine = provider.engine(replace(outline, n_positions=None))
    n_items, n_stored = 0, 0
    lengths: dict[str, int] = {}  # by key
    for page in planned_pages(items, spec, provider):
        bodies = {request.key: request.body for request, _ in page}
        stored = stored_of(list(bodies), store, pace)
        n_items += len(page)
        n_stored += sum(request.key in stored for request, _ in page)
        new = [key for key in bodies if key not in stored and key not in lengths]
        lengths |= zip(new, _lengths(engine, (bodies[key] for key in new)), strict=True)
    device = single_device(provider.placement.device_map)
    return LocalEstimate(
        n_items=n_items,
        n_stored=n_stored,
        lengths=tuple(lengths.values()),
        room=outline.room(provider.settings.max_length),
        device=device,
        weight_bytes=weight_bytes(outline.model),
        free_bytes=None if device is None else free_bytes(device),
    )


def _lengths(engine: Engine, bodies: Iterable[str]) -> list[int]:
    # However long they are: how long is the question.
    unlimited = [json.dumps(json.loads(body) | {"max_length": sys.maxsize}) for body in bodies]
    lengths = []
    for prepared in engine.prepare(unlimited):
        if isinstance(prepared, ProviderError):
            raise ModelUnusable(str(prepared)) from prepared
        lengths.append(prepared.n_tokens)
    return lengths
