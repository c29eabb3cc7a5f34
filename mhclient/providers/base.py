"""What a provider is: a way to say a prompt, a way to send it, a way to read what comes back.

Saying and reading are pure, so that a store full of replies needs neither network nor key. Only `connect`
touches the world: it finds the key and opens the connections. A `Model` is a provider with the model's name
and the mode in which it is asked; a `ModelOutline` a model on this machine without its weights.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from cache import Response, StoredRequest
from mhclient.errors import UsageError
from mhclient.machine.bounded import NO_PLACES, HeldPlaces
from mhclient.providers.access import NetworkOptions
from mhclient.providers.batches import BatchAccess
from mhclient.run.parameters import Parameters, Prompt
from mhclient.run.spec import Ask


@dataclass(frozen=True, slots=True)
class ModelOutline:
    """What a model on this machine would compute with.

    Attributes:
        lengths: bodies of requests → tokens of each prompt and its longest answer, however long; raises
            ModelUnusable where the tokenizer cannot tell letters apart.
        room: tokens that --max-length and the model allow.
        dtype: of the weights.
        device: None where accelerate spreads the model.
        weight_bytes: that the weights take; None for a quantised model.
        free_bytes: on the device; None where there are several.
    """

    lengths: Callable[[Iterable[str]], list[int]]
    room: int
    dtype: str
    device: str | None
    weight_bytes: int | None
    free_bytes: int | None


class RawReply(NamedTuple):
    """An HTTP answer with a status below 300, as received."""

    status: int
    headers: Mapping[str, str]  # those that matter: see `mhclient.providers.headers`
    body: bytes
    held: HeldPlaces = NO_PLACES  # its place in memory: released once the reply is stored


NAMED = "name:"  # how the endpoint of a server begins that has a name

# Sends one request once. Raises a ProviderError where no reply came; never retries.
Send = Callable[[StoredRequest], Awaitable[RawReply]]


@dataclass(frozen=True, slots=True)
class ProviderConnection:
    """An open connection to a provider.

    Attributes:
        send: sends one request once.
        account: whose limits it shares: the address and the key's fingerprint, never the key.
        drain: called when no more is sent: what is under way is to end soon, if it can.
    """

    send: Send
    account: str
    drain: Callable[[], None] = lambda: None


class Abilities(Protocol):
    """What not every provider can do. Who derives from this class cannot, but for what it overrides."""

    def status(self) -> str | None:
        """One line for the display: what the provider itself has to show; None for nothing."""
        return None

    def notes(self) -> list[str]:
        """What the user should know about how it answered."""
        return []

    def check_key(self) -> None:
        """Find out whether there is a key, where one is needed; nothing is opened or sent.

        Raises:
            MissingKey: there is none.
        """
        return

    def batches(self) -> BatchAccess | None:
        """The way to its batch API; None if it has none."""
        return None

    def with_log_probs(self, top: int) -> Provider | None:
        """The same provider, asking for the `top` most probable tokens at each place; None if it has none."""
        return None

    def takes_schemas(self) -> bool:
        """Whether it holds replies to a JSON schema (`Prompt.schema`)."""
        return False

    def check_parameters(self, parameters: Parameters) -> None:
        """Refuse fields that its requests do not have; by default all but temperature and cap.

        Raises:
            UsageError: one would be ignored.
        """
        if parameters.is_unusual:
            raise UsageError(
                "`effort`, `thinking`, `tier`, `route` and `parameters`: this provider would ignore them. "
                "Leave them out."
            )

    def under_name(self, name: str) -> Provider:
        """The same provider, whose requests are kept under a name of the server instead of its address.

        Raises:
            UsageError: it has no address, or the name cannot be used.
        """
        raise UsageError(f"`endpoint_name={name}`: this provider is asked at no address. Leave it out.")

    def n_bytes(self) -> int | None:
        """What the files of its weights take on this machine; None where that is not known."""
        return None

    def release(self) -> None:
        """Let go of what it holds in memory, if anything; it may be asked again."""
        return

    def outline(self) -> ModelOutline | None:
        """What a model on this machine would compute with; None for a provider elsewhere.

        Raises:
            ModelUnusable: the model has no usable configuration or tokenizer.
        """
        return None


@runtime_checkable
class Provider(Abilities, Protocol):
    """Anything that can say, send and read.

    A plug-in offers one by the entry point `mhclient.providers`; its class derives from `Abilities`.
    """

    @property
    def name(self) -> str:
        """As in `--provider`."""

    @property
    def endpoint(self) -> str:
        """The address requests go to, without query, user or key: part of every request's key."""

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request as it will be sent, with its key."""

    def read(self, raw: RawReply) -> Response:
        """The reply in an HTTP answer.

        Raises:
            ProviderError: the answer holds no reply (an error object under status 200, a broken body).
        """

    def connect(self, reach: NetworkOptions) -> AbstractAsyncContextManager[ProviderConnection]:
        """Find the key and open the connection pool.

        Raises:
            MissingKey: there is no key in the environment.
        """


def batch_access(provider: Provider) -> BatchAccess:
    """The way to a provider's batch API.

    Raises:
        UsageError: it has none.
    """
    if (access := provider.batches()) is not None:
        return access
    raise UsageError(
        f"`batch`: mhclient knows no batch API of the provider '{provider.name}'. It knows those of openai, "
        "openai-responses, anthropic and gemini-native; leave `batch` out to ask online."
    )


def name_in(endpoint: str) -> str | None:
    """The server's name in an endpoint; None in an address.

    >>> name_in("name:gpu/chat/completions"), name_in("http://gpu/v1/chat/completions")
    ('gpu', None)
    """
    return endpoint.removeprefix(NAMED).partition("/")[0] if endpoint.startswith(NAMED) else None


TIMEOUT_S = 300.0
CONCURRENCY = 64


@dataclass(frozen=True, slots=True)
class Model:
    """Whom to ask, and how; `mhclient.find_model` makes one.

    Attributes:
        provider: says prompts, sends them and reads what comes back.
        name: the model's name in runs and, for a provider with an API, on the wire.
        ask: what the model does: write, or have its letters' probabilities looked at.
        settings: what a run's record says of the way of asking; None if nothing.
        concurrency: requests under way at most, where the user does not say.
        timeout_s: for one attempt, likewise.
    """

    provider: Provider
    name: str
    ask: Ask = Ask.WRITE
    settings: Mapping[str, Any] | None = None
    concurrency: int = CONCURRENCY
    timeout_s: float = TIMEOUT_S
