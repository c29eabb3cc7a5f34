"""Which items stand or fall together: the clusters of the bootstrap.

Decision: docs/decisions/figures.md, "What an interval takes for independent".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from operator import add
from types import MappingProxyType

from benchmark import Entity, Item

QUESTION = "question"  # the role and type of the entity that versions of one question share
NO_COPIES: Mapping[str, str] = MappingProxyType({})


class Entities(StrEnum):
    """What an interval is about."""

    SAMPLE = "sample"  # these entities stand for others like them
    FIXED = "fixed"  # these entities are all there are: items are independent


class ClusterBy(StrEnum):
    """What makes items depend on each other."""

    ENTITY = "entity"  # they share an entity
    TRIPLE = "triple"  # they are made from the same triples
    ITEM = "item"  # nothing: items are independent


def sharing_keys(
    items: Sequence[Item], by: ClusterBy, copies: Mapping[str, str] = NO_COPIES
) -> list[tuple[str, ...]]:
    """What each item may share with others: items with a key in common are correlated.

    By entity, an item has all of its entities; one without any has its own id, or that of the item whose twin
    with evidence it is. An item that asks what another asks shares the question with it.

    Args:
        copies: id of an item that asks what an earlier one asks → that one's id.
    """
    keys = _sharing_keys(items, by)
    return list(map(add, keys, copy_keys(items, copies))) if copies else keys


def copy_keys(items: Sequence[Item], copies: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What items share whose question stands several times; the others share nothing."""
    if not copies:
        return [()] * len(items)
    repeated = set(copies.values())
    firsts = (copies.get(item.id, item.id) for item in items)
    return [(f"{QUESTION}|{first}",) if first in repeated else () for first in firsts]


def _sharing_keys(items: Sequence[Item], by: ClusterBy) -> list[tuple[str, ...]]:
    known: dict[tuple[str, ...], tuple[str, ...]] = {}  # items of a million have few sets of entities
    if by is not ClusterBy.ENTITY:
        return [known.setdefault(keys, keys) for keys in (_keys(item, by) for item in items)]
    of: dict[int, tuple[str, ...]] = {}  # most items have the same entities as others, and share these
    found = []
    for item in items:
        keys = of.get(id(item.entities)) if item.entities else _keys(item, by)
        if keys is None:
            keys = of[id(item.entities)] = _keys(item, by)
        found.append(known.setdefault(keys, keys))
    return found


def question_keys(items: Sequence[Item], copies: Mapping[str, str] = NO_COPIES) -> Iterator[str]:
    """What copies of one question have in common: its twins with evidence, and versions of a vignette."""
    of: dict[int, str | None] = {}
    for item in items:
        if id(item.entities) not in of:
            of[id(item.entities)] = _question(item.entities)
        base = str(item.details.get("base_item", item.id))
        yield of[id(item.entities)] or copies.get(base, base)


def _question(entities: Iterable[Entity]) -> str | None:
    return next((entity.key for entity in entities if entity.role == QUESTION), None)


def entity_kind(key: str) -> str:
    """The type of the entity whose key it is, as `sharing_keys` by entity gives them: a drug, a disease.

    >>> entity_kind("disease|MONDO|5090|schizophrenia")
    'disease'
    """
    return key.partition("|")[0]


def column_keys(items: Sequence[Item], column: str) -> list[tuple[str, ...]]:
    """Items with the same value of an imported column share it; one without a value shares nothing."""
    values = (item.details.get(column) for item in items)
    return [(str(value),) if value not in (None, "") else () for value in values]


def _keys(item: Item, by: ClusterBy) -> tuple[str, ...]:
    if by is ClusterBy.ENTITY and item.entities:
        return tuple(dict.fromkeys([entity.key for entity in item.entities]))
    if by is ClusterBy.TRIPLE and item.triples:
        return ("|".join(f"{each.head} {each.relation} {each.tail}" for each in item.triples),)
    return () if by is ClusterBy.ITEM else (str(item.details.get("base_item", item.id)),)
