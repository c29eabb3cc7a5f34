"""What is wrong with a batch as a whole: in the provider's words, or in ours. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

# "Enqueued token limit reached for gpt-5 in organization org-1. Limit: 2,000,000 enqueued tokens."
_LIMIT = re.compile(r"Limit: ([\d,]+) enqueued tokens")


class ProblemCode(Enum):
    """What the provider calls a problem, where that changes what is done next."""

    QUEUE_FULL = "token_limit_exceeded"  # OpenAI: too much waits already


@dataclass(frozen=True, slots=True)
class BatchProblem:
    """A problem as the store keeps it: the provider's code and message, or a sentence of ours.

    Attributes:
        code: None where no code is known.
        text: as shown and stored.
    """

    code: ProblemCode | None
    text: str

    @classmethod
    def told(cls, code: str, message: str) -> BatchProblem:
        """What the provider says; its code may be empty.

        >>> BatchProblem.told("token_limit_exceeded", "too much").code
        <ProblemCode.QUEUE_FULL: 'token_limit_exceeded'>
        """
        return cls(_code(code), ": ".join(part for part in (code, message) if part))

    @classmethod
    def stored(cls, text: str | None) -> BatchProblem | None:
        """As the store has it: "code: message" where the provider gave a code."""
        return None if text is None else cls(_code(text.partition(":")[0]), text)

    def __str__(self) -> str:
        return self.text

    @property
    def queue_limit(self) -> int | None:
        """Tokens that may wait at the provider, where the problem says how many."""
        found = _LIMIT.search(self.text)
        return None if found is None else int(found[1].replace(",", ""))


def _code(code: str) -> ProblemCode | None:
    return next((known for known in ProblemCode if known.value == code), None)
