"""From words to nodes: which entities a question and its key name, and which nodes these are.

Source: KGGDG, section 2.1, stages (i) equal string and (ii) nearest name. In stage (iii) a model picks.
Without a model the mentions are the longest names of the graph that stand in the text.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from benchmark.build.graph import fold
from benchmark.harden.graph import LinkGraph
from benchmark.harden.guides import Guide, Score

# Types whose names are looked for in any text; symbols of genes are words too often ("was", "rest").
NAMED_TYPES = ("disease", "drug", "effect/phenotype", "exposure")
GENE = "gene/protein"
SHORTEST = 4  # characters of a name that is looked for
NEAREST = 10  # nodes from which a model may pick

_REMARK = re.compile(r"\s*\(disease\)$", re.IGNORECASE)
_WORD = re.compile(r"\w+")


class MappingStage(StrEnum):
    """How a mention came to its node."""

    EQUAL = "equal"
    NEAREST = "nearest"
    CHOSEN = "chosen"  # by a model
    NONE = "none"


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """Words of a text that name an entity, as they stand there.

    Attributes:
        start: of the words in the text; -1 where the text has them only when folded.
    """

    words: str
    start: int


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mention with its nodes: all that bear the name, none where no name came near enough.

    Attributes:
        score: cosine of mention and name; 1 for equal strings.
    """

    mention: NamedEntity
    nodes: tuple[int, ...]
    stage: MappingStage
    score: float


def bare_name(name: str) -> str:
    """A node's name without a closing "(disease)", which only says its type.

    >>> bare_name("autism (disease)")
    'autism'
    """
    return _REMARK.sub("", name)


class Mapper:
    """Maps words to nodes of one graph.

    Args:
        guide: over the bare names of the nodes, by number.
        threshold: cosine from which the nearest name counts; the guide's own where None.
    """

    def __init__(self, graph: LinkGraph, guide: Guide, threshold: float | None = None) -> None:
        self._graph, self._guide = graph, guide
        self.threshold = guide.threshold if threshold is None else threshold

    @cached_property
    def _by_bare(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for node, name in self._graph.nodes.every_name():
            found.setdefault(fold(bare_name(name)), []).append(node)
        return {name: tuple(dict.fromkeys(nodes)) for name, nodes in found.items()}

    @cached_property
    def _nodes_of(self) -> dict[str, "np.ndarray[tuple[int], np.dtype[np.int32]]"]:
        types = np.array(self._graph.nodes.types)
        found = {each: np.flatnonzero(types == each).astype(np.int32) for each in np.unique(types)}
        return {str(each): nodes for each, nodes in found.items()}

    def map(self, mention: NamedEntity, types: Collection[str] = ()) -> Mapped:
        """The nodes of a mention: of equal (bare, folded) name, else the nearest above the threshold.

        Args:
            types: node types that may be meant; all where none are named.
        """
        equal = [node for node in self._equal(mention.words) if not types or self._graph.type(node) in types]
        if equal:
            return Mapped(mention, tuple(equal), MappingStage.EQUAL, 1.0)
        near = self.nearest(mention.words, types, 1)
        if near and near[0][1] >= self.threshold:
            node, score = near[0]
            return Mapped(mention, (node,), MappingStage.NEAREST, score)
        return Mapped(mention, (), MappingStage.NONE, near[0][1] if near else 0.0)

    def nearest(
        self, words: str, types: Collection[str] = (), most: int = NEAREST
    ) -> list[tuple[int, float]]:
        """The nodes with the nearest names and their scores, best first."""
        wanted = [self._nodes_of[each] for each in sorted(types or self._nodes_of) if each in self._nodes_of]
        if not wanted:
            return []
        nodes = np.concatenate(wanted)
        scores = np.round(self._score_all(words)(nodes), 9)
        best = np.lexsort((nodes, -scores))[:most]
        return [(int(nodes[at]), float(scores[at])) for at in best]

    def _score_all(self, words: str) -> Score:
        return self._guide.towards(bare_name(words))

    def _equal(self, words: str) -> tuple[int, ...]:
        return self._by_bare.get(fold(bare_name(words)), ())

    @cached_property
    def _looked_for(self) -> dict[str, list[tuple[str, ...]]]:
        """First word → the names that begin with it, as words, longest first."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for name, nodes in self._by_bare.items():
            types = {self._graph.type(node) for node in nodes}
            words = tuple(_WORD.findall(name))
            if words and len(name) >= SHORTEST and types & set(NAMED_TYPES):
                found.setdefault(words[0], set()).add(words)
        return {first: sorted(names, key=lambda each: (-len(each), each)) for first, names in found.items()}

    def mentions(self, text: str) -> list[NamedEntity]:
        """The longest names that stand in a text between word boundaries, from left to right.

        Genes are named by their symbols in capitals alone.
        """
        found = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]
        folded = [fold(word) for word, _, _ in found]
        mentions, at = [], 0
        while at < len(found):
            n_words = self._longest(folded, at) or self._is_gene(found[at][0])
            if n_words:
                start, end = found[at][1], found[at + n_words - 1][2]
                mentions.append(NamedEntity(text[start:end], start))
            at += n_words or 1
        return mentions

    def _longest(self, words: Sequence[str], at: int) -> int:
        for name in self._looked_for.get(words[at], ()):
            if tuple(words[at : at + len(name)]) == name:
                return len(name)
        return 0

    def _is_gene(self, word: str) -> int:
        nodes = self._by_bare.get(fold(word), ()) if word.isupper() and len(word) >= SHORTEST else ()
        return int(any(self._graph.type(node) == GENE and self._graph.name(node) == word for node in nodes))
