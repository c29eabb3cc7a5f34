"""API keys: from the environment or the system's keyring, shown nowhere."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mhclient.errors import MissingKey, UsageError

HIDDEN = "[key]"
SERVICE = "mhclient"  # under which the system's keyring keeps keys

# A shorter key is a dummy for a server of one's own ("x", "EMPTY"), and would be found in ordinary replies:
# blotting it out would change what the model said.
SHORTEST_HIDDEN = 12

# What variables that hold a key are called; plug-ins and SDKs have some of their own.
KEY_ENDINGS = ("_KEY", "_TOKEN", "_SECRET")


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
        return text.replace(self.value, HIDDEN) if self._is_secret() else text

    def hide_in_bytes(self, body: bytes) -> bytes:
        """The same for a body."""
        return body.replace(self.value.encode(), HIDDEN.encode()) if self._is_secret() else body

    def stands_in(self, body: bytes, *texts: str) -> bool:
        """Whether there is anything to blot out."""
        return self._is_secret() and (self.value.encode() in body or self.value in "\n".join(texts))

    def _is_secret(self) -> bool:
        return len(self.value) >= SHORTEST_HIDDEN


# The keys this process has used.
_handed_out: set[Secret] = set()


def hide_keys(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """The text, with every key blotted out that this process has used or that its environment holds."""
    for secret in (*_handed_out, *_keys_in(environment)):
        text = secret.hide_in(text)
    return text


def _keys_in(environment: Mapping[str, str]) -> Iterator[Secret]:
    for name, value in environment.items():
        if name.upper().endswith(KEY_ENDINGS):
            yield Secret(value.strip(), name)


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
    raise MissingKey(f"no API key: set {' or '.join(names)} in the environment, and start again.")


def _checked(secret: Secret) -> Secret:
    if not (secret.value.isascii() and secret.value.isprintable()):
        raise UsageError(f"the key from {secret.source} holds a line break or a letter that no key has.")
    _handed_out.add(secret)
    return secret


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
