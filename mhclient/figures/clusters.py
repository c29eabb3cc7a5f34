"""Which items stand or fall together: the clusters of the bootstrap.

Decision: docs/decisions/figures.md, "What an interval takes for independent".
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from benchmark import Item


class ClusterBy(StrEnum):
    """What makes items one cluster."""

    ENTITY = "entity"  # they share their most frequent entity
    TRIPLE = "triple"  # they are made from the same triples
    ITEM = "item"  # nothing: items are independent


def cluster_numbers(items: Sequence[Item], by: ClusterBy) -> NDArray[np.int64]:
    """(n_items,) the number of each item's cluster, from 0.

    By entity, an item goes to the one of its entities that most items have: the entity of the largest
    cluster is what ties items together most. Items without entities or triples stand alone, but an item
    and its twin with evidence always go together.
    """
    keys = _entity_keys(items) if by is ClusterBy.ENTITY else [_key(item, by) for item in items]
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _key(item: Item, by: ClusterBy) -> object:
    if by is ClusterBy.TRIPLE and item.triples:
        return item.triples
    return item.id


def _entity_keys(items: Sequence[Item]) -> list[object]:
    frequency = Counter(key for item in items for key in {entity.key for entity in item.entities})
    return [
        max((entity.key for entity in item.entities), key=lambda key: (frequency[key], key))
        if item.entities
        else item.id
        for item in items
    ]
