"""Routes: which of the providers behind a router may serve a request. Pure.

OpenRouter balances one model's requests over providers whose quantisations and limits differ, unless told.
Source: openrouter.ai/docs/guides/routing/provider-selection (the object `provider` of a request).

Decision: docs/decisions/providers.md, "A route is pinned by the user, never by us".
"""

from collections.abc import Mapping
from typing import Any

from mhclient.errors import UsageError
from mhclient.run.body_fields import Fields, joined

LISTS = ("only", "order", "ignore", "quantizations")
SWITCHES = ("allow_fallbacks", "require_parameters")
_TRUTH = {"true": True, "false": False}

UNPINNED = (
    "Warning: OpenRouter may send each request to another provider, and providers serve a model with other "
    "quantisations and limits: scores can shift. `route=only=NAME` pins one; the report shows who served."
)


def parse_route(text: str) -> dict[str, Any]:
    """One wish, as in `only=together`.

    >>> parse_route("order=together,deepinfra"), parse_route("allow_fallbacks=false")
    ({'order': ['together', 'deepinfra']}, {'allow_fallbacks': False})

    Raises:
        UsageError: there is no such wish.
    """
    name, _, value = text.partition("=")
    names = [part.strip() for part in value.split(",") if part.strip()]
    wish: Any = names if name in LISTS and names else _TRUTH.get(value) if name in SWITCHES else None
    if wish is None:
        raise UsageError(
            f"`route={text}`: give {', '.join(f'{one}=NAME,…' for one in LISTS)}, or "
            f"{' or '.join(f'{one}=true|false' for one in SWITCHES)}."
        )
    return {name: wish}


def route_of(wishes: list[dict[str, Any]]) -> dict[str, Any]:
    """Several wishes as one route.

    Raises:
        UsageError: one is said twice.
    """
    try:
        return joined(wishes)
    except UsageError as error:
        raise UsageError(str(error).replace("`parameters=", "`route=")) from None


def check_route(route: object) -> None:
    """Refuse what is no route.

    Raises:
        UsageError: says what it may hold.
    """
    if not isinstance(route, Mapping):
        raise UsageError(f"route is {route!r:.80}: give a dict, as in {{'only': ['together']}}.")
    for name, wish in route.items():
        listed = name in LISTS and isinstance(wish, list | tuple) and wish and all(map(_is_name, wish))
        if not listed and not (name in SWITCHES and isinstance(wish, bool)):
            raise UsageError(
                f"route has {name!r}: {wish!r:.60}. It takes lists of names under {', '.join(LISTS)}, and "
                f"true or false under {', '.join(SWITCHES)}."
            )


def is_pinned(route: Fields) -> bool:
    """Whether who serves was chosen: only those named, or those in this order and nobody else.

    >>> is_pinned({"only": ["together"]}), is_pinned({"order": ["together"]}), is_pinned({})
    (True, False, False)
    """
    return bool(route.get("only")) or (bool(route.get("order")) and route.get("allow_fallbacks") is False)


def may_change(provider: str, route: Fields, fields: Fields) -> bool:
    """Whether a router may send each request to another provider.

    Args:
        route: as `route` gives it.
        fields: further fields of the request's body, which may have a route, too.

    >>> may_change("openrouter", {}, {}), may_change("openrouter", {}, {"provider": {"only": ["together"]}})
    (True, False)
    """
    set_by_hand = fields.get("provider")
    return provider == "openrouter" and not is_pinned(
        route or (set_by_hand if isinstance(set_by_hand, Mapping) else {})
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
