"""What a completion can come to; light, since help texts list the outcomes."""

from enum import StrEnum


class Outcome(StrEnum):
    """What a completion comes to. Every completion has exactly one."""

    ANSWER = "answer"
    AMBIGUOUS = "ambiguous"
    OUT_OF_RANGE = "out_of_range"
    REFUSAL = "refusal"
    FILTERED = "filtered"
    NO_ANSWER = "no_answer"
    TRUNCATED = "truncated"
    EMPTY = "empty"
