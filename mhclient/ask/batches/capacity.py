"""How much fits in the next batch: the provider's limits on lines, bytes and tokens that wait. Pure.

Decision: docs/decisions/batches.md, "The provider's queue".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from cache import StoredRequest
from mhclient.providers.batches.lines import BYTES_PER_QUEUED_TOKEN, BatchDialect, BatchLimits
from mhclient.providers.batches.problem import BatchProblem
from mhclient.show.counts import counted

# Our reckoning of tokens is not the provider's; and so much of its queue should be free before it is used.
MARGIN = 0.9
WORTH_IT = 0.5


@dataclass(slots=True)
class BatchCapacity:
    """What a batch can still take.

    Attributes:
        queued_tokens: of prompts, None for no limit.
    """

    lines: int
    bytes: int
    queued_tokens: int | None

    @classmethod
    def within(
        cls, limits: BatchLimits, most_lines: int | None, queued_tokens: int | None
    ) -> "BatchCapacity":
        """The room in an empty batch."""
        lines = limits.lines if most_lines is None else min(limits.lines, most_lines)
        return cls(lines, limits.bytes, queued_tokens)

    @classmethod
    def of_file(
        cls, dialect: BatchDialect, most_lines: int | None, queued_tokens: int | None
    ) -> "BatchCapacity":
        """The room for lines in an empty input file."""
        capacity = cls.within(dialect.limits, most_lines, queued_tokens)
        capacity.bytes -= len(dialect.head) + len(dialect.tail)
        return capacity

    def refusal(self, n_bytes: int, tokens: int) -> str | None:
        """Why a line does not fit, None if it does. Of an empty batch: why it never will."""
        if self.lines < 1:
            return "the batch has as many lines as it may have"
        if n_bytes > self.bytes:
            return f"it has {n_bytes:,} bytes, and there is room for {self.bytes:,}"
        if self.queued_tokens is not None and tokens > self.queued_tokens:
            more = f"{self.queued_tokens:,} more may wait"
            return f"it takes about {counted(tokens, 'token')} of the queue, and {more}"
        return None

    def take(self, n_bytes: int, tokens: int) -> bool:
        """Use up room for a line; False, and nothing is used, if it does not fit."""
        if self.refusal(n_bytes, tokens):
            return False
        self.lines -= 1
        self.bytes -= n_bytes
        if self.queued_tokens is not None:
            self.queued_tokens -= tokens
        return True


def line_size(dialect: BatchDialect, request: StoredRequest) -> tuple[int, int]:
    """The room a request takes in a batch: bytes, tokens of the queue."""
    n_bytes = len(dialect.line(request.key, request.body)) + len(dialect.joint)
    return n_bytes, tokens_in_queue(request.body)


class BatchCount:
    """How many batches requests would go in, told one after the other."""

    def __init__(self, dialect: BatchDialect, most_lines: int | None, queued_tokens: int | None) -> None:
        self.n_batches = 0
        self._dialect = dialect
        self._limits = most_lines, queued_tokens
        self._capacity = BatchCapacity(0, 0, 0)

    def add(self, request: StoredRequest) -> None:
        """A request that is to be sent."""
        size = line_size(self._dialect, request)
        if not self._capacity.take(*size):
            self.n_batches += 1
            self._capacity = BatchCapacity.of_file(self._dialect, *self._limits)
            self._capacity.take(*size)


def tokens_in_queue(body: str) -> int:
    """What a request takes up of the provider's queue, as reckoned from its body."""
    return -(-len(body.encode()) // BYTES_PER_QUEUED_TOKEN)


def queue_limit(stated: int | None, problems: Sequence[BatchProblem | None]) -> int | None:
    """The most tokens that should wait at the provider; None for no limit known.

    Args:
        stated: as the user says.
        problems: of earlier batches for the model, the latest first. A refusal for a full queue names the
            limit; if the one after it was refused too, others use the queue, and each halves what we try.
    """
    limits = [problem.queue_limit if problem else None for problem in problems]
    learned = next((limit for limit in limits if limit is not None), None)
    if learned is None:
        return stated
    in_a_row = len(list(takewhile(lambda limit: limit is not None, limits)))
    allowed = int(learned * MARGIN / 2 ** max(0, in_a_row - 1))
    return allowed if stated is None else min(stated, allowed)


def free_in_queue(limit: int | None, waiting: int) -> int | None:
    """Tokens that may be added to the queue now; 0 if it is better to wait until more is free."""
    if limit is None:
        return None
    free = limit - waiting
    return free if waiting == 0 or free >= limit * WORTH_IT else 0
