"""The overview: replies by model, task and outcome, and what the unread ones look like.

Replies that differ only in what they are about have one shape; a person reads one of each.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cache import ReadingRow
from mhclient.read.case import Case
from mhclient.read.collect import cases_at, in_brief
from parsers import Grade, Outcome

LONGEST = 14  # words of a form; where replies part ways later they are alike enough
READ = 2_000  # characters of a reply, likewise
_WORD = re.compile(r"‹…›|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]+")
_ABOUT, _LABEL, _NUMBER = "‹…›", "‹X›", "‹n›"
# Names and option texts of up to this many characters ("yes", "no") are how a sentence is built.
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """Replies of one form under one outcome; `example` is the first of them."""

    outcome: str
    form: str
    n: int
    example: Case


def shape_of(completion: str, names: Iterable[str], labels: Iterable[str]) -> str:
    """The normalised form of a reply: case, labels, numbers and the names of its item taken out.

    >>> shape_of("I can't say whether Lithium treats 3 people.", ["lithium"], "AB")
    "i can't say whether ‹…› treats ‹n› people ."
    """
    known = set(labels) - {"A", "I"}  # more often an article, or the writer
    words = _WORD.findall(_without(completion[:READ], names))
    form = [_sign(word, known) for word in words[: LONGEST + 1]]
    return " ".join(form) if len(form) <= LONGEST else " ".join(form[:LONGEST]) + " …"


def shapes(cases: Iterable[Case]) -> list[Shape]:
    """The shapes of cases, the commonest first."""
    counts: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], Case] = {}
    for case in cases:
        form = shape_of(case.completion, case.names, case.options) or case.shown
        counts[case.reading.outcome, form] += 1
        examples.setdefault((case.reading.outcome, form), case)
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return [Shape(*place, n, examples[place]) for place, n in ranked]


def _without(text: str, names: Iterable[str]) -> str:
    """The text with every name replaced; the longest first, since names contain one another."""
    long = sorted({name for name in names if len(name) > _SHORT}, key=lambda name: (-len(name), name))
    low = text.lower()
    if low.isascii() and not any(name.lower() in low for name in long if name.isascii()):
        long = [name for name in long if not name.isascii()]  # a pattern for each reply is what takes time
    if not long:
        return text
    return re.sub("|".join(map(re.escape, long)), f" {_ABOUT} ", text, flags=re.IGNORECASE)


def _sign(word: str, labels: set[str]) -> str:
    if word in labels:
        return _LABEL
    return _NUMBER if word[0].isdigit() else word.casefold()


COMMONEST = 12
# Read, but with the least trust: worth a look as well.
LOW_TRUST = frozenset({Grade.TEXT.value, Grade.IN_TEXT.value})


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One task of one run: its replies, and how many there are of each outcome."""

    run_id: str
    model: str
    task: str
    n: int
    outcomes: Counter[str]
    low_trust: int


@dataclass(frozen=True, slots=True)
class Overview:
    """The overview of some replies; `unread` is the shapes of those without an answer."""

    rows: tuple[OutcomeRow, ...]
    grades: Counter[str]
    unread: tuple[Shape, ...]
    n: int
    n_unread: int

    @property
    def outcomes(self) -> list[str]:
        """The outcomes that occur, in the reader's order."""
        found: Counter[str] = sum((row.outcomes for row in self.rows), Counter())
        return [outcome.value for outcome in Outcome if found[outcome.value]]


def overview(cases: Sequence[Case]) -> Overview:
    """Count cases and sort the unread ones by shape; of cases in a store, these alone are loaded."""
    brief = in_brief(cases)
    unread = [place for place, case in enumerate(brief) if not case.read]
    of_place: dict[tuple[str, str, str], list[ReadingRow]] = {}
    for case in brief:
        of_place.setdefault((case.run_id, case.model, case.task), []).append(case.reading)
    return Overview(
        rows=tuple(_row(*place, group) for place, group in of_place.items()),
        grades=Counter(str(case.reading.grade) for case in brief if case.read),
        unread=tuple(shapes(cases_at(cases, unread))),
        n=len(cases),
        n_unread=len(unread),
    )


def _row(run_id: str, model: str, task: str, readings: Sequence[ReadingRow]) -> OutcomeRow:
    low = sum(reading.grade in LOW_TRUST for reading in readings)
    outcomes = Counter(reading.outcome for reading in readings)
    return OutcomeRow(run_id, model, task, len(readings), outcomes, low)
