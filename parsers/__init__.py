"""Completion and options in, one reading out: what was answered, how plainly, and where it says so.

Beside it, whether the completion kept to the format asked for. Importing this package imports its values
alone: the reader and its patterns are imported when they are first used. The road is told in `read.py`.
"""

from importlib import import_module

from parsers.errors import ModeError, OptionsError, ParsersError, ReadingError
from parsers.outcome import AnswerFormat, Outcome

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from parsers.compliance import Compliance, check_compliance
    from parsers.read import read_answer
    from parsers.reading import (
        PARSER_VERSION,
        AnswerMode,
        Candidate,
        Clash,
        Grade,
        Reading,
        Removed,
        SetAside,
    )
    from parsers.reading import AnswerMode as Mode

__all__ = [
    "PARSER_VERSION",
    "AnswerFormat",
    "AnswerMode",
    "Candidate",
    "Clash",
    "Compliance",
    "Grade",
    "Mode",
    "ModeError",
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

_WHERE = {
    **dict.fromkeys(("Compliance", "check_compliance"), "parsers.compliance"),
    "read_answer": "parsers.read",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'parsers' has no attribute {name!r}")
    module = import_module(_WHERE.get(name, "parsers.reading"))
    found: object = getattr(module, "AnswerMode" if name == "Mode" else name)  # its name in version 0.1.0
    globals()[name] = found  # the next use finds it at once
    return found
