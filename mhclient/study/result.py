"""What a grid has found, for programs and notebooks: a table that shows itself, frames, a report.

Also the report that a study file asks for; what forbids to write it is found before anything is asked.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark import Benchmark
from cache import Store
from mhclient.loading import later
from mhclient.read.reading import Readings
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.contrast import Comparison
from mhclient.report.loading.load import load_known
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings
from mhclient.run.calls import named_arguments
from mhclient.run.stored_items import refuse_answers
from mhclient.show.files import check_out
from mhclient.study.own_words import own_words
from mhclient.study.table import Ranking, rank_runs, ranking_html, result_lines

if TYPE_CHECKING:
    from polars import DataFrame

    from mhclient.report import summarise, write
    from mhclient.report.summary import Summary
    from mhclient.study import frames
else:  # pages and frames (polars) take a third of a second, which `mhclient run` does not wait for
    summarise = later("mhclient.report.summarise")
    write = later("mhclient.report.write")
    frames = later("mhclient.study.frames")

NOTHING = "No replies yet."


@dataclass(frozen=True)  # no slots: what is worked out is kept
class Result:
    """Runs with their figures. `evaluate` and `load` make one; in a notebook it shows itself as a table.

    Attributes:
        store: the file that has the replies.
        run_ids: of the runs that have some.
        notes: what kept runs from being asked to their end, a sentence each.
        known: what was read in the runs while they were asked.
    """

    store: Path
    run_ids: tuple[str, ...]
    notes: tuple[str, ...] = ()
    known: Mapping[str, Readings] = field(default_factory=dict, repr=False, compare=False)

    @property
    def complete(self) -> bool:
        """Whether every item of every run has a reply."""
        return not self.notes and all(row.n == row.n_planned for each in self.rankings for row in each.rows)

    @cached_property
    def runs(self) -> list[LoadedRun]:
        """The runs with every reply read and scored, as `load_runs` gives them."""
        if not self.run_ids:
            return []
        with self._open() as store:
            return load_known(store, self.run_ids, self.known)

    @cached_property
    def rankings(self) -> list[Ranking]:
        """Per benchmark its runs, best first."""
        return rank_runs(self.runs)

    @cached_property
    def summary(self) -> "DataFrame":
        """A row per run: accuracy with its interval, ranks, unread replies, tokens, cost."""
        return frames.summary_frame(self.rankings)

    @cached_property
    def items(self) -> "DataFrame":
        """A row per item and run: question, completion, reading, tokens, cost, latency, own columns.

        Its `to_pandas()` is polars' own and needs `pip install pandas pyarrow`.
        """
        with self._open() as store:
            return frames.items_frame(store, self.runs)

    @named_arguments
    def compare(self, settings: Settings | None = None) -> Comparison:
        """Every two of the runs, compared on the items they share; see `mhclient.compare`."""
        return compare(self.runs, settings, every_pair=True)

    @named_arguments
    def summaries(self, settings: Settings | None = None) -> "list[Summary]":
        """All figures of the report; see `mhclient.summarise`."""
        return summarise.summarise_all(self.runs, settings)

    @named_arguments
    def report(
        self,
        path: str | os.PathLike[str],
        settings: Settings | None = None,
        *,
        with_answers: bool = False,
    ) -> Path:
        """Write a report: .html, .json, .md, .tex, .csv or .parquet; see `mhclient.write_report`."""
        with self._open() as store:
            return write.write_report(store, self.summaries(settings), path, with_answers=with_answers)

    def lines(self) -> Sequence[str]:
        """The table as lines of text."""
        return [*self.notes, *(result_lines(self.rankings) if self.run_ids else [NOTHING])]

    def _open(self) -> Store:
        return Store.open(self.store, read_only=True)

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return ranking_html(self.rankings, self.notes if self.run_ids else (*self.notes, NOTHING))


@dataclass(frozen=True, slots=True)
class ReportFile:
    """Where the report goes.

    Attributes:
        with_answers: it may hold golds item by item of a benchmark whose makers ask not to pass them on.
    """

    path: Path
    with_answers: bool = False

    def check(self, benchmarks: Iterable[Benchmark]) -> None:
        """Refuse what the report would refuse of these once they are asked.

        Raises:
            UsageError: it would hold answers that nobody said may leave.
        """
        if self.path.suffix in write.WITH_ITEMS:
            for each in benchmarks:
                with own_words():
                    refuse_answers(
                        each.manifest,
                        f"'report': {each.directory}",
                        with_answers=self.with_answers,
                        otherwise=write.FIGURES_ALONE,
                    )

    def write(self, result: Result) -> Path:
        """Write it."""
        return result.report(self.path, with_answers=self.with_answers)


def report_file(folder: Path, said: Mapping[str, Any]) -> ReportFile | None:
    """The file that a study file names, beside it; None where it names none.

    Raises:
        UsageError: its name says no form of a report, or it could not be written.
    """
    if "report" not in said:
        return None
    path: Path = folder / said["report"]
    write.check_ending(path)
    check_out(path)
    return ReportFile(path, said.get("with_answers", False))
