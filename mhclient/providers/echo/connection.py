"""Forced choice on a server: vLLM and others that echo a prompt with the log-probs of its tokens.

The same surface forms and the same record as from the local engine, for models that are served elsewhere.
"""

import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cache import Response, StoredRequest, canonical_json, key_of_body
from mhclient.errors import (
    MalformedReply,
    NoLogProbs,
    PromptTooLong,
    ReplyTooLarge,
    RequestRejected,
    UnknownModel,
    UsageError,
)
from mhclient.providers.base import Abilities, ProviderConnection, RawReply, Send
from mhclient.providers.compatible.connection import open_directly
from mhclient.providers.echo.scores import PATH, echo_body, echo_choice, read_echo
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.local.wire import choice_body, read_body
from mhclient.providers.openai.chat import COMPATIBLE_CHAT
from mhclient.providers.reach import Reach
from mhclient.run.letter_forms import FormSet
from mhclient.run.parameters import Parameters, Prompt

NEEDS_ECHO = "(a forced choice needs a server's completions API with echo, as vLLM has it)"

# A prompt as the text the model is shown.
Show = Callable[[Prompt], str]


@dataclass(frozen=True, slots=True)
class EchoProvider(Abilities):
    """See `mhclient.providers.base.Provider`.

    Attributes:
        http: address, key and connections.
        forms: what says a letter.
        show: makes a prompt the text that is sent, chat template and anchor included.
        templated: whether `show` writes a chat template's special tokens, so that the server must add none.
    """

    http: HttpProvider
    forms: FormSet
    show: Show
    templated: bool
    name: str = "compatible"

    @property
    def endpoint(self) -> str:
        """The full address of the completions API."""
        return self.http.base_url + PATH

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request as it will be sent."""
        text = self.show(prompt)
        fields = echo_body(model, text, prompt.letters, self.forms, special_tokens=not self.templated)
        body = canonical_json(fields)
        key = key_of_body(body, method="POST", endpoint=self.endpoint, api_version=None)
        return StoredRequest(key, "POST", self.endpoint, None, model, body)

    def read(self, raw: RawReply) -> Response:
        """The reply in what `connect`'s line kept."""
        return read_body(raw.body)

    def check_key(self) -> None:
        """See `Provider.check_key`."""
        self.http.check_key()

    @asynccontextmanager
    async def connect(self, reach: Reach) -> AsyncIterator[ProviderConnection]:
        """Open the pool. Of a reply, what was scored is kept: the echo of 25 prompts is not."""
        async with self.http.connect(reach) as line:
            yield ProviderConnection(_Asking(self, line.send).send, line.account)

    def kept(self, request: StoredRequest, body: bytes) -> bytes:
        """What is kept of a reply: what was scored in it."""
        sent = json.loads(request.body)["prompt"]
        echoed, served, fingerprint = read_echo(body, sent)
        said = [text[len(sent[0]) :] for text in sent[1 :: len(self.forms.templates)]]
        letters = [letter for form in said if (letter := self.forms.letter_in(form)) is not None]
        choice = echo_choice(echoed, letters, self.forms)
        return choice_body(choice, fingerprint or "a server", served or request.model)


@dataclass(slots=True)
class _Asking:
    """One connection's way of asking: what the server makes of the first request decides the others.

    Attributes:
        max_tokens: 0, or 1 for a server that insists on writing a token; it is left out of the scores.
        answered: whether the server has echoed once: then what it refuses is one item's own.
    """

    provider: EchoProvider
    ask_server: Send
    max_tokens: int = 0
    answered: bool = False

    async def send(self, request: StoredRequest) -> RawReply:
        try:
            raw = await self._ask(request)
            try:
                kept = raw._replace(body=self.provider.kept(request, raw.body))
            except BaseException:
                raw.held.release()
                raise
        except (UnknownModel, RequestRejected, MalformedReply) as error:
            if self.answered or isinstance(error, PromptTooLong | ReplyTooLarge):
                raise
            raise NoLogProbs(f"{error} {NEEDS_ECHO}", status=error.status) from error
        self.answered = True
        return kept

    async def _ask(self, request: StoredRequest) -> RawReply:
        try:
            return await self.ask_server(_writing(request, self.max_tokens))
        except RequestRejected as error:
            if self.max_tokens or "max_tokens" not in str(error):
                raise
            self.max_tokens = 1
            return await self.ask_server(_writing(request, self.max_tokens))


def _writing(request: StoredRequest, max_tokens: int) -> StoredRequest:
    """The request, for a server that is to write so many tokens behind the echo."""
    if not max_tokens:
        return request
    return request._replace(body=canonical_json(json.loads(request.body) | {"max_tokens": max_tokens}))


def echo_provider(base_url: str | None, forms: FormSet, show: Show, *, templated: bool) -> EchoProvider:
    """A server at `base_url`, such as http://localhost:8000/v1.

    Raises:
        UsageError: there is no base URL.
    """
    if not (address := base_url or os.environ.get("OPENAI_BASE_URL")):
        raise UsageError("`provider=compatible` needs `base_url`, such as http://localhost:8000/v1.")
    keys = ("MHCLIENT_API_KEY",)  # as `compatible_provider`
    http = HttpProvider("compatible", checked_base_url(address), COMPATIBLE_CHAT, keys, open_directly)
    return EchoProvider(http, forms, show, templated)
