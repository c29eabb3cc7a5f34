"""What a question asks of the graph, and so which options would be right answers to it.

An item may say it (`details.asks`); else the same-link rule holds: what links the key to an entity of the
question is what is asked. Absence from the graph is not falsity: an option is "false by this graph".
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.errors import ItemFormatError
from benchmark.harden.graph import LinkGraph
from benchmark.item import Item

INDICATION, OFF_LABEL, CONTRAINDICATION = "indication", "off-label use", "contraindication"


@dataclass(frozen=True, slots=True)
class AskedLinks:
    """What a right answer would have to be linked by, and to what.

    Attributes:
        links: node of the question → the relations that are asked of it; namesakes have entries of their own.
        wanted: the types an answer may have.
        contradicted: the graph says of the key both that it is indicated and that it must not be given.
    """

    links: Mapping[int, frozenset[str]]
    wanted: frozenset[str]
    contradicted: bool = False

    def is_known(self) -> bool:
        """Whether the graph can tell right from wrong here."""
        return any(self.links.values())


def asks_of(item: Item) -> Mapping[str, str] | None:
    """What an item says that it asks: anchor, relation and wanted type.

    Raises:
        ItemFormatError: it says so in another form.
    """
    said: Any = item.details.get("asks")
    if said is None:
        return None
    if not isinstance(said, Mapping) or not all(isinstance(said.get(part), str) for part in ASKS):
        raise ItemFormatError(
            f"item {item.id}: 'asks' must be an object with {', '.join(ASKS)} as text, found {said!r}."
        )
    return said


ASKS = ("anchor", "relation", "wanted")


def asked_of(
    graph: LinkGraph, question: Collection[int], key: Collection[int], asks: Mapping[str, str] | None = None
) -> AskedLinks:
    """What is asked.

    Args:
        question, key: the nodes that the question and the key name.
        asks: what the item says; `question` then holds the nodes of its anchor.
    """
    bearers = {namesake for node in question for namesake in graph.namesakes(node)}
    keys = {namesake for node in key for namesake in graph.namesakes(node)}
    between = {node: frozenset(r for k in keys for r in graph.between(node, k)) for node in sorted(bearers)}
    both = any({INDICATION, CONTRAINDICATION} <= relations for relations in between.values())
    if asks is None:
        types = frozenset(graph.type(node) for node in key)
        return AskedLinks({node: found for node, found in between.items() if found}, types, both)
    wanted = frozenset({asks["wanted"]})
    return AskedLinks(dict.fromkeys(bearers, frozenset({asks["relation"]})), wanted, both)


def right_by(graph: LinkGraph, asked: AskedLinks, node: int) -> tuple[int, str] | None:
    """The link that makes a node a right answer, as node of the question and relation; None if none does.

    Where an indication is asked for, off-label use is a right answer, too.
    """
    for bearer, relations in asked.links.items():
        wanted = relations | ({OFF_LABEL} if INDICATION in relations else frozenset())
        for namesake in graph.namesakes(node):
            true = wanted.intersection(graph.between(bearer, namesake))
            if true:
                return bearer, min(true, key=lambda relation: (relation == OFF_LABEL, relation))
    return None


def anchors_of(graph: LinkGraph, asks: Mapping[str, str], named: Sequence[int]) -> tuple[int, ...]:
    """The nodes of an item's anchor: a node's key or its name; of a name, those that it names."""
    parts = asks["anchor"].split("|")
    if len(parts) == 4:
        return tuple(node for node in named if (graph.type(node), graph.name(node)) == (parts[0], parts[3]))
    return tuple(named)
