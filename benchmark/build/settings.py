"""What a build is made from and can be told: files; tasks, sizes, option counts, seed, and two rules the
paper leaves open.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path

from benchmark.errors import SettingsError


@dataclass(frozen=True, slots=True)
class OptionNumber:
    """How many options the items of a task have, where that can be chosen."""

    usual: int
    least: int
    most: int


class Task(StrEnum):
    """The nine task families, in the order of the paper's table, and one of our own.

    Attributes:
        paper_size: items in the paper (section 3.2, appendix D.1); None is "one for each": 1,847 and 7 there.
        option_number: None for tasks that have two options (yes, no) or four (three relations and none).
        halved: half of the items are yes and half no (or an edge and none).
        matchable: a matched benchmark can have it. A type is told by the form of the name, and a relation by
            its own: nothing can be matched there.
        optional: none of the paper's nine; built where it is asked for by name, and in no average.
    """

    paper_size: int | None
    option_number: OptionNumber | None
    halved: bool
    matchable: bool
    optional: bool

    ET = "ET", None, OptionNumber(5, 2, 5), False, False
    EC = "EC", 2000, OptionNumber(5, 3, 10)
    FC = "FC", 4000, None, True
    RT = "RT", None, OptionNumber(4, 2, 10), False, False
    RP = "RP", 1634
    R1 = "R1", 1200, None, True
    R2 = "R2", 1200, None, True
    R1E = "R1+E", 1200, None, True
    R2E = "R2+E", 1200, None, True
    ES = "ES", None, OptionNumber(4, 2, 10), False, False, True

    def __new__(
        cls,
        name: str,
        paper_size: int | None = None,
        option_number: OptionNumber | None = None,
        halved: bool = False,
        matchable: bool = True,
        optional: bool = False,
    ) -> "Task":
        task = str.__new__(cls, name)
        task._value_ = name
        task.paper_size, task.option_number = paper_size, option_number
        task.halved, task.matchable, task.optional = halved, matchable, optional
        return task


THE_NINE = tuple(task for task in Task if not task.optional)


class Scope(StrEnum):
    """Where a fact must be absent for its denial to be gold."""

    GRAPH = "graph"  # nowhere in the file: what is asked is what PrimeKG records
    SLICE = "slice"  # not in the slice: the paper's rule; some denials are then contradicted by the file


class MultiUsage(StrEnum):
    """What to do with a drug–disease pair that stands in several usage relations."""

    EXCLUDE = "exclude"  # not asked in RP, R1, R2
    ASK = "ask"  # RP and R2 are asked as "one or more", with several letters in the gold


class GenericDiseases(StrEnum):
    """What to do with second diseases that no drug has a usage edge to, such as "mental disorder"."""

    KEEP = "keep"  # as the paper: asked like others, though the answer is always no
    MARK = "mark"  # asked, and marked in the item's details
    LEAVE_OUT = "leave-out"  # not asked in R1 and R2


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """The settings of one build; everything has the paper's value or, where it is silent, a recorded choice.

    Attributes:
        seed: chooses items, negatives and option orders.
        tasks: which families to build, the paper's nine if none are named; +E tasks need feature tables.
        sizes: task → items asked for, or None for as many as the graph has; missing: as in the paper.
        n_options: task → options per item, for ET, EC, RT and ES.
        absent_from: how far a negative's absence is demanded; recorded for both scopes either way.
        multi_usage: pairs in several usage relations are left out, or RP and R2 become multi-answer.
        generic_diseases: second diseases of R1 and R2 that no drug has a usage edge to.
        matched: items of each answer are alike in what could give the answer away; see `matching.py`.
    """

    seed: int = 42
    tasks: tuple[Task, ...] = THE_NINE
    sizes: Mapping[Task, int | None] = field(default_factory=dict)
    n_options: Mapping[Task, int] = field(default_factory=dict)
    absent_from: Scope = Scope.GRAPH
    multi_usage: MultiUsage = MultiUsage.EXCLUDE
    matched: bool = False
    generic_diseases: GenericDiseases = GenericDiseases.KEEP

    def __post_init__(self) -> None:
        for task, size in self.sizes.items():
            least = 2 if task.halved else 1
            if size is not None and size < least:
                why = ", half of it yes and half no" if task.halved else ""
                raise SettingsError(
                    f"`size={task}={size}`: must be at least {least}{why}; or leave the task out of `tasks`."
                )
        if self.matched and (unfit := [task for task in self.tasks if not task.matchable]):
            raise SettingsError(
                f"`matched` has no {' and no '.join(unfit)}: what gives their answers away, such as "
                "the form of a name, cannot be matched."
            )
        if self.matched and self.multi_usage is MultiUsage.ASK:
            raise SettingsError(
                "`matched` needs `multi_usage=exclude`: shortcuts are measured on one answer."
            )
        for task, count in self.n_options.items():
            number = task.option_number
            if number is None:
                free = ", ".join(other for other in Task if other.option_number)
                raise SettingsError(f"`options={task}={count}`: only {free} have a free number.")
            if not number.least <= count <= number.most:
                limits = f"between {number.least} and {number.most}"
                raise SettingsError(f"`options={task}={count}`: must be {limits}.")

    def size(self, task: Task) -> int | None:
        """Items asked for, or None for all there are."""
        return self.sizes.get(task, task.paper_size)

    def options(self, task: Task) -> int:
        """Options per item of a task in which their number can be chosen."""
        assert task.option_number is not None, "the number is the task's"
        return self.n_options.get(task, task.option_number.usual)

    def to_json(self) -> dict[str, object]:
        """As the manifest records them."""
        return {
            "tasks": [str(task) for task in self.tasks],
            "sizes": {str(task): self.size(task) for task in self.tasks},
            "options": {str(task): self.options(task) for task in self.tasks if task.option_number},
            "absent_from": str(self.absent_from),
            "multi_usage": str(self.multi_usage),
            **({"matched": True} if self.matched else {}),
            **(
                {}
                if self.generic_diseases is GenericDiseases.KEEP
                else {"generic_diseases": str(self.generic_diseases)}
            ),
        }


def parse_tasks(text: str) -> tuple[Task, ...]:
    """`ET,R1+E` → tasks, in the paper's order whatever the order given."""
    given = {_task(name) for name in text.split(",") if name.strip()}
    if not given:
        raise SettingsError(f"`tasks` names no task. Tasks: {', '.join(Task)}.")
    return tuple(task for task in Task if task in given)


def parse_counts(flag: str, texts: Iterable[str]) -> dict[Task, int]:
    """`["FC=400", "EC=100"]` → counts by task; `flag` is named in errors."""
    counts: dict[Task, int] = {}
    for text in (part for given in texts for part in given.split(",") if part.strip()):
        name, _, number = text.partition("=")
        if not (number.strip().isascii() and number.strip().isdigit()):
            raise SettingsError(f"{flag} {text}: expected TASK=NUMBER, as in {flag} FC=400.")
        counts[_task(name)] = int(number)
    return counts


def _task(name: str) -> Task:
    try:
        return Task(name.strip().upper())
    except ValueError as error:
        raise SettingsError(f"There is no task {name.strip()!r}. Tasks: {', '.join(Task)}.") from error


@dataclass(frozen=True, slots=True)
class Sources:
    """The files a benchmark is made from; without feature tables there is no evidence."""

    kg: Path
    seeds: Path
    disease_features: Path | None = None
    drug_features: Path | None = None
    skip_missing_seeds: bool = False

    def __post_init__(self) -> None:
        """A program may give a file as text."""
        for each in fields(self):
            if isinstance(given := getattr(self, each.name), str | os.PathLike):
                object.__setattr__(self, each.name, Path(given))
