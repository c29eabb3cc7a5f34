"""Servers that speak OpenAI's chat completions, asked without an SDK in between.

`compatible` is any of them by its address: vLLM, llama.cpp, Ollama, TGI, a gateway. OpenRouter and Gemini are
two with a fixed address and a key of their own.
"""

import os
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.base import Send
from mhclient.providers.dialect import Dialect
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.openai.chat import COMPATIBLE_CHAT, GEMINI_CHAT, OPENROUTER_CHAT
from mhclient.providers.openai.embeddings import EMBEDDINGS

if TYPE_CHECKING:
    from mhclient.providers.transport import session
else:  # it brings aiohttp, a tenth of a second; a run whose replies are all stored never connects
    session = later("mhclient.providers.transport.session")

OPENROUTER = "https://openrouter.ai/api/v1"
# Source: ai.google.dev/gemini-api/docs/openai
GEMINI = "https://generativelanguage.googleapis.com/v1beta/openai"


def compatible_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at `base_url`, such as http://localhost:8000/v1.

    Raises:
        UsageError: there is no base URL.
    """
    # Not OPENAI_API_KEY: OpenAI's key is for OpenAI, not for whatever address was given.
    return _provider("compatible", _own_address(base_url), COMPATIBLE_CHAT, "MHCLIENT_API_KEY")


def compatible_embedder(base_url: str | None) -> HttpProvider:
    """Vectors of texts at `base_url`; raises as `compatible_provider`."""
    return _provider("compatible", _own_address(base_url), EMBEDDINGS, "MHCLIENT_API_KEY")


def _own_address(base_url: str | None) -> str:
    if not (address := base_url or os.environ.get("OPENAI_BASE_URL")):
        raise UsageError("compatible needs `base_url`, such as http://localhost:8000/v1.")
    return address


def openrouter_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at OpenRouter."""
    return _provider("openrouter", base_url or OPENROUTER, OPENROUTER_CHAT, "OPENROUTER_API_KEY")


def openrouter_embedder(base_url: str | None) -> HttpProvider:
    """Vectors of texts at OpenRouter."""
    return _provider("openrouter", base_url or OPENROUTER, EMBEDDINGS, "OPENROUTER_API_KEY")


def gemini_embedder(base_url: str | None) -> HttpProvider:
    """Vectors of texts by Gemini, through Google's endpoint for OpenAI's API."""
    return _provider("gemini", base_url or GEMINI, EMBEDDINGS, "GEMINI_API_KEY")


def gemini_provider(base_url: str | None) -> HttpProvider:
    """Gemini, through Google's endpoint for OpenAI's chat completions."""
    return _provider("gemini", base_url or GEMINI, GEMINI_CHAT, "GEMINI_API_KEY")


def _provider(name: str, address: str, dialect: Dialect, *key_names: str) -> HttpProvider:
    return HttpProvider(name, checked_base_url(address), dialect, key_names, open_directly)


def open_directly(base_url: str, key: Secret, reach: NetworkOptions) -> AbstractAsyncContextManager[Send]:
    """Connections to a server, without an SDK in between."""
    return open_with(base_url, {"Authorization": f"Bearer {key.value}"}, reach)


def open_with(
    base_url: str, key: Mapping[str, str], reach: NetworkOptions
) -> AbstractAsyncContextManager[Send]:
    """The same; `key` is the header that the key goes in."""
    return session.direct_transport(base_url, key, reach)
