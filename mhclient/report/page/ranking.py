"""The page's ranked table: a row per run, with what it may be said to rank at."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhclient.report.blocks.block import of_accuracy
from mhclient.report.blocks.letters import favoured_point
from mhclient.report.chart import Bar, Point, accuracy_point
from mhclient.report.page.linked import Figure, figure_of
from mhclient.report.page.links import Links
from mhclient.report.page.page_run import PageRun, sets_of
from mhclient.report.page.pairs import Matrix
from mhclient.report.page.scale import Scale, from_lowest
from mhclient.report.table import Behind, Cell
from mhclient.show.cells import percent

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
