"""A reading as highlights over its completion, and drawn as text: a row of marks below, and what each means.

The highlights are worked out when somebody looks at a reading, on whatever screen; the store keeps the result
alone. Rows are plain text cut to a width in terminal cells. Colour is the terminal's business.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from rich.cells import cell_len

import parsers
from mhclient.read.case import Case, joined
from mhclient.show.counts import counted
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
        """Its description."""
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


Kind = Literal["said", "marks", "note", "gap"]
_NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"
CONTEXT = 1  # rows of the completion shown before and after one with a mark


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One row of a drawing, and what it is: the completion, marks, an explanation, or rows left out."""

    kind: Kind
    text: str


def draw(completion: str, reading: Reading, width: int) -> list[DrawnRow]:
    """The completion with its marks, then one row per mark.

    The deciding span stands over ▲, every other candidate that stands over △ (the other sides of a conflict,
    or the answer said again), every candidate that was set aside over a number, what was cut before reading
    over dashes. Rows without a mark are shown at the ends and beside marked ones.
    """
    highlights = highlights_of(reading)
    numbers = _numbers(highlights)
    rows = list(_rows(completion, _signs(completion, highlights, numbers), max(width, 20)))
    return [*_elided(rows), *_notes(completion, reading, highlights, numbers)]


def _numbers(highlights: Sequence[Highlight]) -> dict[int, str]:
    """The sign of each highlight, by its place in the list: its kind's, or a number of its own."""
    aside = [place for place, each in enumerate(highlights) if each.kind is HighlightKind.ASIDE]
    numbers = {place: _number(number) for number, place in enumerate(aside)}
    return {place: each.kind.sign or numbers[place] for place, each in enumerate(highlights)}


def _signs(completion: str, highlights: Sequence[Highlight], signs: Mapping[int, str]) -> str:
    """Per character of the completion, the sign below it."""
    sign_of = {id(each): signs[place] for place, each in enumerate(highlights)}
    return "".join(
        (" " if shown is None else sign_of[id(shown)]) * (end - start)
        for start, end, shown in segments(len(completion), highlights)
    )


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else "*"


def _rows(completion: str, marks: Sequence[str], width: int) -> Iterator[tuple[DrawnRow, DrawnRow]]:
    """The completion in rows of at most `width` cells, each with its marks."""
    said: list[str] = []
    below: list[str] = []
    used = 0
    for character, mark in zip(completion, marks, strict=True):
        shown = visible_character(character)
        cells = cell_len(shown)
        if character == "\n" or used + cells > width:
            yield DrawnRow("said", "".join(said)), DrawnRow("marks", "".join(below).rstrip())
            said, below, used = [], [], 0
        if character != "\n":
            said.append(shown)
            below.append(mark * max(cells, 0))
            used += cells
    yield DrawnRow("said", "".join(said)), DrawnRow("marks", "".join(below).rstrip())


def visible_character(character: str) -> str:
    """One character as a terminal may safely show it, in as much room as it takes."""
    if character.isascii() and character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "·" if unicodedata.category(character) in _UNSEEN else character


_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Zl", "Zp"}


def _elided(rows: list[tuple[DrawnRow, DrawnRow]]) -> Iterator[DrawnRow]:
    """The rows worth seeing; a stretch of others is one row that says how many they are."""
    marked = {at for at, (_, below) in enumerate(rows) if below.text}
    ends = {0, len(rows) - 1}
    kept = ends | {near for at in marked for near in range(at - CONTEXT, at + CONTEXT + 1)}
    skipped = 0
    for at, (said, below) in enumerate(rows):
        if at not in kept:
            skipped += 1
            continue
        if skipped:
            yield DrawnRow("gap", f"… {counted(skipped, 'row')} …")
            skipped = 0
        yield said
        if below.text:
            yield below


def _notes(
    completion: str, reading: Reading, highlights: Sequence[Highlight], signs: Mapping[int, str]
) -> Iterator[DrawnRow]:
    """One row per highlight, kind by kind; of removed text one per kind of text."""
    notes = [
        (each.kind, f"{signs[place]} {_note(completion, reading, each)}")
        for place, each in enumerate(highlights)
    ]
    for kind in HighlightKind:
        yield from (
            DrawnRow("note", note) for note in dict.fromkeys(note for of, note in notes if of is kind)
        )
    if reading.clash is not None:
        clash = reading.clash
        yield DrawnRow("note", f"{clash.label} stands with the text of {clash.owner}: {clash.text}")


def _note(completion: str, reading: Reading, highlight: Highlight) -> str:
    words, letters = _quoted(completion, highlight.span), highlight.letters.replace("&", " ")
    named = words if words == letters else f"{words} ({letters})"
    match highlight.kind:
        case HighlightKind.DECIDED:
            return f"{words}: {_decision(reading)}"
        case HighlightKind.STANDS:
            return f"{named}: stands, too, by the rule {highlight.rule}"
        case HighlightKind.ASIDE:
            by = f", by the rule {highlight.by}" if highlight.by else ""
            return f"{named}: {highlight.set_aside.replace('_', ' ')}{by}"
        case HighlightKind.REMOVED:
            return f"cut before reading: {highlight.rule}"


def _decision(reading: Reading) -> str:
    graded = f", {reading.grade.value}" if reading.grade is not None else ""
    return f"{reading.outcome.value}{graded}, by the rule {reading.rule}"


def _quoted(completion: str, span: tuple[int, int], longest: int = 40) -> str:
    text = "".join(map(visible_character, completion[slice(*span)]))
    return text if len(text) <= longest else text[: longest - 1] + "…"
