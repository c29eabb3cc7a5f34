"""Which run is better than which: every two runs of the page, as a matrix with sentences behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mhclient.errors import ReportError
from mhclient.figures.clusters import Entities
from mhclient.figures.paired import Paired
from mhclient.report.beside_zero import why_beside
from mhclient.report.cells import points_interval
from mhclient.report.compare.comparing import compare, compare_overall
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.ranks import ranking
from mhclient.report.names import less
from mhclient.report.page.who import Who
from mhclient.report.ranking import Ranked
from mhclient.report.summary import Summary
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
        sides: with unread as wrong, and on the items that both could be read on, where these are others.
    """

    key: str
    names: tuple[str, str]
    verdict: str
    said: str
    basis: str
    depends: bool = False
    sides: tuple["Side", ...] = ()

    @property
    def is_reversed(self) -> bool:
        """Whether the other run is better on the items that both could be read on."""
        verdicts = [side.verdict for side in self.sides]
        return len(verdicts) == 2 and REVERSED.get(verdicts[0]) == verdicts[1]


@dataclass(frozen=True, slots=True)
class PairsInOneWay:
    """All pairs, with intervals of one kind.

    Attributes:
        cells: (row's run, column's run) → the cell.
        sentences: one per pair, the more accurate run first.
        ranked: the runs that have asked the same items, with the ranks that the verdicts leave them.
    """

    cells: Mapping[tuple[str, str], MatrixCell]
    sentences: Sequence[PairSentence]
    n_tested: int
    ranked: Sequence[Ranked]

    @property
    def rough(self) -> bool:
        """Whether any interval rests on few effective clusters."""
        return any(cell.interval.endswith(ROUGH) for cell in self.cells.values())

    @property
    def n_depending(self) -> int:
        return sum(sentence.depends for sentence in self.sentences)

    @property
    def n_reversed(self) -> int:
        """How many pairs have the other run better on the items that both could be read on."""
        return sum(sentence.is_reversed for sentence in self.sentences)

    def count(self, *verdicts: str) -> int:
        """How many pairs have one of these verdicts."""
        return sum(sentence.verdict in verdicts for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matrix: for entities like these, and, where that differs, for exactly these items."""

    runs: Sequence[Who]
    ways: Sequence[PairsInOneWay]
    margin: float

    def ranks_of(self, run: str) -> list[str]:
        """The ranks that a run may have, for each way; "" where it is not ranked."""
        return [
            next((each.ranks for each in way.ranked if each.run.run.run_id == run), "") for way in self.ways
        ]

    def verdicts_of(self, run: str) -> list[list[str]]:
        """A run's verdicts against all others, for each way."""
        return [[cell.verdict for (row, _), cell in way.cells.items() if row == run] for way in self.ways]


def comparison_of(summaries: Sequence[Summary], *, exact: bool = False) -> Comparison | None:
    """Every two runs compared, as one family; None where no two have items in common.

    Args:
        exact: for exactly these items, instead of others like them.
    """
    settings = summaries[0].settings
    settings = replace(settings, entities=Entities.FIXED) if exact else settings
    runs = [summary.run for summary in summaries]
    try:
        return compare_overall(runs, settings) if exact else compare(runs, settings, every_pair=True)
    except ReportError:
        return None


def matrix_of(comparisons: Sequence[Comparison], runs: Sequence[Who]) -> Matrix:
    """The matrix of these runs."""
    margin = comparisons[0].settings.equivalence
    ways = [_way(comparison, runs, margin, n) for n, comparison in enumerate(comparisons)]
    return Matrix(runs, ways, margin)


def _way(comparison: Comparison, runs: Sequence[Who], margin: float, number: int) -> PairsInOneWay:
    known = {(pair.first.run.run_id, pair.second.run.run_id): pair for pair in comparison.pairs}
    n_tested = sum(not pair.circular for pair in comparison.pairs)
    cells, sentences = {}, []
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            key = f"pair{number}-{one.no}-{other.no}"
            pair, turned = known.get((one.run, other.run)), known.get((other.run, one.run))
            found = _Found.of(pair, turned)
            cells[one.run, other.run] = found.cell(key)
            cells[other.run, one.run] = found.turned.cell(key)
            sentences.append(_sentence(found, key, (one, other), margin, n_tested))
    return PairsInOneWay(cells, sentences, n_tested, ranking(comparison))


@dataclass(frozen=True, slots=True)
class _Found:
    """Two runs compared, the row's first; None where they are not compared."""

    right: Paired | None
    both_read: Paired | None
    verdict: str
    sign: int = 1

    @classmethod
    def of(cls, pair: Pair | None, turned: Pair | None) -> "_Found":
        chosen = pair or turned
        if chosen is None or chosen.circular:
            return cls(None, None, NONE)
        found = cls(chosen.overall.right, chosen.overall.both_read, _verdict(chosen.overall.right))
        return found if pair else found.turned

    @property
    def turned(self) -> "_Found":
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
        said = "no verdict" if verdict == NONE else verdict
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


def _sentence(found: _Found, key: str, pair: tuple[Who, Who], margin: float, n_tested: int) -> PairSentence:
    names = pair[0].name, pair[1].name
    right, read = found.right, found.both_read
    if right is None or read is None:
        said = (
            f"{names[0]} and {names[1]} are not compared: they share no items, or rest on the same replies."
        )
        return PairSentence(key, names, NONE, said, "")
    sides = tuple(found.side(each) for each in ((right, read) if read.n < right.n else (right,)))
    said, basis = _said(found, names, margin), _basis(found, names, margin, n_tested)
    return PairSentence(key, names, found.verdict, said, basis, found.depends, sides)


def _said(found: _Found, names: tuple[str, str], margin: float) -> str:
    """The verdict; the number points the way that the word says."""
    right = found.right
    assert right is not None
    value = found.sign * (right.difference.value or 0.0)
    bounds = right.judged.simultaneous
    first, second = names if value >= 0 else names[::-1]
    within = f"within ±{percent(margin)} points"
    more = f"{first} scores {percent(abs(value))} points more than {second}"
    if bounds is None or found.verdict == NONE:
        return (
            f"No verdict: {more}. There are too few effective clusters for an interval, so neither a "
            "difference nor equivalence can be shown."
        )
    low, high = sorted(found.sign * bound for bound in bounds)
    if found.verdict in ("better", "worse"):
        size = interval((low, high) if value >= 0 else (-high, -low))
        return f"{first} is {percent(abs(value))} points better than {second} ({size})."
    if found.verdict == "equivalent":
        return (
            f"{names[0]} and {names[1]} are equivalent {within}: {less(*names)} is {points(value)} points "
            f"({points_interval((low, high))})."
        )
    across = points_interval((low, high) if value >= 0 else (-high, -low))
    return f"Undecided: {more} ({across}); neither a difference nor equivalence {within} is shown."


def _basis(found: _Found, names: tuple[str, str], margin: float, n_tested: int) -> str:
    right, read = found.right, found.both_read
    assert right is not None
    assert read is not None
    asked = (
        f"{counted(right.n, 'item')} asked of both, worth {clusters(right.difference.n_effective)} "
        "independent groups (effective clusters); the interval holds for "
        f"{'this comparison' if n_tested == 1 else f'all {n_tested} comparisons together'}; adjusted p "
        f"{p_value(right.p_holm)}."
    )
    asked += why_beside(right, margin)
    if read.n == right.n:
        return f"{asked} All replies of both could be read."
    both = f"On the {counted(read.n, 'item')} that both could be read on"
    side = found.side(read)
    return f"{asked} {both}: {side.said}, {less(*names)} {side.size}.{why_beside(read, margin)}"
