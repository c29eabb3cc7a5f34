"""The plain values of batches: a batch, a line of its input, a line of its results."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from cache.cells import moment
from cache.rows import AttemptEnd, Response


class BatchState(StrEnum):
    """Where a batch stands with us; what the provider says of it is its `remote_status`."""

    DRAFTING = "drafting"  # its lines are being claimed
    INTENDED = "intended"  # its input file is settled; it may have been uploaded, which costs nothing
    CREATING = "creating"  # the call that makes it may have been sent: the provider has to be asked
    SUBMITTED = "submitted"  # the provider has it
    COLLECTED = "collected"  # each of its lines has ended
    REFUSED = "refused"  # the provider never took it; its lines have failed


OPEN = (BatchState.DRAFTING, BatchState.INTENDED, BatchState.CREATING, BatchState.SUBMITTED)


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A batch as the store knows it; the columns are explained in `cache/schema.py`."""

    id: int
    run_id: str
    session_id: int
    tag: str
    state: str
    created_at: str
    account: str
    model: str
    prompt_price: float | None
    completion_price: float | None
    n_lines: int
    n_bytes: int
    queued_tokens: int
    digest: str | None
    upload: str | None
    creating_at: str | None
    owner_seen_at: str | None
    remote_id: str | None
    guessed: int
    remote_status: str | None
    expires_at: float | None
    n_done: int | None
    n_failed: int | None
    looked_at: str | None
    problem: str | None
    closed_at: str | None
    n_doubled: int
    n_unknown: int

    @property
    def made_at(self) -> float:
        """When the provider was asked to make it, or else when it was drafted; seconds since 1970."""
        return moment(self.creating_at or self.created_at).timestamp()

    @property
    def drafted_at(self) -> float:
        """Seconds since 1970."""
        return moment(self.created_at).timestamp()

    @property
    def owner_seen(self) -> float | None:
        """`owner_seen_at` in seconds since 1970."""
        return None if self.owner_seen_at is None else moment(self.owner_seen_at).timestamp()

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "BatchRow":
        return cls(**{column.name: row[column.name] for column in fields(cls)})


@dataclass(frozen=True, slots=True)
class BatchLine:
    """A line of a batch: its attempt, and the request it asks."""

    attempt_id: int
    key: str
    body: str  # canonical JSON


@dataclass(frozen=True, slots=True)
class LineEnd:
    """A line of a batch's results, read.

    Attributes:
        key: of the request, None if the line could not be read.
        raw: the line as received.
        end: how the attempt ended; None if the line could not be read.
        reply: None for an error, which `end` names.
        curable: whether the error may go away if the request is asked again.
    """

    key: str | None
    raw: bytes
    end: AttemptEnd | None
    reply: Response | None = None
    curable: bool = True


@dataclass(frozen=True, slots=True)
class KeptLines:
    """What a page of results was: lines for requests of the batch, and others."""

    n_known: int
    n_unknown: int
