"""OpenAI, through its SDK."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import openai

from mhclient.credentials import Secret
from mhclient.providers.base import Reach, Send
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.sdk import sdk_client_options, sender
from mhclient.wire.openai_chat import OPENAI_CHAT

BASE_URL = "https://api.openai.com/v1"


def openai_provider(base_url: str | None) -> HttpProvider:
    """Chat completions at OpenAI, or at `base_url` through OpenAI's SDK."""
    address = checked_base_url(base_url or os.environ.get("OPENAI_BASE_URL") or BASE_URL)
    return HttpProvider("openai", address, OPENAI_CHAT, ("OPENAI_API_KEY",), _connected)


@asynccontextmanager
async def _connected(base_url: str, key: Secret, reach: Reach) -> AsyncIterator[Send]:
    options = sdk_client_options(openai, reach)
    async with openai.AsyncOpenAI(api_key=key.value, base_url=base_url, **options) as client:
        yield sender(client, openai, OPENAI_CHAT.path)
