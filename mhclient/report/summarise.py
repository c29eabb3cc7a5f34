"""From loaded runs to their figures: every block's, once, from what runs on the same items share."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from mhclient.figures.accuracy import GROUPS
from mhclient.figures.numerics import Ints
from mhclient.machine.process import no_gc
from mhclient.report.blocks.epochs import repetitions_of
from mhclient.report.blocks.loop import blocks
from mhclient.report.loading.basis import Basis, RowsByTask, Sharings
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import mark_all
from mhclient.report.loading.same_items import same_beside
from mhclient.report.settings import Settings
from mhclient.report.summary import Figures, Summary, figures


def summarise_all(runs: LoadedRun | Iterable[LoadedRun], settings: Settings | None = None) -> list[Summary]:
    """The figures of runs, one summary each; the runs are marked as they stand beside each other.

    Args:
        runs: what `load_runs` gives, or one of them.
        settings: how intervals are worked out, and how much is listed.

    Raises:
        UsageError: something else is given, such as run ids.

    Example:
        >>> summaries = summarise(runs)
        >>> summaries[0].overall.accuracy.n
        20
    """
    chosen = settings or Settings()
    sharings = Sharings(chosen)
    listed = [runs] if isinstance(runs, LoadedRun) else runs
    with no_gc():
        summaries = [summarise(run, chosen, sharings) for run in listed]
        marked = mark_all([summary.run for summary in summaries])
        same = same_beside(marked)
        return [
            replace(summary, run=run, same_replies=same[run.run.run_id])
            for summary, run in zip(summaries, marked, strict=True)
        ]


def summarise(run: LoadedRun, settings: Settings, sharings: Sharings) -> Summary:
    """The figures of a run."""
    settings = replace(settings, has_entities=run.has_entities, of_versions=run.of_versions)
    basis = Basis.of(run, sharings)

    def of(rows: Ints) -> Figures:
        found = figures(basis.tally, rows, basis.sharing, settings)
        return _without_letters(found) if run.spec.variant.free else found

    found = {make: basis.get(make) for block in blocks() for make in block.figures}
    return Summary(
        run=run,
        settings=settings,
        tasks={task: of(rows) for task, rows in basis.of_task.items()},
        groups={name: of(rows) for name, rows in _groups(basis.of_task).items()},
        overall=of(np.arange(len(run.scored))),
        found=found,
        repetitions=found[repetitions_of],
        before=_before(run, settings, sharings),
    )


def _without_letters(found: Figures) -> Figures:
    """Of replies to a question without options: nobody could guess among them, or prefer a letter."""
    return replace(found, agreement=None, letters=None, prediction_a_rate=None, chance=None)


def _groups(of_task: RowsByTask) -> dict[str, Ints]:
    """Group → the places of its items, for groups of which a task was asked."""
    return {
        name: np.sort(np.concatenate(found))
        for name, wanted in GROUPS.items()
        if (found := [of_task[task] for task in wanted if task in of_task])
    }


def _before(run: LoadedRun, settings: Settings, sharings: Sharings) -> Summary | None:
    """The figures without people's decisions."""
    if run.decided is None or not run.decided.about_this:
        return None
    return summarise(replace(run, scored=run.decided.as_read, decided=None), settings, sharings)
