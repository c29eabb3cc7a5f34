"""Which options of hardened items a run chose: right ones, new ones by the length of their path, old ones."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from benchmark import Item
from benchmark.item import new_letters, noted_in
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.show.cells import percent

RIGHT, KEPT, NO_PATH = "the right one", "old, kept", "new, no path"
_STEP = re.compile(r" –[^–]+– ")  # as `benchmark.harden.walk.text_of` writes a path


@dataclass(frozen=True, slots=True)
class OriginShare:
    """How often options of one origin were chosen.

    Attributes:
        n_options: of different items or texts.
        n_shown: readings of items, once for each such option in them.
        n_chosen: those in which it was chosen.
    """

    origin: str
    n_options: int
    n_shown: int
    n_chosen: int

    @property
    def share(self) -> float:
        """Of the times that one was shown."""
        return self.n_chosen / self.n_shown


def origin_of(item: Item, letter: str) -> str:
    """The origin of one option, in words: of a new one how many steps its path has."""
    if letter in item.gold:
        return RIGHT
    if letter not in new_letters(item):
        return KEPT
    path = noted_in(item).get("paths", {}).get(letter)
    n = len(_STEP.findall(str(path))) if path else 0
    return f"new, {n} step{'s' * (n > 1)} away" if n else NO_PATH


def origin_shares(scored: Iterable[Scored]) -> tuple[OriginShare, ...]:
    """The origins of all options of hardened items that were read, the right ones first."""
    options, shown, chosen = Counter[str](), Counter[str](), Counter[str]()
    seen: set[tuple[str, str]] = set()
    for one in scored:
        if not noted_in(one.item) or not one.prediction:
            continue
        for letter in one.item.options:
            origin = origin_of(one.item, letter)
            shown[origin] += 1
            chosen[origin] += letter in one.prediction
            options[origin] += (one.item.id, letter) not in seen
            seen.add((one.item.id, letter))
    order = sorted(shown, key=lambda origin: (origin != RIGHT, origin == KEPT, origin == NO_PATH, origin))
    return tuple(OriginShare(each, options[each], shown[each], chosen[each]) for each in order)


NOTE = (
    "Options of hardened items ('mhclient harden'), over the replies that could be read. A path leads from "
    "an entity of the question to the option's."
)


def chosen_by_origin(basis: Basis) -> tuple[OriginShare, ...]:
    """The options of hardened items by origin; () where a run has none."""
    rows = basis.asked_where("hardened", lambda item: bool(noted_in(item)))
    return origin_shares(basis.tally.scored[row] for row in rows.tolist())


def distractors_table(summary: Summary) -> Table | None:
    """How often options of each origin were chosen."""
    found = summary.get(chosen_by_origin)
    rows = [
        (each.origin, f"{each.n_options:,}", f"{each.n_shown:,}", f"{each.n_chosen:,}", percent(each.share))
        for each in found
    ]
    headings = ("Option", "Options", "Shown", "Chosen", "Of those shown")
    return Table("Which options were chosen", headings, rows, NOTE) if rows else None


def distractors_document(summary: Summary) -> dict[str, Any]:
    """Its key of the run's JSON."""
    found = summary.get(chosen_by_origin)
    return {"distractors": [origin_document(each) for each in found]} if found else {}


def origin_document(each: OriginShare) -> dict[str, Any]:
    """One origin."""
    numbers = {"options": each.n_options, "shown": each.n_shown, "chosen": each.n_chosen}
    return {"origin": each.origin, **numbers, "share": each.share}


BLOCK = Block(
    figures=(chosen_by_origin,), tables=(RunTable(distractors_table),), document=distractors_document
)
