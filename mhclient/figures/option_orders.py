"""Items asked under several orders of their options: is the same text chosen wherever it stands?

Figures are values per item, whose means have their intervals by `linear.py`. Predictions are in the item's
own letters, so that one letter means one text whatever the order.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from mhclient.figures.arrays import Floats
from mhclient.figures.epochs import agreement_values
from mhclient.figures.metrics import Share

# What one item's replies say under each order, in its own letters; None where nothing was read.
UnderOrders: TypeAlias = Sequence[Hashable | None]


def consistency_values(said: Sequence[UnderOrders]) -> Floats:
    """(n_items,) the share of pairs of orders under which the same text is chosen."""
    return agreement_values(said)


def circular_values(said: Sequence[UnderOrders], gold: Sequence[Hashable]) -> Floats:
    """(n_items,) 1 where an item is right under every order.

    Source: Y. Liu et al., "MMBench", 2023, section 4.1 (CircularEval).

    >>> circular_values([["A", "A"], ["A", "B"], ["B", None]], ["A", "A", "B"]).tolist()
    [1.0, 0.0, 0.0]
    """
    pairs = zip(said, gold, strict=True)
    return np.array([float(all(each == right for each in of_item)) for of_item, right in pairs])


@dataclass(frozen=True, slots=True)
class Place:
    """One place among the lines.

    Attributes:
        place: from 1.
        said: how often the option there was chosen, of all replies read.
        gold: how often the gold stood there, of the same.
        correct: right replies where the gold stood there, of all such replies, unread ones too.
    """

    place: int
    said: Share
    gold: Share
    correct: Share


def position_curve(
    replies: Sequence[tuple[int, int | None]], n_places: int, of_each: float = 1
) -> list[Place]:
    """How replies depend on where an option stands.

    Args:
        replies: per reply the place of the gold, and the place of what was said (None: nothing was read).
        of_each: how many of them are to one item, for the intervals.
    """
    read = [(gold, said) for gold, said in replies if said is not None]
    said_at, gold_at = Counter(said for _, said in read), Counter(gold for gold, _ in read)
    asked_at, right_at = Counter(gold for gold, _ in replies), Counter(g for g, said in read if g == said)
    return [
        Place(
            place,
            Share(said_at[place], len(read), of_each),
            Share(gold_at[place], len(read), of_each),
            Share(right_at[place], asked_at[place], of_each),
        )
        for place in range(1, n_places + 1)
    ]
