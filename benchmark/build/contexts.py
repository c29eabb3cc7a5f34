"""The contexts of R1 and R2: drug – disease A – disease B, which can be asked, and in which order; and what
every task is made from.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.build.assemble import TaskResult
from benchmark.build.graph import Node, Triple, Truth, orient
from benchmark.build.matching import nearest_pairs
from benchmark.build.ranking import Ranker
from benchmark.build.settings import BuildSettings, GenericDiseases, MultiUsage, Task


@dataclass(frozen=True, slots=True)
class TwoHopContext:
    """drug –relation→ disease A – disease B, and the usage relations of drug and B in the slice."""

    drug: Node
    relation: str
    disease_a: Node
    disease_b: Node
    answer: tuple[str, ...]

    @property
    def key(self) -> str:
        """The identity as text."""
        return f"{self.drug.key}|{self.relation}|{self.disease_a.key}|{self.disease_b.key}"

    @property
    def id(self) -> str:
        """The identity in short: what the items about one context have in common in their details."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:16]

    @property
    def hops(self) -> tuple[Triple, Triple]:
        """The two facts the scaffold states."""
        link = orient("disease_disease", self.disease_a, self.disease_b)
        assert link is not None, "both are diseases"
        return Triple(self.relation, self.drug, self.disease_a), link


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts that can be asked: those with an edge from drug to B, and those without, each in order."""

    related: tuple[TwoHopContext, ...]
    unrelated: tuple[TwoHopContext, ...]
    left_out: dict[str, int]

    def balanced(self, size: int | None) -> list[TwoHopContext]:
        """Half with an edge, half without; a smaller size takes the beginning of both."""
        half = min(len(self.related), len(self.unrelated))
        half = half if size is None else min(half, size // 2)
        return [*self.related[:half], *self.unrelated[:half]]


def find_contexts(
    truth: Truth, ranker: Ranker, settings: BuildSettings, has_evidence: Callable[[TwoHopContext], bool]
) -> Contexts:
    """Every context of the slice that has one answer, in the order in which they are asked.

    Those with evidence come first: R1+E and R2+E ask the same contexts as R1 and R2, even if texts are few.
    """
    left_out, found = Counter[str](), list[TwoHopContext]()
    for context in _all_contexts(truth):
        if cause := _why_not(truth, context, settings):
            left_out[cause] += 1
        else:
            found.append(context)
    ordered = sorted(_new_pairs_first(found, ranker), key=lambda context: not has_evidence(context))
    return Contexts(
        tuple(context for context in ordered if context.answer),
        tuple(context for context in ordered if not context.answer),
        dict(left_out),
    )


def matched_contexts(contexts: Contexts, degrees: Mapping[Node, int]) -> Contexts:
    """Pairs of a context with an edge and one without, alike in both diseases, first hop and drug's triples.

    The two of a pair stand at the same place of either list, so that any beginning is matched too.
    """

    def grouped(some: Sequence[TwoHopContext]) -> dict[tuple[Node, Node, str], list[TwoHopContext]]:
        groups: defaultdict[tuple[Node, Node, str], list[TwoHopContext]] = defaultdict(list)
        for context in some:
            groups[context.disease_a, context.disease_b, context.relation].append(context)
        return groups

    related, unrelated = grouped(contexts.related), grouped(contexts.unrelated)
    place = {context: at for at, context in enumerate(contexts.related)}
    pairs = [
        (ours[one], theirs[other])
        for key, ours in related.items()
        for theirs in [unrelated.get(key, [])]
        for one, other in nearest_pairs([c.drug for c in ours], [c.drug for c in theirs], degrees)
    ]
    pairs.sort(key=lambda pair: place[pair[0]])
    n_left = len(contexts.related) + len(contexts.unrelated) - 2 * len(pairs)
    left_out = {**contexts.left_out, "no context with the other answer matches": n_left}
    return Contexts(tuple(one for one, _ in pairs), tuple(other for _, other in pairs), left_out)


def _all_contexts(truth: Truth) -> Iterator[TwoHopContext]:
    for (drug, disease_a), relations in truth.graph.usage.items():
        for disease_b in truth.graph.linked_diseases.get(disease_a, ()):
            for relation in relations:
                yield TwoHopContext(drug, relation, disease_a, disease_b, truth.usage(drug, disease_b))


def _why_not(truth: Truth, context: TwoHopContext, settings: BuildSettings) -> str:
    drug, disease_a, disease_b = context.drug, context.disease_a, context.disease_b
    if not truth.askable.issuperset((drug, disease_a, disease_b)):
        return "name is shared by several nodes of its type"
    several = max(len(truth.usage(drug, disease_a)), len(context.answer)) > 1
    if several and settings.multi_usage is MultiUsage.EXCLUDE:
        return "pair stands in several usage relations"
    if settings.generic_diseases is GenericDiseases.LEAVE_OUT and truth.is_generic(disease_b):
        return "no drug has a usage edge to disease B"
    if not context.answer and not truth.unrelated(drug, disease_b):
        return "drug and disease B are related outside the slice"
    return ""


def _new_pairs_first(contexts: Sequence[TwoHopContext], ranker: Ranker) -> list[TwoHopContext]:
    """By rank, but a second context of the same drug and B only after all first ones, and so on."""
    by_pair: defaultdict[tuple[Node, Node], list[tuple[int, TwoHopContext]]] = defaultdict(list)
    for context in contexts:
        by_pair[context.drug, context.disease_b].append((ranker.rank("context", context.key), context))
    rounds = [
        (turn, rank, context)
        for same in by_pair.values()
        for turn, (rank, context) in enumerate(sorted(same, key=lambda ranked: ranked[0]))
    ]
    return [context for *_, context in sorted(rounds, key=lambda ranked: ranked[:2])]


@dataclass(frozen=True, slots=True)
class TaskInputs:
    """What every task is made from."""

    truth: Truth
    ranker: Ranker
    settings: BuildSettings
    contexts: Contexts


# What a file of this folder names as its `MAKERS`: task → what makes its drafts.
Makers = Mapping[Task, Callable[[TaskInputs], TaskResult]]
