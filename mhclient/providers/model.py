"""A model as it is asked: whose it is, what it is called, and in which way it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mhclient.providers.base import Provider
from mhclient.run.spec import Ask

TIMEOUT_S = 300.0
CONCURRENCY = 64


@dataclass(frozen=True, slots=True)
class Model:
    """Whom to ask, and how; `mhclient.find_model` makes one.

    Attributes:
        provider: says prompts, sends them and reads what comes back.
        name: the model's name in runs and, for a provider with an API, on the wire.
        ask: what the model does: write, or have its letters' probabilities looked at.
        settings: what a run's record says of the way of asking; None if nothing.
        concurrency: requests under way at most, where the user does not say.
        timeout_s: for one attempt, likewise.
    """

    provider: Provider
    name: str
    ask: Ask = Ask.WRITE
    settings: Mapping[str, Any] | None = None
    concurrency: int = CONCURRENCY
    timeout_s: float = TIMEOUT_S
