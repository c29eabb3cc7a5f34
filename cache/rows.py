"""The plain values that go into the store and come out of it: spend and caps, requests and replies, runs and
their items, claims, batches, judgements and samples. What an outcome or a verdict means is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from cache.cells import LONGEST_NAME, json_object, moment
from cache.errors import StoreCorrupt


class Spend(NamedTuple):
    """Requests sent, their tokens (prompt and completion), and dollars: None without a price."""

    requests: int
    tokens: int
    cost_usd: float | None

    def plus(self, other: "Spend") -> "Spend":
        costs = (self.cost_usd, other.cost_usd)
        cost_usd = None if None in costs else sum(cost for cost in costs if cost is not None)
        return Spend(self.requests + other.requests, self.tokens + other.tokens, cost_usd)


NOTHING = Spend(0, 0, 0.0)


class RunSpend(NamedTuple):
    """What a run has spent.

    Attributes:
        total: all of it, attempts under way at their bound.
        unknown: of it, attempts of which nobody knows whether they were answered.
        under_way: of it, those that wait for a reply, but for lines of batches: unknown, too, where the
            process has died.
        counted: False where an attempt was answered with no token at all: what it cost is not known.
    """

    total: Spend
    unknown: Spend
    under_way: Spend
    counted: bool


NOT_SENT = RunSpend(NOTHING, NOTHING, NOTHING, counted=True)

# What an attempt cost that the provider answered with a refusal: a request, and nothing else.
REFUSED_FOR_FREE = Spend(1, 0, 0.0)


# Floating-point sums of the same costs in another order differ by less than this.
ROUNDING_USD = 1e-9


@dataclass(frozen=True, slots=True)
class Caps:
    """What a run may spend in all, over all its sessions; None for no cap.

    Attributes:
        unpriced_usd_per_token: what a token counts of attempts that were made without a price.
        together: the runs that spend from these caps together, this one among them; () for this one alone.
    """

    requests: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    unpriced_usd_per_token: float | None = None
    together: tuple[str, ...] = ()

    def bind(self) -> bool:
        """Whether there is any cap."""
        return self.requests is not None or self.tokens is not None or self.cost_usd is not None

    def allow(self, spend: Spend) -> bool:
        """Whether a run may have spent this much; a cap in dollars allows nothing without a price."""
        cost_fits = self.cost_usd is None or (
            spend.cost_usd is not None and spend.cost_usd <= self.cost_usd + ROUNDING_USD
        )
        return (
            (self.requests is None or spend.requests <= self.requests)
            and (self.tokens is None or spend.tokens <= self.tokens)
            and cost_fits
        )


NO_CAPS = Caps()


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
    kept: "Kept"


@dataclass(frozen=True, slots=True)
class AskedElsewhere:
    """Another process is asking the same request at this moment."""


@dataclass(frozen=True, slots=True)
class OverCap:
    """The request could cost more than the run's caps leave."""

    n_in_flight: int  # attempts of the run under way, which may turn out cheaper than booked
    spent: Spend


Claimed = Begun | AlreadyAnswered | AskedElsewhere | OverCap


class Kept(NamedTuple):
    """A reply in the store, and how many of the run's items have come to rest on it."""

    response_id: int
    n_items: int


class Arrival(NamedTuple):
    """A reply that has come for an attempt."""

    attempt_id: int
    request_key: str
    reply: Response
    end: AttemptEnd


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


class ReadingRow(NamedTuple):
    """What a reader made of one completion; `letters` as shown, joined by `&`."""

    outcome: str
    letters: str
    grade: str | None
    rule: str
    span_start: int | None
    span_end: int | None


class ReadReplyRow(NamedTuple):
    """A reply that an item of a run rests on, and its reading as it is kept; without one `ending` is None."""

    position: int
    repetition: int
    task: str
    response_id: int
    ending: str | None
    letters: str | None
    grade: str | None
    rule: str | None
    span_start: int | None
    span_end: int | None


class ReadItemRow(NamedTuple):
    """What an item of a run came to.

    Attributes:
        prediction: in the item's own letters, joined by `&`; None unless it is an answer.
        letters: the same as shown.
        span_start, span_end: the characters of the completion that decided.
    """

    item_id: str
    request_key: str
    response_id: int
    ending: str
    prediction: str | None
    correct: bool
    letters: str | None = None
    grade: str | None = None
    rule: str | None = None
    span_start: int | None = None
    span_end: int | None = None


# A completion of an item as shown, and how it ended: what a reading depends on.
CaseEnd = tuple[str, str]


class NewJudgement(NamedTuple):
    """What one rater says one completion says.

    Attributes:
        letters: as shown, joined by `&`.
        undoes: the row that this one takes back.
        reader_said: what the reader made of it; `blind` if the rater did not see that.
    """

    case_key: str
    rater: str
    verdict: str
    letters: str
    note: str
    undoes: int | None
    reader: str
    reader_said: str
    blind: bool


@dataclass(frozen=True, slots=True)
class JudgementRow:
    """A judgement in the store.

    `id` grows with time: of a rater's rows for one case the last one counts that no other
    row undoes.
    """

    id: int
    case_key: str
    rater: str
    judged_at: str
    verdict: str
    letters: str
    note: str
    undoes: int | None
    reader: str
    reader_said: str
    blind: int


class NewSample(NamedTuple):
    """A sample of a run's replies, drawn to find out how good the reader is; `n` as asked for."""

    run_id: str
    reader: str
    seed: int
    n: int


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A sample in the store."""

    sample_id: int
    run_id: str
    drawn_at: str
    reader: str
    seed: int
    n: int


class SampleCaseRow(NamedTuple):
    """One reply of a sample: which stratum it stands for, and what the reader said when it was drawn."""

    position: int
    item_id: str
    case_key: str
    stratum: str
    stratum_size: int
    reader_said: str
