"""API keys: from the environment or the system's keyring, shown nowhere."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

from mhclient.errors import MissingKey

HIDDEN = "[key]"
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

    def hide_in(self, text: str) -> str:
        """The text, with the key blotted out where a server has echoed it."""
        return text.replace(self.value, HIDDEN) if self.value and self.value in text else text

    def hide_in_bytes(self, body: bytes) -> bytes:
        """The same for a body."""
        key = self.value.encode()
        return body.replace(key, HIDDEN.encode()) if key and key in body else body


def key_from(*names: str, environment: Mapping[str, str] = os.environ) -> Secret:
    """The first of the names that is set in the environment, or else that the keyring has under `mhclient`.

    Raises:
        MissingKey: there is none.
    """
    for name in names:
        if value := environment.get(name, "").strip():
            return Secret(value, name)
    for name in names:
        if stored := _in_keyring(name):
            return Secret(stored, f"the keyring's {name}")
    raise MissingKey(f"no API key: set {' or '.join(names)} in the environment, and start again.")


def _in_keyring(name: str) -> str | None:
    """A password that `keyring set mhclient NAME` has stored; None without the package or a keyring."""
    try:
        import keyring
    except ImportError:
        return None
    try:
        return keyring.get_password(SERVICE, name)
    except keyring.errors.KeyringError:
        return None
