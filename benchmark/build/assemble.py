"""Drafts become items: letters, balanced gold positions, ids, an order whose prefixes are fair samples."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from benchmark.build.draft import Draft, TaskResult
from benchmark.build.ranking import Ranker
from benchmark.item import LETTERS, Item, Mode


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
