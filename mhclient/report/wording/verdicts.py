"""Which of two runs is better, if either can be said to be: worked out, and put into words.

Every two runs of a report or a comparison are one family of tests over all items. Whatever form shows a pair,
its difference, its intervals and its verdict are these.

A verdict goes by tests that are adjusted for all comparisons. Of the two intervals beside it one is of one
comparison alone, and so narrower than the test; the other holds for all at once, and is slightly wider than
Holm's method needs. Where a verdict and an interval seem to disagree, a note says why.
Source: docs/statistics.md, "Comparisons".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress
from typing import Any, TypeAlias

import numpy as np

from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.numerics import Bools, Floats
from mhclient.figures.paired import Paired, Verdict, adjusted, paired
from mhclient.figures.proportion_intervals import Interval
from mhclient.read.scored import Scored
from mhclient.report.loading.basis import Sharings
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.same_items import Replies, SameItems, is_circular
from mhclient.report.settings import Settings
from mhclient.report.table import Row, Table
from mhclient.report.wording.names import marked_name, minus, with_marks
from mhclient.report.wording.shapes import difference, paired_document, points_interval
from mhclient.show.cells import CLUSTERS, FEWEST_EFFECTIVE, clusters, interval, p_value, percent
from mhclient.show.counts import counted

REACHES = (
    "A verdict may stand beside an interval with 0 in it that holds for all comparisons of its family at "
    "once: it goes by the adjusted test (p Holm), which finds slightly more than such an interval can show."
)
OPEN = (
    "No difference may be shown beside a 95 % interval without 0: that interval is of one comparison alone, "
    "and the verdict is adjusted for all of its family."
)
BEYOND = (
    "“Equivalent” may stand beside an interval that reaches beyond the margin: it goes by two one-sided "
    "tests at 5 %, which need less than a 95 % interval."
)


def shown_with_zero(pair: Paired) -> bool:
    """Whether a difference is shown, and 0 is in the interval that holds for all comparisons at once."""
    shown = pair.judged.verdict in (Verdict.BETTER, Verdict.WORSE)
    return shown and _has_zero(pair.judged.simultaneous)


def open_without_zero(pair: Paired) -> bool:
    """Whether no difference is shown, and 0 is not in the interval of this comparison alone."""
    shown = pair.judged.verdict in (Verdict.BETTER, Verdict.WORSE)
    alone = pair.difference.ci95
    return not shown and alone is not None and not _has_zero(alone)


def equivalent_beyond(pair: Paired, margin: float) -> bool:
    """Whether runs are equivalent, and the interval for all comparisons at once is not within the margin."""
    bounds = pair.judged.simultaneous
    return (
        pair.judged.verdict is Verdict.EQUIVALENT
        and bounds is not None
        and not -margin <= bounds[0] <= bounds[1] <= margin
    )


def why_beside(pair: Paired, margin: float) -> str:
    """The same in a sentence about one pair, which begins with a space; "" where it does not occur."""
    if shown_with_zero(pair):
        return (
            " That verdict goes by the adjusted test; the interval, which holds for all at once, has 0 in it."
        )
    if equivalent_beyond(pair, margin):
        return " Equivalence goes by two one-sided tests at 5 %, which need less than the interval shown."
    return ""


def verdict_notes(pairs: Iterable[Paired], margin: float, *, alone: bool = True) -> str:
    """What a table or a figure of these pairs says of it; "" where it does not occur.

    Args:
        alone: whether it shows the intervals of one comparison alone, too.
    """
    return " ".join(_notes(list(pairs), margin, alone=alone))


def _notes(pairs: list[Paired], margin: float, *, alone: bool) -> Iterator[str]:
    if any(map(shown_with_zero, pairs)):
        yield REACHES
    if alone and any(map(open_without_zero, pairs)):
        yield OPEN
    if any(equivalent_beyond(pair, margin) for pair in pairs):
        yield BEYOND


def _has_zero(bounds: Interval) -> bool:
    return bounds is not None and bounds[0] <= 0 <= bounds[1]


MOST_OPEN = 3  # undecided pairs that are told of one by one; more of them are one line
REACHES_ZERO = (
    "it has 0 in it, and the verdict stands all the same: it goes by the adjusted test, which finds slightly "
    "more than an interval that holds for all comparisons of its family at once"
)


def verdict_in_words(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """The verdict; `names` are the first run's and the second's.

    Better and worse stand for the run that is better, so that the number in the sentence is above 0.
    """
    first, second = names
    verdict = pair.judged.verdict
    if verdict is Verdict.BETTER:
        return _better(first, second, pair.difference, pair) + _small(pair, margin)
    if verdict is Verdict.WORSE:
        return _better(second, first, pair.difference.negated, pair) + _small(pair, margin)
    if verdict is Verdict.EQUIVALENT:
        return are_equivalent(f"{first} and {second}", margin)
    return _undecided(pair, names, margin)


def verdict_sentence(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """The verdict as a sentence that names both, without its full stop."""
    words = verdict_in_words(pair, names, margin)
    open_still = pair.judged.verdict is Verdict.UNDECIDED
    return f"{names[0]} or {names[1]} – {words}" if open_still else words


def is_open(pair: Paired) -> bool:
    """Whether nothing is shown of two runs but how far apart they may be."""
    judged = pair.judged
    is_tested = judged.not_excluded is not None
    return judged.verdict is Verdict.UNDECIDED and is_tested and not judged.not_inferior


def many_open(pairs: Mapping[tuple[str, str], Paired], n: int) -> str:
    """What can be said of many open pairs of which each alone would take a line.

    Args:
        pairs: by their names.
        n: pairs in all.
    """
    widths = {names: pair.judged.not_excluded or 0.0 for names, pair in pairs.items()}
    first, second = max(widths, key=widths.__getitem__)
    return (
        f"Of {counted(n, 'pair')}, {len(pairs)} are undecided: neither is shown to be better. Differences up "
        f"to {percent(min(widths.values()))} points in the narrowest and {percent(max(widths.values()))} in "
        f"the widest ({first} or {second}) cannot be excluded"
    )


def _better(better: str, other: str, figure: Estimate, pair: Paired) -> str:
    """Args: figure: the difference, above 0; beside it stands the simultaneous interval, as in the matrix."""
    bounds = pair.judged.simultaneous
    if bounds is None:
        return is_better(better, other, figure.value)
    turned = bounds if figure is pair.difference else (-bounds[1], -bounds[0])
    why = f"; {REACHES_ZERO}" if shown_with_zero(pair) else ""
    return is_better(better, other, figure.value, f"simultaneous 95 % interval {interval(turned)}{why}")


def is_better(better: str, other: str, by: float | None, beside: str = "") -> str:
    """In every form: how much better one run is than another, with the interval or nothing beside it."""
    said = f"{better} is {percent(by)} points better than {other}"
    return f"{said} ({beside})" if beside else said


def are_equivalent(both: str, margin: float) -> str:
    """In every form: that both runs, by name or "they", are equivalent."""
    return f"{both} are equivalent within ±{percent(margin)} points"


def _small(pair: Paired, margin: float) -> str:
    """That a difference does not matter: only where the whole interval beside it says so, too."""
    bounds = pair.judged.simultaneous
    if not pair.judged.within_margin or bounds is None or max(map(abs, bounds)) >= margin:
        return ""
    return f", which is less than the margin of {percent(margin)} points"


def _undecided(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """Why nothing is decided, how large a difference may still be, and what is shown all the same."""
    if not pair.n:
        return "nothing can be said"
    open_to = pair.judged.not_excluded
    if open_to is None:
        return f"not tested: {why_not_tested(pair)}"
    first, second = names
    shown = (
        f"; {first} is shown not to be worse than {second} by {percent(margin)} points or more"
        if pair.judged.not_inferior
        else ""
    )
    return (
        "undecided: neither is shown to be better, and differences up to "
        f"{percent(open_to)} points cannot be excluded{shown}"
    )


def why_not_tested(pair: Paired) -> str:
    """Why a pair of runs that have items in common has neither a test nor a simultaneous interval."""
    if pair.n < FEWEST_EFFECTIVE:
        return "one item alone says nothing of others"
    return (
        f"the {counted(pair.n, 'item')} depend on each other so much that they are worth only "
        f"{clusters(pair.difference.n_effective)} independent ones (effective clusters)"
    )


NOT_TESTED = "not tested"  # items are worth too few clusters

# Which of a run's items have a property, (n_items,) in their order.
Having: TypeAlias = Callable[[LoadedRun], Bools]


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Two runs, first minus second, on the items that both have asked.

    Attributes:
        right: items answered right, or having what else is compared, with its place in the family.
        left_out: items that only one of them has asked.
    """

    first: LoadedRun
    second: LoadedRun
    right: Paired
    left_out: int = 0

    def __repr__(self) -> str:
        """Which two, and what is said of them: their replies would fill pages."""
        two = f"{self.first.run.run_id}, {self.second.run.run_id}"
        return f"<PairVerdict {two}: {self.right.judged.verdict.value}>"

    @property
    def circular(self) -> bool:
        """Whether one run's items were chosen by how the other's replies ended: no test can be made."""
        return is_circular(self.first, self.second)

    @property
    def better(self) -> tuple[LoadedRun, LoadedRun] | None:
        """The run that is shown to be better, and the other; None where neither is."""
        verdict = self.right.judged.verdict
        if verdict is Verdict.BETTER:
            return self.first, self.second
        return (self.second, self.first) if verdict is Verdict.WORSE else None


def pair_verdicts(runs: Sequence[LoadedRun], settings: Settings) -> list[PairVerdict]:
    """Every two of the runs that have asked an item in common and do not rest on the same replies."""
    return in_one_family(pairs_by(right_items, runs, settings), settings.equivalence)


def right_items(run: LoadedRun) -> Bools:
    """Which of a run's items are right."""
    return run.tally.right


def pairs_by(having_it: Having, runs: Sequence[LoadedRun], settings: Settings) -> list[PairVerdict]:
    """The same by any property of items, before they are put into a family."""
    same = SameItems(runs)
    replies, sharings = Replies(runs, same), Sharings(settings)
    having = {run.run.run_id: _Having.of(run, having_it(run), same.ids(run)) for run in runs}
    found = []
    for first, second in combinations(runs, 2):
        if not replies.n_same(first, second):
            ours, theirs = having[first.run.run_id], having[second.run.run_id]
            if (made := _paired(ours, theirs, sharings)) is not None:
                found.append(PairVerdict(first, second, *made))
    return found


def in_one_family(pairs: Sequence[PairVerdict], margin: float) -> list[PairVerdict]:
    """The same, adjusted over all of them; those without a test are in no family."""
    tested = [pair.right.untested if pair.circular else pair.right for pair in pairs]
    return [replace(pair, right=right) for pair, right in zip(pairs, adjusted(tested, margin), strict=True)]


@dataclass(frozen=True, slots=True)
class _Having:
    """What a run has asked: the items, and how often each has a property, as a share.

    Attributes:
        ids: what the items are called, the same in all runs.
    """

    run: LoadedRun
    ids: list[str]
    items: list[Scored]
    shares: Floats

    @classmethod
    def of(cls, run: LoadedRun, have_it: Bools, of_each: Sequence[str]) -> "_Having":
        """Args:
        have_it: (n_items,) which of the run's items have the property.
        of_each: what they are called.
        """
        asked = run.tally.asked
        items = list(compress(run.scored, asked.tolist()))
        ids = list(compress(of_each, asked.tolist()))
        if len(set(ids)) == len(ids):
            return cls(run, ids, items, have_it[asked].astype(np.float64))
        return cls._of_several(run, ids, items, have_it[asked].tolist())

    @classmethod
    def _of_several(
        cls, run: LoadedRun, ids: Sequence[str], counted: Sequence[Scored], have_it: Sequence[bool]
    ) -> "_Having":
        """The same where items have several replies."""
        items: dict[str, Scored] = {}
        found: dict[str, list[bool]] = {}
        for item_id, scored, it_has in zip(ids, counted, have_it, strict=True):
            items.setdefault(item_id, scored)
            found.setdefault(item_id, []).append(it_has)
        shares = [sum(of_item) / len(of_item) for of_item in found.values()]
        return cls(run, list(items), list(items.values()), np.array(shares))

    def among(self, ids: Sequence[str]) -> "_Having":
        """The same of these items, in their order."""
        if ids == self.ids:
            return self
        place = {item_id: number for number, item_id in enumerate(self.ids)}
        rows = [place[item_id] for item_id in ids]
        return _Having(self.run, list(ids), [self.items[row] for row in rows], self.shares[rows])


def _paired(first: _Having, second: _Having, sharings: Sharings) -> tuple[Paired, int] | None:
    """The pair on the items that both have asked, and how many only one has; None where there is none."""
    theirs = set(second.ids)
    ids = first.ids if first.ids == second.ids else [each for each in first.ids if each in theirs]
    if not ids:
        return None
    ours = first.among(ids)
    mean = sharings.over(first.run.benchmark, ours.items, ids).mean(np.arange(len(ids)))
    left_out = len(first.ids) + len(second.ids) - 2 * len(ids)
    return paired(ours.shares, second.among(ids).shares, mean), left_out


def n_tests(pairs: Iterable[PairVerdict]) -> int:
    """How many of the pairs are tested: the size of the family.

    Of two runs that rest on the same items' failure, or are right on the same items, nothing is tested.
    """
    return sum(pair.right.p is not None for pair in pairs)


def verdicts_table(
    pairs: Sequence[PairVerdict], among: Sequence[LoadedRun], settings: Settings
) -> Table | None:
    """A row per pair, the largest difference first; None where there is no pair.

    Args:
        among: the runs that names tell apart.
    """
    if not pairs:
        return None
    ordered = sorted(pairs, key=lambda pair: -abs(pair.right.difference.value or 0.0))
    note = (
        "On the items that both have asked, of unfinished runs too. Differences: first minus second, in "
        "points; above 0 the first has more right. The verdict is on the first: better or "
        "worse where the adjusted test finds a difference; undecided says neither that they differ nor that "
        "they do not. By p Holm, adjusted over "
        f"{counted(n_tests(pairs), 'pair')} of runs; simultaneous: intervals that hold together over the "
        f"same pairs. {margin_note(settings)}"
        f"{settings.estimand} {verdict_notes((pair.right for pair in pairs), settings.equivalence)}"
    ).rstrip()
    head = ("Runs", "n", "Difference (95 % CI)", "simultaneous", CLUSTERS, "p Holm", "Verdict")
    return Table("Which run is better?", head, list(_rows(ordered, among)), with_marks(note, among))


def _rows(pairs: Sequence[PairVerdict], among: Sequence[LoadedRun]) -> Iterator[Row]:
    for pair in pairs:
        yield (*pair_cells(pair, among), "" if pair.circular else verdict_cell(pair.right))


def pair_cells(pair: PairVerdict, among: Sequence[LoadedRun]) -> Row:
    """Names, items, difference with its two intervals, clusters and p, as tables of pairs show them."""
    right = pair.right
    return (
        minus(*(marked_name(run, among) for run in (pair.first, pair.second))),
        str(right.n),
        difference(right.difference),
        points_interval(right.judged.simultaneous),
        clusters(right.difference.n_effective),
        p_value(right.p_holm),
    )


def verdict_cell(pair: Paired) -> str:
    """The verdict as tables show it: of what cannot be tested there is none."""
    return NOT_TESTED if pair.p is None else pair.judged.verdict.value


def margin_note(settings: Settings) -> str:
    """What "equivalent" rests on."""
    within = f"within the margin of ±{percent(settings.equivalence)} points"
    of = "between runs; that between versions of a question is named with them"
    named = f"{within} ({of})" if settings.of_versions else within
    return (
        f"Equivalent: two one-sided tests {named}, adjusted likewise, where no difference is found: better "
        "and worse go before equivalent, however small the difference. "
    )


def verdicts_document(pairs: Iterable[PairVerdict]) -> list[dict[str, Any]]:
    """The same as JSON has it, in the order of the runs."""
    return [
        {
            "runs": [pair.first.run.run_id, pair.second.run.run_id],
            "circular": pair.circular,
            **paired_document(pair.right),
        }
        for pair in pairs
    ]
