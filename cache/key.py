"""What makes two requests the same: the address of a reply in the store.

The key is the SHA-256 of the body as sent, with the method, the endpoint and the API version it was sent to.
Where one body is sent several times on purpose (`run --epochs`), the number of the repetition enters it, too.
How fast, how often or from where we ask never does. Nothing here touches a file.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

# Enters every key, so that a change of this scheme can never mistake an old reply for a new one.
KEY_VERSION = 1

ABSENT = "(absent)"

# Nothing that is written here holds itself: to look for that takes a tenth of the time.
_PLAIN: Mapping[str, Any] = {
    "sort_keys": True,
    "separators": (",", ":"),
    "allow_nan": False,
    "check_circular": False,
}
_AS_IT_IS = json.JSONEncoder(ensure_ascii=False, **_PLAIN)
_ESCAPED = json.JSONEncoder(**_PLAIN)


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text, whatever their mapping order.

    Text stays as it is (no `\\u` escapes), unless it holds a lone surrogate, which UTF-8 cannot.

    Raises:
        ValueError: the value holds a NaN or an infinity, which JSON cannot say.
    """
    text = _AS_IT_IS.encode(value)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        text = _ESCAPED.encode(value)
    return text


def key_of_body(
    body: str | bytes, *, method: str, endpoint: str, api_version: str | None, repetition: int = 1
) -> str:
    """The key of a request whose body is already canonical JSON; 64 hexadecimal digits.

    Args:
        body: as text, or in UTF-8.
        repetition: the how-manieth time the same body is sent on purpose, from 1. The first has the key that
            a request without repetitions has, so that either may rest on the other's reply.
    """
    digest = hashlib.sha256(f"{_head(method, endpoint, api_version, repetition)}\n".encode())
    digest.update(body if isinstance(body, bytes) else body.encode())
    return digest.hexdigest()


@lru_cache
def _head(method: str, endpoint: str, api_version: str | None, repetition: int) -> str:
    again = [] if repetition == 1 else [repetition]
    return canonical_json([KEY_VERSION, method, endpoint, api_version, *again])


def request_key(
    body: Mapping[str, Any],
    *,
    method: str = "POST",
    endpoint: str,
    api_version: str | None = None,
    repetition: int = 1,
) -> str:
    """The content address of a request: 64 hexadecimal digits.

    Args:
        body: the body as sent, as a JSON value.
        method: the HTTP method.
        endpoint: the full address without query, user or key; two servers that serve a model of the same name
            are two endpoints.
        api_version: the provider's API version where it is a header or a parameter, else None.
        repetition: as of `key_of_body`.
    """
    return key_of_body(
        canonical_json(body),
        method=method,
        endpoint=endpoint,
        api_version=api_version,
        repetition=repetition,
    )


def differing_fields(one: Any, other: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Where two JSON values differ: (path, value in one, value in other), depth first.

    A field that is missing on one side shows as `ABSENT` there, which is not the same as a null.

    >>> differing_fields({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
    [('b[1]', 2, 3)]
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        names = sorted(set(one) | set(other))
        pairs = [
            (f"{path}.{name}" if path else name, one.get(name, ABSENT), other.get(name, ABSENT))
            for name in names
        ]
    elif isinstance(one, list) and isinstance(other, list):
        length = max(len(one), len(other))
        pairs = [(f"{path}[{i}]", _at(one, i), _at(other, i)) for i in range(length)]
    else:
        return [] if one == other and type(one) is type(other) else [(path, one, other)]
    return [difference for name, a, b in pairs for difference in differing_fields(a, b, name)]


def _at(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else ABSENT
