"""Forced choice on a server: vLLM and others that echo a prompt with the log-probs of its tokens.

The same surface forms and the same record as from the local engine, for models that are served elsewhere.
"""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cache import Response, StoredRequest, canonical_json, key_of_body
from mhclient.errors import UsageError
from mhclient.providers.base import Abilities, ProviderConnection, RawReply
from mhclient.providers.compatible.connection import open_directly
from mhclient.providers.echo.asking import ScoringConnection
from mhclient.providers.echo.scores import PATH, echo_body
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.local.surface_forms import Encode
from mhclient.providers.local.wire import read_body
from mhclient.providers.openai.chat import COMPATIBLE_CHAT
from mhclient.providers.reach import Reach
from mhclient.run.letter_forms import FormSet
from mhclient.run.parameters import Parameters, Prompt

# A prompt as the text the model is shown.
Show = Callable[[Prompt], str]


@dataclass(frozen=True, slots=True)
class EchoProvider(Abilities):
    """See `mhclient.providers.base.Provider`.

    Attributes:
        http: address, key and connections.
        forms: what says a letter.
        show: makes a prompt the text that is sent, chat template and anchor included.
        encode: texts as token ids, where a tokenizer was named; its chat template's special tokens are in
            what `show` writes, so that the server must add none.
    """

    http: HttpProvider
    forms: FormSet
    show: Show
    encode: Encode | None = None
    name: str = "compatible"
    told: list[str] = field(default_factory=list)

    @property
    def endpoint(self) -> str:
        """The full address of the completions API."""
        return self.http.base_url + PATH

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request as it will be sent."""
        text = self.show(prompt)
        fields = echo_body(model, text, prompt.letters, self.forms, special_tokens=self.encode is None)
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
        """Open the pool. Of a reply, what was scored is kept: the echo of 25 prompts is not.

        The same request may be asked by an echo or by its token tree: what comes of it is the same.
        """
        async with self.http.connect(reach) as line:
            asking = ScoringConnection(self.forms, self.encode, line.send, self.told.append)
            yield ProviderConnection(asking.send, line.account)

    def notes(self) -> list[str]:
        """Whether letters were scored otherwise than one would expect."""
        return list(self.told)


def echo_provider(
    base_url: str | None, forms: FormSet, show: Show, encode: Encode | None = None
) -> EchoProvider:
    """A server at `base_url`, such as http://localhost:8000/v1.

    Raises:
        UsageError: there is no base URL.
    """
    if not (address := base_url or os.environ.get("OPENAI_BASE_URL")):
        raise UsageError("compatible needs `base_url`, such as http://localhost:8000/v1.")
    keys = ("MHCLIENT_API_KEY",)  # as `compatible_provider`
    http = HttpProvider("compatible", checked_base_url(address), COMPATIBLE_CHAT, keys, open_directly)
    return EchoProvider(http, forms, show, encode)
