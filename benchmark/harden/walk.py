"""The walk: a beam search along links, from the nodes of a question towards what resembles its key; and the
settings that decide how items are hardened, all of which stand in the manifest.

Source: KGGDG (arXiv 2506.00612), section 2.2. Nothing is drawn: of a path's next nodes those with the best
scores are kept, ties by name, then by type.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from benchmark.harden.graph import SELDOM_ASKED, LinkGraph
from benchmark.harden.guides import Score

DECIMALS = 9  # sums of the same products in another order differ by less


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """How far and how wide.

    Attributes:
        depth: steps of the longest path.
        beam: next nodes that are kept of each path, not of each level.
        not_along: relations that are no steps.
    """

    depth: int = 3
    beam: int = 5
    not_along: tuple[str, ...] = SELDOM_ASKED


@dataclass(frozen=True, slots=True)
class GraphPath:
    """Nodes from a node of the question to an end, no node twice.

    Attributes:
        scores: of the nodes after the first.
    """

    nodes: tuple[int, ...]
    scores: tuple[float, ...]

    @property
    def end(self) -> int:
        return self.nodes[-1]

    @property
    def mean(self) -> float:
        """Mean score of the nodes that the walk added."""
        return sum(self.scores) / len(self.scores)


@dataclass(frozen=True, slots=True)
class Walker:
    """Walks for one question.

    Attributes:
        score: of nodes, against question and key.
        avoided: the key's nodes; no path enters them.
    """

    graph: LinkGraph
    score: Score
    avoided: frozenset[int]
    settings: WalkSettings = field(default_factory=WalkSettings)
    _ranked: dict[int, list[tuple[int, float]]] = field(default_factory=dict)

    def walk(self, starts: Collection[int]) -> list[GraphPath]:
        """The paths of all depths, shorter ones first, each level in the order of its starts and scores."""
        found: list[GraphPath] = []
        level = [GraphPath((start,), ()) for start in sorted(set(starts) - self.avoided)]
        for _ in range(self.settings.depth):
            level = [longer for path in level for longer in self._longer(path)]
            found += level
        return found

    def _longer(self, path: GraphPath) -> Iterator[GraphPath]:
        steps = [step for step in self._next(path.nodes[-1]) if step[0] not in path.nodes]
        for node, score in steps[: self.settings.beam]:
            yield GraphPath((*path.nodes, node), (*path.scores, score))

    def _next(self, node: int) -> list[tuple[int, float]]:
        """The best neighbours with their scores: enough of them, should a path have been at some already."""
        if node not in self._ranked:
            self._ranked[node] = self._rank(node)
        return self._ranked[node]

    def _rank(self, node: int) -> list[tuple[int, float]]:
        without = self.graph.numbers_of(self.settings.not_along)
        near = self.graph.neighbours(node, without)
        if self.avoided:
            near = near[~np.isin(near, list(self.avoided))]
        scores = np.round(self.score(near), DECIMALS)
        best = np.lexsort((near, -scores))[: self.settings.beam + self.settings.depth]
        return [(int(near[at]), float(scores[at])) for at in best]


def ends_of(paths: Sequence[GraphPath]) -> dict[int, GraphPath]:
    """End → the best path to it: by its last score, then the shorter one, then the mean score."""
    best: dict[int, GraphPath] = {}
    for path in paths:
        known = best.get(path.end)
        if known is None or (len(path.nodes), -path.mean) < (len(known.nodes), -known.mean):
            best[path.end] = path
    return best


def shown_paths(paths: Sequence[GraphPath], most: int = 12, most_per_end: int = 3) -> list[GraphPath]:
    """What a writer sees: the best by mean score, at most so many in all and to one end.

    Never all that a walk finds: a prompt of a hundred paths is read by its first ones.
    """
    chosen: list[GraphPath] = []
    seen: dict[int, int] = {}
    for path in sorted(paths, key=lambda path: (-round(path.mean, DECIMALS), path.nodes)):
        if seen.get(path.end, 0) < most_per_end and len(chosen) < most:
            chosen.append(path)
            seen[path.end] = seen.get(path.end, 0) + 1
    return chosen


def links_of(graph: LinkGraph, path: GraphPath) -> list[tuple[int, tuple[str, ...], int]]:
    """The steps of a path: node, all relations of the pair, next node."""
    pairs = zip(path.nodes, path.nodes[1:], strict=False)
    return [(one, graph.between(one, other), other) for one, other in pairs]


def text_of(graph: LinkGraph, path: GraphPath) -> str:
    """A path for people and prompts: `A –indication– B –disease_disease– C`."""
    steps = [f" –{', '.join(relations)}– {graph.name(node)}" for _, relations, node in links_of(graph, path)]
    return graph.name(path.nodes[0]) + "".join(steps)


class Arm(StrEnum):
    """Where new options come from."""

    GRAPH = "graph"  # names at the ends of paths; no model
    WALK = "walk"  # a writer who is shown the paths
    DIRECT = "direct"  # the same writer without them: the control


class Unverified(StrEnum):
    """What becomes of an option of which the graph cannot tell whether it is right."""

    REFUSE = "refuse"
    FLAG = "flag"


class TooFewOptions(StrEnum):
    """What becomes of an item with too few new options."""

    FILL = "fill"  # keeps old ones
    DROP = "drop"  # is left out


@dataclass(frozen=True, slots=True)
class HardenSettings:
    """How items are hardened.

    Attributes:
        threshold: cosine from which a mention maps to the nearest name; None for the guide's own.
        rounds: how often a writer is asked at most, each time shown what was refused.
        keep_relatives: whether parents and children of the key's disease may be options.
        any_type: whether options may be of another type than the key.
        seed: places texts among the letters, and nothing else.
    """

    arm: Arm = Arm.GRAPH
    walk: WalkSettings = field(default_factory=WalkSettings)
    threshold: float | None = None
    rounds: int = 3
    unverified: Unverified = Unverified.REFUSE
    short: TooFewOptions = TooFewOptions.FILL
    keep_relatives: bool = False
    any_type: bool = False
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        """For the manifest; the threshold stands with the guide."""
        walk = asdict(self.walk) | {"not_along": list(self.walk.not_along)}
        plain = {name: value for name, value in asdict(self).items() if name not in ("walk", "threshold")}
        return {**plain, **walk}
