"""The simulated batches: what was handed in, when it ends, what comes out, and what can go wrong with it.

Time is a clock of its own that can be turned forward, so that a day passes at once. How batches look on the
wire is in `batch_formats`, the addresses they have in `batch_routes`.
"""

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

EVERY = 3  # of so many lines one is struck by a fault that strikes lines


class BatchFault(StrEnum):
    """What can go wrong with one batch."""

    UPLOAD_REPLY_LOST = "upload-reply-lost"  # the file is there, the connection is cut
    CREATE_REPLY_LOST = "create-reply-lost"  # the batch is made, the connection is cut
    CREATE_LATE = "create-late"  # the connection is cut, and the batch is made a moment later
    FILE_UNSEEN = "file-unseen"  # 400: the file just uploaded is not found yet
    CREATE_UNAVAILABLE = "create-unavailable"  # 503, and nothing is made
    CREATE_REFUSED = "create-refused"  # 429, likewise
    BATCH_FAILED = "batch-failed"
    BATCH_EXPIRED = "batch-expired"  # half of its lines processed
    BATCH_CANCELLED = "batch-cancelled"  # likewise
    BATCH_STUCK = "batch-stuck"  # never ends
    ONLY_ERRORS = "only-errors"  # completed, and each line an error
    LINES_FAILING = "lines-failing"
    LINES_MISSING = "lines-missing"
    LINES_DOUBLED = "lines-doubled"
    LINES_DIFFERING = "lines-differing"  # doubled, and the second says something else
    LINES_REORDERED = "lines-reordered"
    LINES_TORN = "lines-torn"
    UNKNOWN_IDS = "unknown-ids"
    RESULTS_GONE = "results-gone"
    RESULTS_UNSEEN = "results-unseen"  # 404 the first time they are asked for
    DOWNLOAD_SHORT = "download-short"  # the first time it ends early, as if that were all
    DOWNLOAD_CUT = "download-cut"  # the first time, in the middle


def strikes_line(fault: BatchFault | None, number: int) -> bool:
    """Whether the fault makes an error of the line of that number."""
    return fault is BatchFault.ONLY_ERRORS or (fault is BatchFault.LINES_FAILING and number % EVERY == 0)


class _RequestLine(Protocol):
    @property
    def custom_id(self) -> str: ...


class _FaultyBatch(Protocol):
    """What of a simulated batch decides which of its lines go wrong."""

    @property
    def id(self) -> str: ...
    @property
    def fault(self) -> BatchFault | None: ...
    @property
    def lines(self) -> Sequence[_RequestLine]: ...


def told_lines(batch: _FaultyBatch, lines: list[bytes]) -> list[bytes]:
    """The lines of a file of results as the provider gives them, with the batch's fault in them."""
    fault = batch.fault
    struck = set(range(0, len(lines), EVERY))
    if fault is BatchFault.LINES_REORDERED:
        return random.Random(batch.id).sample(lines, len(lines))
    if fault is BatchFault.LINES_MISSING:
        return [line for number, line in enumerate(lines) if number not in struck]
    if fault is BatchFault.LINES_DOUBLED:
        return lines + [lines[number] for number in sorted(struck)]
    if fault is BatchFault.LINES_DIFFERING:
        changed = [lines[number].replace(b'_simulated"', b'_changed"') for number in sorted(struck)]
        changed = [line.replace(b'"stop_sequence": null', b'"stop_sequence": ""') for line in changed]
        return lines + [line.replace(b'"responseId": "resp-', b'"responseId": "other-') for line in changed]
    if fault is BatchFault.LINES_TORN:
        return [line[: len(line) // 2] if n in struck else line for n, line in enumerate(lines)]
    if fault is BatchFault.UNKNOWN_IDS:
        ids = (line.custom_id.encode() for line in batch.lines[::EVERY])
        return [line.replace(i, b"0" * 64) for line, i in zip(lines[::EVERY], ids, strict=False)] + lines
    return lines


LIFETIME_S = 24 * 3600.0
CANCELLING_S = 1.0  # OpenAI takes up to ten minutes
RESULTS_LAST_S = 29 * 24 * 3600.0  # Anthropic's; OpenAI's last a little longer


class VirtualClock:
    """The time of day: real, plus what was skipped."""

    def __init__(self) -> None:
        self._skipped_s = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._skipped_s

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._skipped_s += seconds


@dataclass(frozen=True, slots=True)
class SubmittedLine:
    """A request handed in with a batch."""

    custom_id: str
    url: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SimulatedOutcome:
    """What became of a line: a status and a body, or the reason there is none."""

    custom_id: str
    status: int | None  # None for a line that was not processed
    body: dict[str, Any]
    ending: str = "succeeded"  # or errored, expired, canceled


# (address, body) → status and body, as an online request would get.
Answerer = Callable[[str, dict[str, Any]], tuple[int, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class SimulatedFile:
    """An uploaded file."""

    id: str
    name: str
    content: bytes
    created_at: float
    account: str


@dataclass(slots=True)
class SimulatedBatch:
    """One batch at the simulated provider.

    Attributes:
        account: the key it was made with; with another it cannot be seen.
        told: what its maker said of it.
        problem: code and message, if it was not begun.
        outcomes: None until it has ended.
        was_struck: by a fault that strikes once.
    """

    id: str
    account: str
    lines: list[SubmittedLine]
    created_at: float
    ends_at: float
    fault: BatchFault | None
    told: dict[str, Any] = field(default_factory=dict)
    problem: tuple[str, str] | None = None
    cancelled_at: float | None = None
    outcomes: list[SimulatedOutcome] | None = None
    was_struck: bool = False

    @property
    def expires_at(self) -> float:
        return self.created_at + LIFETIME_S

    @property
    def counts(self) -> Counter[str]:
        """How many lines ended how; by what happened, whatever the results then say."""
        return Counter(outcome.ending for outcome in self.outcomes or ())


class SimulatedBatchApi:
    """Takes batches and gives results.

    Args:
        answer: what the models say to a line; also an attribute, which may be replaced.
        takes_s: how long a batch takes, in the clock's seconds.
        queue_tokens: the most tokens (of four characters) that may wait; None for no limit.
        faults: for the batches to come, one each; None lets one through.

    Attributes:
        submitted: how often each custom id was handed in with a batch that was begun.
        n_uploads: how many files were uploaded.
        on_step: told of "uploaded", "created" and "reading", before the answer goes out.
    """

    def __init__(
        self,
        answer: Answerer,
        *,
        takes_s: float = 1.0,
        queue_tokens: int | None = None,
        faults: Iterable[BatchFault | None] = (),
    ) -> None:
        self.clock = VirtualClock()
        self.submitted: Counter[str] = Counter()
        self.n_uploads = 0
        self.on_step: Callable[[str], None] = lambda _: None
        self.faults = deque(faults)
        self.queue_tokens = queue_tokens
        self.files: dict[str, SimulatedFile] = {}
        self.batches: dict[str, SimulatedBatch] = {}
        self.answer = answer
        self._takes_s = takes_s

    def upload(self, name: str, content: bytes, account: str) -> SimulatedFile:
        """Keep a file."""
        self.n_uploads += 1
        file = SimulatedFile(f"file-{self.n_uploads:06d}", name, content, self.clock.now(), account)
        self.files[file.id] = file
        return file

    def create(
        self,
        prefix: str,
        account: str,
        lines: list[SubmittedLine],
        told: dict[str, Any],
        problem: str | None = None,
    ) -> SimulatedBatch:
        """Take a batch, which ends when its time is over; at once if there is a problem with its lines."""
        fault = self.faults.popleft() if self.faults else None
        now = self.clock.now()
        number = len(self.batches) + 1
        batch = SimulatedBatch(f"{prefix}{number:06d}", account, lines, now, now + self._takes_s, fault, told)
        if problem is not None:
            batch.problem = (problem, "the input file is not as it should be")
        elif fault is BatchFault.BATCH_FAILED:
            batch.problem = ("invalid_request", "the input file could not be processed")
        elif self.queue_tokens is not None and self._queued() + _tokens(lines) > self.queue_tokens:
            batch.problem = ("token_limit_exceeded", _queue_full(self.queue_tokens))
        else:
            self.submitted.update(line.custom_id for line in lines)
        self.batches[batch.id] = batch
        return batch

    def look(self, batch_id: str, account: str) -> SimulatedBatch | None:
        """A batch as it is now; None if the account has none of that id."""
        batch = self.batches.get(batch_id)
        return None if batch is None or batch.account != account else self.brought_up(batch)

    def newest_first(self, prefix: str, account: str) -> list[SimulatedBatch]:
        """All batches of an account at one API."""
        found = [
            self.brought_up(batch)
            for batch in self.batches.values()
            if batch.id.startswith(prefix) and batch.account == account
        ]
        return found[::-1]

    def brought_up(self, batch: SimulatedBatch) -> SimulatedBatch:
        """The batch, ended if its time is over."""
        if batch.outcomes is None and self._has_ended(batch):
            batch.outcomes = [] if batch.problem else list(self._outcomes(batch))
        return batch

    def strikes_once(self, batch: SimulatedBatch, *faults: BatchFault) -> bool:
        """Whether the batch's fault is one of these and has not struck yet, which it then has."""
        strikes = batch.fault in faults and not batch.was_struck
        batch.was_struck |= strikes
        return strikes

    def results_last(self, batch: SimulatedBatch) -> bool:
        """Whether a batch's results can still be had."""
        gone = self.clock.now() > batch.created_at + RESULTS_LAST_S
        return not gone and batch.fault is not BatchFault.RESULTS_GONE

    def cancel(self, batch: SimulatedBatch) -> None:
        """End a batch before its time, in a moment."""
        if batch.outcomes is None and batch.cancelled_at is None:
            batch.cancelled_at = self.clock.now()
            batch.ends_at = min(batch.ends_at, batch.cancelled_at + CANCELLING_S)

    def ending(self, batch: SimulatedBatch) -> str | None:
        """How a batch ended as a whole, in OpenAI's words; None while it has not."""
        if batch.outcomes is None:
            return None
        if batch.problem:
            return "failed"
        if batch.cancelled_at is not None or batch.fault is BatchFault.BATCH_CANCELLED:
            return "cancelled"
        if batch.fault is BatchFault.BATCH_EXPIRED or batch.ends_at > batch.expires_at:
            return "expired"
        return "completed"

    def _has_ended(self, batch: SimulatedBatch) -> bool:
        if batch.fault is BatchFault.BATCH_STUCK:
            return False
        return bool(batch.problem) or self.clock.now() >= min(batch.ends_at, batch.expires_at)

    def _queued(self) -> int:
        open_batches = (batch for batch in self.batches.values() if not self._has_ended(batch))
        return sum(_tokens(batch.lines) for batch in open_batches if not batch.problem)

    def _outcomes(self, batch: SimulatedBatch) -> Iterator[SimulatedOutcome]:
        unprocessed = {"expired": "expired", "cancelled": "canceled"}
        batch.outcomes = []  # so that `ending` can tell
        ending = unprocessed.get(self.ending(batch) or "")
        for number, line in enumerate(batch.lines):
            if ending is not None and number >= len(batch.lines) // 2:
                yield SimulatedOutcome(line.custom_id, None, {}, ending)
            elif strikes_line(batch.fault, number):
                error = {"type": "invalid_request_error", "code": None, "message": "simulated fault"}
                yield SimulatedOutcome(line.custom_id, 400, {"type": "error", "error": error}, "errored")
            else:
                status, body = self.answer(line.url, line.body)
                ended = "succeeded" if status == 200 else "errored"
                yield SimulatedOutcome(line.custom_id, status, body, ended)


def _tokens(lines: list[SubmittedLine]) -> int:
    return sum(len(str(line.body)) for line in lines) // 4


def _queue_full(limit: int) -> str:
    return (
        f"Enqueued token limit reached for this model in organization org-simulated. Limit: {limit:,} "
        "enqueued tokens. Please try again once some in_progress batches have been completed."
    )
