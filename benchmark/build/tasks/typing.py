"""ET, RT and EC: which type has an entity, which types does a relation link, and which of several entities
is of another type than the rest.
"""

from collections import Counter
from itertools import islice, permutations, product

from benchmark.build import templates
from benchmark.build.assemble import Draft, TaskResult
from benchmark.build.contexts import Makers
from benchmark.build.graph import Node, Triple, Truth, fold, near_twins
from benchmark.build.ranking import Ranker, Ring, round_robin
from benchmark.build.settings import BuildSettings, Task


def entity_typing(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """ET: one item per entity of the slice; the options are entity types.

    An entity whose name belongs to two types has two right answers, one whose name another node of its type
    bears cannot be asked about by name: neither is asked, both are counted.
    """
    types = list(truth.graph.by_type)
    n_options = min(settings.options(Task.ET), len(types))
    left_out = Counter(_why_not_typed(truth, node) for node in truth.graph.nodes)
    fit = {
        node_type: [node for node in ranker.ordered(nodes, "ET") if not _why_not_typed(truth, node)]
        for node_type, nodes in truth.graph.by_type.items()
    }
    n_fit = sum(map(len, fit.values()))
    wanted = settings.size(Task.ET)
    chosen = round_robin(fit, n_fit if wanted is None else wanted) if n_options > 1 else {}
    drafts = tuple(
        _typing_draft(
            node, ranker.shuffled((t for t in types if t != node.type), "ET", node.key)[: n_options - 1]
        )
        for nodes in chosen.values()
        for node in nodes
    )
    if n_options < 2:
        reason: str | None = "the slice has one entity type only, nothing to choose between"
    elif wanted is not None and n_fit < wanted:
        reason = f"the slice has {n_fit:,} entities whose name has one type"
    else:
        reason = None
    return TaskResult(Task.ET, drafts, reason, {cause: n for cause, n in left_out.items() if cause})


def _why_not_typed(truth: Truth, node: Node) -> str:
    if not truth.is_one_type(node):
        return "name belongs to several types"
    return "" if node in truth.askable else "name is shared by several nodes of its type"


def _typing_draft(node: Node, wrong: list[str]) -> Draft:
    return Draft(
        key=node.key,
        stratum=node.type,
        question=templates.entity_typing(node.name),
        right=(node.type,),
        wrong=tuple(wrong),
        entities=(("entity", node),),
    )


def relation_typing(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """RT: one item per relation of the slice; gold is the type pair most of its triples have.

    A pair that a row of the relation has, in either direction, is never a wrong option: rows stand both ways,
    and a row whose types do not fit its relation is no triple but still says that the relation links them.
    """
    relations = ranker.shuffled(truth.graph.by_relation, "RT")
    wanted = settings.size(Task.RT)
    drafts = [_relation_draft(truth, ranker, relation, settings.options(Task.RT)) for relation in relations]
    fit = [draft for draft in drafts if draft.wrong]
    reason = None
    if len(fit) < len(drafts):
        reason = "the slice has too few entity types for wrong options"
    elif wanted is not None and len(fit) < wanted:
        reason = f"the slice has {len(fit)} relations"
    return TaskResult(Task.RT, tuple(fit[:wanted]), reason)


def _relation_draft(truth: Truth, ranker: Ranker, relation: str, n_options: int) -> Draft:
    triples = truth.graph.by_relation[relation]
    found = Counter((triple.head.type, triple.tail.type) for triple in triples)
    gold = max(found, key=lambda pair: (found[pair], pair))
    taken = truth.types_linked(relation)
    wrong = [pair for pair in _plausible_pairs(truth, ranker, relation) if pair not in taken][: n_options - 1]
    return Draft(
        key=relation,
        stratum="",
        question=templates.relation_typing(relation),
        right=(templates.type_pair(*gold),),
        wrong=tuple(templates.type_pair(*pair) for pair in wrong),
        relation=relation,
        triples=_examples(ranker, triples),
        details={"triples_of_relation": len(triples), "of_gold_type_pair": found[gold]},
    )


def _plausible_pairs(truth: Truth, ranker: Ranker, relation: str) -> list[tuple[str, str]]:
    """Type pairs that other relations have, then all others, each part in its own order."""
    used = {(triple.head.type, triple.tail.type) for triple in truth.graph.triples}
    pairs = list(product(truth.graph.by_type, truth.graph.by_type))
    pairs.sort(key=lambda pair: (pair not in used, ranker.rank("RT", relation, *pair)))
    return pairs


def _examples(ranker: Ranker, triples: tuple[Triple, ...]) -> tuple[Triple, ...]:
    """Three of the relation's triples, so that a reader sees the gold in rows of the file."""
    return tuple(
        sorted(triples, key=lambda one: ranker.rank("RT", one.head.key, one.relation, one.tail.key))[:3]
    )


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
    Task.ET: lambda given: entity_typing(given.truth, given.ranker, given.settings),
    Task.RT: lambda given: relation_typing(given.truth, given.ranker, given.settings),
    Task.EC: lambda given: entity_clustering(given.truth, given.ranker, given.settings),
}
