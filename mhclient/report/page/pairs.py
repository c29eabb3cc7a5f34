"""Which run is better than which: every two runs of the page, as a matrix with sentences behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mhclient.errors import ReportError
from mhclient.figures.clustering import Entities
from mhclient.report.blocks.ranking import Ranked
from mhclient.report.compare.comparing import compare_in_ways
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import ranking
from mhclient.report.page.page_run import PageRun
from mhclient.report.page.pair_found import FoundPair, MatrixCell, PairSentence, is_reversed, sentence_of
from mhclient.report.summary import Summary
from mhclient.report.wording.verdicts import verdict_notes
from mhclient.show.cells import ROUGH


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
