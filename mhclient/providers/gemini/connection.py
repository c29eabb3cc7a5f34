"""Gemini's own API, without an SDK: the key goes in a header, never in an address."""

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from mhclient.loading import later
from mhclient.providers.base import Send
from mhclient.providers.batches.provider import BatchService, Calls
from mhclient.providers.compatible.connection import open_with
from mhclient.providers.credentials import Secret
from mhclient.providers.gemini.batches import GEMINI_BATCHES
from mhclient.providers.gemini.file_batches import GeminiBatches
from mhclient.providers.gemini.generate_content import GEMINI, KEY_HEADER
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.reach import Reach

if TYPE_CHECKING:
    from mhclient.providers.gemini import calls
else:  # as in `compatible.connection`: a run whose replies are all stored never connects
    calls = later("mhclient.providers.gemini.calls")

# Source: ai.google.dev/gemini-api/docs/api-versions: v1beta has batches and thinking, v1 has not.
BASE_URL = "https://generativelanguage.googleapis.com/v1beta"
KEY_NAMES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")


def gemini_native_provider(base_url: str | None) -> HttpProvider:
    """`generateContent` at Google, or at `base_url`, which ends in the API's version (/v1beta)."""
    address = checked_base_url(base_url or BASE_URL)
    batches = BatchService(GEMINI_BATCHES, _calling, _batches)
    return HttpProvider("gemini-native", address, GEMINI, KEY_NAMES, _connected, batches)


def _batches(calls: Calls, account: str) -> GeminiBatches:
    return GeminiBatches(calls, account, GEMINI_BATCHES)


def _calling(base_url: str, key: Secret, reach: Reach) -> AbstractAsyncContextManager[Calls]:
    return calls.gemini_calls(base_url, key, reach)


def _connected(base_url: str, key: Secret, reach: Reach) -> AbstractAsyncContextManager[Send]:
    return open_with(base_url, {KEY_HEADER: key.value}, reach)
