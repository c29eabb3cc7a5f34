"""What a provider is: a way to say a prompt, a way to send it, a way to read what comes back.

Saying and reading are pure, so that a store full of replies needs neither network nor key. Only `connect`
touches the world: it finds the key and opens the connections.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cache import Reply, StoredRequest
from mhclient.run.prompt import Parameters, Prompt


class RawReply(NamedTuple):
    """An HTTP answer with a status below 300, as received."""

    status: int
    headers: Mapping[str, str]  # those that matter: see `mhclient.providers.headers`
    body: bytes


# Sends one request once. Raises a ProviderError where no reply came; never retries.
Send = Callable[[StoredRequest], Awaitable[RawReply]]


@dataclass(frozen=True, slots=True)
class Line:
    """An open line to a provider.

    Attributes:
        send: sends one request once.
        account: whose limits it shares: the address and the key's fingerprint, never the key.
    """

    send: Send
    account: str


@dataclass(frozen=True, slots=True)
class Reach:
    """How to reach a provider: none of this changes what is asked, so none of it enters a key."""

    max_connections: int = 64
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 120.0  # between two pieces of an answer


class Provider(Protocol):
    """Anything that can say, send and read. A plug-in offers one by the entry point `mhclient.providers`."""

    @property
    def name(self) -> str:
        """As in `--provider`."""

    @property
    def endpoint(self) -> str:
        """The address requests go to, without query, user or key: part of every request's key."""

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request as it will be sent, with its key."""

    def read(self, raw: RawReply) -> Reply:
        """The reply in an HTTP answer.

        Raises:
            ProviderError: the answer holds no reply (an error object under status 200, a broken body).
        """

    def connect(self, reach: Reach) -> AbstractAsyncContextManager[Line]:
        """Find the key and open the connection pool.

        Raises:
            MissingKey: there is no key in the environment.
        """
