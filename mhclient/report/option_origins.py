"""Where the options of hardened items come from, and how often each kind was chosen when it was shown."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from benchmark import Item
from benchmark.item import new_letters, noted_in
from mhclient.read.scored import Scored

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
