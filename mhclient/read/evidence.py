"""Where a completion names options, and what became of each place: the evidence behind a reading. Pure.

The evidence is worked out when somebody looks at a case; the store keeps the result alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from mhclient.read.case import Case, joined
from parsers import Reading, read_answer


@dataclass(frozen=True, slots=True)
class Highlight:
    """One place in a completion.

    Attributes:
        kind: "decided" where the reading was taken from, "stands" for a place that says the same, "aside"
            for one that was set aside, "removed" for what is no part of the visible text.
        letters: the labels named there, joined; "" where none are.
        reason: the rule, and why it does not count if it does not.
    """

    start: int
    end: int
    kind: str
    letters: str
    reason: str


def evidence(case: Case) -> Reading:
    """The full reading of a case by the present reader."""
    return read_answer(
        case.completion,
        dict(sorted(case.options.items())),
        finish_reason=case.finish_reason,
        mode=case.mode,
    )


def highlights_of(reading: Reading) -> list[Highlight]:
    """The marks of a reading: what decided first, then by place."""
    found = []
    if reading.span is not None:
        found.append(Highlight(*reading.span, "decided", joined(reading.letters), reading.rule))
    for candidate in reading.candidates:
        aside = candidate.set_aside
        if aside is None and candidate.span == reading.span:
            continue
        reason = candidate.rule if aside is None else f"{candidate.rule}: {aside.value}"
        kind = "stands" if aside is None else "aside"
        found.append(Highlight(*candidate.span, kind, "&".join(candidate.letters), reason))
    found += [Highlight(*cut.span, "removed", "", cut.kind) for cut in reading.removed]
    return found


def segments(length: int, marks: Sequence[Highlight]) -> Iterator[tuple[int, int, Highlight | None]]:
    """A text of that length cut where what is shown changes; where marks overlap the first one shows."""
    bounds = {place for mark in marks for place in (mark.start, mark.end)}
    edges = sorted({0, length, *(min(max(place, 0), length) for place in bounds)})
    pieces = [(start, end, _first_over(start, end, marks)) for start, end in pairwise(edges)]
    for mark, group in groupby(pieces, key=lambda piece: piece[2]):
        same = list(group)
        yield same[0][0], same[-1][1], mark


def _first_over(start: int, end: int, marks: Sequence[Highlight]) -> Highlight | None:
    return next((mark for mark in marks if mark.start <= start and end <= mark.end), None)
