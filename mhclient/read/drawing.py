"""A reading drawn as text: the completion with a row of marks below, and what each mark means.

Rows are plain text cut to a width in terminal cells. Colour is the terminal's business.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from mhclient.show.counts import counted
from parsers import Candidate, Reading

Kind = Literal["said", "marks", "note", "gap"]
DECIDING, STANDING, REMOVED = "▲", "△", "-"
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
    marks = _marks(completion, reading)
    return [*_elided(list(_rows(completion, marks, max(width, 20)))), *_notes(completion, reading)]


def _marks(completion: str, reading: Reading) -> list[str]:
    """Per character of the completion, its mark."""
    marks = [" "] * len(completion)
    for cut in reading.removed:
        marks[slice(*cut.span)] = REMOVED * (cut.span[1] - cut.span[0])
    for number, candidate in enumerate(_rejected(reading)):
        start, end = candidate.span
        marks[start:end] = _number(number) * (end - start)
    for candidate in _standing(reading):
        start, end = candidate.span
        marks[start:end] = STANDING * (end - start)
    if reading.span is not None:
        start, end = reading.span
        marks[start:end] = DECIDING * (end - start)
    return marks


def _standing(reading: Reading) -> list[Candidate]:
    """The candidates that nothing set aside, besides the deciding one."""
    return [
        candidate
        for candidate in reading.candidates
        if candidate.set_aside is None and candidate.span != reading.span
    ]


def _rejected(reading: Reading) -> list[Candidate]:
    return [candidate for candidate in reading.candidates if candidate.set_aside is not None]


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


def _notes(completion: str, reading: Reading) -> Iterator[DrawnRow]:
    if reading.span is not None:
        yield DrawnRow("note", f"{DECIDING} {_quoted(completion, reading.span)}: {_decision(reading)}")
    for candidate in _standing(reading):
        yield DrawnRow(
            "note", f"{STANDING} {_named(completion, candidate)}: stands, too, by the rule {candidate.rule}"
        )
    for number, candidate in enumerate(_rejected(reading)):
        reason = str(candidate.set_aside).replace("_", " ")
        yield DrawnRow("note", f"{_number(number)} {_named(completion, candidate)}: {reason}")
    for kind in dict.fromkeys(cut.kind for cut in reading.removed):
        yield DrawnRow("note", f"{REMOVED} cut before reading: {kind}")
    if reading.clash is not None:
        clash = reading.clash
        yield DrawnRow("note", f"{clash.label} stands with the text of {clash.owner}: {clash.text}")


def _decision(reading: Reading) -> str:
    graded = f", {reading.grade.value}" if reading.grade is not None else ""
    return f"{reading.outcome.value}{graded}, by the rule {reading.rule}"


def _named(completion: str, candidate: Candidate) -> str:
    """The words of a candidate, and its letters where the words are not just those."""
    words, letters = _quoted(completion, candidate.span), " ".join(candidate.letters)
    return words if words == letters else f"{words} ({letters})"


def _quoted(completion: str, span: tuple[int, int], longest: int = 40) -> str:
    text = "".join(map(visible, completion[slice(*span)]))
    return text if len(text) <= longest else text[: longest - 1] + "…"
