"""Which items can be hardened at all: those whose wrong options can be replaced one by one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from benchmark.fixed_places import fixed_by_task, speaking
from benchmark.item import Item, Mode
from benchmark.kinds import BenchmarkKind

# Of MHGraphBench: the options of one item say something of each other, or of pairs of types.
_DEPEND: Mapping[str, str] = {
    "EC": "its options depend on each other",
    "RT": "its options are pairs of types, of which there are few",
}


@dataclass(frozen=True, slots=True)
class Eligible:
    """What can be hardened.

    Attributes:
        refused: task → why none of its items can.
        partly: task → why some of its items cannot.
    """

    items: tuple[Item, ...]
    refused: Mapping[str, str]
    partly: Mapping[str, str] = field(default_factory=dict)


def eligible(
    items: Iterable[Item], kind: BenchmarkKind | None, tasks: Collection[str] | None = None
) -> Eligible:
    """The items of the tasks whose options can be replaced one by one.

    Args:
        tasks: only these; all where None.
    """
    by_task: dict[str, list[Item]] = {}
    for item in items:
        if tasks is None or item.task in tasks:
            by_task.setdefault(item.task, []).append(item)
    refused = {task: why for task, of in by_task.items() if (why := _refusal(task, of, kind)) is not None}
    left = [item for task, of in by_task.items() if task not in refused for item in of if is_single(item)]
    partly = {task: f"{n} of its items have {_SPEAKING}" for task, n in fixed_by_task(left).items()}
    return Eligible(tuple(item for item in left if not speaking(item.options)), refused, partly)


_SPEAKING = "options that speak of other options (“All of the above”)"


def _refusal(task: str, items: Sequence[Item], kind: BenchmarkKind | None) -> str | None:
    if not any(map(is_single, items)):
        return "; ".join(sorted({_not_single(item) for item in items}))
    if kind is BenchmarkKind.MHGRAPHBENCH and task in _DEPEND:
        return _DEPEND[task]
    if all(speaking(item.options) for item in items if is_single(item)):
        return f"its items have {_SPEAKING}"
    if len(items) > 1 and len({frozenset(item.options.values()) for item in items}) == 1:
        return f"all {len(items)} items share one list of options"
    return None


def _not_single(item: Item) -> str:
    if len(item.gold) > 1:
        return "its items have several right letters"
    if (
        item.mode is Mode.MULTI
    ):  # as type 4 of MentalBench, asked as type 3 is so that neither tells which it is
        return "its items are asked for one or more letters, though one is right"
    return "its items have no wrong option"


def is_single(item: Item) -> bool:
    """Whether one letter is right, and another option is there to be replaced."""
    return item.mode is Mode.SINGLE and len(item.gold) == 1 and len(item.options) > 1
