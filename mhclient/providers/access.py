"""How a provider is reached: connections and patience, whose server an address is, and the API key.

Keys come from the environment or the system's keyring, and are shown nowhere.
"""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mhclient.errors import MissingKey, UsageError
from mhclient.redaction.secrets import Redactor, heard_redactor, known_redactor, remember_secret

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
class NetworkOptions:
    """How to reach a provider: none of this changes what is asked, so none of it enters a key."""

    max_connections: int = 64
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 120.0  # between two pieces of an answer
    most_bytes: int = MOST_BYTES  # of an answer's body, packed or unpacked


SERVICE = "mhclient"  # under which the system's keyring keeps keys


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A key that does not show itself: `repr`, `str` and formatting say where it came from."""

    value: str
    source: str

    def __repr__(self) -> str:
        return f"<key from {self.source}>"

    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that tell one key from another; the key cannot be had from them."""
        return hashlib.sha256(self.value.encode()).hexdigest()[:12]

    def redactor(self) -> Redactor:
        """What redacts this key, and every other secret that the process knows."""
        return known_redactor(self.value)

    def heard_redactor(self) -> Redactor:
        """The same for what is said of a failure, where short secrets go, too."""
        return heard_redactor(self.value)


def key_from(*names: str, environment: Mapping[str, str] = os.environ) -> Secret:
    """The first of the names that is set in the environment, or else that the keyring has under `mhclient`.

    Raises:
        MissingKey: there is none.
        UsageError: it holds what no header can carry.
    """
    for name in names:
        if value := environment.get(name, "").strip():
            return _checked(Secret(value, name))
    for name in names:
        if stored := _in_keyring(name):
            return _checked(Secret(stored, f"the keyring's {name}"))
    raise MissingKey(
        f"no API key: set {' or '.join(names)} in the environment (export {names[0]}=...), and start again."
    )


def _checked(secret: Secret) -> Secret:
    if not (secret.value.isascii() and secret.value.isprintable()):
        raise UsageError(f"the key from {secret.source} holds a line break or a letter that no key has.")
    remember_secret(secret.value)
    return secret


def _in_keyring(name: str) -> str | None:
    """A password that `keyring set mhclient NAME` has stored; None without the package or a keyring."""
    try:
        import keyring  # here: it is optional
    except ImportError:
        return None
    try:
        return keyring.get_password(SERVICE, name)
    except keyring.errors.KeyringError:
        return None
