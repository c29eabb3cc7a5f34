"""Which run is better than which: every two runs of the page, as a matrix and as a ranked table.

Behind each cell of the matrix is a sentence: the verdict, and what it rests on.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mhclient.errors import ReportError
from mhclient.figures.clustering import Entities
from mhclient.figures.paired import Paired
from mhclient.figures.proportion_intervals import Interval
from mhclient.report.blocks.block import of_accuracy
from mhclient.report.blocks.letters import favoured_point
from mhclient.report.blocks.ranking import Ranked
from mhclient.report.chart import Bar, Point, accuracy_point
from mhclient.report.compare.comparing import compare_in_ways
from mhclient.report.compare.contrast import Comparison, Pair, keeps_its_sign
from mhclient.report.compare.tables import ranking
from mhclient.report.page.charts import Figure, Scale, figure_of, from_lowest
from mhclient.report.page.runs import Links, PageRun, sets_of
from mhclient.report.summary import Summary
from mhclient.report.table import Behind, Cell
from mhclient.report.wording.names import minus
from mhclient.report.wording.shapes import points_interval
from mhclient.report.wording.verdicts import (
    NOT_TESTED,
    are_equivalent,
    is_better,
    verdict_notes,
    why_beside,
    why_not_tested,
)
from mhclient.show.cells import ROUGH, clusters, interval, is_rough, p_value, percent, points
from mhclient.show.counts import counted

NONE = "none"  # no verdict
SIGNS = {"better": "▲", "worse": "▼", "equivalent": "=", "undecided": "?", NONE: "·"}
REVERSED = {"better": "worse", "worse": "better"}


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A row's run against a column's.

    Attributes:
        key: names the pair's sentence.
        depends: whether the verdict is another on the items that both could be read on.
    """

    key: str
    verdict: str
    difference: str
    interval: str
    depends: bool

    @property
    def sign(self) -> str:
        return SIGNS[self.verdict]


@dataclass(frozen=True, slots=True)
class Side:
    """The first of a pair under one way of counting: the verdict, and the difference with its interval."""

    verdict: str
    said: str
    size: str
    n: int

    @property
    def sign(self) -> str:
        return SIGNS[self.verdict]


@dataclass(frozen=True, slots=True)
class PairSentence:
    """What a pair's verdict is, and what it rests on.

    Attributes:
        names: the more accurate run's first.
        depends: in words, that what could not be read decides the verdict; "" where it does not.
        sides: with unread as wrong, and on the items that both could be read on, where these are others.
    """

    key: str
    names: tuple[str, str]
    verdict: str
    said: str
    basis: str
    depends: str = ""
    sides: tuple[Side, ...] = ()


def is_reversed(sides: tuple[Side, ...]) -> bool:
    """Whether the other run is better on the items that both could be read on."""
    verdicts = [side.verdict for side in sides]
    return len(verdicts) == 2 and REVERSED.get(verdicts[0]) == verdicts[1]


@dataclass(frozen=True, slots=True)
class FoundPair:
    """Two runs compared, the row's first; None where they are not compared.

    Attributes:
        bounds: what the difference can be, whatever unread replies would have said.
        unlike: in words, which items look alike in the two and are not compared.
    """

    right: Paired | None
    both_read: Paired | None
    verdict: str
    sign: int = 1
    bounds: Interval = None
    unlike: str = ""

    @classmethod
    def of(cls, pair: Pair | None, turned: Pair | None) -> "FoundPair":
        chosen = pair or turned
        if chosen is None or chosen.circular:
            return cls(None, None, NONE)
        of = chosen.overall
        found = cls(of.right, of.both_read, _verdict(of.right), bounds=of.bounds, unlike=chosen.unlike.said)
        return found if pair else found.turned

    @property
    def turned(self) -> "FoundPair":
        """The same, the other run first."""
        return replace(self, verdict=REVERSED.get(self.verdict, self.verdict), sign=-self.sign)

    @property
    def depends(self) -> bool:
        """Whether what could not be read decides the verdict."""
        if self.right is None or self.both_read is None or self.both_read.n == self.right.n:
            return False
        return _verdict(self.right) != _verdict(self.both_read)

    def value(self, pair: Paired) -> str:
        found = pair.difference.value
        return points(None if found is None else self.sign * found)

    def interval(self, pair: Paired) -> str:
        bounds = pair.judged.simultaneous
        if bounds is None:
            return "no interval"
        turned = bounds if self.sign > 0 else (-bounds[1], -bounds[0])
        return points_interval(turned) + (ROUGH if is_rough(bounds, pair.difference.n_effective) else "")

    def side(self, pair: Paired) -> Side:
        """The pair under one way of counting."""
        verdict = _verdict(pair) if self.sign > 0 else REVERSED.get(_verdict(pair), _verdict(pair))
        said = NOT_TESTED if verdict == NONE else verdict
        return Side(verdict, said, f"{self.value(pair)} ({self.interval(pair)})", pair.n)

    def cell(self, key: str) -> MatrixCell:
        if self.right is None:
            return MatrixCell(key, NONE, "", "not compared", depends=False)
        return MatrixCell(key, self.verdict, self.value(self.right), self.interval(self.right), self.depends)


def _verdict(pair: Paired) -> str:
    """The verdict; none where there is no test."""
    if pair.p is None:
        return NONE
    return pair.judged.verdict.value


def sentence_of(
    found: FoundPair, key: str, pair: tuple[PageRun, PageRun], margin: float, n_tested: int
) -> PairSentence:
    names = pair[0].name, pair[1].name
    right, read = found.right, found.both_read
    if right is None or read is None:
        said = (
            f"{names[0]} and {names[1]} are not compared: they rest on the same replies, or one asked the "
            "other's unread items again."
        )
        return PairSentence(key, names, NONE, said, "")
    sides = tuple(found.side(each) for each in ((right, read) if read.n < right.n else (right,)))
    said, basis = _said(found, names, margin), _basis(found, names, margin, n_tested)
    depends = f"{_depends(sides, found)}." if found.depends else ""
    return PairSentence(key, names, found.verdict, said, basis, depends, sides)


def _depends(sides: tuple[Side, ...], found: FoundPair) -> str:
    """That unread replies decide the verdict, and how far: whether it is reversed, whether it can be."""
    said = "The verdict depends on how unread replies are counted"
    if is_reversed(sides):
        said += ": on the items that both could be read on it is the other way round"
    if keeps_its_sign(found.bounds):
        said += "; which has more right over all these items cannot turn round, whatever they would have said"
    return said


def _said(found: FoundPair, names: tuple[str, str], margin: float) -> str:
    """The verdict; the number points the way that the word says."""
    right = found.right
    assert right is not None
    value = found.sign * (right.difference.value or 0.0)
    bounds = right.judged.simultaneous
    first, second = names if value >= 0 else names[::-1]
    more = f"{first} scores {percent(abs(value))} points more than {second}"
    if bounds is None or found.verdict == NONE:
        alike = more if value else f"{first} and {second} have as many right"
        return f"Not tested: {alike}; {why_not_tested(right)}."
    low, high = sorted(found.sign * bound for bound in bounds)
    if found.verdict in ("better", "worse"):
        size = interval((low, high) if value >= 0 else (-high, -low))
        return f"{is_better(first, second, abs(value), size)}."
    if found.verdict == "equivalent":
        said, size = are_equivalent(" and ".join(names), margin), points_interval((low, high))
        return f"{said}: {minus(*names)} is {points(value)} points ({size})."
    across = points_interval((low, high) if value >= 0 else (-high, -low))
    neither = f"neither a difference nor equivalence within ±{percent(margin)} points is shown"
    return f"Undecided: {more} ({across}); {neither}."


def _basis(found: FoundPair, names: tuple[str, str], margin: float, n_tested: int) -> str:
    right, read = found.right, found.both_read
    assert right is not None
    assert read is not None
    asked = (
        f"{counted(right.n, 'item')} asked of both, worth {clusters(right.difference.n_effective)} "
        "independent groups (effective clusters); the interval holds for "
        f"{'this comparison' if n_tested < 2 else f'all {n_tested} comparisons together'}; adjusted p "
        f"{p_value(right.p_holm)}."
        f"{f' {found.unlike}' if found.unlike else ''}"
    )
    asked += why_beside(right, margin)
    if read.n == right.n:
        return f"{asked} All replies of both could be read."
    both = f"On the {counted(read.n, 'item')} that both could be read on"
    side = found.side(read)
    return f"{asked} {both}: {side.said}, {minus(*names)} {side.size}.{why_beside(read, margin)}"


@dataclass(frozen=True, slots=True)
class PairsInOneWay:
    """All pairs, with intervals of one kind.

    Attributes:
        cells: (row's run, column's run) → the cell; none where they have no item in common.
        sentences: one per pair, the more accurate run first.
        ranked: the runs that have asked the same items, with the ranks that the verdicts leave them.
        beside: why a verdict that depends on unread replies may stand beside its interval, if one does.
    """

    cells: Mapping[tuple[str, str], MatrixCell]
    sentences: Sequence[PairSentence]
    n_tested: int
    ranked: Sequence[Ranked]
    beside: str = ""

    @property
    def rough(self) -> bool:
        """Whether any interval rests on few effective clusters."""
        return any(cell.interval.endswith(ROUGH) for cell in self.cells.values())

    @property
    def n_depending(self) -> int:
        return sum(bool(sentence.depends) for sentence in self.sentences)

    @property
    def n_reversed(self) -> int:
        """How many pairs have the other run better on the items that both could be read on."""
        return sum(is_reversed(sentence.sides) for sentence in self.sentences)

    def cells_of(self, *runs: str) -> list[MatrixCell]:
        """These runs against all others; of two of them there are two cells."""
        return [cell for (row, _), cell in self.cells.items() if row in runs]

    def count(self, *verdicts: str) -> int:
        """How many pairs have one of these verdicts."""
        return sum(sentence.verdict in verdicts for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matrix: for entities like these, and, where that differs, for exactly these entities.

    Attributes:
        groups: runs that items in common connect; those of one group and of another are not compared.
    """

    groups: Sequence[Sequence[PageRun]]
    ways: Sequence[PairsInOneWay]
    margin: float

    def ranks_of(self, run: str) -> list[str]:
        """The ranks that a run may have, for each way; "" where it is not ranked."""
        return [
            next((each.ranks for each in way.ranked if each.run.run.run_id == run), "") for way in self.ways
        ]

    def verdicts_of(self, run: str) -> list[list[MatrixCell]]:
        """A run against all others, for each way."""
        return [way.cells_of(run) for way in self.ways]


def comparisons_of(summaries: Sequence[Summary], *, exact: bool) -> list[Comparison]:
    """Every two runs compared, as one family; none where no two have items in common.

    Args:
        exact: once more for exactly these entities, instead of others like them.
    """
    settings = summaries[0].settings
    exactly = [replace(settings, entities=Entities.FIXED)] if exact else []
    try:
        return compare_in_ways([summary.run for summary in summaries], [settings, *exactly])
    except ReportError:
        return []


def matrix_of(comparisons: Sequence[Comparison], runs: Sequence[PageRun]) -> Matrix:
    """The matrix of these runs."""
    margin = comparisons[0].settings.equivalence
    ways = [_way(comparison, runs, margin, n) for n, comparison in enumerate(comparisons)]
    return Matrix(_connected(runs, ways[0].cells), ways, margin)


def _connected(
    runs: Sequence[PageRun], cells: Mapping[tuple[str, str], MatrixCell]
) -> list[Sequence[PageRun]]:
    """The runs in groups, without those that are compared with none."""
    groups: list[list[PageRun]] = []
    for who in runs:
        mine = [group for group in groups if any((who.run, other.run) in cells for other in group)]
        groups = [group for group in groups if group not in mine]
        groups.append([*(other for group in mine for other in group), who])
    ordered = (sorted(group, key=lambda who: who.no) for group in groups if len(group) > 1)
    return sorted(ordered, key=lambda group: group[0].no)


def _way(comparison: Comparison, runs: Sequence[PageRun], margin: float, number: int) -> PairsInOneWay:
    known = {(pair.first.run.run_id, pair.second.run.run_id): pair for pair in comparison.pairs}
    n_tested = sum(pair.overall.right.p is not None for pair in comparison.pairs)
    same_replies = [{first.run.run_id, second.run.run_id} for first, second, _ in comparison.same]
    cells, sentences = {}, []
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            key = f"pair{number}-{one.no}-{other.no}"
            pair, turned = known.get((one.run, other.run)), known.get((other.run, one.run))
            if pair is turned is None and {one.run, other.run} not in same_replies:
                continue
            found = FoundPair.of(pair, turned)
            cells[one.run, other.run] = found.cell(key)
            cells[other.run, one.run] = found.turned.cell(key)
            sentences.append(sentence_of(found, key, (one, other), margin, n_tested))
    return PairsInOneWay(cells, sentences, n_tested, ranking(comparison), _beside(comparison, margin))


def _beside(comparison: Comparison, margin: float) -> str:
    """Of the pairs whose verdict depends on unread replies, counted either way."""
    depending = [pair.overall for pair in comparison.pairs if FoundPair.of(pair, None).depends]
    shown = [each for overall in depending for each in (overall.right, overall.both_read)]
    return verdict_notes(shown, margin, alone=False)


# Verdict → how it is counted in a row.
AGAINST = {
    "better": "better than",
    "worse": "worse than",
    "equivalent": "equivalent to",
    "undecided": "undecided with",
    "none": "not tested against",
}


@dataclass(frozen=True, slots=True)
class RankRow:
    """A run's row.

    Attributes:
        ranks: the ranks that it may have, in both ways of counting intervals; "" where it is not ranked.
        bar: its replies by how they ended.
        against: verdict → how many of the other runs, in both ways of counting intervals.
        depending: likewise how many of these are others on the items that both could be read on.
    """

    who: PageRun
    ranks: Sequence[str]
    accuracy: Point
    right: Figure
    among: Figure
    unread: Figure
    in_format: Figure
    favoured: Point | None
    cost_usd: float | None
    bar: Bar
    against: Sequence[Mapping[str, int]]
    depending: Sequence[Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class RankTable:
    """The rows, and the scale that their intervals are drawn on; `name` is that of their questions."""

    name: str
    rows: Sequence[RankRow]
    scale: Scale

    @property
    def n_ranked(self) -> int:
        return sum(any(row.ranks) for row in self.rows)

    @property
    def letters(self) -> bool:
        """Whether any run was asked with options in changing order."""
        return any(row.favoured for row in self.rows)

    @property
    def costs(self) -> bool:
        return any(row.cost_usd is not None for row in self.rows)

    @property
    def rough(self) -> bool:
        return any(row.accuracy.rough for row in self.rows)

    @property
    def clear(self) -> bool:
        """Whether a run's preference for a letter is beyond doubt."""
        bounds = [row.favoured.bounds for row in self.rows if row.favoured]
        return any(each is not None and each[0] > 0 for each in bounds)

    @property
    def depends(self) -> bool:
        """Whether a verdict is another on the items that both could be read on."""
        return any(counts for row in self.rows for counts in row.depending)

    @property
    def unread(self) -> bool:
        return any(part.kind not in ("right", "wrong") for row in self.rows for part in row.bar.segments)

    @property
    def most_unread(self) -> float:
        """The longest of the small bars: the largest share that could not be read, rounded up to a tenth."""
        unread = [
            sum(part.share for part in row.bar.segments if part.kind not in ("right", "wrong"))
            for row in self.rows
        ]
        return max(0.1, -(-max(unread, default=0.0) * 10 // 1) / 10)


def rank_tables(
    runs: Sequence[PageRun], bars: Mapping[str, Bar], matrix: Matrix | None, links: Links
) -> list[RankTable]:
    """A table for each set of questions.

    Args:
        bars: run id → its bar of the picture.
    """
    found = []
    for name, of_set in sets_of(runs).items():
        rows = [_row(who, bars[who.run], matrix, links) for who in of_set]
        found.append(RankTable(name, rows, from_lowest(row.accuracy for row in rows)))
    return found


def _row(who: PageRun, bar: Bar, matrix: Matrix | None, links: Links) -> RankRow:
    overall = who.summary.overall
    accuracy, behind = overall.accuracy, of_accuracy(who.run, overall.accuracy)

    against = [] if matrix is None else matrix.verdicts_of(who.run)

    def figure(text: str, items: Behind) -> Figure:
        return figure_of(Cell(text, items), links)

    return RankRow(
        who=who,
        ranks=[] if matrix is None else matrix.ranks_of(who.run),
        accuracy=accuracy_point(who.name, overall),
        right=figure(percent(accuracy.accuracy), behind.right),
        among=figure(percent(accuracy.answered.value), behind.read),
        unread=figure(percent(accuracy.n_unread / accuracy.n) if accuracy.n else "–", behind.unread),
        in_format=figure(percent(accuracy.kept_format.value), behind.in_format),
        favoured=favoured_point(who.summary),
        cost_usd=who.summary.run.spent_in_all.cost_usd,
        bar=bar,
        against=[Counter(cell.verdict for cell in cells) for cells in against],
        depending=[Counter(cell.verdict for cell in cells if cell.depends) for cells in against],
    )
