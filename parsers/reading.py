"""The values a reading is made of: its outcome, its grade, and the evidence behind both.

Nothing here decides anything. A `Reading` is a record: it can be written as JSON, read back, and audited
without the code that made it. Source of the definitions: PARSING notes, section 2 (README, "Reading
replies").
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Never

from parsers.errors import ModeError, ReadingError
from parsers.outcome import Outcome

# Names the rules: two readings of one completion by the same version are equal to the byte. Raised by one
# with every published change after which some completion is read otherwise, in its candidates alone too;
# `tests/parsers/test_corpus.py` pins what the corpus is read as beside it.
PARSER_VERSION = "12"

Span = tuple[int, int]


class Grade(StrEnum):
    """How plainly an answer is given, from the bare label down to one label somewhere in prose."""

    STRICT = "strict"
    EXPLICIT = "explicit"
    LEADING = "leading"
    TEXT = "text"
    IN_TEXT = "in_text"


class AnswerMode(StrEnum):
    """How many options an answer may name."""

    SINGLE = "single"
    MULTI = "multi"

    @classmethod
    def _missing_(cls, value: object) -> Never:
        raise ModeError(f"`mode` is {value!r:.60}: give 'single' for one option, or 'multi' for a set.")


class SetAside(StrEnum):
    """Why a mention of a label or of an option text is no commitment."""

    NEGATED = "negated"
    CONDITIONAL = "conditional"
    QUOTED = "quoted"
    QUESTION = "question"
    CONSIDERED = "considered"
    CONCEDED = "conceded"
    RESTATED = "restated"
    SUPERSEDED = "superseded"
    AFTER_RUN_ON = "after run-on"
    IN_REASONING = "in reasoning"
    ARTICLE = "article"
    PRONOUN = "pronoun"
    NAME = "name"
    FORMULA = "formula"
    OUTRANKED = "outranked"
    UNCOMMITTED = "uncommitted"


class Candidate(NamedTuple):  # a frozen dataclass takes twice as long to make
    """One place where the completion names options, and what became of it.

    Attributes:
        letters: labels named there, in option order; a label the item lacks is kept as written.
        grade: how plainly it would count as an answer.
        rule: name of the rule that found it.
        span: start and end in the raw completion.
        set_aside: why it does not count, or None where it stands.
        by: name of the rule that set it aside; "" where none did, and in readings before version 12.
    """

    letters: tuple[str, ...]
    grade: Grade
    rule: str
    span: Span
    set_aside: SetAside | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """A label joined to another option's text: the label, the text as written, and the owner of that text."""

    label: str
    text: str
    owner: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A stretch of the raw completion that is no part of the visible text, and what it was."""

    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Reading:
    """What one completion says, and where it says it.

    Attributes:
        outcome: what the completion comes to.
        letters: option labels it commits to; empty unless the outcome is ANSWER.
        grade: how plainly, or None without an answer.
        rule: name of the rule that decided, whatever the outcome.
        span: start and end, in the raw completion, of the words that decided; None where nothing did.
        candidates: every place that names options, in order, with the reason it was set aside.
        clash: the label and the text that disagree, where that decided.
        removed: what was cut from the raw completion before reading.
        folded: positions of characters read as a plain letter, with that letter (full-width, look-alikes).
        finish_reason: as given.
        mode: as given.
        visible_chars: length of the visible text in characters.
        options_digest: first 16 hex digits of the SHA-256 of labels and texts.
        parser_version: version of the rules.
    """

    outcome: Outcome
    letters: frozenset[str]
    grade: Grade | None
    rule: str
    span: Span | None
    candidates: tuple[Candidate, ...]
    clash: Clash | None
    removed: tuple[Removed, ...]
    folded: tuple[tuple[int, str], ...]
    finish_reason: str | None
    mode: AnswerMode
    visible_chars: int
    options_digest: str
    parser_version: str = PARSER_VERSION

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready mapping; equal readings give equal mappings, letters sorted."""
        return {
            "outcome": self.outcome.value,
            "letters": sorted(self.letters),
            "grade": None if self.grade is None else self.grade.value,
            "rule": self.rule,
            "span": None if self.span is None else list(self.span),
            "candidates": [_candidate_to_dict(candidate) for candidate in self.candidates],
            "clash": None if self.clash is None else _clash_to_dict(self.clash),
            "removed": [{"kind": removed.kind, "span": list(removed.span)} for removed in self.removed],
            "folded": [list(folded) for folded in self.folded],
            "finish_reason": self.finish_reason,
            "mode": self.mode.value,
            "visible_chars": self.visible_chars,
            "options_digest": self.options_digest,
            "parser_version": self.parser_version,
        }

    def to_json(self) -> str:
        """One line of JSON in plain ASCII, the same bytes for the same reading."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Reading":
        """The reading that `to_dict` wrote.

        Raises:
            ReadingError: a field is missing, or holds a value this version does not know.
        """
        try:
            return cls(
                outcome=Outcome(stored["outcome"]),
                letters=frozenset(stored["letters"]),
                grade=None if stored["grade"] is None else Grade(stored["grade"]),
                rule=stored["rule"],
                span=None if stored["span"] is None else _span(stored["span"]),
                candidates=tuple(_candidate_from_dict(candidate) for candidate in stored["candidates"]),
                clash=None if stored["clash"] is None else Clash(**stored["clash"]),
                removed=tuple(Removed(cut["kind"], _span(cut["span"])) for cut in stored["removed"]),
                folded=tuple((int(position), str(letter)) for position, letter in stored["folded"]),
                finish_reason=stored["finish_reason"],
                mode=AnswerMode(stored["mode"]),
                visible_chars=int(stored["visible_chars"]),
                options_digest=stored["options_digest"],
                parser_version=stored["parser_version"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ReadingError(
                f"stored reading cannot be read back: {type(error).__name__}: {error}. "
                f"Read the completion again with parser version {PARSER_VERSION}."
            ) from error


def _span(pair: Any) -> Span:
    start, end = pair
    return int(start), int(end)


def _candidate_to_dict(candidate: Candidate) -> dict[str, Any]:
    written = {
        "letters": list(candidate.letters),
        "grade": candidate.grade.value,
        "rule": candidate.rule,
        "span": list(candidate.span),
        "set_aside": None if candidate.set_aside is None else candidate.set_aside.value,
    }
    return {**written, "by": candidate.by} if candidate.by else written


def _candidate_from_dict(stored: Mapping[str, Any]) -> Candidate:
    return Candidate(
        letters=tuple(stored["letters"]),
        grade=Grade(stored["grade"]),
        rule=stored["rule"],
        span=_span(stored["span"]),
        set_aside=None if stored["set_aside"] is None else SetAside(stored["set_aside"]),
        by=stored.get("by", ""),
    )


def _clash_to_dict(clash: Clash) -> dict[str, str]:
    return {"label": clash.label, "text": clash.text, "owner": clash.owner}
