"""Ways out of a report that hold golds item by item, which a restricted benchmark closes unless told.

Decision: docs/decisions/report.md, "What holds golds item by item is written only when told".
Decision: docs/decisions/report.md, "Figures of a restricted benchmark are of ten questions or more".
"""

from collections import defaultdict
from collections.abc import Iterable

from mhclient.figures.clusters import question_keys
from mhclient.report.loaded import LoadedRun
from mhclient.run.restricted import is_restricted, refuse_answers
from mhclient.show.counts import counted

LEAST_QUESTIONS = 10  # in a group that somebody has chosen; of fewer, figures tell which answers are right


def refuse_golds(runs: Iterable[LoadedRun], *, with_answers: bool, otherwise: str = "") -> None:
    """Refuse to write golds of items of restricted benchmarks.

    Args:
        otherwise: what else can be done, as a sentence.

    Raises:
        UsageError: a run's benchmark is restricted, and nobody said `with_answers`.
    """
    for run in runs:
        name, manifest = run.run.run_id, run.benchmark.manifest
        refuse_answers(manifest, name, with_answers=with_answers, otherwise=otherwise)


def refuse_few(whole: LoadedRun, chosen: LoadedRun, *, with_answers: bool) -> None:
    """Refuse groups of so few questions of a restricted benchmark that their figures hold the golds.

    A task with all of its questions stands in every report, however few they are.

    Args:
        whole: the run; `chosen`: the items that somebody wants figures of, grouped as wanted.

    Raises:
        UsageError: a group has fewer than `LEAST_QUESTIONS`, and nobody said `with_answers`.
    """
    if with_answers or not is_restricted(whole.benchmark.manifest):
        return
    of_task = _questions_by_task(whole)
    for group, questions in _questions_by_task(chosen).items():
        if len(questions) < LEAST_QUESTIONS and questions != of_task.get(group):
            otherwise = f" Choose groups of {LEAST_QUESTIONS} questions or more."
            # Not the group's name: it may be a label.
            name = f"{whole.run.run_id}, a group chosen with {counted(len(questions), 'question')} alone"
            refuse_answers(whole.benchmark.manifest, name, with_answers=False, otherwise=otherwise)


def _questions_by_task(run: LoadedRun) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    items = [scored.item for scored in run.scored]
    for item, question in zip(items, question_keys(items, run.benchmark.copies), strict=True):
        found[item.task].add(question)
    return dict(found)
