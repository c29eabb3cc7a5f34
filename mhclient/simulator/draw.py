"""Draws of the simulated models: seeded, and each by its name."""

import hashlib
from collections.abc import Sequence


class Draw:
    """Named draws from one seed: each name gives its own number in [0, 1), whatever else is drawn."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __call__(self, name: str) -> float:
        digest = hashlib.blake2b(f"{name}|{self._seed}".encode("utf-8", "replace"), digest_size=7).digest()
        return int.from_bytes(digest, "big") / 2**56

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        return choices[int(self(name) * len(choices))]
