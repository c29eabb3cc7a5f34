"""EC: several entities of one type and one of another; which is the odd one out."""

from itertools import islice, permutations

from benchmark.build import templates
from benchmark.build.draft import Draft, TaskResult
from benchmark.build.graph import Node, fold
from benchmark.build.names import near_twins
from benchmark.build.ranking import Ranker, Ring, round_robin
from benchmark.build.settings import BuildSettings, Task
from benchmark.build.tasks.inputs import Makers
from benchmark.build.truth import Truth

# Types whose names are of like form: a matched benchmark asks to tell no others apart.
LIKE = ({"disease", "effect/phenotype"}, {"drug", "exposure"})


def entity_clustering(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """EC items, spread evenly over the pairs (type of the many, type of the odd one).

    An entity is the odd one at most once against each other type. Entities whose name belongs to several
    types or nodes are never used: one of them could make another reading of the options right.
    """
    n_options, wanted = settings.options(Task.EC), settings.size(Task.EC)
    clear = {
        node_type: [node for node in nodes if truth.is_one_type(node) and node in truth.askable]
        for node_type, nodes in truth.graph.by_type.items()
    }
    pairs = [
        (many, odd)
        for many, odd in permutations(clear, 2)
        if len(clear[many]) >= n_options - 1 and (not settings.matched or {many, odd} in LIKE)
    ]
    candidates = {f"{many} | {odd}": ranker.ordered(clear[odd], "EC", many, odd) for many, odd in pairs}
    n_candidates = sum(map(len, candidates.values()))
    chosen = round_robin(candidates, n_candidates if wanted is None else wanted)
    rings = {node_type: Ring(nodes, ranker) for node_type, nodes in clear.items()}
    drafts = tuple(
        _draft(stratum, node, rings[stratum.split(" | ")[0]], n_options)
        for stratum, nodes in chosen.items()
        for node in nodes
    )
    reason = None
    if wanted is not None and n_candidates < wanted:
        reason = f"the slice has {n_candidates:,} pairs of an entity and a type with {n_options - 1} others"
    unclear = len(truth.graph.nodes) - sum(map(len, clear.values()))
    return TaskResult(
        Task.EC, drafts, reason, {"name belongs to several types or nodes": unclear} if unclear else {}
    )


def _draft(stratum: str, odd: Node, ring: Ring[Node], n_options: int) -> Draft:
    many = list(islice(ring.draws("EC", stratum, odd.key), n_options - 1))
    names = [odd.name, *(node.name for node in many)]
    assert len({fold(name) for name in names}) == len(names), "askable names are unique"
    twins = near_twins(names)
    return Draft(
        key=f"{stratum}|{odd.key}",
        stratum=stratum,
        question=templates.entity_clustering(),
        right=(odd.name,),
        wrong=tuple(names[1:]),
        entities=(("odd_one_out", odd), *(("member", node) for node in many)),
        details={"near_twins": twins} if twins else {},
    )


MAKERS: Makers = {
    Task.EC: lambda given: entity_clustering(given.truth, given.ranker, given.settings),
}
