"""Forced choice on a server: vLLM and others that echo a prompt with the log-probs of its tokens.

The same surface forms and the same record as from the local engine, for models that are served elsewhere.
Letters are scored by the token tree where the server can, else by an echo. The first request is asked both
ways. They must agree as far as the server agrees with itself; then all others are asked by the tree.
"""

import json
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio

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
from mhclient.loading import later
from mhclient.providers.access import NetworkOptions
from mhclient.providers.base import Abilities, ProviderConnection, RawReply, Send
from mhclient.providers.compatible import open_directly
from mhclient.providers.echo.scores import (
    BY_ECHO,
    BY_TREE,
    PATH,
    EchoedText,
    ItemTree,
    echo_body,
    echo_choice,
    read_echo,
)
from mhclient.providers.http import HttpProvider, checked_base_url
from mhclient.providers.local.prompts import anchored, messages_of, plain_text
from mhclient.providers.local.settings import require_packages
from mhclient.providers.local.surface_forms import Encode
from mhclient.providers.local.wire import ForcedChoice, choice_body, read_body
from mhclient.providers.openai.chat import COMPATIBLE_CHAT
from mhclient.run.letter_forms import FormSet
from mhclient.run.parameters import Parameters, Prompt

if TYPE_CHECKING:
    from mhclient.providers.local import load as tokenizers
else:  # it brings transformers, which few servers' users have installed
    tokenizers = later("mhclient.providers.local.load")

NEEDS_ECHO = "(a forced choice needs a server's completions API with echo, as vLLM has it)"
AGREE = 1e-3  # nats by which the two ways may differ
NOISE_TIMES = 3.0  # or so many times the difference that the order of an echo's texts makes


@dataclass(slots=True)
class ScoringConnection:
    """One connection's way of asking: what the server makes of the first request decides the others.

    Attributes:
        encode: texts as the server's token ids; None where no tokenizer is known, so that there is no tree.
        tell: told in a sentence why there is none.
        max_tokens: 0, or 1 for a server that insists on writing a token; it is left out of the scores.
        answered: whether the server has echoed once: then what it refuses is one item's own.
        by_tree: whether the tree is used; None while it has not been tried.
    """

    forms: FormSet
    encode: Encode | None
    ask_server: Send
    tell: Callable[[str], None]
    max_tokens: int = 0
    answered: bool = False
    by_tree: bool | None = None
    trial: anyio.Lock = field(default_factory=anyio.Lock)

    async def send(self, request: StoredRequest) -> RawReply:
        """Ask; of the reply, what was scored in it is kept."""
        if self.encode is None or self.by_tree is False:
            return await self._echo(request)
        if self.by_tree:
            try:
                return await self._tree(request)
            except NoLogProbs:  # of this item: so many letters that their tokens cannot all be named
                return await self._echo(request)
        async with self.trial:  # those that come meanwhile wait for what it finds
            if self.by_tree is None:
                kept = await self._echo(request)
                self.by_tree = await self._agrees(request, kept)
                return kept
        return await self.send(request)

    async def _tree(self, request: StoredRequest) -> RawReply:
        """Raises NoLogProbs where the server does not name what it was asked for."""
        assert self.encode is not None
        echo = json.loads(request.body)
        tree = ItemTree.of(self.encode(echo["prompt"]))
        raw = await self.ask_server(request._replace(body=canonical_json(tree.body(echo))))
        return _kept(raw, lambda body: self._choice(request, echo, tree.read(body), BY_TREE))

    async def _echo(self, request: StoredRequest) -> RawReply:
        try:
            raw = await self._ask_for_echo(request)
            echo = json.loads(request.body)
            kept = _kept(
                raw, lambda body: self._choice(request, echo, read_echo(body, echo["prompt"]), BY_ECHO)
            )
        except (UnknownModel, RequestRejected, MalformedReply) as error:
            if self.answered or isinstance(error, PromptTooLong | ReplyTooLarge):
                raise
            raise NoLogProbs(f"{error} {NEEDS_ECHO}", status=error.status) from error
        self.answered = True
        return kept

    async def _ask_for_echo(self, request: StoredRequest) -> RawReply:
        try:
            return await self.ask_server(_writing(request, self.max_tokens))
        except RequestRejected as error:
            if self.max_tokens or "max_tokens" not in str(error):
                raise
            self.max_tokens = 1
            return await self.ask_server(_writing(request, self.max_tokens))

    async def _agrees(self, request: StoredRequest, echoed: RawReply) -> bool:
        """Whether the tree brings what the echo brought; says why if it does not."""
        try:
            tree = await self._tree(request)
        except (NoLogProbs, UnknownModel, RequestRejected, MalformedReply) as error:
            self.tell(f"Letters are scored by echo, which costs more: no token tree ({error})")
            return False
        tree.held.release()
        one, other = json.loads(echoed.body), json.loads(tree.body)
        apart = _apart(one, other)
        if apart <= AGREE:
            return True
        allowed = NOISE_TIMES * _apart(one, await self._in_another_order(request))
        if apart <= allowed:
            self.tell(
                f"Letters are scored by the token tree; on the first item its log-probs differ from those of "
                f"an echo by {apart:.1e}, as two echoes of this server do."
            )
            return True
        self.tell(
            f"Letters are scored by echo, which costs more: the token tree is {apart:.1e} away in log-probs."
        )
        return False

    async def _in_another_order(self, request: StoredRequest) -> dict[str, Any]:
        """The same echo in two halves, which the server computes beside other texts."""
        echo = json.loads(request.body)
        texts = echo["prompt"]
        middle = len(texts) // 2
        halves = [[texts[0], *texts[1:middle]], [texts[0], *texts[middle:]]]
        echoed: list[EchoedText] = []
        for half in halves:
            body = canonical_json(echo | {"prompt": half})
            raw = await self._ask_for_echo(request._replace(body=body))
            raw.held.release()
            echoed += read_echo(raw.body, half)[0][bool(echoed) :]
        found: dict[str, Any] = json.loads(self._choice(request, echo, (echoed, None, None), BY_ECHO))
        return found

    def _choice(
        self,
        request: StoredRequest,
        echo: dict[str, Any],
        read: tuple[list[EchoedText], str | None, str | None],
        way: str,
    ) -> bytes:
        """What is kept of a reply: what was scored in it."""
        echoed, served, fingerprint = read
        choice: ForcedChoice = echo_choice(echoed, _letters(echo["prompt"], self.forms), self.forms, way)
        return choice_body(choice, fingerprint or "a server", served or request.model)


def _letters(texts: Sequence[str], forms: FormSet) -> list[str]:
    said = [text[len(texts[0]) :] for text in texts[1 :: len(forms.templates)]]
    return [letter for form in said if (letter := forms.letter_in(form)) is not None]


def _kept(raw: RawReply, what: Callable[[bytes], bytes]) -> RawReply:
    try:
        return raw._replace(body=what(raw.body))
    except BaseException:
        raw.held.release()
        raise


def _apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    """The largest difference of a form's log-prob; infinity where the tokens differ, too."""
    if (one["n_prompt_tokens"], one["n_shortened"]) != (other["n_prompt_tokens"], other["n_shortened"]):
        return float("inf")
    pairs = [
        (mine, its)
        for letter, forms in one["scores"].items()
        for mine, its in zip(forms, other["scores"][letter], strict=True)
    ]
    if any(mine[1:] != its[1:] for mine, its in pairs):
        return float("inf")
    return float(max(abs(mine[0] - its[0]) for mine, its in pairs))


def _writing(request: StoredRequest, max_tokens: int) -> StoredRequest:
    """The request, for a server that is to write so many tokens behind the echo."""
    if not max_tokens:
        return request
    return request._replace(body=canonical_json(json.loads(request.body) | {"max_tokens": max_tokens}))


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
    async def connect(self, reach: NetworkOptions) -> AsyncIterator[ProviderConnection]:
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


@dataclass(frozen=True, slots=True)
class ServedPrompts:
    """Prompts for a model that is served elsewhere.

    Attributes:
        show: a prompt as text.
        encode: texts as token ids; None where the server's tokenizer is not known.
    """

    show: Callable[[Prompt], str]
    encode: Encode | None = None


def shower(tokenizer: str | None, revision: str | None, anchor: str) -> ServedPrompts:
    """What shows a prompt to a model that is served elsewhere.

    Args:
        tokenizer: folder or name of the tokenizer whose chat template is used; None for plain text.

    Raises:
        MissingPackage: transformers is not installed.
        ModelUnusable: there is no such tokenizer, or it has no chat template.
    """
    if tokenizer is None:
        return ServedPrompts(lambda prompt: plain_text(anchored(messages_of(prompt), anchor)))
    require_packages()
    loaded = tokenizers.load_tokenizer(tokenizer, revision)
    return ServedPrompts(
        lambda prompt: tokenizers.shown_text(loaded, messages_of(prompt), anchor),
        partial(tokenizers.encoded, loaded),
    )
