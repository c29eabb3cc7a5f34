"""Completion and options in, one reading out: what was answered, how plainly, and where it says so.

Beside it, whether the completion kept to the format asked for.
"""

from parsers.compliance import AnswerFormat, Compliance, check_compliance
from parsers.errors import OptionsError, ParsersError, ReadingError
from parsers.read import read_answer
from parsers.reading import (
    PARSER_VERSION,
    AnswerMode,
    Candidate,
    Clash,
    Grade,
    Outcome,
    Reading,
    Removed,
    SetAside,
)

Mode = AnswerMode  # its name in version 0.1.0

__all__ = [
    "PARSER_VERSION",
    "AnswerFormat",
    "AnswerMode",
    "Candidate",
    "Clash",
    "Compliance",
    "Grade",
    "Mode",
    "OptionsError",
    "Outcome",
    "ParsersError",
    "Reading",
    "ReadingError",
    "Removed",
    "SetAside",
    "check_compliance",
    "read_answer",
]
