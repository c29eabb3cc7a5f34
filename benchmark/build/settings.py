"""What a build can be told: tasks, sizes, option counts, seed, and two rules the paper leaves open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from benchmark.errors import SettingsError


class Task(StrEnum):
    """The nine task families, in the order of the paper's table."""

    ET = "ET"
    EC = "EC"
    FC = "FC"
    RT = "RT"
    RP = "RP"
    R1 = "R1"
    R2 = "R2"
    R1E = "R1+E"
    R2E = "R2+E"


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


# Items per task in the paper (section 3.2, appendix D.1); None is "one for each": 1,847 and 7 there.
PAPER_SIZES: Mapping[Task, int | None] = {
    Task.ET: None, Task.EC: 2000, Task.FC: 4000, Task.RT: None, Task.RP: 1634,
    Task.R1: 1200, Task.R2: 1200, Task.R1E: 1200, Task.R2E: 1200,
}  # fmt: skip
# Options where their number can be chosen; the other tasks have two (yes, no) or four (relations and none).
DEFAULT_OPTIONS: Mapping[Task, int] = {Task.ET: 5, Task.EC: 5, Task.RT: 4}
OPTION_LIMITS: Mapping[Task, tuple[int, int]] = {Task.ET: (2, 5), Task.EC: (3, 10), Task.RT: (2, 10)}
# A type is told by the form of the name, a relation by its own: nothing can be matched there.
NEVER_MATCHED = (Task.ET, Task.RT)
# Tasks that are half yes and half no (or an edge and none).
HALVED = (Task.FC, Task.R1, Task.R2, Task.R1E, Task.R2E)


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """The settings of one build; everything has the paper's value or, where it is silent, a recorded choice.

    Attributes:
        seed: chooses items, negatives and option orders.
        tasks: which families to build; +E tasks need feature tables.
        sizes: task → items asked for, or None for as many as the graph has; missing tasks have PAPER_SIZES.
        n_options: task → options per item, for ET, EC and RT.
        absent_from: how far a negative's absence is demanded; recorded for both scopes either way.
        multi_usage: pairs in several usage relations are left out, or RP and R2 become multi-answer.
        generic_diseases: second diseases of R1 and R2 that no drug has a usage edge to.
        matched: items of each answer are alike in what could give the answer away; see `matching.py`.
    """

    seed: int = 42
    tasks: tuple[Task, ...] = tuple(Task)
    sizes: Mapping[Task, int | None] = field(default_factory=dict)
    n_options: Mapping[Task, int] = field(default_factory=dict)
    absent_from: Scope = Scope.GRAPH
    multi_usage: MultiUsage = MultiUsage.EXCLUDE
    matched: bool = False
    generic_diseases: GenericDiseases = GenericDiseases.KEEP

    def __post_init__(self) -> None:
        for task, size in self.sizes.items():
            least = 2 if task in HALVED else 1
            if size is not None and size < least:
                why = ", half of it yes and half no" if task in HALVED else ""
                raise SettingsError(
                    f"--size {task}={size}: must be at least {least}{why}; or leave the task out of --tasks."
                )
        if self.matched and (unfit := [task for task in self.tasks if task in NEVER_MATCHED]):
            raise SettingsError(
                f"--matched has no {' and no '.join(unfit)}: a type is told by the form of a name, "
                "which cannot be matched."
            )
        if self.matched and self.multi_usage is MultiUsage.ASK:
            raise SettingsError(
                "--matched needs --multi-usage exclude: shortcuts are measured on one answer."
            )
        for task, count in self.n_options.items():
            if task not in OPTION_LIMITS:
                raise SettingsError(
                    f"--options {task}={count}: only {', '.join(OPTION_LIMITS)} have a free number."
                )
            low, high = OPTION_LIMITS[task]
            if not low <= count <= high:
                raise SettingsError(f"--options {task}={count}: must be between {low} and {high}.")

    def size(self, task: Task) -> int | None:
        """Items asked for, or None for all there are."""
        return self.sizes[task] if task in self.sizes else PAPER_SIZES[task]

    def options(self, task: Task) -> int:
        """Options per item of ET, EC or RT."""
        return self.n_options.get(task, DEFAULT_OPTIONS[task])

    def to_json(self) -> dict[str, object]:
        """As the manifest records them."""
        return {
            "tasks": [str(task) for task in self.tasks],
            "sizes": {str(task): self.size(task) for task in self.tasks},
            "options": {str(task): self.options(task) for task in self.tasks if task in DEFAULT_OPTIONS},
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
        raise SettingsError(f"--tasks names no task. Tasks: {', '.join(Task)}.")
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
