"""Nodes that a file has under several names, worked out a second time: nothing of the builder is used.

The rule is in docs/benchmarks.md. Ends of one type, source and id are one node; an end without an id is that
of its index, where no other type, source or id has that index; most rows choose the name.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import groupby
from operator import itemgetter

from benchmark.verify.facts import End, NodeId

_NAMES_OF_ONE_NODE = range(2, 10)  # what stands beside more of them is no id
_NO_ID = re.compile(r"\s*(?:[\W_]*|n/?a|nan|none|null|nil|unknown)\s*", re.IGNORECASE)


def shown_nodes(rows_of: Mapping[End, int]) -> dict[NodeId, NodeId]:
    """Node as its rows have it → as it is shown, for the nodes that have several names.

    Args:
        rows_of: each end with the number of rows in which it stands.
    """
    families: dict[tuple[str, str, str, str], dict[NodeId, int]] = defaultdict(dict)
    in_doubt = _sharing(rows_of)
    owners = _owners(in_doubt)
    for node, (n_rows, indexes) in _nodes(in_doubt).items():
        kind, source, node_id, _ = node
        if not _NO_ID.fullmatch(node_id):
            families[kind, source, "id", node_id][node] = n_rows
        elif len(indexes) == 1 and (owner := owners.get(*indexes)):
            families[kind, source, *owner][node] = n_rows
    shown: dict[NodeId, NodeId] = {}
    for (kind, source, what, value), members in families.items():
        rows: dict[str, int] = defaultdict(int)
        for node, n_rows in members.items():
            rows[node[3]] += n_rows
        if len(rows) in _NAMES_OF_ONE_NODE:
            most = max(rows.values())
            name = min(name for name, n_rows in rows.items() if n_rows == most)
            node_id = value if what == "id" else min(node[2] for node in members)
            shown |= dict.fromkeys(members, (kind, source, node_id, name))
    return shown


def _sharing(rows_of: Mapping[End, int]) -> dict[End, int]:
    """The ends that have their type, source and id, or their index, in common with another."""
    found = set()
    for key in (itemgetter(0, 1, 2), itemgetter(4)):
        for _, same in groupby(sorted(rows_of, key=key), key):
            if len(group := list(same)) > 1:
                found.update(group)
    return {end: rows_of[end] for end in rows_of if end in found}


def _nodes(rows_of: Mapping[End, int]) -> dict[NodeId, tuple[int, set[str]]]:
    """Node → its rows, and its indexes; a node without a name is none."""
    found: dict[NodeId, tuple[int, set[str]]] = {}
    for (kind, source, node_id, name, index), n_rows in rows_of.items():
        if name.strip():
            known, indexes = found.get((kind, source, node_id, name), (0, set()))
            found[kind, source, node_id, name] = known + n_rows, indexes | {index} - {""}
    return found


def _owners(rows_of: Mapping[End, int]) -> dict[str, tuple[str, str]]:
    """Index → the one node that it can mean, by its id if it has one."""
    kinds: dict[str, set[tuple[str, str]]] = defaultdict(set)
    ids: dict[str, set[str]] = defaultdict(set)
    for kind, source, node_id, name, index in rows_of:
        if name.strip() and index.isdecimal():
            kinds[index].add((kind, source))
            ids[index] |= set() if _NO_ID.fullmatch(node_id) else {node_id}
    alone = [index for index in kinds if len(kinds[index]) == 1 and len(ids[index]) < 2]
    return {index: ("id", min(ids[index])) if ids[index] else ("index", index) for index in alone}


def says_which(node_id: str, names: Collection[str]) -> bool:
    """Whether several names of an id are those of one node."""
    return not _NO_ID.fullmatch(node_id) and len(names) in _NAMES_OF_ONE_NODE


def other_names(shown: Mapping[NodeId, NodeId]) -> dict[NodeId, list[str]]:
    """Node as it is shown → its names that are not, in alphabetical order."""
    found: dict[NodeId, set[str]] = defaultdict(set)
    for met, node in shown.items():
        found[node] |= {met[3]} - {node[3]}
    return {node: sorted(names) for node, names in found.items()}
