"""Drafts (items whose options have no letters yet) become items: letters, balanced gold positions, ids, an
order whose prefixes are fair samples.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchmark.build.graph import Node, Triple
from benchmark.build.ranking import Ranker
from benchmark.build.settings import Task
from benchmark.item import LETTERS, Item, Mode


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


def assemble(result: TaskResult, ranker: Ranker) -> list[Item]:
    """The items of a task, in file order: by rank, whatever their stratum."""
    # Per number of options, too: positions are balanced block by block, and a block is as long as that
    # number.
    numbers = Counter[tuple[str, int]]()
    items: list[tuple[int, Item]] = []
    for draft in result.drafts:
        alike = draft.stratum, len(draft.right) + len(draft.wrong)
        options = _arrange(draft, result.task, numbers[alike], ranker)
        numbers[alike] += 1
        items.append((ranker.rank("order", draft.key), _item(draft, result, options)))
    return [item for _, item in sorted(items, key=lambda ranked: (ranked[0], ranked[1].id))]


def _arrange(draft: Draft, task: str, number: int, ranker: Ranker) -> Sequence[str]:
    """Option texts in order: fixed ones as they are, else gold at its balanced position, the rest by rank."""
    if draft.in_order:
        return draft.in_order
    n_options = len(draft.right) + len(draft.wrong)
    others = ranker.shuffled((*draft.right[1:], *draft.wrong), task, draft.key)
    place = ranker.position(f"{task}|{draft.stratum}", number, n_options)
    return [*others[:place], draft.right[0], *others[place:]]


def _item(draft: Draft, result: TaskResult, options: Sequence[str]) -> Item:
    lettered = dict(zip(LETTERS, options, strict=False))
    item = Item(
        id="",
        task=result.task.value,
        question=draft.question,
        options=lettered,
        gold=tuple(letter for letter, text in lettered.items() if text in draft.right),
        mode=Mode.MULTI if result.multi else Mode.SINGLE,
        entities=tuple(node.as_entity(role) for role, node in draft.entities),
        relation=draft.relation,
        triples=tuple(triple.ref for triple in draft.triples),
        details=draft.details,
    )
    return replace(item, id=item_id(item))


def item_id(item: Item) -> str:
    """Task and a hash of all that is asked: question, options in order, gold, mode."""
    asked = [item.task, item.question, dict(item.options), list(item.gold), item.mode.value]
    text = json.dumps(asked, ensure_ascii=False, separators=(",", ":"))
    return f"{item.task}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
