"""Items that need no graph, and files of lines."""

import json
from pathlib import Path

from benchmark import Item


def make_items(n: int, task: str = "RP") -> list[Item]:
    """Items with four options whose gold goes round; every question is another one."""
    relations = ("indication", "contraindication", "off-label use", "none")
    return [
        Item(
            id=f"{task}-{number:05d}",
            task=task,
            question=f"Which relation is recorded between drug {number} and disorder {number}?",
            options=dict(zip("ABCD", relations, strict=True)),
            gold=("ABCD"[number % 4],),
            relation=relations[number % 4] if number % 4 < 3 else None,
        )
        for number in range(n)
    ]


def make_binary_items(n: int, task: str = "FC") -> list[Item]:
    """Items that ask A (yes) or B (no), half of each."""
    return [
        Item(
            id=f"{task}-{number:05d}",
            task=task,
            question=f"Is fact {number} of {task} recorded?",
            options={"A": "Yes", "B": "No"},
            gold=("AB"[number % 2],),
        )
        for number in range(n)
    ]


def lines_of(path: Path) -> list[dict[str, object]]:
    """The objects of a JSON lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
