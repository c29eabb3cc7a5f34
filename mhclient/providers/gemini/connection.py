"""Gemini's own API, without an SDK: the key goes in a header, never in an address."""

from contextlib import AbstractAsyncContextManager

from mhclient.providers.base import Send
from mhclient.providers.credentials import Secret
from mhclient.providers.gemini.generate_content import GEMINI
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.reach import Reach

# Source: ai.google.dev/gemini-api/docs/api-versions: v1beta has batches and thinking, v1 has not.
BASE_URL = "https://generativelanguage.googleapis.com/v1beta"
KEY_NAMES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")


def gemini_native_provider(base_url: str | None) -> HttpProvider:
    """`generateContent` at Google, or at `base_url`, which ends in the API's version (/v1beta)."""
    address = checked_base_url(base_url or BASE_URL)
    return HttpProvider("gemini-native", address, GEMINI, KEY_NAMES, _connected)


def key_header(key: Secret) -> dict[str, str]:
    """The header that Gemini's key goes in."""
    return {"x-goog-api-key": key.value}


def _connected(base_url: str, key: Secret, reach: Reach) -> AbstractAsyncContextManager[Send]:
    # Imported here: aiohttp takes a tenth of a second, and a run whose replies are all stored never connects.
    from mhclient.providers.compatible.direct import direct_transport

    return direct_transport(base_url, key_header(key), reach)
