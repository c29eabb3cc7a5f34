"""Errors of the parsers package: all of them are faults of the caller, never of a completion.

    ParsersError
    ├── OptionsError      the options cannot be told apart or named        (exit status 2)
    ├── ModeError         a mode of answering that there is not            (exit status 2)
    └── ReadingError      a stored reading does not have the expected form (exit status 2)

A completion cannot cause an error: whatever a model writes gets a reading.
"""


class ParsersError(Exception):
    """Base of this package's errors; the message says what happened, where, and what to do."""

    exit_status = 2


class OptionsError(ParsersError):
    """The options of an item cannot be read against: none at all, unnamed, doubled, or not text."""


class ModeError(ParsersError, ValueError):
    """What should say how many options an answer may name is no such word."""


class ReadingError(ParsersError):
    """A stored reading lacks a field or carries a value this version does not know."""
