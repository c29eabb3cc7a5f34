"""A reading drawn as text: the completion with a row of marks below, and what each mark means.

Rows are plain text cut to a width in terminal cells. Colour is the terminal's business.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from mhclient.read.highlights import Highlight, HighlightKind, highlights_of, segments
from mhclient.show.counts import counted
from parsers import Reading

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
        shown = visible(character)
        cells = cell_len(shown)
        if character == "\n" or used + cells > width:
            yield DrawnRow("said", "".join(said)), DrawnRow("marks", "".join(below).rstrip())
            said, below, used = [], [], 0
        if character != "\n":
            said.append(shown)
            below.append(mark * max(cells, 0))
            used += cells
    yield DrawnRow("said", "".join(said)), DrawnRow("marks", "".join(below).rstrip())


def visible(character: str) -> str:
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
    text = "".join(map(visible, completion[slice(*span)]))
    return text if len(text) <= longest else text[: longest - 1] + "…"
