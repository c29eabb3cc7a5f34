"""Anthropic, through its SDK."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anthropic

from mhclient.errors import UsageError
from mhclient.providers.access import NetworkOptions, Secret
from mhclient.providers.anthropic.batches import ANTHROPIC_BATCHES, MessageBatches
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES, API_VERSION
from mhclient.providers.base import Send
from mhclient.providers.batches import BatchService, Calls
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.sdk import SdkCalls, sdk_client_options, sender
from mhclient.providers.transport.session import open_http

BASE_URL = "https://api.anthropic.com"


def anthropic_provider(base_url: str | None) -> HttpProvider:
    """Messages at Anthropic, or at `base_url` through Anthropic's SDK.

    Raises:
        UsageError: the address ends in /v1, which Anthropic's SDK adds itself.
    """
    address = _before_v1(checked_base_url(base_url or os.environ.get("ANTHROPIC_BASE_URL") or BASE_URL))
    batches = BatchService(ANTHROPIC_BATCHES, _calling, MessageBatches)
    key_names = ("ANTHROPIC_API_KEY",)
    return HttpProvider("anthropic", address, ANTHROPIC_MESSAGES, key_names, _connected, batches)


def _before_v1(address: str) -> str:
    if address.endswith("/v1"):
        raise UsageError(
            f"`base_url={address}`: Anthropic's addresses end before /v1; try {address.removesuffix('/v1')}."
        )
    return address


@asynccontextmanager
async def _client(
    base_url: str, key: Secret, reach: NetworkOptions
) -> AsyncIterator[anthropic.AsyncAnthropic]:
    headers = {"anthropic-version": API_VERSION}
    async with open_http(base_url, reach, {}) as http:
        options = sdk_client_options(http, reach) | {"default_headers": headers}
        async with anthropic.AsyncAnthropic(api_key=key.value, base_url=base_url, **options) as client:
            yield client


@asynccontextmanager
async def _connected(base_url: str, key: Secret, reach: NetworkOptions) -> AsyncIterator[Send]:
    async with _client(base_url, key, reach) as client:
        yield sender(client, ANTHROPIC_MESSAGES.path)


@asynccontextmanager
async def _calling(base_url: str, key: Secret, reach: NetworkOptions) -> AsyncIterator[Calls]:
    async with _client(base_url, key, reach) as client:
        yield SdkCalls(client, key, reach.most_bytes)
