"""How to reach a provider: connections and patience, and whose server an address is."""

from dataclasses import dataclass
from urllib.parse import urlsplit

MOST_BYTES = 32_000_000
# Hosts of providers, or how they end: their models have limits of their own and need not be loaded.
SERVICES = (
    *("api.openai.com", ".openai.azure.com", "api.anthropic.com"),
    *("generativelanguage.googleapis.com", "openrouter.ai"),
)


def is_of_service(endpoint: str) -> bool:
    """Whether an address is a provider's own.

    >>> is_of_service("https://api.openai.com/v1"), is_of_service("http://gpu:8000/v1")
    (True, False)
    """
    return (urlsplit(endpoint).hostname or "").endswith(SERVICES)


@dataclass(frozen=True, slots=True)
class Reach:
    """How to reach a provider: none of this changes what is asked, so none of it enters a key."""

    max_connections: int = 64
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 120.0  # between two pieces of an answer
    most_bytes: int = MOST_BYTES  # of an answer's body, packed or unpacked
