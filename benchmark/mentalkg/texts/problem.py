"""What is wrong with a written case, and whether it is refused for it."""

from enum import StrEnum
from typing import NamedTuple

WARNING = "warning: "


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

    @property
    def noted(self) -> str:
        """How the files of a generated benchmark name it."""
        return self.check.value if self.refuses else f"{WARNING}{self.check}"


def is_warning(noted: str) -> bool:
    """Whether what is noted of a problem refused nothing."""
    return noted.startswith(WARNING)
