"""A run's figures as one value. Scored items in, numbers out; how they look is the writers' business."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from mhclient import __version__
from mhclient.figures.averages import GROUPS, average, averages_for
from mhclient.figures.bootstrap import RESAMPLES, SEED, Estimate, Ints, Resampler, estimate
from mhclient.figures.calibration import CalibrationFigures, calibration_figures
from mhclient.figures.clusters import ClusterBy, cluster_numbers
from mhclient.figures.coverage import CoverageFigures, Slice
from mhclient.figures.coverage_ground import Ground
from mhclient.figures.metrics import share
from mhclient.figures.paired import Paired, adjusted, paired
from mhclient.figures.sets import ClassRow, ConfusedPair, class_rows, confused_pairs, has_sets
from mhclient.figures.tally import Tally
from mhclient.machine.gc_tuning import never_searched
from mhclient.read.scored import Scored
from mhclient.report.figures import Figures, figures, resampled_accuracy
from mhclient.report.loaded import LoadedRun
from mhclient.report.marks import mark_all
from parsers import PARSER_VERSION


@dataclass(frozen=True, slots=True)
class Settings:
    """How intervals are worked out."""

    cluster_by: ClusterBy = ClusterBy.ENTITY
    resamples: int = RESAMPLES
    seed: int = SEED


@dataclass(frozen=True, slots=True)
class Versions:
    """The programs behind the figures."""

    program: str = __version__
    parser: str = PARSER_VERSION


@dataclass(frozen=True, slots=True)
class EvidenceEffect:
    """One task without and with evidence, on the items asked both ways; the first is without."""

    task: str
    with_evidence: str
    right: Paired
    read: Paired


@dataclass(frozen=True, slots=True)
class Summary:
    """One run, in figures.

    Attributes:
        tasks, groups: name → the figures of its items; groups are those of which a task was asked.
        overall: all items of all tasks together.
        averages: means of task accuracies, None where a task was not asked.
        coverage: None where the benchmark has no graph.
        calibration: of the letters' probabilities; None where the run has none.
        before: the same run without people's decisions, if any is about it.
        classes, confused: for items with several right answers: per disorder, and which is said for which.
    """

    run: LoadedRun
    settings: Settings
    tasks: Mapping[str, Figures]
    groups: Mapping[str, Figures]
    overall: Figures
    averages: Mapping[str, Estimate]
    coverage: CoverageFigures | None
    evidence: tuple[EvidenceEffect, ...]
    classes: tuple[ClassRow, ...]
    confused: tuple[ConfusedPair, ...]
    calibration: CalibrationFigures | None = None
    before: "Summary | None" = None
    versions: Versions = field(default_factory=Versions)

    @property
    def run_id(self) -> str:
        return self.run.run.run_id

    @property
    def partial(self) -> bool:
        """Whether items of the run have not been asked yet."""
        return self.overall.accuracy.partial


class Resamplers:
    """One resampler per set of items, and what their coverage rests on: runs on the same items share both."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[tuple[str, ...], Resampler] = {}
        self._grounds: dict[tuple[str, Resampler, bytes], Ground] = {}

    def over(self, scored: Sequence[Scored]) -> Resampler:
        """The resampler of these items."""
        ids = tuple(item.item.id for item in scored)
        if ids not in self._made:
            numbers = cluster_numbers([item.item for item in scored], self._settings.cluster_by)
            self._made[ids] = Resampler(numbers, resamples=self._settings.resamples, seed=self._settings.seed)
        return self._made[ids]

    def ground(self, run: LoadedRun, asked: Ints, graph: Slice) -> Ground:
        """What the coverage of a run's items rests on.

        Args:
            asked: (n_asked,) the places of the items that were asked.
        """
        resampler = self.over(run.scored)
        key = run.benchmark.digest, resampler, asked.tobytes()
        if key not in self._grounds:
            items = [run.scored[row].item for row in asked]
            self._grounds[key] = Ground(items, graph, resampler, resampler.cluster_of[asked])
        return self._grounds[key]


def summarise_all(runs: Iterable[LoadedRun], settings: Settings | None = None) -> list[Summary]:
    """The figures of runs, one summary each; the runs are marked as they stand beside each other."""
    chosen = settings or Settings()
    resamplers = Resamplers(chosen)
    with never_searched():
        summaries = [summarise(run, chosen, resamplers) for run in runs]
        marked = mark_all([summary.run for summary in summaries])
        return [replace(summary, run=run) for summary, run in zip(summaries, marked, strict=True)]


def summarise(run: LoadedRun, settings: Settings, resamplers: Resamplers) -> Summary:
    """The figures of a run."""
    resampler = resamplers.over(run.scored)
    tally = Tally(run.scored)
    of_task = rows_by_task(run.scored)
    groups = {
        name: np.sort(np.concatenate(found))
        for name, wanted in GROUPS.items()
        if (found := [of_task[task] for task in wanted if task in of_task])
    }
    multi = [item for item in run.scored if item.asked and has_sets(item)]

    def of(rows: Ints) -> Figures:
        return figures(tally, rows, resampler)

    return Summary(
        run=run,
        settings=settings,
        tasks={task: of(rows) for task, rows in of_task.items()},
        groups={name: of(rows) for name, rows in groups.items()},
        overall=of(np.arange(len(run.scored))),
        averages=_averages(run, tally, of_task, resampler),
        coverage=_coverage(run, tally, resamplers),
        evidence=_one_family(list(_evidence_effects(tally, resampler))),
        classes=tuple(class_rows(multi)),
        confused=tuple(confused_pairs(multi)),
        calibration=_calibration(run, resampler),
        before=_before(run, settings, resamplers),
    )


def _calibration(run: LoadedRun, resampler: Resampler) -> CalibrationFigures | None:
    """Whether the likeliest letters are right as often as their probabilities say."""
    if not run.confidences:
        return None
    shares, correct = ([getattr(one, name) for one in run.confidences] for name in ("share", "correct"))
    rows = np.array([one.place for one in run.confidences], dtype=np.int64)
    return calibration_figures(shares, correct, resampler, rows)


def _coverage(run: LoadedRun, tally: Tally, resamplers: Resamplers) -> CoverageFigures | None:
    """Coverage from the items asked; None without a graph."""
    asked = np.flatnonzero(tally.asked)
    graph = run.benchmark.graph
    if graph is None or not len(asked):
        return None
    return resamplers.ground(run, asked, graph).coverage(tally.right[asked].astype(float))


def rows_by_task(scored: Sequence[Scored]) -> dict[str, Ints]:
    """Task → the places of its items, the tasks in the order in which they come."""
    rows: dict[str, list[int]] = {}
    for row, item in enumerate(scored):
        rows.setdefault(item.task, []).append(row)
    return {task: np.array(places, dtype=np.int64) for task, places in rows.items()}


def _before(run: LoadedRun, settings: Settings, resamplers: Resamplers) -> Summary | None:
    """The figures without people's decisions."""
    if run.decided is None or not run.decided.about_this:
        return None
    return summarise(replace(run, scored=run.decided.as_read, decided=None), settings, resamplers)


def _averages(
    run: LoadedRun, tally: Tally, of_task: Mapping[str, Ints], resampler: Resampler
) -> dict[str, Estimate]:
    over, value = {}, {}
    for task, rows in of_task.items():
        asked = rows[tally.asked[rows]]
        right = tally.right[asked]
        over[task] = resampled_accuracy(right, asked, resampler)
        value[task] = share(int(right.sum()), len(right))
    made = {}
    for name, weights in averages_for(of_task, run.benchmark.sizes).items():
        known = average(weights, value)
        made[name] = (
            Estimate(None, None)
            if known is None
            else estimate(known, np.sum([weight * over[task] for task, weight in weights.items()], axis=0))
        )
    return made


def _one_family(effects: Sequence[EvidenceEffect]) -> tuple[EvidenceEffect, ...]:
    """With Holm's p over the run's tasks, of what is right and of what is read."""
    right, read = adjusted([each.right for each in effects]), adjusted([each.read for each in effects])
    return tuple(replace(each, right=right[place], read=read[place]) for place, each in enumerate(effects))


def _evidence_effects(tally: Tally, resampler: Resampler) -> Iterator[EvidenceEffect]:
    """Each task with evidence against the task whose items it repeats, on the items asked both ways."""
    scored = tally.scored
    place = {scored[row].item.id: row for row in np.flatnonzero(tally.asked).tolist()}
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for row in place.values():
        base = place.get(str(scored[row].item.details.get("base_item")))
        if base is not None:
            pairs.setdefault((scored[base].task, scored[row].task), []).append((base, row))
    read = np.array([item.said is not None for item in scored], dtype=bool)
    for (task, with_evidence), rows in pairs.items():
        without, having = np.array(rows, dtype=np.int64).T
        yield EvidenceEffect(
            task,
            with_evidence,
            paired(tally.right[without], tally.right[having], resampler, without),
            paired(read[without], read[having], resampler, without),
        )
