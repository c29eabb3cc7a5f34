"""Servers that speak OpenAI's chat completions: vLLM, llama.cpp, Ollama, TGI, and gateways."""

import os

from mhclient.errors import UsageError
from mhclient.providers.direct import direct_transport
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.wire.openai_chat import COMPATIBLE_CHAT


def compatible_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at `base_url`, such as http://localhost:8000/v1, without an SDK in between.

    Raises:
        UsageError: there is no base URL.
    """
    if not (address := base_url or os.environ.get("OPENAI_BASE_URL")):
        raise UsageError("--provider compatible needs --base-url, such as http://localhost:8000/v1.")
    keys = ("MHCLIENT_API_KEY", "OPENAI_API_KEY")
    return HttpProvider("compatible", checked_base_url(address), COMPATIBLE_CHAT, keys, direct_transport)
