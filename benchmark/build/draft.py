"""A draft is an item before its options have letters; a task's result also says what it left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmark.build.graph import Node, Triple
from benchmark.build.settings import Task


@dataclass(frozen=True, slots=True)
class Draft:
    """One question without letters.

    Attributes:
        key: what is asked, as text; unique within its task, and what decides the item's place in the file.
        stratum: the class within which gold positions are balanced (a relation, a type, an answer).
        question: as in `Item`.
        right: option texts that are gold.
        wrong: the other option texts.
        in_order: the options keep the order right + wrong or wrong + right given here, as "yes", "no" do.
        entities: (role, node) pairs.
    """

    key: str
    stratum: str
    question: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    in_order: tuple[str, ...] = ()
    entities: tuple[tuple[str, Node], ...] = ()
    relation: str | None = None
    triples: tuple[Triple, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The drafts of one task, and the account of what was left out.

    Attributes:
        drafts: stratum by stratum, each in the order in which a smaller build would take them.
        reason: why there are fewer items than asked for, or None.
        left_out: what was not asked, by cause.
    """

    task: Task
    drafts: tuple[Draft, ...]
    reason: str | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)
    multi: bool = False
