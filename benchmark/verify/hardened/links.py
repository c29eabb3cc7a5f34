"""What the whole graph file says of some names: who bears them, and what links them."""

import csv
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.errors import GraphFormatError
from benchmark.verify.facts import folded
from benchmark.verify.one_node import says_which
from benchmark.verify.reading import graph_rows

NamedNode = tuple[str, str]  # type, name

_TYPE_REMARK = re.compile(r"\s*\(disease\)$")


def called(name: str) -> str:
    """A name as it is compared: folded, without a closing "(disease)"."""
    return _TYPE_REMARK.sub("", folded(name))


@dataclass(slots=True)
class NameLinks:
    """The nodes of some names and the rows among them.

    Attributes:
        bearers: compared name → its nodes.
        relations: unordered pair of nodes → its relations; the direction of a row says nothing.
        same: node by one of several names → the node that stands for all of them.
    """

    bearers: dict[str, set[NamedNode]] = field(default_factory=lambda: defaultdict(set))
    relations: dict[frozenset[NamedNode], set[str]] = field(default_factory=lambda: defaultdict(set))
    same: dict[NamedNode, NamedNode] = field(default_factory=dict)
    n_rows: int = 0

    def one(self, node: NamedNode) -> NamedNode:
        """The node that stands for all names of a node."""
        return self.same.get(node, node)

    def named_as(self, nodes: Iterable[NamedNode]) -> set[NamedNode]:
        """These and all nodes that bear their names, of whatever type."""
        return {bearer for node in nodes for bearer in self.bearers[called(node[1])]}

    def between(self, one: NamedNode, other: NamedNode) -> set[str]:
        """The relations of a pair."""
        return self.relations.get(frozenset((self.one(one), self.one(other))), set())


def read_links(path: Path, names: Collection[str]) -> NameLinks:
    """Go through the file twice, row by row: for the names that nodes have, then for what links them.

    Args:
        names: those that matter, as they stand.

    Raises:
        GraphFormatError: it cannot be read, or a row is cut short; names the line.
    """
    wanted = {called(name) for name in names}
    try:
        first: dict[tuple[str, str, str], str] = {}
        several: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
        for _, *ends in graph_rows(path):
            for kind, source, node_id, name, _ in ends:
                if (known := first.setdefault((kind, source, node_id), name)) != name:
                    several[kind, source, node_id] |= {known, name}
        same = _same_nodes(several)
        of_wanted = {one for (_, name), one in same.items() if called(name) in wanted}
        wanted |= {called(name) for (_, name), one in same.items() if one in of_wanted}
        return _read(path, wanted, same)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error


def _read(path: Path, wanted: Collection[str], same: dict[NamedNode, NamedNode]) -> NameLinks:
    found = NameLinks(same=same)
    matters: dict[str, bool] = {}
    for relation, x, y in graph_rows(path):
        found.n_rows += 1
        ends = [(node[0], node[3]) for node in (x, y)]
        for end in ends:
            if end[1] not in matters:
                matters[end[1]] = called(end[1]) in wanted
            if matters[end[1]]:
                found.bearers[called(end[1])].add(found.one(end))
        if matters[ends[0][1]] and matters[ends[1][1]]:
            found.relations[frozenset(map(found.one, ends))].add(relation)
    return found


def _same_nodes(several: Mapping[tuple[str, str, str], Collection[str]]) -> dict[NamedNode, NamedNode]:
    """Node by one of several names → the one that stands for them; names that share one are one, too."""
    same: dict[NamedNode, NamedNode] = {}
    groups: dict[NamedNode, set[NamedNode]] = {}
    for (kind, _, node_id), names in several.items():
        if says_which(node_id, names):
            nodes = {(kind, name) for name in names}
            for one in {same[node] for node in nodes if node in same}:
                nodes |= groups.pop(one)
            groups[min(nodes)] = nodes
            same |= dict.fromkeys(nodes, min(nodes))
    return same
