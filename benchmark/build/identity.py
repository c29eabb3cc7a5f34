"""One node under several names: which ends of rows are the same node, and which of its names is shown.

88 nodes of PrimeKG's version of July 2023 stand under two names (github.com/mims-harvard/PrimeKG, issue 19:
MT-ND5 and ND5). What is true under one would be denied under the other, so they become one entity:

- Ends of one type, source and id are one node, whatever their names and indexes. PrimeKG numbers its nodes by
  id and name together, so two names there have two indexes: other indexes prove nothing.
- An end without an id is the node of its index, where that index stands beside one type, one source and one
  id at most in the whole file. An index that several share is no number of a node and proves nothing.
- The name in most rows of the file is shown; of names in equally many, the first in alphabetical order.

An id beside more than `MOST_NAMES` names is a word for "not known", and its ends stay apart. `verify` works
all this out once more with code of its own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from benchmark.build.graph import Node
from benchmark.build.seeds import Seed, seed_test

MOST_NAMES = 9
_NO_IDS = frozenset({"na", "n/a", "nan", "none", "null", "nil", "unknown"})


@dataclass(frozen=True, slots=True)
class SeveralNames:
    """One node that the file has under several names.

    Attributes:
        shown: the node by the name that is shown. met: the node under each of its names, that one included.
    """

    shown: Node
    met: tuple[Node, ...]

    @property
    def others(self) -> list[str]:
        """The names that are not shown, in alphabetical order."""
        return sorted({node.name for node in self.met} - {self.shown.name})


@dataclass(frozen=True)
class Identities:
    """The nodes of a file that stand under several names.

    Attributes:
        kept_apart: ends that share an id with too many names to be one node.
    """

    several: tuple[SeveralNames, ...] = ()
    kept_apart: tuple[Node, ...] = ()

    @cached_property
    def _by_end(self) -> Mapping[Node, SeveralNames]:
        return {end: each for each in self.several for end in (each.shown, *each.met)}

    def shown(self, end: Node) -> Node:
        """The node of an end of a row, by its one name, with the index of that row."""
        found = self._by_end.get(end)
        return end if found is None else replace(found.shown, index=end.index)

    def met(self, node: Node) -> Sequence[Node]:
        """A node under each name that the file has for it."""
        found = self._by_end.get(node)
        return (node,) if found is None else found.met

    def seed_test(self, seeds: Sequence[Seed]) -> Callable[[Node], bool]:
        """A test whether a node is a seed; a seed list may have any of its names."""
        by_list = seed_test(seeds)
        meant = {each.shown for each in self.several if any(map(by_list, each.met))}
        return lambda node: node in meant or by_list(node)

    def describe(self, nodes: Iterable[Node]) -> dict[str, Any]:
        """For the manifest; empty where every node of the file has one name."""
        if not (self.several or self.kept_apart):
            return {}
        here = [self._by_end[node] for node in nodes if node in self._by_end]
        shown = [[each.shown.key, each.others] for each in here]
        return {
            "one_node_under_several_names": {
                "nodes_of_the_file": len(self.several),
                "nodes_of_the_slice": shown,
                "ids_of_too_many_names": len({(end.type, end.source, end.id) for end in self.kept_apart}),
            }
        }


@dataclass(slots=True)
class _Met:
    """In how many rows an end stands, and with which indexes."""

    n_rows: int = 0
    indexes: set[str] = field(default_factory=set)


def identities(ends: Iterable[tuple[Node, int]]) -> Identities:
    """What the ends of all rows say of the nodes behind them.

    Args:
        ends: each with the number of its rows; one that shares neither id nor index may be left out.

    >>> names = [Node("gene/protein", name, "4540", "NCBI") for name in ("MT-ND5", "ND5")]
    >>> [each.shown.name for each in identities(zip(names, (3, 9))).several]
    ['ND5']
    """
    found: defaultdict[Node, _Met] = defaultdict(_Met)
    for end, n_rows in ends:
        if end.name.strip():
            found[end].n_rows += n_rows
            found[end].indexes |= {end.index} - {""}
    groups: defaultdict[tuple[str, str, str], list[Node]] = defaultdict(list)
    proof = _proof_of_index(found)
    for node, met in found.items():
        [index] = met.indexes if len(met.indexes) == 1 else ("",)
        if same := node.id if _is_known(node.id) else proof.get(index):
            groups[node.type, node.source, same].append(node)
    several, kept_apart = [], []
    for group in groups.values():
        counts: Counter[str] = Counter()
        for node in group:
            counts[node.name] += found[node].n_rows
        if len(counts) > MOST_NAMES:
            kept_apart += group
        elif len(counts) > 1:
            several.append(_as_one(group, min(counts, key=lambda name: (-counts[name], name))))
    return Identities(tuple(sorted(several, key=lambda each: each.shown)), tuple(sorted(kept_apart)))


def _is_known(node_id: str) -> bool:
    """Whether an id says which node is meant: not empty, no word for "missing", no dash."""
    return any(map(str.isalnum, node_id)) and node_id.strip().lower() not in _NO_IDS


def _proof_of_index(found: Mapping[Node, _Met]) -> dict[str, str]:
    """Index → the id of its node, or a text where it has none; without those that several nodes share."""
    kinds: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for node, met in found.items():
        for index in met.indexes:
            kinds[index].add((node.type, node.source))
            ids[index] |= {node.id} if _is_known(node.id) else set()
    return {
        index: min(ids[index], default=f"index {index}")
        for index, of_it in kinds.items()
        if index.isdecimal() and len(of_it) == 1 and len(ids[index]) <= 1
    }


def _as_one(group: Sequence[Node], name: str) -> SeveralNames:
    first = group[0]
    known = next((node.id for node in group if _is_known(node.id)), min(node.id for node in group))
    return SeveralNames(Node(first.type, name, known, first.source), tuple(sorted(group)))
