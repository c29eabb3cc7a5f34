"""What the whole graph file says of some names: who bears them, and what links them."""

import csv
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.errors import GraphFormatError
from benchmark.verify.facts import folded
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
        ids: node → its ids.
    """

    bearers: dict[str, set[NamedNode]] = field(default_factory=lambda: defaultdict(set))
    relations: dict[frozenset[NamedNode], set[str]] = field(default_factory=lambda: defaultdict(set))
    ids: dict[NamedNode, set[str]] = field(default_factory=lambda: defaultdict(set))
    n_rows: int = 0

    def named_as(self, nodes: Iterable[NamedNode]) -> set[NamedNode]:
        """These and all nodes that bear their names, of whatever type."""
        return {bearer for node in nodes for bearer in self.bearers[called(node[1])]}

    def between(self, one: NamedNode, other: NamedNode) -> set[str]:
        """The relations of a pair."""
        return self.relations.get(frozenset((one, other)), set())


def read_links(path: Path, names: Collection[str]) -> NameLinks:
    """Go through the file once, row by row.

    Args:
        names: those that matter, as they stand.

    Raises:
        GraphFormatError: it cannot be read, or a row is cut short; names the line.
    """
    found, wanted = NameLinks(), {called(name) for name in names}
    matters: dict[str, bool] = {}
    try:
        for relation, x, y, _ in graph_rows(path):
            found.n_rows += 1
            ends = [(node[0], node[3]) for node in (x, y)]
            for node, end in zip((x, y), ends, strict=True):
                if end[1] not in matters:
                    matters[end[1]] = called(end[1]) in wanted
                if matters[end[1]]:
                    found.bearers[called(end[1])].add(end)
                    found.ids[end].add(node[2])
            if matters[ends[0][1]] and matters[ends[1][1]]:
                found.relations[frozenset(ends)].add(relation)
    except (OSError, UnicodeDecodeError, csv.Error, EOFError, zlib.error) as error:
        raise GraphFormatError(f"{path} cannot be read as a table: {error}.") from error
    return found
