"""The overview: replies by model, task and outcome, and what the unread ones look like."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mhclient.audit.shapes import Shape, shapes
from mhclient.read.case import Case
from parsers import Grade, Outcome

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
    """What an auditor sees first; `unread` is the shapes of replies without an answer."""

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
    """Count cases and sort the unread ones by shape."""
    unread = [case for case in cases if not case.read]
    of_place: dict[tuple[str, str, str], list[Case]] = {}
    for case in cases:
        of_place.setdefault((case.run_id, case.model, case.task), []).append(case)
    return Overview(
        rows=tuple(_row(*place, group) for place, group in of_place.items()),
        grades=Counter(str(case.reading.grade) for case in cases if case.read),
        unread=tuple(shapes(unread)),
        n=len(cases),
        n_unread=len(unread),
    )


def _row(run_id: str, model: str, task: str, cases: Sequence[Case]) -> OutcomeRow:
    low = sum(case.reading.grade in LOW_TRUST for case in cases)
    outcomes = Counter(case.reading.outcome for case in cases)
    return OutcomeRow(run_id, model, task, len(cases), outcomes, low)
