"""FC and RP: is a fact recorded, and which relation does a drug have with a disease."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from benchmark.verify.facts import DIRECTIONS, USAGE, Facts, Graph
from benchmark.verify.family import Family
from benchmark.verify.lines import ItemLine, TripleKeys
from benchmark.verify.words import GRAPH, Patterns, Said

_STATEMENTS = {
    "disease_protein": r'The disease "(?P<head>.+)" is associated with the gene or protein "(?P<tail>.+)"\.',
    "contraindication": r'The drug "(?P<head>.+)" is contraindicated for the disease "(?P<tail>.+)"\.',
    "indication": r'The drug "(?P<head>.+)" is indicated for the disease "(?P<tail>.+)"\.',
    "off-label use": r'The drug "(?P<head>.+)" is used off-label for the disease "(?P<tail>.+)"\.',
    "disease_disease": r'The diseases "(?P<head>.+)" and "(?P<tail>.+)" are directly linked '
    r"as broader and narrower disease, in either order\.",
    "disease_phenotype_positive": r'The disease "(?P<head>.+)" presents with the phenotype "(?P<tail>.+)"\.',
    "exposure_disease": r'The exposure "(?P<head>.+)" is linked to the disease "(?P<tail>.+)"\.',
}


class YesOrNo(Family):
    """What families have in common whose options are yes and no."""

    def form(self, options: Sequence[str], types: frozenset[str]) -> Iterator[str]:
        if list(options) != ["yes", "no"]:
            yield f"the options are {', '.join(options)}, not yes and no"

    def denies(self, gold: set[str]) -> bool:
        return "no" in gold


class WhichRelation(Family):
    """What families have in common that ask for the usage relation of a drug and a disease, or none."""

    multi = True

    def form(self, options: Sequence[str], types: frozenset[str]) -> Iterator[str]:
        if sorted(options) != sorted((*USAGE, "none")):
            yield f"the options are {', '.join(options)}, not the three relations and none"

    def denies(self, gold: set[str]) -> bool:
        return "none" in gold

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        """The one usage relation that is gold, if there is just one."""
        return single(line.gold_texts - {"none"})


class FactChecking(YesOrNo):
    """FC."""

    task = "FC"
    patterns: ClassVar[Patterns] = {
        relation: rf"Does {GRAPH} record the following\? {statement}"
        for relation, statement in _STATEMENTS.items()
    }
    denied_ends = ("head", "tail")

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        return saying("yes" if self._recorded(said, facts) else "no", options)

    def absent(self, said: Said, file: Facts) -> bool:
        return not self._recorded(said, file)

    def _recorded(self, said: Said, facts: Facts) -> bool:
        relation = str(said.relation)
        head_type, tail_type = DIRECTIONS[relation]
        return facts.holds(relation, (head_type, said.names["head"]), (tail_type, said.names["tail"]))

    def role_types(self, line: ItemLine, said: Said) -> Mapping[str, str]:
        return dict(zip(("head", "tail"), DIRECTIONS[str(said.relation)], strict=True))

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        return said.relation

    def triples(self, line: ItemLine, said: Said, graph: Graph) -> list[TripleKeys]:
        return [(line.keys["head"], str(said.relation), line.keys["tail"])]

    def content(self, line: ItemLine) -> str:
        return "|".join((str(line.relation), *line.keys.values()))

    def halves(self, lines: Sequence[ItemLine]) -> Mapping[str, Sequence[ItemLine]]:
        groups: defaultdict[str, list[ItemLine]] = defaultdict(list)
        for line in lines:
            groups[str(line.relation)].append(line)
        return groups


class RelationPrediction(WhichRelation):
    """RP."""

    task = "RP"
    patterns: ClassVar[Patterns] = {
        None: rf'Which relations? does {GRAPH} record between the drug "(?P<drug>.+)" '
        r'and the disease "(?P<disease>.+)"\?'
    }
    types: ClassVar[Mapping[str, str]] = {"drug": "drug", "disease": "disease"}
    denied_ends = ("drug", "disease")

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        recorded = facts.usage(said.names["drug"], said.names["disease"]) or {"none"}
        return {letter for letter, text in options.items() if text in recorded}

    def absent(self, said: Said, file: Facts) -> bool:
        return not file.usage(said.names["drug"], said.names["disease"])

    def triples(self, line: ItemLine, said: Said, graph: Graph) -> list[TripleKeys]:
        gold = [relation for relation in USAGE if relation in line.gold_texts]
        return [(line.keys["drug"], relation, line.keys["disease"]) for relation in gold]

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        return several(graph.slice.usage(said.names["drug"], said.names["disease"]))


def saying(answer: str, options: Mapping[str, str]) -> set[str]:
    """The letters of the options with this text."""
    return {letter for letter, text in options.items() if text == answer}


def single(relations: set[str]) -> str | None:
    """The relation, if there is just one."""
    return next(iter(relations)) if len(relations) == 1 else None


def several(recorded: set[str]) -> Iterator[tuple[str, Any]]:
    """The detail of a pair that stands in more than one usage relation."""
    if len(recorded) > 1:
        yield "relations", [relation for relation in USAGE if relation in recorded]


FAMILIES = (FactChecking(), RelationPrediction())
