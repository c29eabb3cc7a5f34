"""Which rows of a run can be scored."""

from collections.abc import Iterable, Sequence

from cache import ReplyRow
from mhclient.errors import ReportError
from mhclient.report.loaded import LoadedBenchmark
from mhclient.run.prompts.shown import why_not_shown


class UsableRows:
    """Which of a run's rows can be scored, and why others cannot."""

    def __init__(self, benchmark: LoadedBenchmark) -> None:
        self.benchmark = benchmark
        self.left_out: dict[str, str] = {}

    def among(self, planned: Iterable[ReplyRow]) -> list[ReplyRow]:
        """Those of the rows that can be scored."""
        rows, items = list(planned), self.benchmark.items
        # Of an item as it is nothing else can be wrong.
        doubtful = [row for row in rows if row.shown is not None or row.item_id not in items]
        self.left_out |= {row.item_id: why for row in doubtful if (why := _why_not(row, self.benchmark))}
        return [row for row in rows if row.item_id not in self.left_out] if self.left_out else rows

    def check(self, run_id: str, rows: Sequence[ReplyRow]) -> None:
        """Whether any row is left.

        Raises:
            ReportError: none is.
        """
        if not rows and not self.left_out:
            raise ReportError(
                f"run '{run_id}' has no items: it was stopped before it was planned. Start it again."
            )
        if not rows:
            item_id, why = next(iter(self.left_out.items()))
            raise ReportError(f"run '{run_id}' has no item that can be used: {item_id[:80]!r} ({why}), …")


def _why_not(row: ReplyRow, benchmark: LoadedBenchmark) -> str | None:
    """Why an item of a run cannot be scored; None where it can."""
    if row.item_id not in benchmark.items:
        return benchmark.unusable.get(row.item_id, "the benchmark has no such item")
    return why_not_shown(row.shown, benchmark.items[row.item_id].options)
