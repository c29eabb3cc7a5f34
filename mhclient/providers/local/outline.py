"""A model without its weights, for a run that is only estimated: tokens are counted and nothing is scored."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from mhclient.errors import ModelUnusable, ProviderError
from mhclient.providers.local.checkpoint import weight_bytes
from mhclient.providers.local.devices import free_bytes, single_device
from mhclient.providers.local.identity import ModelIdentity
from mhclient.providers.local.load import LoadedModel, load_outline
from mhclient.providers.local.settings import LocalSettings, Placement
from mhclient.providers.local.worker import Engine
from mhclient.providers.outline import ModelOutline


def outline_of(
    identity: ModelIdentity,
    settings: LocalSettings,
    placement: Placement,
    engine: Callable[[LoadedModel], Engine],
) -> ModelOutline:
    """The outline of a model.

    Args:
        engine: what would answer requests with it.

    Raises:
        ModelUnusable: the model has no usable configuration or tokenizer.
    """
    loaded = load_outline(identity, settings.dtype, placement)
    device = single_device(placement.device_map)
    return ModelOutline(
        lengths=partial(_lengths, engine(replace(loaded, n_positions=None))),
        room=loaded.room(settings.max_length),
        dtype=settings.dtype,
        device=device,
        weight_bytes=weight_bytes(loaded.model),
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
