"""What a run knows of how drugs are used: right answers by relation, wrong answers by the way they err.

Also which run knows more, for every two of a report: by relation, and by how they err.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.drug_use import (
    CALLED_A_USE,
    NO_RELATION,
    USAGE,
    WRONG_WAYS,
    AskedUsage,
    HowAsked,
    WrongWay,
    asked_usage,
    right_texts,
    said_texts,
)
from mhclient.figures.numerics import Bools, Ints
from mhclient.figures.paired import Verdict
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored
from mhclient.report.loading.basis import Basis, rows_by_task
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings
from mhclient.report.table import Row, Table
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

SAID = (*USAGE, NO_RELATION)
SEVERAL, UNREAD = "several of them", "unread"
OTHER = "another option"  # of a question that offers other texts beside these


@dataclass(frozen=True, slots=True)
class UsageShare:
    """A share of items, over their replies where each was asked several times.

    Attributes:
        n_items: the items it is of.
        n_unread: replies that could not be read.
        filters: what picks its items on the page of the run's items; None where nothing does.
        guessed: what would be right by guessing at random among the options; None of a wrong way.
    """

    n_items: int
    counted: Share
    n_unread: int
    estimate: Estimate
    filters: dict[str, str] | None = None
    guessed: float | None = None


@dataclass(frozen=True, slots=True)
class UsageFigures:
    """What a run knows of usage relations.

    Attributes:
        places: relation or wrong way → the places of its items among the run's.
        right: relation → right answers to its items.
        by_task: relation → task → the same; of further tasks that are about the relation, too.
        wrong: key of a wrong way → how often it was gone, of those that have items.
        said: what is right → what was said → replies, of items that ask for the relation by its name.
    """

    places: dict[str, Ints]
    right: dict[str, UsageShare]
    by_task: dict[str, dict[str, UsageShare]]
    wrong: dict[str, UsageShare]
    said: dict[str, dict[str, int]]

    def share(self, of: str) -> UsageShare | None:
        """That of a relation, or of a wrong way by its key."""
        return self.right.get(of) or self.wrong.get(of)


def usage_figures(basis: Basis) -> UsageFigures | None:
    """The figures of a run; None where no item that was asked asks for a usage relation."""
    shares = _Shares(basis)
    of_right = {relation: shares.rows(relation, partial(_counts_for, relation)) for relation in USAGE}
    of_wrong = {way.key: shares.rows(way.key, way.counts) for way in WRONG_WAYS}
    by_name = shares.rows("by name", lambda asked: asked.how is HowAsked.RELATION)
    places = {key: rows for key, rows in (of_right | of_wrong).items() if len(rows)}
    if not places:
        return None
    return UsageFigures(
        places=places,
        right={each: shares.right(rows, each) for each, rows in of_right.items() if len(rows)},
        by_task={relation: dict(shares.by_task(relation)) for relation in USAGE},
        wrong={way.key: shares.wrong(way, places[way.key]) for way in WRONG_WAYS if way.key in places},
        said=_said(basis.tally.scored[row] for row in by_name.tolist()),
    )


def _counts_for(relation: str, asked: AskedUsage) -> bool:
    return relation in asked.counts_for


def _is_about(relation: str, asked: AskedUsage) -> bool:
    return asked.relation == relation or _counts_for(relation, asked)


class _Shares:
    """Shares of a run's items that were asked."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis

    def rows(self, name: str, test: Callable[[AskedUsage], bool]) -> Ints:
        """The places of items that pass a test; runs of the same items share what it found."""
        rows = self._basis.sharing.rows_where(f"usage: {name}", asked_usage, test)
        asked: Ints = rows[self._basis.tally.asked[rows]]
        return asked

    def right(self, rows: Ints, relation: str) -> UsageShare:
        """How many of these items are right."""
        scored = self._basis.tally.scored
        guessed = float(np.mean([1 / len(scored[row].item.options) for row in rows.tolist()]))
        share = self._share(rows, self._basis.tally.right[rows], self._filters(rows, relation))
        return replace(share, guessed=guessed)

    def wrong(self, way: WrongWay, rows: Ints) -> UsageShare:
        """How many of these items were answered in this wrong way."""
        scored = self._basis.tally.scored
        values = np.array([way.wrong(scored[row]) for row in rows.tolist()], dtype=bool)
        return self._share(rows, values, None)

    def by_task(self, relation: str) -> Iterator[tuple[str, UsageShare]]:
        """Task → right answers to its items about the relation, whatever they ask of it."""
        rows = self.rows(f"about {relation}", partial(_is_about, relation))
        scored = self._basis.tally.scored
        for task, places in rows_by_task([scored[row] for row in rows.tolist()]).items():
            yield task, self.right(rows[places], relation)

    def _share(self, rows: Ints, values: Bools, filters: dict[str, str] | None) -> UsageShare:
        basis = self._basis
        n_unread = int((basis.tally.codes(rows, _is_unread) == 1).sum())
        found = basis.sharing.mean(rows).estimate(values.astype(np.float64))
        n_items = len(np.unique(basis.sharing.item_of[rows]))
        mean = None if basis.sharing.weights(rows) is None else found.value
        part = Share(int(values.sum()), len(rows), len(rows) / (n_items or 1), mean)
        return UsageShare(n_items, part, n_unread, found, filters)

    def _filters(self, rows: Ints, relation: str) -> dict[str, str] | None:
        """Tasks and relation; None where they pick other items, too."""
        tasks = dict.fromkeys(self._basis.tally.scored[row].task for row in rows.tolist())
        named = self.rows(f"named {relation}", lambda asked: asked.relation == relation)
        picked = [row for row in named.tolist() if self._basis.tally.scored[row].task in tasks]
        return {"task": "|".join(tasks), "relation": relation} if picked == rows.tolist() else None


def _is_unread(scored: Scored) -> int:
    return int(scored.said is None)


def _said(items: Iterator[Scored]) -> dict[str, dict[str, int]]:
    """What is right → what was said → replies; rows and columns in the order of relations."""
    found: dict[str, Counter[str]] = {right: Counter() for right in SAID}
    for scored in items:
        right = right_texts(scored.item)
        if len(right) == 1:
            (name,) = right
            found.setdefault(name, Counter())[_what_was_said(scored)] += 1
    other = (OTHER,) if any(OTHER in row for row in found.values()) else ()
    return {
        name: {said: row[said] for said in (*SAID, *other, SEVERAL, UNREAD)}
        for name, row in found.items()
        if row
    }


def _what_was_said(scored: Scored) -> str:
    said = said_texts(scored)
    if len(said) != 1:
        return SEVERAL if said else UNREAD
    (name,) = said
    return name if name in SAID else OTHER


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
