"""API keys: from the environment or the system's keyring, shown nowhere."""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from mhclient.errors import MissingKey, UsageError
from mhclient.providers.spellings import HIDDEN, Blotter, blotter_of

SERVICE = "mhclient"  # under which the system's keyring keeps keys

# A shorter key is a dummy for a server of one's own ("x", "EMPTY"), and would be found in ordinary replies:
# blotting it out would change what the model said.
SHORTEST_HIDDEN = 12

# What variables that hold a key are called; plug-ins and SDKs have some of their own.
KEY_ENDINGS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
ADDRESS_ENDINGS = ("_PROXY", "_URL", "_URI", "_ENDPOINT", "_BASE")
# User and password before an address's host, be the address well formed or not.
IN_ADDRESS = re.compile(r"(\b[A-Za-z][A-Za-z0-9+.-]*://)[^/\s@'\"]*:[^/\s'\"]*@")


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

    def blotter(self) -> Blotter:
        """What blots out this key, and every other secret that the process knows."""
        return blotter_of(_secrets({self.value, *_known, *_in_environment(os.environ)}))


# Secrets this process has used, or made: keys, links of raters.
_known: set[str] = set()


def remember_secret(value: str) -> None:
    """From now on this is blotted out of all that is shown."""
    _known.add(value)


def hide_keys(text: str, environment: Mapping[str, str] = os.environ) -> str:
    """The text without any secret that this process has used or that its environment holds.

    Users and passwords in addresses go too, whoever they belong to.
    """
    secrets = _secrets({*_known, *_in_environment(environment)})
    return IN_ADDRESS.sub(rf"\1{HIDDEN}@", blotter_of(secrets).hide_in(text))


def _secrets(values: Iterable[str]) -> frozenset[str]:
    return frozenset(value for value in values if len(value) >= SHORTEST_HIDDEN)


def _in_environment(environment: Mapping[str, str]) -> Iterator[str]:
    """Keys, and the users and passwords of proxies' and other addresses, as written and as meant."""
    for name, value in environment.items():
        # A key has digits. A word without is no key, and a model may well have said it.
        if name.upper().endswith(KEY_ENDINGS) and any(map(str.isdigit, value)):
            yield value.strip()
        elif "@" in value and name.upper().endswith(ADDRESS_ENDINGS):
            user_and_password = value.rpartition("@")[0].rpartition("//")[2]
            password = user_and_password.partition(":")[2]
            yield from (user_and_password, password, unquote(password))


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
