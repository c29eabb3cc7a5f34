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


def sharing_keys(items: Sequence[Item], by: ClusterBy) -> list[tuple[str, ...]]:
    """What each item may share with others: items with a key in common are correlated.

    By entity, an item has all of its entities; one without any has its own id, or that of the item whose twin
    with evidence it is.
    """
    return [_keys(item, by) for item in items]


def column_keys(items: Sequence[Item], column: str) -> list[tuple[str, ...]]:
    """Items with the same value of an imported column share it; one without a value shares nothing."""
    values = (item.details.get(column) for item in items)
    return [(str(value),) if value not in (None, "") else () for value in values]


def _keys(item: Item, by: ClusterBy) -> tuple[str, ...]:
    if by is ClusterBy.ENTITY and item.entities:
        return tuple(dict.fromkeys(entity.key for entity in item.entities))
    if by is ClusterBy.TRIPLE and item.triples:
        return ("|".join(f"{each.head} {each.relation} {each.tail}" for each in item.triples),)
    return () if by is ClusterBy.ITEM else (str(item.details.get("base_item", item.id)),)


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
