"""The item: one question with its options, its gold, and the facts that make the gold right.

Values and their JSON form only. Reading files is in `folder.py`; making items from a graph is in `build/`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Mode(StrEnum):
    """How many letters an item asks for."""

    SINGLE = "single"
    MULTI = "multi"


HELD_OUT = "held_out"  # in an item's details: a question that serves as a solved example before others


@dataclass(frozen=True, slots=True)
class Entity:
    """A node as an item names it; `role` says what part it plays there (drug, disease_b, head, …).

    `id` and `index` are the graph's own strings, empty where the graph has none. Grouped ids stay whole
    ("5351_33926"), so neither is ever a number.
    """

    role: str
    type: str
    name: str
    id: str = ""
    source: str = ""
    index: str = ""

    @property
    def key(self) -> str:
        """The node's identity as one string; equals `head_key` or `tail_key` of a row of triples.csv."""
        return node_key(self.type, self.source, self.id, self.name)


def node_key(node_type: str, source: str, node_id: str, name: str) -> str:
    """Type, source, id and name together: any fewer of them and two nodes of PrimeKG share a key."""
    return f"{node_type}|{source}|{node_id}|{name}"


@dataclass(frozen=True, slots=True)
class TripleRef:
    """A triple behind an item's gold, by node keys; a row of triples.csv."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Item:
    """One multiple-choice question.

    Attributes:
        id: derived from what is asked (task, question, options in order, gold): same id, same question.
        task: the task family, such as "FC" or "R1+E".
        question: everything shown but the options and the format instruction; evidence included.
        options: letter → text, letters A, B, C … in order.
        gold: the right letters, in order; one of them when `mode` is single.
        entities: what the gold annotation involves; coverage counts the item for each of them.
        relation: the relation the gold stands for, or None where it stands for none (or for several).
        triples: the triples of the slice that make the gold true, or from which a negative was made.
        details: what else the maker of the item recorded; JSON values.
    """

    id: str
    task: str
    question: str
    options: Mapping[str, str]
    gold: tuple[str, ...]
    mode: Mode = Mode.SINGLE
    entities: tuple[Entity, ...] = ()
    relation: str | None = None
    triples: tuple[TripleRef, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The item as one line of items.jsonl holds it, keys in their fixed order."""
        return {
            "id": self.id,
            "task": self.task,
            "question": self.question,
            "options": dict(self.options),
            "gold": list(self.gold),
            "mode": self.mode.value,
            "entities": [_entity_json(entity) for entity in self.entities],
            "relation": self.relation,
            "triples": [[triple.head, triple.relation, triple.tail] for triple in self.triples],
            "details": dict(self.details),
        }

    def to_line(self) -> str:
        """`to_json` as compact JSON ending in a line feed; the same item gives the same bytes."""
        return _COMPACT.encode(self.to_json()) + "\n"


_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _entity_json(entity: Entity) -> dict[str, str]:
    return {
        "role": entity.role,
        "type": entity.type,
        "name": entity.name,
        "id": entity.id,
        "source": entity.source,
        "index": entity.index,
    }


def noted_in(item: Item) -> dict[str, Any]:
    """What was noted when the item was hardened; nothing for another item."""
    harden = item.details.get("harden")
    return harden if isinstance(harden, dict) else {}


def is_wholly_new(item: Item) -> bool:
    """Whether all wrong options were replaced."""
    n, _, of = str(noted_in(item).get("replaced", "")).partition(" of ")
    return bool(n) and n == of


def new_letters(item: Item) -> list[str]:
    """Letters whose options are new: all wrong ones where all are replaced, else those on record."""
    noted = noted_in(item)
    if is_wholly_new(item):
        return [letter for letter in item.options if letter not in item.gold]
    return sorted({*noted.get("paths", {}), *noted.get("request_keys", {})})
