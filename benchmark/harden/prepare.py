"""From a graph file to what items are studied with, and items hardened by the graph alone."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmark.errors import SettingsError
from benchmark.harden.choose import ends_as_candidates, with_verdicts
from benchmark.harden.graph import LinkGraph
from benchmark.harden.guide import Guide, LexicalGuide
from benchmark.harden.mapping import Mapper, NamedEntity, bare_name
from benchmark.harden.outcome import ItemOutcome, outcome_of
from benchmark.harden.read import read_graph
from benchmark.harden.settings import HardenSettings
from benchmark.harden.study import Studied, Tools, study
from benchmark.harden.verdicts import OptionCandidate
from benchmark.harden.walk import ends_of
from benchmark.item import Item


def make_tools(kg: Path, settings: HardenSettings, relations: Collection[str] | None = None) -> Tools:
    """Graph, guide and mapper of a file, with the lexical guide.

    Args:
        relations: along which walks go; the settings' own where None.

    Raises:
        GraphFormatError: the file cannot be read.
        SettingsError: it has none of these relations.
    """
    graph = read_graph(kg)
    along = settings if relations is None else _only_along(graph, settings, relations, kg)
    bare = LexicalGuide([bare_name(name) for name in graph.nodes.names])
    return Tools(graph, Mapper(graph, bare, settings.threshold), LexicalGuide(graph.nodes.names), along)


def with_guide(tools: Tools, walking: Guide, mapping: Guide) -> Tools:
    """The same with other guides: over the names of the nodes, and over their bare names."""
    return replace(tools, guide=walking, mapper=Mapper(tools.graph, mapping, tools.settings.threshold))


def _only_along(
    graph: LinkGraph, settings: HardenSettings, relations: Collection[str], kg: Path
) -> HardenSettings:
    if not set(relations) & set(graph.relations):
        raise SettingsError(
            f"--relations: {kg} has none of {', '.join(sorted(relations))}. It has "
            f"{', '.join(sorted(graph.relations))}."
        )
    others = tuple(sorted(set(graph.relations) - set(relations)))
    return replace(settings, walk=replace(settings.walk, not_along=others))


def by_graph_alone(
    items: Iterable[Item], tools: Tools, pool: Sequence[str] | None = None
) -> list[ItemOutcome]:
    """What comes of items without any model: names from the walk, or from a closed list, with their verdicts.

    Args:
        pool: the names that may become options; those at the ends of paths where None.
    """
    found = []
    for item in items:
        studied = study(item, tools)
        candidates = [] if studied.context is None else _candidates(studied, tools, pool)
        found.append(outcome_of(studied, candidates, tools.settings))
    return found


def _candidates(studied: Studied, tools: Tools, pool: Sequence[str] | None) -> list[OptionCandidate]:
    given = ends_as_candidates(studied) if pool is None else _from_pool(studied, tools, pool)
    return with_verdicts(given, studied)


def _from_pool(studied: Studied, tools: Tools, pool: Sequence[str]) -> list[OptionCandidate]:
    paths = ends_of(studied.paths)
    found = []
    for name in pool:
        node = node_of(name, studied, tools)
        found.append(
            OptionCandidate(
                name,
                node,
                paths.get(node) if node is not None else None,
                score_of(name, node, studied, tools),
            )
        )
    return found


def node_of(text: str, studied: Studied, tools: Tools) -> int | None:
    """The node that an option's text names: one of the key's type if there is one."""
    types = studied.context.asked.wanted if studied.context is not None else ()
    mention = NamedEntity(text, 0)
    mapped = tools.mapper.map(mention, types)
    nodes = mapped.nodes or tools.mapper.map(mention).nodes
    return nodes[0] if nodes else None


def score_of(text: str, node: int | None, studied: Studied, tools: Tools) -> float:
    """A node's score against question and key; 0 for a text that names none."""
    if node is None:
        return 0.0
    against = tools.guide.towards(f"{studied.item.question} {studied.key}")
    return float(against(np.array([node], dtype=np.int32))[0])
