"""MHGraphBench's averages over tasks (section 4.3): each is a mean of task accuracies, not of items."""

from collections.abc import Mapping

from mhclient.scoring.metrics import mean

# name → the tasks it averages. The starred ones leave out RT, which has seven items.
AVERAGES: dict[str, tuple[str, ...]] = {
    "AvgE": ("ET", "EC"),
    "AvgR": ("FC", "RT", "RP"),
    "AvgR*": ("FC", "RP"),
    "AvgS": ("R1", "R2"),
    "AvgS+E": ("R1+E", "R2+E"),
    "AvgAll": ("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E"),
    "AvgAll*": ("ET", "EC", "FC", "RP", "R1", "R2", "R1+E", "R2+E"),
}


def averages(accuracy: Mapping[str, float | None]) -> dict[str, float | None]:
    """The averages whose tasks were all asked, None for the others; empty for another benchmark's tasks.

    Args:
        accuracy: per task, as `TaskFigures.accuracy`.

    GPT-4.1's AvgE in the paper is the mean of its ET and EC accuracies:

    >>> averages({"ET": 0.9, "EC": 0.5})["AvgE"], averages({"ET": 0.9, "EC": 0.5})["AvgR"]
    (0.7, None)
    """
    if not set(accuracy) & set(AVERAGES["AvgAll"]):
        return {}
    return {name: mean([accuracy.get(task) for task in tasks]) for name, tasks in AVERAGES.items()}
