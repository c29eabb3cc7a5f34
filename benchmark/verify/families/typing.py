"""ET and RT: the type of an entity, and the types that a relation links."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from benchmark.verify.facts import Facts, Graph
from benchmark.verify.family import Family
from benchmark.verify.lines import ItemLine
from benchmark.verify.reference import Reference
from benchmark.verify.words import GRAPH, Patterns, Said


class EntityTyping(Family):
    """ET."""

    task = "ET"
    patterns: ClassVar[Patterns] = {None: rf'Which entity type does {GRAPH} give to "(?P<entity>.+)"\?'}

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        types = facts.types(said.names["entity"])
        return {letter for letter, text in options.items() if text in types}

    def form(self, options: Sequence[str], types: frozenset[str]) -> Iterator[str]:
        if not set(options) <= types:
            yield f"{', '.join(sorted(set(options) - types))}: no entity type of the slice"

    def n_options(self, wanted: int, said: Said, reference: Reference) -> int:
        return min(wanted, len(reference.graph.types))

    def names_alone(self, line: ItemLine, said: Said) -> Iterable[str]:
        return said.names.values()

    def role_types(self, line: ItemLine, said: Said) -> Mapping[str, str]:
        return {"entity": next(iter(line.gold_texts))}


class RelationTyping(Family):
    """RT."""

    task = "RT"
    patterns: ClassVar[Patterns] = {
        None: rf'Which types of entities does the relation "(?P<relation>.+)" link in {GRAPH}\?'
    }

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        """A type pair is right if the relation links it, in either direction: rows stand both ways."""
        linked = facts.type_pairs(str(said.relation))
        true = {text for head, tail in linked for text in (_pair(head, tail), _pair(tail, head))}
        return {letter for letter, text in options.items() if text in true}

    def form(self, options: Sequence[str], types: frozenset[str]) -> Iterator[str]:
        if not set(options) <= {_pair(head, tail) for head in types for tail in types}:
            yield f"the options are {', '.join(options)}, not all pairs of types of the slice"

    def n_options(self, wanted: int, said: Said, reference: Reference) -> int:
        types = reference.graph.types
        linked = reference.scope.type_pairs(str(said.relation))
        taken = {pair for one in linked for pair in (one, one[::-1]) if types.issuperset(pair)}
        return min(wanted, 1 + len(types) ** 2 - len(taken))

    def gold_problem(self, line: ItemLine, said: Said, graph: Graph) -> str:
        """Gold are the types that most of the relation's triples link, in the paper's direction."""
        linked = graph.slice.type_pairs(str(said.relation))
        pair = max(linked, key=lambda pair: (linked[pair], pair), default=("", ""))
        if line.gold_texts == {_pair(*pair)}:
            return ""
        return f"{line.gold_texts} is not what {said.relation} links most often"

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        return said.relation

    def triples_problem(self, line: ItemLine, said: Said, graph: Graph) -> str:
        known = graph.count(str(said.relation))
        relations = {relation for _, relation, _ in line.triples}
        fits = len(set(line.triples)) == len(line.triples) == min(3, known) and relations <= {said.relation}
        return "" if fits else f"the triples are not {min(3, known)} of {said.relation}"

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        yield "triples_of_relation", graph.count(str(said.relation))
        yield "of_gold_type_pair", graph.count(str(said.relation))

    def content(self, line: ItemLine) -> str:
        return "|".join((str(line.relation), *line.keys.values()))

    def answer(self, line: ItemLine) -> str:
        return ""


def _pair(head: str, tail: str) -> str:
    return f"{head} → {tail}"


FAMILIES = (EntityTyping(), RelationTyping())
