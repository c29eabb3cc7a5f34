"""Averages over tasks: weighted means of task accuracies, not of items; and the tasks' groups.

Decision: docs/decisions/figures.md, "The gap between recognising and judging".
Decision: docs/decisions/figures.md, "Published figures that cannot be compared with ours".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

# Task → weight. An average is the weighted sum of its tasks' accuracies.
Weights: TypeAlias = Mapping[str, float]


def _mean_of(*tasks: str) -> Weights:
    return dict.fromkeys(tasks, 1 / len(tasks))


# MHGraphBench (section 4.3); the starred ones leave out RT, which has seven items. The gap says how much
# better a model recognises entities than it judges drugs and diseases: the paper names it, the formula is
# ours.
MHGRAPHBENCH: Mapping[str, Weights] = {
    "AvgE": _mean_of("ET", "EC"),
    "AvgR": _mean_of("FC", "RT", "RP"),
    "AvgR*": _mean_of("FC", "RP"),
    "AvgS": _mean_of("R1", "R2"),
    "AvgS+E": _mean_of("R1+E", "R2+E"),
    "AvgAll": _mean_of("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E"),
    "AvgAll*": _mean_of("ET", "EC", "FC", "RP", "R1", "R2", "R1+E", "R2+E"),
    "Gap": {"ET": 1 / 2, "EC": 1 / 2, "RP": -1 / 3, "R1": -1 / 3, "R2": -1 / 3},
}
MENTALBENCH_TYPES = ("type1", "type2", "type3", "type4")

# Group → its tasks: all items of a group together.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "entities": ("ET", "EC"),
    "relations": ("FC", "RT", "RP"),
    "two hops": ("R1", "R2"),
    "two hops with evidence": ("R1+E", "R2+E"),
}


def averages_for(tasks: Iterable[str], sizes: Mapping[str, int]) -> Mapping[str, Weights]:
    """The averages of the benchmark that the tasks belong to.

    Args:
        sizes: items per task in the benchmark. They weight MentalBench's overall accuracy (section 4:
            types of 1,725, 3,450, 6,525 and 13,050 cases).
    """
    asked = set(tasks)
    if asked & set(MHGRAPHBENCH["AvgAll"]):
        return MHGRAPHBENCH
    if asked & set(MENTALBENCH_TYPES) and set(MENTALBENCH_TYPES) <= set(sizes):
        total = sum(sizes[task] for task in MENTALBENCH_TYPES)
        return {"Overall": {task: sizes[task] / total for task in MENTALBENCH_TYPES}}
    return {}


def average(weights: Weights, accuracy: Mapping[str, float | None]) -> float | None:
    """One average; None if one of its tasks has no accuracy.

    >>> average(MHGRAPHBENCH["AvgE"], {"ET": 0.5, "EC": 0.75}), average(MHGRAPHBENCH["AvgR"], {"FC": 0.5})
    (0.625, None)
    """
    parts = [(weight, accuracy.get(task)) for task, weight in weights.items()]
    known: Sequence[float] = [weight * value for weight, value in parts if value is not None]
    return sum(known) if len(known) == len(parts) else None
