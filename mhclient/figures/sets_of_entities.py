"""Sets of entities that several groups of items have: what sums over items that share run over.

Nothing here grows with the square of items; see `shared_entities.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mhclient.figures.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class SetsOfEntities:
    """The sets of entities that several groups have.

    Attributes:
        groups: the groups that have each set, set after set.
        starts: (n_sets,) where each set's groups begin.
        sizes: (n_sets,) how many groups have each set.
        signs: (n_sets,) +1 for sets of odd size, −1 for even.
        alone: (n_groups,) the signs of all other sets of a group, summed: those that it alone has.
    """

    groups: Ints
    starts: Ints
    sizes: Ints
    signs: Floats
    alone: Floats

    @classmethod
    def of(cls, entities: Ints) -> "SetsOfEntities":
        """Args: entities: (n_groups, most), rising, then −1."""
        groups, starts, signs = [], [], []
        alone = np.ones(len(entities))  # the signs of all sets of a group sum to 1
        offset = 0
        for level, (members, firsts) in enumerate(_levels(entities)):
            sign = -1.0 if level % 2 else 1.0
            groups.append(members)
            starts.append(firsts + offset)
            signs.append(np.full(len(firsts), sign))
            alone -= sign * np.bincount(members, minlength=len(entities))
            offset += len(members)
        none = np.zeros(0, dtype=np.int64)
        all_starts = np.concatenate([none, *starts])
        return cls(
            np.concatenate([none, *groups]),
            all_starts,
            np.diff(all_starts, append=offset),
            np.concatenate([np.zeros(0), *signs]),
            alone,
        )


def _levels(entities: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Sets of one entity, of two, …: the groups that have each set, and where each set begins.

    A set that one group alone has is no part of a larger set that several have, so it is dropped before the
    next level: few large sets are ever looked at.
    """
    group, place = np.nonzero(entities >= 0)
    number = entities[group, place]
    while len(group):
        _, set_of, counts = np.unique(number, return_inverse=True, return_counts=True)
        several = counts[set_of] > 1
        group, place, set_of = group[several], place[several], set_of[several]
        order = np.argsort(set_of, kind="stable")
        if len(group):
            yield group[order], np.flatnonzero(np.diff(set_of[order], prepend=-1))
        group, place, number = _extended(entities, group, place, set_of)


def _extended(entities: Ints, group: Ints, place: Ints, set_of: Ints) -> tuple[Ints, Ints, Ints]:
    """Every set with each of its group's entities that come after its last: group, place, and a number."""
    # (set, entity) → (sets of one group, one entry for each place after the last)
    after = (np.arange(entities.shape[1]) > place[:, None]) & (entities[group] >= 0)
    row, then = np.nonzero(after)
    added = entities[group[row], then]
    return group[row], then, set_of[row] * (int(entities.max(initial=-1)) + 1) + added
