"""Negatives: triples with one end replaced by a node that has the same type under the same relation."""

from collections.abc import Callable

from benchmark.build.graph import Node, Triple, orient
from benchmark.build.names import are_near_twins
from benchmark.build.ranking import Ranker, Ring

Negative = tuple[Triple, Node, Node]  # the negative, the node taken out, the node put in


def corrupt(
    triple: Triple,
    heads: Ring[Node],
    tails: Ring[Node],
    ranker: Ranker,
    is_negative: Callable[[Triple], bool],
) -> Negative | None:
    """The first replacement, in the order of the draws, that makes a negative; None if there is none.

    Which end is replaced is drawn as well; where that end has no fit replacement the other is tried.
    """
    purpose = ("replace", triple.head.key, triple.relation, triple.tail.key)
    head_first = ranker.rank("end", *purpose) % 2 == 0
    for replace_head in (head_first, not head_first):
        kept, gone = (triple.tail, triple.head) if replace_head else (triple.head, triple.tail)
        for node in (heads if replace_head else tails).draws(*purpose):
            if node in (gone, kept):
                continue
            negative = (
                orient(triple.relation, node, kept) if replace_head else orient(triple.relation, kept, node)
            )
            if negative and is_negative(negative):
                return negative, gone, node
    return None


def replacement_details(gone: Node, put_in: Node) -> dict[str, object]:
    """What an item records about its replacement."""
    details: dict[str, object] = {"replaced": gone.key, "replacement": put_in.key}
    if are_near_twins(gone.name, put_in.name):
        details["near_twins"] = [[gone.name, put_in.name]]
    return details
