"""How the replies that lie in a store are read again, whoever sent them: for checking what the store says."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from cache import Response, UnreadableBody
from mhclient.errors import MalformedReply
from mhclient.providers.anthropic.messages import ANTHROPIC_MESSAGES
from mhclient.providers.echo.scores import PATH as ECHO
from mhclient.providers.local import wire as local
from mhclient.providers.openai.chat import OPENAI_CHAT
from mhclient.providers.openai.responses import OPENAI_RESPONSES
from mhclient.run.adopted import METHOD as ADOPTED

ReadBody = Callable[[bytes], Response]

# By the end of an endpoint's address: how its bodies are read. The longer ending stands first.
READERS: Mapping[str, ReadBody] = {
    dialect.path: dialect.read_body for dialect in (OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC_MESSAGES)
} | {ECHO: local.read_body}


def find_body_reader(method: str, endpoint: str) -> ReadBody | None:
    """How the replies to a request are read; None where nobody knows.

    What is returned raises `UnreadableBody` for a body that is no reply.
    """
    if method == local.METHOD:
        return partial(_read, local.read_body)
    if method == ADOPTED:
        return _read_adopted
    found = next((read for path, read in READERS.items() if endpoint.endswith(path)), None)
    return None if found is None else partial(_read, found)


def _read(read: ReadBody, body: bytes) -> Response:
    try:
        return read(body)
    except MalformedReply as error:
        raise UnreadableBody(str(error)) from error


def _read_adopted(body: bytes) -> Response:
    """What another tool kept, as `mhclient.adopt.keep` has written it."""
    try:
        value = json.loads(body)
        names = ("completion", "finish_reason", "served_model")
        tokens = {name: value[name] for name in ("prompt_tokens", "completion_tokens")}
        return Response(body, *(value[name] for name in names), **tokens)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UnreadableBody(f"not as adopted replies are kept ({type(error).__name__})") from error
