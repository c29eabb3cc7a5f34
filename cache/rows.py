"""The plain values that go into the store and come out of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

from cache.cells import LONGEST_NAME, json_object
from cache.errors import StoreCorrupt
from cache.spend import Spend

# A stored reply that a run may rest on: an answer, or the reason there is none. A run never asks again for a
# cut, filtered or empty reply by itself; it records it as what it is.
SERVED = ("complete", "cut", "filtered", "empty", "unfinished")

# Ends, in lower case, with which providers say that they failed: what came before is no reply. OpenRouter and
# LiteLLM ("error"), vLLM and SGLang ("abort"), DeepSeek ("insufficient_system_resource"), Zhipu
# ("network_error"), Cohere ("timeout"), OpenAI's responses ("failed", "cancelled"), Gemini ("malformed_…").
FAILED_ENDS = (
    *("error", "internal_error", "internal_server_error", "server_error", "api_error", "upstream_error"),
    *("provider_error", "model_error", "engine_error", "network_error", "connection_error", "exception"),
    *("abort", "aborted", "cancel", "cancelled", "canceled", "interrupted", "failed", "failure", "fail"),
    *("timeout", "time_out", "timed_out", "deadline_exceeded", "insufficient_system_resource"),
    *("overloaded", "overloaded_error", "model_overloaded", "engine_overloaded", "service_unavailable"),
    *("unavailable", "rate_limit", "rate_limited", "rate_limit_exceeded", "malformed_response"),
    *("malformed_function_call",),
)

# A reply of which the provider says so: earlier versions kept it, and no run rests on it any more.
BROKEN_OFF = "lower(coalesce(finish_reason, '')) IN ({})".format(", ".join(f"'{end}'" for end in FAILED_ENDS))

# How an item may have ended that a user may want to ask again.
ERRORS = "errors"
ASKABLE_AGAIN = ("cut", "filtered", "empty", "unfinished", ERRORS)

# Changes when a run gets replies, or others.
RepliesState: TypeAlias = tuple[int, float]


# The state of an attempt for which there was no connection: nothing was sent, and it counts nowhere.
UNSENT = "unsent"


def now() -> str:
    """The time of day, UTC, ISO 8601 to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class StoredRequest(NamedTuple):
    """A request as sent, and its address in the store."""

    key: str
    method: str
    endpoint: str
    api_version: str | None
    model: str
    body: str  # canonical JSON
    repetition: int = 1  # the how-manieth time this body is sent on purpose; not on the wire


class Response(NamedTuple):
    """What came back for one attempt: the body, and the facts read from it."""

    body: bytes
    completion: str | None
    finish_reason: str | None
    served_model: str | None = None
    fingerprint: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None  # part of completion_tokens that is not in the completion
    route: str | None = None  # who served it behind a router
    tier: str | None = None  # of service, as the reply says
    cached_tokens: int | None = None  # part of prompt_tokens that was read from the provider's cache
    written_tokens: int | None = None  # part of prompt_tokens that was written to it
    filters: str | None = None  # JSON: what the provider's filters said, where they said anything
    total_tokens: int | None = None  # as the provider adds them up; not stored


class AttemptEnd(NamedTuple):
    """How an attempt ended, apart from the reply itself."""

    duration_s: float | None  # None for a line of a batch
    status: int | None  # HTTP status, None if no answer came
    headers: Mapping[str, str]
    error: str | None = None  # class of the error, None if a reply was read
    detail: str | None = None
    spend: Spend | None = None  # what it cost, None where nobody knows


class BenchmarkItem(NamedTuple):
    """One item of a benchmark; `body` is its line of items.jsonl."""

    position: int
    item_id: str
    task: str
    body: str


class PlannedItem(NamedTuple):
    """One item of a run, before it is asked.

    Attributes:
        shown: which of the item's letters each label stands for, as JSON; None if the options stand as
            they are.
        repetition: the how-manieth time the run asks the item, from 1.
    """

    position: int
    turn: int
    item_id: str
    task: str
    request_key: str
    shown: str | None = None
    repetition: int = 1


class AdoptedReply(NamedTuple):
    """A request and its reply, of which another tool has kept both; the bodies are as `pack` gives them."""

    key: str
    repetition: int
    request_body: bytes
    tokens: int  # of prompt and completion, as far as they are known
    completion: str | None
    n_visible: int | None  # characters of the completion without surrounding white space
    finish_reason: str | None
    served_model: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    body: bytes


class MissingItem(NamedTuple):
    """One item of a run that has no reply yet; `body` is its line of items.jsonl."""

    turn: int
    item_id: str
    task: str
    request_key: str
    body: str
    repetition: int = 1


@dataclass(frozen=True, slots=True)
class TaskCounts:
    """A run's items of one task: in all, with a reply, with one that was stored before, with an error.

    An item that is asked several times counts as often.
    """

    total: int
    answered: int
    from_cache: int
    errors: int


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the store knows it: `spec` is everything that decides what is asked.

    Attributes:
        broken: why what the run asks cannot be read; None for a run of ours. It has no `spec` then.
    """

    run_id: str
    created_at: str
    benchmark: str
    spec: dict[str, Any]
    sent: dict[str, Any] | None
    planned: bool
    broken: str | None = None

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "RunRow":
        """One broken run hides no other: it is told by `broken`."""
        spec, sent, broken = {}, None, None
        try:
            spec = json_object(row["spec"])
            sent = json_object(row["sent"]) if row["sent"] else None
        except StoreCorrupt as error:
            broken = f"what is asked cannot be read: {error}"
        run_id = str(row["run_id"])
        if len(run_id) > LONGEST_NAME:
            broken = f"its name has {len(run_id):,} characters"
            run_id = f"{run_id[:40]}…"
        named = (run_id, str(row["created_at"]), str(row["benchmark"]))
        return cls(*named, spec, sent, bool(row["planned"]), broken)


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """A benchmark as the store has it; `triples` is its slice as CSV, None where it has none."""

    digest: str
    name: str
    manifest: dict[str, Any]
    triples: bytes | None


class AttemptRow(NamedTuple):
    """What the attempt cost that brought a reply, and how long it took in seconds."""

    cost_usd: float | None
    duration_s: float | None


class TextRow(NamedTuple):
    """What came back: a reply's text, and what the provider says about it."""

    completion: str | None
    finish_reason: str | None
    served_model: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None


class ReplyRow(NamedTuple):
    """One line of a run's results without the item; fields as in `RecordRow`.

    `cost_usd` is what the attempt that brought the reply cost, None where the store knows no price.
    """

    item_id: str
    request_key: str
    response_id: int | None
    from_cache: bool
    completion: str | None
    finish_reason: str | None
    served_model: str | None
    fingerprint: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    error: str | None
    detail: str | None
    shown: str | None
    repetition: int = 1
    route: str | None = None
    tier: str | None = None
    cached_tokens: int | None = None
    filters: str | None = None


class RecordRow(NamedTuple):
    """One line of a run's results: the item, and the reply or the error it ended with."""

    position: int
    item_id: str
    task: str
    request_key: str
    item: str  # the item's line of items.jsonl
    response_id: int | None
    from_cache: bool
    completion: str | None
    finish_reason: str | None
    admission: str | None
    served_model: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    error: str | None
    detail: str | None
    shown: str | None  # as in `PlannedItem`
    repetition: int = 1
