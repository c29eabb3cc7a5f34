"""Every error of the program, one class per cause.

MhclientError                    carries the exit status the command line ends with
├── UsageError                   what was asked for cannot be done as asked                        (2)
│   ├── MissingKey               no API key in the environment
│   ├── MissingPackage           an optional package is not installed; the message says how to get it
│   └── ModelUnusable            a local model cannot be found or loaded as asked
├── ReportError                  a report cannot be made from what is in the store                 (2)
├── ProcessLost                  a process that did part of the work was ended from outside        (1)
├── RunStopped                   the run cannot go on; what is stored stays, and it can be resumed (1)
└── ProviderError                one attempt at one request brought no reply
    ├── Retryable                another attempt may succeed
    │   ├── Congested            the provider asks us to slow down (429)
    │   │   └── Overloaded       it has no room at the moment, however slowly we ask (503, 529)
    │   ├── ServerFault          the provider failed (5xx, 408, 409, 425)
    │   │   └── GatewayFault     a gateway answered in its place; it may have been sent on (502, 504, 52x)
    │   ├── ConnectionFault      no answer came: the connection was dropped
    │   │   └── NeverSent        there was none to send over: DNS, refused, TLS, proxy; it costs nothing
    │   │       └── MachineExhausted  this machine has no more open files or ports
    │   ├── AttemptTimeout       no complete answer within the deadline
    │   ├── MalformedReply       an answer came that is not what the API's documentation says
    │   └── Unanswered           a batch ended without a reply to this request
    │       ├── BatchFailed      the provider did not begin the batch
    │       ├── LineExpired      it was not processed within the provider's time
    │       ├── LineCancelled    the batch was cancelled before it was processed
    │       ├── LineMissing      the results have no line for it; it may have been charged
    │       └── ResultsGone      the provider has deleted the results; it has been charged
    ├── RequestRejected          this request will not be answered, however often it is sent (400, 413, 422)
    │   ├── PromptFiltered       a content filter stopped the prompt: on record as a filtered reply
    │   ├── PromptTooLong        the prompt exceeds what the model takes; it is never cut
    │   ├── ReplyTooLarge        the reply exceeds what is read; asking again would buy it again
    │   ├── BringsDownMachines   each machine that computed it went down with it
    │   └── OutOfMemory          one prompt alone does not fit beside the model
    └── Fatal                    no request will be answered: the run stops
        ├── KeyRejected          401
        ├── AccessDenied         403
        │   └── Blocked          403 by a firewall's page or in words that may mean one prompt
        ├── UnknownModel         404
        ├── AddressMoved         3xx: the key must not follow
        ├── NoBatchApi           404 to the making of a batch
        ├── QuotaExhausted       no credit or no quota left
        ├── NoLogProbs           the server gives no log-probs for this model
        ├── SurfaceFormError     a tokenizer cannot tell the surface forms of two letters apart
        └── EngineFault          the local engine failed; nothing more can be computed

The leaf packages draw their own trees (`BenchmarkError`, `CacheError`); the command line catches all of them
at one place (`mhclient.cli.main`) and prints one line. A message says what happened, where, and what to do.
It names a parameter as Python does, in backquotes; the command line prints the option instead (`as_options`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

TYPE_CHECKING = False  # the module of that name takes longer to import than all others of the help
if TYPE_CHECKING:
    from cache import Response

_WORKERS = (
    "workers over HTTP are gone: use a Ray cluster (`on=ray`), a server such as vLLM "
    "(`provider=compatible`), or 'mhclient run --shard I/N' on each machine and then 'mhclient cache merge'."
)
# What earlier versions had (a verb, an argument, a name in Python) → what to use instead.
GONE: Mapping[str, str] = MappingProxyType(
    {
        "worker": _WORKERS,
        "on=http": _WORKERS,
        "token_file": _WORKERS,
        "mixed": "machines of one kind compute a run, since others round otherwise: leave it out.",
        "mhclient.more.start_worker": _WORKERS,
        "glossary": "the words are explained in docs/glossary.md and on the page that 'mhclient report RUN "
        "--format html --out FILE' writes.",
        "static": "static vectors are gone: use lexical, encoder:FOLDER_OR_ID or api:PROVIDER:MODEL.",
    }
)

# A parameter stands in backquotes, with its value where there is one. What is quoted is taken whole, so that
# no name within it is found; an apostrophe in a word quotes nothing.
_PARAMETER = re.compile(
    r"""(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)"[^"\n]*"(?!\w)|“[^”\n]*”|`([a-z_]+)(?:=([^`]*))?`"""
)


def with_names(message: str, name_of: Callable[[str, str | None], str | None]) -> str:
    """A message of the library in the words of one of its doors: options, keys of a study file, arguments.

    Args:
        name_of: parameter and value, None for none → what stands in their place; None leaves them.
    """

    def named(match: re.Match[str]) -> str:
        parameter, value = match.groups()
        return match[0] if parameter is None else name_of(parameter, value) or match[0]

    return _PARAMETER.sub(named, message)


INTERRUPTED = 130  # the shell's exit status for a program ended by Ctrl-C

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class MhclientError(Exception):
    """Base of the program's own errors; `exit_status` is what the command line ends with."""

    exit_status = 1


class UsageError(MhclientError):
    """The command line, a configuration or an input file cannot be used as given.

    Attributes:
        parameter: whose value it is, where it is that of one, as Python calls it.
    """

    exit_status = 2

    def __init__(self, *said: object, parameter: str | None = None) -> None:
        super().__init__(*said)
        self.parameter = parameter


class MissingKey(UsageError):
    """No API key in the environment."""


class MissingPackage(UsageError):
    """An optional package is not installed."""


class ModelUnusable(UsageError):
    """A local model cannot be found or loaded as asked."""


class ReportError(UsageError):
    """A report cannot be made from what is in the store."""


class ProcessLost(MhclientError):
    """A process that did part of the work was ended from outside."""


class RunStopped(MhclientError):
    """The run cannot go on. Everything stored stays; the same command resumes it."""


class ProviderError(MhclientError):
    """One attempt at one request brought no reply.

    Attributes:
        status: HTTP status, None where no answer came.
        headers: the answer's headers that matter (see `mhclient.providers.headers`).
        retry_after_s: how long the provider asks us to wait, in seconds, None if it does not say.
        took: the counts that an answer gives which is no reply; None where there is no answer.
    """

    took: Response | None = None

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        headers: Mapping[str, str] = NO_HEADERS,
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers
        self.retry_after_s = retry_after_s

    def hide(self, hide: Callable[[str], str]) -> None:
        """Redact something in all this error says."""
        self.args = tuple(hide(str(argument)) for argument in self.args)
        self.headers = {name: hide(value) for name, value in self.headers.items()}

    def forget_origin(self) -> None:
        """Forget where it came from and what led to it: frames and errors of parsers hold the whole reply."""
        self.__cause__ = self.__context__ = self.__traceback__ = None


class Retryable(ProviderError):
    """Another attempt may succeed."""


class Congested(Retryable):
    """The provider asks us to slow down."""


class Overloaded(Congested):
    """The provider has no room at the moment, however slowly we ask."""


class ServerFault(Retryable):
    """The provider failed."""


class GatewayFault(ServerFault):
    """A gateway answered in the server's place: the server behind it is away, or took too long.

    Whether the request was sent on, nobody knows.
    """


class ConnectionFault(Retryable):
    """No answer came: the connection was dropped after the request was sent, or while it was."""


class NeverSent(ConnectionFault):
    """There was no connection to send the request over: it has cost nothing."""


class MachineExhausted(NeverSent):
    """This machine can open no more connections: neither the provider's fault nor the line's."""


class AttemptTimeout(Retryable):
    """No complete answer came within the attempt's deadline."""


class MalformedReply(Retryable):
    """An answer came that is not what the API's documentation says."""


class Unanswered(Retryable):
    """A batch ended without a reply to this request."""


class BatchFailed(Unanswered):
    """The provider did not begin the batch; nothing was charged."""


class LineExpired(Unanswered):
    """The request was not processed within the provider's time; nothing was charged."""


class LineCancelled(Unanswered):
    """The batch was cancelled before the request was processed; nothing was charged."""


class LineMissing(Unanswered):
    """The results have no line for the request; it may have been charged."""


class ResultsGone(Unanswered):
    """The provider has deleted the results."""


class RequestRejected(ProviderError):
    """The provider will not answer this request, however often it is sent."""


class PromptFiltered(RequestRejected):
    """The provider's content filter stopped the prompt; `body` is what it said."""

    def __init__(
        self, message: str, *, body: bytes, status: int | None = None, headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        super().__init__(message, status=status, headers=headers)
        self.body = body


class PromptTooLong(RequestRejected):
    """The prompt has more tokens than the model takes. It is on record as that, and is never cut."""


class ReplyTooLarge(RequestRejected):
    """The reply has more bytes than are read. It may have been charged, and would be again."""


class OutOfMemory(RequestRejected):
    """One prompt alone does not fit into memory beside the model."""


class BringsDownMachines(RequestRejected):
    """Each machine that computed this request went down with it."""


class Fatal(ProviderError):
    """The provider will not answer any request of this run."""


class KeyRejected(Fatal):
    """The API key is not accepted."""


class AccessDenied(Fatal):
    """The account, the region or the project may not use this."""


class Blocked(AccessDenied):
    """A refusal that may mean one prompt's words alone: a firewall's page, or words that name no account."""


class UnknownModel(Fatal):
    """The provider has no model of that name, or nothing at that address."""


class AddressMoved(Fatal):
    """The provider's address sends us on to another one; a key follows only where the user sends it."""


class NoBatchApi(Fatal):
    """There is no batch API at the provider's address."""


class QuotaExhausted(Fatal):
    """The account has no credit or no quota left."""


class NoLogProbs(Fatal):
    """The server gives no log-probs for this model, or fewer than were asked for.

    Attributes:
        most: how many top log-probs it gives, where it says so.
    """

    most: int | None = None


class SurfaceFormError(Fatal):
    """A tokenizer cannot tell the surface forms of two letters apart, or makes nothing of one."""


class EngineFault(Fatal):
    """The local engine failed in a way that concerns every request."""
