"""Redaction: secrets that this process knows never stand in what it shows or writes.

Here is only which variables of the environment may hold one, for every help asks; `secrets.py` hides them.
"""

from collections.abc import Mapping

# What variables that hold a key are called; plug-ins and SDKs have some of their own.
KEY_ENDINGS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
ADDRESS_ENDINGS = ("_PROXY", "_URL", "_URI", "_ENDPOINT", "_BASE")


def is_key(name: str, value: str) -> bool:
    """Whether a variable holds a key: one has digits; a model may well have said a word without any."""
    return name.upper().endswith(KEY_ENDINGS) and any(map(str.isdigit, value))


def has_user(name: str, value: str) -> bool:
    """Whether a variable holds an address with a user, and perhaps a password, before its host."""
    return "@" in value and name.upper().endswith(ADDRESS_ENDINGS)


def holds_secrets(environment: Mapping[str, str]) -> bool:
    """Whether there is anything to redact in results.

    >>> holds_secrets({"OPENAI_API_KEY": "sk-123"}), holds_secrets({"HOME": "/home/ann"})
    (True, False)
    """
    return any(is_key(*variable) or has_user(*variable) for variable in environment.items())
