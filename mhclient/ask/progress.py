"""What a run has done so far, as counts; the display draws them, the JSON log writes them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from cache import TaskCounts
from mhclient.providers.without_text import WithoutText
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
    """A run's counts, per task in the run's order, and what this session has spent on them.

    Attributes:
        n_earlier: items that earlier starts of the run have asked and that have a reply.
        n_broken_off: items that are asked again, since the provider broke off what an earlier version kept.
        retries: why attempts were made again → how many.
        without_text: why replies of this session have no text → how many, but for those that were withheld.
        n_uncounted: replies of this session whose tokens nobody knows, but for those that were withheld.
        cap: on completion tokens, as sent.
        of_service: it is asked at a provider's own address, so that nobody here can start its server anew.
    """

    tasks: dict[str, TaskProgress] = field(default_factory=dict)
    n_earlier: int = 0
    n_broken_off: int = 0
    n_attempts: int = 0
    n_congested: int = 0
    retries: Counter[str] = field(default_factory=Counter)
    without_text: Counter[WithoutText] = field(default_factory=Counter)
    n_uncounted: int = 0
    cap: int | None = None
    of_service: bool = False

    @property
    def n_retried(self) -> int:
        """Attempts that were made again, but for those after a refusal for congestion."""
        return self.retries.total() - self.n_congested

    @property
    def total(self) -> int:
        return sum(task.total for task in self.tasks.values())

    @property
    def done(self) -> int:
        return sum(task.done for task in self.tasks.values())

    @property
    def answered(self) -> int:
        return sum(task.answered for task in self.tasks.values())

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

    def follow(self, counts: Mapping[str, TaskCounts]) -> None:
        """Take the store's word for where the items stand: other processes may have worked on them, too."""
        before = self.tasks
        self.tasks = {}
        for name, count in counts.items():
            task = before.get(name, TaskProgress())
            task.total, task.from_cache = count.total, count.from_cache
            task.answered, task.errors = count.answered, count.errors
            self.tasks[name] = task
