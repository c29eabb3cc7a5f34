"""The provider all of ours are: a base URL, a wire format, a key from the environment, a transport.

What differs between OpenAI, Anthropic and a server of one's own is one of these four, never the rest.
"""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

from cache import Response, StoredRequest, canonical_json, key_of_body
from mhclient.errors import (
    MalformedReply,
    MissingKey,
    PromptFiltered,
    ProviderError,
    ReplyTooLarge,
    UnknownModel,
    UsageError,
)
from mhclient.providers.access import NetworkOptions, Secret, key_from
from mhclient.providers.base import NAMED, Abilities, ProviderConnection, RawReply, Send
from mhclient.providers.batches import BatchAccess, BatchApi, BatchService
from mhclient.providers.dialect import Dialect
from mhclient.providers.error_bodies import page_in, streamed_in
from mhclient.providers.faults import contradicted_key, fault_in_reply
from mhclient.providers.log_probs import with_log_probs
from mhclient.providers.reply import counted, with_known_end
from mhclient.providers.withheld import with_verdicts
from mhclient.run.parameters import Parameters, Prompt

# Opens connections to a base URL with a key: (base URL, key, reach) → the way to send.
Transport = Callable[[str, Secret, NetworkOptions], AbstractAsyncContextManager[Send]]

# An error that is no null; a text that quotes one has a backslash before its quotation marks.
ERROR_BESIDE = re.compile(rb'"error"\s*:\s*[{"\[]|"status_code"\s*:\s*[1-9]')

# No model writes so much (two million tokens); a server that does is hostile or broken. A text is kept three
# times while it is stored.
LONGEST_TEXT = 8_000_000  # characters

_VERSION = re.compile(r"/v1(?!\d)")  # of the API, in an address
CHECK_ADDRESS = "Check `base_url`, and the proxy if there is one"

# Local servers ask for no key, but SDKs and servers alike choke on an empty one.
NO_KEY = Secret("no-key", "nowhere: a server on this machine")


@dataclass(frozen=True, slots=True)
class HttpProvider(Abilities):
    """A provider reached over HTTP; see `mhclient.providers.base.Provider`."""

    name: str
    base_url: str
    dialect: Dialect
    key_names: tuple[str, ...]
    transport: Transport
    batch_service: BatchService | None = None
    endpoint_name: str | None = None

    @property
    def endpoint(self) -> str:
        """The full address of the API call; of a server that has a name, that name instead of its address.

        Where a request's address has the model's name in it, this one has "{model}" there.
        """
        return self._place() + self.dialect.path

    def _place(self) -> str:
        return self.base_url if self.endpoint_name is None else f"{NAMED}{self.endpoint_name}"

    def under_name(self, name: str) -> "HttpProvider":
        """See `Provider.under_name`."""
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,80}", name):
            raise UsageError(f"`endpoint_name={name}`: give letters, digits, dots and dashes, at most 80.")
        return replace(self, endpoint_name=name)

    def request(self, model: str, prompt: Prompt, parameters: Parameters) -> StoredRequest:
        """The request as it will be sent: the canonical body is the body."""
        body = canonical_json(self.dialect.body(model, prompt, parameters))
        api_version = self.dialect.api_version
        endpoint = self._place() + self.dialect.path_for(model)
        key = key_of_body(body, method="POST", endpoint=endpoint, api_version=api_version)
        return StoredRequest(key, "POST", endpoint, api_version, model, body)

    def read(self, raw: RawReply) -> Response:
        """The reply in an HTTP answer; see `Provider.read`."""
        try:
            return self._read(raw)
        except ProviderError as error:
            error.took = counted(raw.body, self.dialect.read_body)
            raise

    def _read(self, raw: RawReply) -> Response:
        doubled = contradicted_key(raw.body)  # first: it takes memory, and gives it back
        try:
            response = self.dialect.read_body(raw.body)
        except MalformedReply as error:
            hidden = fault_in_reply(raw.status, raw.headers, raw.body)
            if hidden is not None:
                raise self._hinted(hidden) from error
            told = page_in(raw.body) or streamed_in(raw.body)
            shown = error if told is None else MalformedReply(f"{told}. {CHECK_ADDRESS}")
            shown.status, shown.headers = raw.status, raw.headers
            raise shown from error
        if ERROR_BESIDE.search(raw.body) and (
            hidden := fault_in_reply(raw.status, raw.headers, raw.body, is_reply=True)
        ):
            raise hidden  # beside it stands what may be a part of an answer
        if doubled is not None:
            raise MalformedReply(f"key '{doubled}' stands twice in one object, with two values")
        if len(response.completion or "") > LONGEST_TEXT:
            raise ReplyTooLarge(f"the reply's text has more than {LONGEST_TEXT:,} characters")
        return with_verdicts(with_known_end(response, raw.status))

    @asynccontextmanager
    async def connect(self, reach: NetworkOptions) -> AsyncIterator[ProviderConnection]:
        """Open the pool; whatever comes back over it, the key is redacted in it."""
        secret = self._key()
        async with self.transport(self.base_url, secret, reach) as send:
            sent = send if self.endpoint_name is None else self._to_address(send)
            yield ProviderConnection(_guarded(sent, secret, self._hinted), account_of(self.base_url, secret))

    def _to_address(self, send: Send) -> Send:
        """Requests are kept under the server's name, and go to its address."""

        async def to_address(request: StoredRequest) -> RawReply:
            address = self.base_url + self.dialect.path_for(request.model)
            return await send(request._replace(endpoint=address))

        return to_address

    def _hinted(self, error: ProviderError) -> ProviderError:
        """The error, with a hint where nothing was found at an address without the API's version in it."""
        if isinstance(error, UnknownModel) and not _VERSION.search(
            urlsplit(self.base_url + self.dialect.path).path
        ):
            hint = f"The addresses of most servers end in {self.dialect.version_path}: check `base_url`"
            error.args = (f"{error}. {hint}",)
        return error

    def check_key(self) -> None:
        """See `Provider.check_key`."""
        self._key()

    def batches(self) -> BatchAccess | None:
        """The way to its batch API; None if it has none."""
        if self.batch_service is None:
            return None
        connect = partial(self._connect_batches, self.batch_service)
        return BatchAccess(self.base_url, self.batch_service.dialect, connect)

    @asynccontextmanager
    async def _connect_batches(self, service: BatchService, reach: NetworkOptions) -> AsyncIterator[BatchApi]:
        secret = self._key()
        async with service.transport(self.base_url, secret, reach) as calls:
            yield service.api(calls, account_of(self.base_url, secret), service.dialect)

    def check_parameters(self, parameters: Parameters) -> None:
        """See `Provider.check_parameters`."""
        self.dialect.check_parameters(parameters)

    def takes_schemas(self) -> bool:
        """See `Provider.takes_schemas`."""
        return self.dialect.structured is not None

    def with_log_probs(self, top: int) -> "HttpProvider | None":
        """The same provider, asking for log-probs; None if its API gives none."""
        if not self.dialect.gives_log_probs:
            return None
        return replace(self, dialect=with_log_probs(self.dialect, top))

    def _key(self) -> Secret:
        try:
            return key_from(*self.key_names)
        except MissingKey:
            if on_this_machine(self.base_url):
                return NO_KEY
            raise


OF_REQUESTS = "/chat/completions"  # what servers' manuals show at the end of an address; it is added here


def account_of(base_url: str, secret: Secret) -> str:
    """Whose limits and batches they are: the address and the key's fingerprint."""
    return f"{base_url} {secret.fingerprint()}"


def checked_base_url(url: str) -> str:
    """A base URL without its trailing slash.

    Raises:
        UsageError: not an http(s) address, or one with a password or a query in it.
    """
    if "@" in url:  # not shown: what stands before it may be a password
        raise UsageError("`base_url` must hold no user and no password; keys come from the environment.")
    if not url.isprintable() or " " in url:
        raise UsageError("`base_url` must hold no spaces and no control characters.")
    try:
        parts = urlsplit(url)
        _ = parts.port  # which is looked at only now, and may be no number, or too large
    except ValueError as error:
        raise UsageError(f"`base_url={url}`: not an address ({error}).") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"`base_url={url}`: not an http:// or https:// address.")
    if parts.query or parts.fragment:
        raise UsageError("`base_url` must hold no query and no fragment; keys come from the environment.")
    address = url.rstrip("/")
    if address.endswith(OF_REQUESTS):
        raise UsageError(
            f"`base_url={url}`: give it without {OF_REQUESTS}: {address.removesuffix(OF_REQUESTS)}."
        )
    return address


def on_this_machine(url: str) -> bool:
    """Whether an address is a loopback one."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _guarded(send: Send, secret: Secret, hinted: Callable[[ProviderError], ProviderError]) -> Send:
    """Nothing that comes back has the key in it."""
    redactor, heard = secret.redactor(), secret.heard_redactor()

    async def guarded(request: StoredRequest) -> RawReply:
        try:
            raw = await send(request)
        except ProviderError as error:
            hinted(error).hide(heard.hide_in)
            if isinstance(error, PromptFiltered):
                error.body = heard.hide_in_body(error.body)
            raise
        body = redactor.hide_in_body(raw.body)
        headers = raw.headers
        if heard.may_find("\n".join(headers.values())):
            headers = {name: heard.hide_in(value) for name, value in headers.items()}
        unchanged = body is raw.body and headers is raw.headers
        return raw if unchanged else raw._replace(headers=headers, body=body)

    return guarded
