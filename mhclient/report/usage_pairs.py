"""Which run knows more of how drugs are used, for every two of a report: by relation, and by how they err.

Decision: docs/decisions/report.md, "Contraindications have a block of their own".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mhclient.figures.drug_use import CALLED_A_USE, USAGE
from mhclient.figures.numerics import Bools
from mhclient.figures.paired import Verdict
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings
from mhclient.report.table import Row, Table
from mhclient.report.usage import UsageFigures
from mhclient.report.wording.names import with_marks
from mhclient.report.wording.verdicts import (
    NOT_TESTED,
    PairVerdict,
    in_one_family,
    margin_note,
    n_tests,
    pair_cells,
    pairs_by,
    right_items,
    verdict_notes,
    verdicts_document,
)
from mhclient.show.cells import CLUSTERS
from mhclient.show.counts import counted

MOST_PAIRS = 15  # of more, only those with a verdict are listed
CALLED = CALLED_A_USE.name
# A verdict on how often a contraindication is called a use, where more is no better.
MORE_OFTEN = {Verdict.BETTER: "more often", Verdict.WORSE: "less often"}


@dataclass(frozen=True, slots=True)
class UsagePair:
    """Two runs compared on one thing: a relation, or how often a contraindication is called a use."""

    what: str
    pair: PairVerdict

    @property
    def verdict(self) -> str:
        """In words; nothing where no test can be made."""
        found = self.pair.right.judged.verdict
        if self.pair.circular:
            return ""
        return found.value if self.what in USAGE else MORE_OFTEN.get(found, found.value)


def usage_pairs(runs: Sequence[tuple[LoadedRun, UsageFigures]], settings: Settings) -> list[UsagePair]:
    """Every two runs: all relations together are one family of tests, calling a use another."""
    right = [
        (relation, pair)
        for relation in USAGE
        for pair in pairs_by(right_items, _among(relation, runs), settings)
    ]
    called = [(CALLED, pair) for pair in pairs_by(_called_a_use, _among(CALLED_A_USE.key, runs), settings)]
    return [
        UsagePair(what, pair)
        for family in (right, called)
        for (what, _), pair in zip(
            family, in_one_family([pair for _, pair in family], settings.equivalence), strict=True
        )
    ]


def _among(of: str, runs: Sequence[tuple[LoadedRun, UsageFigures]]) -> list[LoadedRun]:
    """The runs that have such items, with these alone."""
    return [run.at(found.places[of].tolist()) for run, found in runs if of in found.places]


def _called_a_use(run: LoadedRun) -> Bools:
    """Which of a run's items, all about contraindications, were answered with a use."""
    return np.array(list(map(CALLED_A_USE.wrong, run.scored)), dtype=bool)


def usage_pairs_table(
    pairs: Sequence[UsagePair], among: Sequence[LoadedRun], settings: Settings
) -> Table | None:
    """A row per pair and relation; of many pairs those with a verdict alone."""
    few = sum(each.what == pairs[0].what for each in pairs) <= MOST_PAIRS if pairs else True
    listed = [each for each in pairs if few or each.pair.right.judged.verdict is not Verdict.UNDECIDED]
    head = ("On", "Runs", "n", "Difference (95 % CI)", "simultaneous", CLUSTERS, "p Holm", "Verdict")
    note = (
        "First minus second, in points, on the items that both have asked. p Holm, verdict and simultaneous "
        f"intervals: over {counted(_n_tests(pairs, USAGE), 'test')} of relations, and over "
        f"{counted(_n_tests(pairs, (CALLED,)), 'test')} of contraindications called a use, where “less "
        f"often” is said of the first and is the safer side. {margin_note(settings)}"
        f"{verdict_notes((each.pair.right for each in listed), settings.equivalence)} "
    )
    if len(listed) < len(pairs):
        note += f"Not listed: {len(pairs) - len(listed)} undecided, or not tested."
    rows = [_row(each, among) for each in listed]
    title = "Which run is better on which usage relation?"
    return Table(title, head, rows, with_marks(note.strip(), among), names=2) if pairs else None


def _n_tests(pairs: Sequence[UsagePair], of: Sequence[str]) -> int:
    return n_tests(each.pair for each in pairs if each.what in of)


def _row(each: UsagePair, among: Sequence[LoadedRun]) -> Row:
    untested = not each.pair.circular and each.pair.right.p is None
    return (each.what, *pair_cells(each.pair, among), NOT_TESTED if untested else each.verdict)


def usage_pairs_document(pairs: Sequence[UsagePair]) -> list[dict[str, Any]]:
    """The same as JSON has it; `verdict` on calling a use says how often the first does it."""
    documents = verdicts_document(each.pair for each in pairs)
    return [
        {"on": each.what, **document, "verdict": each.verdict or document["verdict"]}
        for each, document in zip(pairs, documents, strict=True)
    ]
