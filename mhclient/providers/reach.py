"""How to reach a provider: connections and patience."""

from dataclasses import dataclass

MOST_BYTES = 32_000_000


@dataclass(frozen=True, slots=True)
class Reach:
    """How to reach a provider: none of this changes what is asked, so none of it enters a key."""

    max_connections: int = 64
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 120.0  # between two pieces of an answer
    most_bytes: int = MOST_BYTES  # of an answer's body, packed or unpacked
