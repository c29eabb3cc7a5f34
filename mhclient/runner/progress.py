"""What a run has done so far, as counts; the display draws them, the JSON log writes them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from cache.rows import TaskCounts
from parsers import Outcome


@dataclass(slots=True)
class TaskProgress:
    """One task's items: how many there are, and how they have ended so far."""

    total: int = 0
    from_cache: int = 0  # their reply was in the store before this run asked
    answered: int = 0  # with a reply, from the store or new
    errors: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)  # of the replies of this session

    @property
    def done(self) -> int:
        return self.answered + self.errors


@dataclass(slots=True)
class Progress:
    """A run's counts, per task in the run's order, and what this session has spent on them."""

    tasks: dict[str, TaskProgress] = field(default_factory=dict)
    n_attempts: int = 0
    n_retried: int = 0
    n_congested: int = 0

    @property
    def total(self) -> int:
        return sum(task.total for task in self.tasks.values())

    @property
    def done(self) -> int:
        return sum(task.done for task in self.tasks.values())

    @property
    def from_cache(self) -> int:
        return sum(task.from_cache for task in self.tasks.values())

    @property
    def errors(self) -> int:
        return sum(task.errors for task in self.tasks.values())

    def outcomes(self) -> Counter[Outcome]:
        """Outcomes of this session's replies over all tasks."""
        return sum((task.outcomes for task in self.tasks.values()), Counter())

    @property
    def n_read(self) -> int:
        return self.outcomes().total()

    @property
    def n_unread(self) -> int:
        """Replies of this session from which no answer could be read."""
        outcomes = self.outcomes()
        return outcomes.total() - outcomes[Outcome.ANSWER]

    def restart(self, other: "Progress") -> None:
        """Count the items from `other` on; what this session has sent stays."""
        self.tasks = other.tasks

    @classmethod
    def from_store(cls, counts: Mapping[str, TaskCounts]) -> "Progress":
        """Where a run stands when it starts; `counts` as `cache.runs.progress` gives them."""
        tasks = {
            task: TaskProgress(count.total, count.from_cache, count.answered, count.errors)
            for task, count in counts.items()
        }
        return cls(tasks)
