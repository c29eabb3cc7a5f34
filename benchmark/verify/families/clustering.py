"""EC: which entity has another type than all the others."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from benchmark.verify.facts import Facts, Graph
from benchmark.verify.family import Family, Findings
from benchmark.verify.lines import ItemLine
from benchmark.verify.twins import twin_pairs
from benchmark.verify.violation import Kind
from benchmark.verify.words import GRAPH, Patterns, Said


class EntityClustering(Family):
    """EC; its question is always the same, the entities are the options."""

    task = "EC"
    patterns: ClassVar[Patterns] = {
        None: rf"All of the following entities but one have the same entity type in {GRAPH}\. "
        r"Which one has a different type\?"
    }

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        """An option is right if all others have a type in common that it need not have."""
        types = {letter: facts.types(text) for letter, text in options.items()}
        right = set()
        for letter, own in types.items():
            others = [found for other, found in types.items() if other != letter]
            if any(own - {shared} for shared in set.intersection(*others)):
                right.add(letter)
        return right

    def names_alone(self, line: ItemLine, said: Said) -> Iterable[str]:
        return line.options.values()

    def option_names(self, line: ItemLine) -> Iterable[str]:
        return line.options.values()

    def entities(self, line: ItemLine, said: Said) -> Findings:
        """The options' entities, the odd one out being the gold and of another type than all the others."""
        if sorted(entity.get("name", "") for entity in line.entities) != sorted(line.options.values()):
            yield Kind.ANNOTATION_WRONG, "the entities are not those of the options"
        odd = [entity for entity in line.entities if entity.get("role") == "odd_one_out"]
        members = [entity for entity in line.entities if entity.get("role") == "member"]
        if len(odd) != 1 or len(members) != len(line.options) - 1 or {odd[0].get("name")} != line.gold_texts:
            yield Kind.ANNOTATION_WRONG, "the gold is not the one entity with the role odd_one_out"
        elif odd[0].get("type") in (types := {member.get("type") for member in members}) or len(types) != 1:
            yield Kind.ANNOTATION_WRONG, "the members are not of one type, and the odd one out of another"

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        if twins := twin_pairs([entity["name"] for entity in line.entities]):
            yield "near_twins", twins

    def content(self, line: ItemLine) -> str:
        odd, many = _types(line)
        return f"{many} | {odd}|{line.keys.get('odd_one_out')}"

    def stem_options(self, line: ItemLine) -> Iterable[str]:
        return line.options.values()

    def answer(self, line: ItemLine) -> str:
        odd, many = _types(line)
        return f"{odd} among {many}"


def _types(line: ItemLine) -> tuple[str, str]:
    """The types of the odd one out and of the others."""
    types = {entity.get("role", ""): entity.get("type", "") for entity in reversed(line.entities)}
    return types.get("odd_one_out", ""), types.get("member", "")


FAMILIES = (EntityClustering(),)
