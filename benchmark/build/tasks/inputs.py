"""What every task is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmark.build.contexts import Contexts
from benchmark.build.draft import TaskResult
from benchmark.build.ranking import Ranker
from benchmark.build.settings import BuildSettings, Task
from benchmark.build.truth import Truth


@dataclass(frozen=True, slots=True)
class TaskInputs:
    """What every task is made from."""

    truth: Truth
    ranker: Ranker
    settings: BuildSettings
    contexts: Contexts


# What a file of this folder names as its `MAKERS`: task → what makes its drafts.
Makers = Mapping[Task, Callable[[TaskInputs], TaskResult]]
