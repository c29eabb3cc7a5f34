"""What verification can find, by name; and the items file as it reads it: plain JSON lines, checked by
hand.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any

from benchmark.untrusted import parse_json
from benchmark.verify.reading import NodeId


class Kind(StrEnum):
    """Every violation there is; the value is what reports show."""

    HASH_MISMATCH = "manifest hash mismatch"
    MANIFEST_WRONG = "manifest wrong"
    SEEDS_WRONG = "seeds are not those of the list"
    SLICE_DIFFERS = "slice differs from the graph"
    MALFORMED = "line is no item"
    ID_WRONG = "id is not that of the content"
    UNREADABLE = "question not in the template's words"
    FORM_WRONG = "options or mode not as the settings say"
    ANNOTATION_WRONG = "annotation does not fit the question"
    GOLD_UNSUPPORTED = "gold unsupported"
    DISTRACTOR_TRUE = "distractor true"
    TWO_RIGHT = "two right answers"
    NEGATIVE_WRONG = "negative not made by one replacement"
    NAME_AMBIGUOUS = "name belongs to several nodes"
    ABSENCE_WRONG = "absence from the file misrecorded"
    LEAK = "leak"
    EVIDENCE_WRONG = "evidence not as in the feature tables"
    SCAFFOLD_BROKEN = "scaffold broken"
    DUPLICATE_STEM = "duplicate stem"
    ORDER_WRONG = "order is not that of the seed"
    UNBALANCED = "unbalanced labels"
    PATH_BROKEN = "path broken"
    PARENT_CHANGED = "parent changed"
    TWIN_OPTION = "twin option"
    FORM_DIFFERS = "form differs"
    NOT_THE_WRITERS = "text not the writer's"
    UNVERIFIED_OPTION = "unverified option"
    PROFILE_WRONG = "profile is not of the graph"
    TEXT_UNFIT = "text unfit"
    FACTS_MISSING = "facts left out without a reason"


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding.

    Attributes:
        where: the item's id, or "line 12" for a line without one, or the task or file it is about.
        kind: what is wrong.
        what: the facts, in a sentence.
    """

    where: str
    kind: Kind
    what: str


TripleKeys = tuple[str, str, str]  # head key, relation, tail key


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One item: the fields verification needs, with their types checked."""

    id: str
    task: str
    question: str
    options: Mapping[str, str]
    gold: tuple[str, ...]
    mode: str
    entities: tuple[Mapping[str, str], ...]
    relation: str | None
    triples: tuple[tuple[str, str, str], ...]
    details: Mapping[str, Any]

    @property
    def named(self) -> dict[str, str]:
        """Role → name, as the annotation has them."""
        return {entity["role"]: entity["name"] for entity in self.entities if {"role", "name"} <= set(entity)}

    @property
    def keys(self) -> dict[str, str]:
        """Role → node key, as the annotation has them."""
        return {entity.get("role", ""): key_of(entity) for entity in self.entities}

    @property
    def gold_texts(self) -> set[str]:
        """The texts of the gold options."""
        return {self.options[letter] for letter in self.gold}


def read_lines(path: Path) -> Iterator[ItemLine | Violation]:
    """Every line as an item, or as the violation that it is not one."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            if raw.strip():
                yield _line(number, raw)


def _line(number: int, raw: bytes) -> ItemLine | Violation:
    try:
        value = parse_json(raw.decode())
        line = ItemLine(
            id=_is(value["id"], str),
            task=_is(value["task"], str),
            question=_is(value["question"], str),
            options=_texts(_is(value["options"], dict)),
            gold=tuple(_is(letter, str) for letter in _is(value["gold"], list)),
            mode=_is(value["mode"], str),
            entities=tuple(_texts(_is(entity, dict)) for entity in _is(value.get("entities", []), list)),
            relation=_is(value.get("relation"), str | None),
            triples=tuple(_triple(_is(triple, list)) for triple in _is(value.get("triples", []), list)),
            details=_is(value.get("details", {}), dict),
        )
    except (ValueError, KeyError, TypeError) as error:
        return Violation(f"line {number}", Kind.MALFORMED, f"{type(error).__name__}: {error}")
    if complaint := _complaint(line):
        return Violation(line.id, Kind.MALFORMED, complaint)
    return line


def _is(value: Any, kind: type | UnionType) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{getattr(kind, '__name__', kind)} expected, {str(value)[:40]!r} found")
    return value


def _texts(value: dict[str, Any]) -> dict[str, str]:
    return {name: _is(text, str) for name, text in value.items()}


def _triple(value: list[Any]) -> tuple[str, str, str]:
    head, relation, tail = (_is(part, str) for part in value)
    return head, relation, tail


def _complaint(line: ItemLine) -> str:
    letters = [chr(ord("A") + place) for place in range(len(line.options))]
    if list(line.options) != letters or len(letters) < 2:
        return f"options {', '.join(map(str, line.options))} are not at least two letters in order"
    if not line.gold or not set(line.gold) <= set(letters):
        return f"gold {', '.join(map(str, line.gold))} is not among the options"
    if line.mode not in ("single", "multi") or (line.mode == "single" and len(line.gold) > 1):
        return f"mode {line.mode} with {len(line.gold)} letters in the gold"
    return ""


def expected_id(line: ItemLine) -> str:
    """The id that content gives: task and a hash of all that is asked."""
    asked = [line.task, line.question, dict(line.options), list(line.gold), line.mode]
    text = json.dumps(asked, ensure_ascii=False, separators=(",", ":"))
    return f"{line.task}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def node_of(entity: Mapping[str, str]) -> NodeId:
    """The node that an entity of the annotation stands for."""
    return entity.get("type", ""), entity.get("source", ""), entity.get("id", ""), entity.get("name", "")


def key_of(entity: Mapping[str, str]) -> str:
    """The node's identity as triples.csv has it."""
    return "|".join(node_of(entity))
