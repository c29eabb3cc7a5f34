"""The nine task families: each module turns the truth about a slice into drafts of items.

A task picks facts, wrong options and words. `assemble.py` gives letters, ids and the order in the file.
`MAKERS` lists the tasks; those with evidence are made from their twins by `evidence.py`.

Decision: docs/decisions/benchmark.md, "Shares within the tasks".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmark.build.draft import TaskResult
from benchmark.build.ranking import Ranker
from benchmark.build.settings import BuildSettings, Task
from benchmark.build.tasks.clustering import entity_clustering
from benchmark.build.tasks.facts import fact_checking, relation_prediction
from benchmark.build.tasks.two_hop import Contexts, selection, verification
from benchmark.build.tasks.typing import entity_typing, relation_typing
from benchmark.build.truth import Truth


@dataclass(frozen=True, slots=True)
class TaskInputs:
    """What every task is made from."""

    truth: Truth
    ranker: Ranker
    settings: BuildSettings
    contexts: Contexts


MAKERS: Mapping[Task, Callable[[TaskInputs], TaskResult]] = {
    Task.ET: lambda given: entity_typing(given.truth, given.ranker, given.settings),
    Task.EC: lambda given: entity_clustering(given.truth, given.ranker, given.settings),
    Task.FC: lambda given: fact_checking(given.truth, given.ranker, given.settings),
    Task.RT: lambda given: relation_typing(given.truth, given.ranker, given.settings),
    Task.RP: lambda given: relation_prediction(given.truth, given.ranker, given.settings),
    Task.R1: lambda given: verification(given.truth, given.contexts, given.settings),
    Task.R2: lambda given: selection(given.truth, given.contexts, given.settings),
}
