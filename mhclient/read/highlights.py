"""A reading as highlights over its completion: what every drawing of it is made from, on any screen. Pure.

The highlights are worked out when somebody looks at a reading; the store keeps the result alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import NamedTuple

import parsers
from mhclient.read.case import Case, joined
from mhclient.show.visible import visible
from parsers import Candidate, Reading


class HighlightKind(StrEnum):
    """What became of a place in a completion; of two that overlap the earlier kind shows.

    Attributes:
        sign: stands below the place where a drawing has no colours; "" where a number does.
        style: its colours on a terminal. Pages have theirs in their style sheets, by the kind's name.
    """

    sign: str
    style: str

    DECIDED = "decided", "▲", "bold black on green"  # the reading was taken from here
    STANDS = "stands", "△", "black on cyan"  # says the same, or the other side of a conflict
    ASIDE = "aside", "", "underline yellow"  # was set aside
    REMOVED = "removed", "-", "dim strike"  # no part of the visible text

    def __new__(cls, name: str, sign: str, style: str) -> HighlightKind:
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.sign, kind.style = sign, style
        return kind


_RANK = {kind: rank for rank, kind in enumerate(HighlightKind)}


@dataclass(frozen=True, slots=True)
class Highlight:
    """One place in a completion.

    Attributes:
        letters: the labels named there, joined; "" where none are.
        rule: what found it; of removed text, what it is.
        set_aside: why it does not count; "" if it does.
        by: the rule that set it aside; "" where none is named.
    """

    start: int
    end: int
    kind: HighlightKind
    letters: str
    rule: str
    set_aside: str = ""
    by: str = ""

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end

    @property
    def reason(self) -> str:
        """The rule, and why it does not count if it does not."""
        return f"{self.rule}: {self.set_aside}" if self.set_aside else self.rule

    @property
    def tip(self) -> str:
        """What is said of the place: letters and reason."""
        return f"{self.letters} {self.reason}".strip()


class Piece(NamedTuple):
    """A piece of a completion as it is shown, and what lies over it, if anything."""

    text: str
    highlight: Highlight | None

    @property
    def kind(self) -> str:
        """The highlight's kind, as style sheets know it; "" for none."""
        return "" if self.highlight is None else self.highlight.kind.value

    @property
    def tip(self) -> str:
        """What is said of it."""
        return "" if self.highlight is None else self.highlight.tip

    @property
    def style(self) -> str:
        """Its colours on a terminal."""
        return "" if self.highlight is None else self.highlight.kind.style


def read_case(case: Case) -> Reading:
    """The full reading of a case by the present reader."""
    return parsers.read_answer(
        case.completion,
        dict(sorted(case.options.items())),
        finish_reason=case.finish_reason,
        mode=case.mode,
    )


def highlights_of(reading: Reading) -> list[Highlight]:
    """The highlights of a reading: what decided first, then by place, then what was removed."""
    found = []
    if reading.span is not None:
        letters = joined(reading.letters)
        found.append(Highlight(*reading.span, HighlightKind.DECIDED, letters, reading.rule))
    found += [
        _candidate(candidate)
        for candidate in reading.candidates
        if candidate.set_aside is not None or candidate.span != reading.span
    ]
    found += [Highlight(*cut.span, HighlightKind.REMOVED, "", cut.kind) for cut in reading.removed]
    return found


def _candidate(candidate: Candidate) -> Highlight:
    letters, aside = "&".join(candidate.letters), candidate.set_aside
    if aside is None:
        return Highlight(*candidate.span, HighlightKind.STANDS, letters, candidate.rule)
    return Highlight(*candidate.span, HighlightKind.ASIDE, letters, candidate.rule, aside.value, candidate.by)


def segments(length: int, highlights: Sequence[Highlight]) -> Iterator[tuple[int, int, Highlight | None]]:
    """A text of that length cut where what is shown changes.

    Where highlights overlap the earlier kind shows, of one kind the shortest: it lies within the others.
    """
    ranked = sorted(highlights, key=lambda each: (_RANK[each.kind], each.end - each.start))
    bounds = {place for each in ranked for place in each.span}
    edges = sorted({0, length, *(min(max(place, 0), length) for place in bounds)})
    pieces = [(start, end, _first_over(start, end, ranked)) for start, end in pairwise(edges)]
    for shown, group in groupby(pieces, key=lambda piece: piece[2]):
        same = list(group)
        yield same[0][0], same[-1][1], shown


def pieces(completion: str, highlights: Sequence[Highlight]) -> Iterator[Piece]:
    """A completion in the pieces in which it is shown."""
    for start, end, shown in segments(len(completion), highlights):
        yield Piece(visible(completion[start:end]), shown)


def _first_over(start: int, end: int, ranked: Sequence[Highlight]) -> Highlight | None:
    return next((each for each in ranked if each.start <= start and end <= each.end), None)
