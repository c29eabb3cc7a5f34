"""What is wrong with a written case, and whether it is refused for it."""

from enum import StrEnum
from typing import NamedTuple


class TextCheck(StrEnum):
    """What is looked at; the last six need a model's reply."""

    LENGTH = "length"
    WHOLE = "whole"
    PERSON = "person"
    LEAK = "leak"
    OWN_WORDS = "own words"
    DURATION = "duration"
    DEMOGRAPHICS = "demographics"
    COPY = "copy"
    MISSING = "missing"
    CONTRADICTION = "contradiction"
    EXTRA = "extra"
    RULE = "rule"
    WRITER = "writer"  # no usable reply
    CHECKER = "checker"  # likewise


class TextProblem(NamedTuple):
    """One finding; the writer sees `what` in the next round. A warning refuses nothing."""

    check: TextCheck
    what: str
    refuses: bool = True
