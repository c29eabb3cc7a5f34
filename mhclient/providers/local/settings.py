"""What a local run is told: what decides the scores (part of every key), and what only decides how fast."""

from dataclasses import dataclass
from typing import Any

from mhclient.run.letter_forms import ANCHOR, FormSet
from mhclient.run.spec import Ask


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Everything beside model, prompt and items that decides what is computed.

    Attributes:
        ask: FORCED_CHOICE or GENERATE.
        dtype: of the weights and the computation; log-softmax is always float32.
        max_length: tokens of prompt and answer at most; a longer item is refused, never cut.
        forms: what says a letter; for a forced choice only.
        anchor: stands at the end of the question; in a generation only where there is no chat template.
        engine: "packed", or "reference" for the paper's way, form by form; for a forced choice only.
    """

    ask: Ask
    dtype: str
    max_length: int
    forms: FormSet | None = None
    anchor: str = ANCHOR
    engine: str | None = None

    def to_json(self) -> dict[str, Any]:
        """For requests and for the record of a run."""
        shared = {
            "ask": self.ask.value,
            "dtype": self.dtype,
            "max_length": self.max_length,
            "anchor": self.anchor,
        }
        if self.ask is Ask.GENERATE or self.forms is None:
            return shared
        return shared | {"forms": list(self.forms.templates), "engine": self.engine}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and in what portions to compute; none of it enters a key.

    Attributes:
        device_map: "auto", or a device such as "cpu" or "cuda:1", or what accelerate calls a device map.
        batch_size: items computed at once at most.
        n_checks: how many items are computed other ways, too, to measure the numerical noise; None for the
            usual number.
        trust_remote_code: run Python code that a model's folder or repository brings.
        on_ray: on the nodes of a Ray cluster instead of this machine.
        gpus_per_seat: of a Ray node, which one copy of the model takes.
    """

    device_map: str = "auto"
    batch_size: int = 32
    n_checks: int | None = None
    trust_remote_code: bool = False
    on_ray: bool = False
    gpus_per_seat: int = 1
