"""API keys: from the environment or the system's keyring, shown nowhere."""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass

from mhclient.errors import MissingKey, UsageError
from mhclient.redaction.secrets import Redactor, heard_redactor, known_redactor, remember_secret

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
