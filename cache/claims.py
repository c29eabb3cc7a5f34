"""Claims of requests that are to be sent, what becomes of a claim, and the replies that arrive."""

from dataclasses import dataclass
from typing import NamedTuple

from cache.rows import AttemptEnd, Response, StoredRequest
from cache.spend import Spend


class RequestClaim(NamedTuple):
    """A request to be sent, and the most it can cost: `bound.requests` is 1."""

    request: StoredRequest
    bound: Spend


class Begun(NamedTuple):
    """The request is ours to send."""

    attempt_id: int


@dataclass(frozen=True, slots=True)
class AlreadyAnswered:
    """Another process has put a reply there meanwhile; the run's item rests on it now."""

    completion: str | None
    finish_reason: str | None
    n_items: int  # of the run that rest on it now


@dataclass(frozen=True, slots=True)
class AskedElsewhere:
    """Another process is asking the same request at this moment."""


@dataclass(frozen=True, slots=True)
class OverCap:
    """The request could cost more than the run's caps leave."""

    n_in_flight: int  # attempts of the run under way, which may turn out cheaper than booked
    spent: Spend


Claimed = Begun | AlreadyAnswered | AskedElsewhere | OverCap


class Arrival(NamedTuple):
    """A reply that has come for an attempt."""

    attempt_id: int
    request_key: str
    reply: Response
    end: AttemptEnd
