"""OpenAI and Azure OpenAI, through OpenAI's SDK."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import openai

from mhclient.errors import UsageError
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.base import Send
from mhclient.providers.batches import BatchService, Calls
from mhclient.providers.dialect import Dialect
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.openai.batches import FileBatches, openai_batches
from mhclient.providers.openai.chat import OPENAI_CHAT
from mhclient.providers.openai.embeddings import EMBEDDINGS
from mhclient.providers.openai.responses import OPENAI_RESPONSES
from mhclient.providers.sdk import SdkCalls, sdk_client_options, sender
from mhclient.providers.transport.session import open_http

BASE_URL = "https://api.openai.com/v1"


def openai_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at OpenAI, or at `base_url` through OpenAI's SDK."""
    address = _openai_address(base_url)
    return _provider("openai", address, OPENAI_CHAT, "OPENAI_API_KEY", batches=_batches(OPENAI_CHAT))


def openai_responses_provider(base_url: str | None) -> HttpProvider:
    """The responses API at OpenAI, or at `base_url`."""
    address, batches = _openai_address(base_url), _batches(OPENAI_RESPONSES)
    return _provider("openai-responses", address, OPENAI_RESPONSES, "OPENAI_API_KEY", batches=batches)


def azure_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at Azure OpenAI's v1 API; the model's name is the deployment's.

    Source: learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle (the v1 API).

    Raises:
        UsageError: neither `base_url` nor AZURE_OPENAI_ENDPOINT says which resource to ask.
    """
    return _provider("azure", _azure_address(base_url), OPENAI_CHAT, "AZURE_OPENAI_API_KEY")


def openai_embedder(base_url: str | None) -> HttpProvider:
    """Vectors of texts at OpenAI, or at `base_url`."""
    return _provider("openai", _openai_address(base_url), EMBEDDINGS, "OPENAI_API_KEY")


def azure_embedder(base_url: str | None) -> HttpProvider:
    """Vectors of texts at Azure OpenAI's v1 API; raises as `azure_provider`."""
    return _provider("azure", _azure_address(base_url), EMBEDDINGS, "AZURE_OPENAI_API_KEY")


def _azure_address(base_url: str | None) -> str:
    if base_url is not None:
        return base_url
    if resource := os.environ.get("AZURE_OPENAI_ENDPOINT"):
        return f"{resource.rstrip('/')}/openai/v1"
    raise UsageError(
        "`provider=azure`: set AZURE_OPENAI_ENDPOINT to your resource's address "
        "(https://NAME.openai.azure.com), or pass `base_url`."
    )


def _openai_address(base_url: str | None) -> str:
    return base_url or os.environ.get("OPENAI_BASE_URL") or BASE_URL


def _provider(
    name: str, address: str, dialect: Dialect, key_name: str, batches: BatchService | None = None
) -> HttpProvider:
    transport = partial(_connected, path=dialect.path)
    return HttpProvider(name, checked_base_url(address), dialect, (key_name,), transport, batches)


def _batches(dialect: Dialect) -> BatchService:
    # In a batch a request's address is a path of OpenAI's own, whatever stands before it.
    url = f"/v1{dialect.path}"
    return BatchService(openai_batches(url), _calling, partial(FileBatches, url=url))


@asynccontextmanager
async def _client(base_url: str, key: Secret, reach: NetworkOptions) -> AsyncIterator[openai.AsyncOpenAI]:
    async with open_http(base_url, reach, {}) as http:
        options = sdk_client_options(http, reach)
        async with openai.AsyncOpenAI(api_key=key.value, base_url=base_url, **options) as client:
            yield client


@asynccontextmanager
async def _connected(base_url: str, key: Secret, reach: NetworkOptions, path: str) -> AsyncIterator[Send]:
    async with _client(base_url, key, reach) as client:
        yield sender(client, path)


@asynccontextmanager
async def _calling(base_url: str, key: Secret, reach: NetworkOptions) -> AsyncIterator[Calls]:
    async with _client(base_url, key, reach) as client:
        yield SdkCalls(client, key, reach.most_bytes)
