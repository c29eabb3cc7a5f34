"""A run's figures as one value: those of its tasks, and those that the blocks of a report add."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from mhclient.figures.repetitions import EpochFigures
from mhclient.report.figures import Figures
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Settings, Versions
from mhclient.report.table import SUMS
from mhclient.show.cells import percent

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Summary:
    """One run, in figures.

    Attributes:
        tasks, groups: name → the figures of its items; groups are those of which a task was asked.
        overall: all items of all tasks together.
        repetitions: task, or "all", → what several replies to each item say; empty where each is asked once.
        found: function of a block → the figures that it has worked out of the run; see `get`.
        before: the same run without people's decisions, if any is about it.
        same_replies: run beside this one → for how many items it rests on the same replies.
    """

    run: LoadedRun
    settings: Settings
    tasks: Mapping[str, Figures]
    groups: Mapping[str, Figures]
    overall: Figures
    found: Mapping[Callable[[Basis], Any], Any]
    repetitions: Mapping[str, EpochFigures] = field(default_factory=dict)
    before: "Summary | None" = None
    same_replies: Mapping[str, int] = field(default_factory=dict)
    versions: Versions = field(default_factory=Versions)
    _beside: dict[tuple[object, ...], tuple[object, Any]] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<Summary {self.run_id}, accuracy {percent(self.overall.estimate.value)} %>"

    def get(self, figures: Callable[[Basis], F]) -> F:
        """The figures that this function, which a block names under `figures`, has worked out of the run."""
        return cast("F", self.found[figures])

    def get_beside(self, summaries: Sequence["Summary"], figures: Callable[[Sequence["Summary"]], F]) -> F:
        """What a function makes of several runs, of which this is the first; worked out once for all."""
        runs = [summary.run for summary in summaries]
        key = (figures, self.settings, *map(id, runs))
        if key not in self._beside:
            self._beside[key] = runs, figures(summaries)  # the runs too: no other gets the number of one
        return cast("F", self._beside[key][1])

    def with_overall(self) -> list[tuple[str, Figures]]:
        """The tasks' figures, and those of all items where there are several tasks."""
        overall = [(SUMS, self.overall)] if len(self.tasks) > 1 else []
        return [*self.tasks.items(), *overall]

    @property
    def run_id(self) -> str:
        return self.run.run.run_id

    @property
    def partial(self) -> bool:
        """Whether items of the run have not been asked yet."""
        return self.overall.accuracy.partial
