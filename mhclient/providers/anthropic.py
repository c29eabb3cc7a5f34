"""Anthropic, through its SDK."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anthropic

from mhclient.credentials import Secret
from mhclient.providers.base import Reach, Send
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.sdk import sdk_client_options, sender
from mhclient.wire.anthropic_messages import ANTHROPIC_MESSAGES, API_VERSION

BASE_URL = "https://api.anthropic.com"


def anthropic_provider(base_url: str | None) -> HttpProvider:
    """Messages at Anthropic, or at `base_url` through Anthropic's SDK."""
    address = checked_base_url(base_url or os.environ.get("ANTHROPIC_BASE_URL") or BASE_URL)
    return HttpProvider("anthropic", address, ANTHROPIC_MESSAGES, ("ANTHROPIC_API_KEY",), _connected)


@asynccontextmanager
async def _connected(base_url: str, key: Secret, reach: Reach) -> AsyncIterator[Send]:
    options = sdk_client_options(anthropic, reach)
    headers = {"anthropic-version": API_VERSION}
    client = anthropic.AsyncAnthropic(
        api_key=key.value, base_url=base_url, default_headers=headers, **options
    )
    async with client:
        yield sender(client, anthropic, ANTHROPIC_MESSAGES.path)
