"""A model on this machine without its weights: what can be said before anything is computed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelOutline:
    """What a model on this machine would compute with.

    Attributes:
        lengths: bodies of requests → tokens of each prompt and its longest answer, however long; raises
            ModelUnusable where the tokenizer cannot tell letters apart.
        room: tokens that --max-length and the model allow.
        dtype: of the weights.
        device: None where accelerate spreads the model.
        weight_bytes: that the weights take; None for a quantised model.
        free_bytes: on the device; None where there are several.
    """

    lengths: Callable[[Iterable[str]], list[int]]
    room: int
    dtype: str
    device: str | None
    weight_bytes: int | None
    free_bytes: int | None
