"""A run's figures as one value. The store in, numbers out; how they look is the writers' business."""

import sqlite3
from dataclasses import dataclass

from cache import RunRow
from cache.runs import get_run, records
from mhclient import __version__
from mhclient.errors import ReportError
from mhclient.scoring.averages import averages
from mhclient.scoring.metrics import TaskFigures, task_figures
from mhclient.scoring.scored import Scored, score
from mhclient.spec import RunSpec
from parsers import PARSER_VERSION

# Stands under every report, in every form.
CAVEAT = (
    "These figures measure agreement with a curated knowledge graph. They do not measure clinical safety "
    "or fitness for use with patients."
)


@dataclass(frozen=True, slots=True)
class Summary:
    """One run, in figures.

    Attributes:
        served: the models the provider says it served, most frequent first.
        from_cache: items whose reply was in the store before this run asked.
        overall: all items of all tasks together.
    """

    run: RunRow
    spec: RunSpec
    tasks: dict[str, TaskFigures]
    overall: TaskFigures
    averages: dict[str, float | None]
    served: tuple[str, ...]
    from_cache: int
    program_version: str = __version__
    parser_version: str = PARSER_VERSION

    @property
    def partial(self) -> bool:
        """Whether items of the run have not been asked yet."""
        return self.overall.n < self.overall.n_planned


def summarise(connection: sqlite3.Connection, run_id: str) -> Summary:
    """The figures of a run, from what the store holds at this moment.

    Raises:
        UnknownRun: there is no such run.
        ReportError: it has no items.
    """
    run = get_run(connection, run_id)
    by_task: dict[str, list[Scored]] = {}
    served: dict[str, int] = {}
    from_cache = 0
    for record in records(connection, run_id):
        by_task.setdefault(record.task, []).append(score(record))
        from_cache += record.from_cache
        if record.served_model is not None:
            served[record.served_model] = served.get(record.served_model, 0) + 1
    if not by_task:
        raise ReportError(
            f"run '{run_id}' has no items: it was stopped before it was planned. Start it again."
        )
    tasks = {task: task_figures(items) for task, items in by_task.items()}
    return Summary(
        run=run,
        spec=RunSpec.from_json(run.benchmark, run.spec),
        tasks=tasks,
        overall=task_figures([item for items in by_task.values() for item in items]),
        averages=averages({task: figures.accuracy for task, figures in tasks.items()}),
        served=tuple(sorted(served, key=lambda model: (-served[model], model))),
        from_cache=from_cache,
    )
