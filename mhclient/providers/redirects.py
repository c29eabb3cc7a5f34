"""What a redirect says: the address to give instead, or that it leads to no API. Pure functions."""

from collections.abc import Mapping
from urllib.parse import urlsplit, urlunsplit

# What follows the base URL in the addresses of APIs; Anthropic's base URL ends before /v1.
API_PATHS = (
    *("/v1/messages/batches", "/v1/messages"),
    *("/chat/completions", "/completions", "/responses", "/batches", "/files"),
)
LONGEST_ADDRESS = 300


def where_to(headers: Mapping[str, str]) -> str:
    """What has become of the address, and what to do."""
    address = _address_in(headers)
    if address is None:
        return "the address has moved, and nothing says where to: check `base_url`"
    base = next((address.removesuffix(path) for path in API_PATHS if address.endswith(path)), None)
    if base is None:
        return f"the server sends us on to {address}, which is no address of an API: check `base_url`"
    if address.startswith("/"):
        return f"the address has moved to {address} on the same server: change `base_url`"
    return f"the address has moved; give `base_url={base}`"


def _address_in(headers: Mapping[str, str]) -> str | None:
    """The address a redirect names, less what may be secret in it: password, query, fragment."""
    location = next((value for name, value in headers.items() if name.lower() == "location"), "")
    try:
        parts = urlsplit(location.strip())
    except ValueError:
        return None
    host = parts.netloc.rpartition("@")[2]
    address = urlunsplit((parts.scheme, host, parts.path, "", ""))
    return address if address.isprintable() and 0 < len(address) <= LONGEST_ADDRESS else None
