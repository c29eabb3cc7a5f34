"""The task families as verification knows them: ET and RT, FC and RP, R1 and R2, EC, ES; `FAMILIES` lists
them.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from benchmark.verify.family import GRAPH, Family, Findings, Patterns, Reference, Said
from benchmark.verify.lines import ItemLine, Kind, TripleKeys
from benchmark.verify.reading import DIRECTIONS, USAGE, Facts, Graph, folded, twin_pairs


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


_HOPS = {
    "indication": "is indicated for",
    "contraindication": "is contraindicated for",
    "off-label use": "is used off-label for",
}
_SCAFFOLD = (
    rf'In {GRAPH}, the drug "(?P<drug>.+)" HOP the disease "(?P<disease_a>.+)", '
    r'and the disease "(?P=disease_a)" is directly linked to the disease "(?P<disease_b>.+)"\. '
)
_BETWEEN = r'between the drug "(?P=drug)" and the disease "(?P=disease_b)"\?'


def _patterns(question: str) -> dict[str | None, str]:
    """The relation of the first hop → the words of the scaffold with the question."""
    return {relation: _SCAFFOLD.replace("HOP", hop) + question for relation, hop in _HOPS.items()}


class TwoHops(Family):
    """What R1 and R2 have in common: two facts of the graph, and a question about drug and disease B."""

    types: ClassVar[Mapping[str, str]] = {"drug": "drug", "disease_a": "disease", "disease_b": "disease"}
    with_evidence = True

    def absent(self, said: Said, file: Facts) -> bool:
        return not _usage(said, file)

    def triples(self, line: ItemLine, said: Said, graph: Graph) -> list[TripleKeys]:
        keys = line.keys
        link = (keys["disease_a"], "disease_disease", keys["disease_b"])
        recorded = _usage(said, graph.slice)
        return [
            (keys["drug"], str(said.relation), keys["disease_a"]),
            link if link in graph.keys else link[::-1],
            *((keys["drug"], relation, keys["disease_b"]) for relation in USAGE if relation in recorded),
        ]

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        yield "context", _context_id(line, said)
        yield "first_hop", said.relation
        yield from several(_usage(said, graph.slice))

    def further(self, line: ItemLine, said: Said, reference: Reference) -> Findings:
        yield from _generic(line, said, reference)
        yield from _scaffold(said, reference.graph.slice)

    def content(self, line: ItemLine) -> str:
        drug, *diseases = line.keys.values()
        return "|".join((drug, str(line.details.get("first_hop")), *diseases))


class TwoHopVerification(TwoHops, YesOrNo):
    """R1."""

    task = "R1"
    patterns: ClassVar[Patterns] = _patterns(
        rf"Does the graph also record an indication, a contraindication or an off-label use {_BETWEEN}"
    )

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        return saying("yes" if _usage(said, facts) else "no", options)

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        return single(_usage(said, graph.slice))


class TwoHopSelection(TwoHops, WhichRelation):
    """R2."""

    task = "R2"
    patterns: ClassVar[Patterns] = _patterns(rf"Which relations? does the graph record {_BETWEEN}")

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        recorded = _usage(said, facts) or {"none"}
        return {letter for letter, text in options.items() if text in recorded}


def _usage(said: Said, facts: Facts) -> set[str]:
    return facts.usage(said.names["drug"], said.names["disease_b"])


def _generic(line: ItemLine, said: Said, reference: Reference) -> Findings:
    """A second disease that no drug has a usage edge to is kept, marked or left out as the settings say."""
    has_none = said.names["disease_b"] not in reference.used_diseases
    if has_none and reference.generic == "leave-out":
        yield Kind.FORM_WRONG, "no drug has a usage edge to disease B; settings leave such items out"
    expected = True if has_none and reference.generic == "mark" else None
    if (noted := line.details.get("disease_b_without_drugs")) is not expected:
        yield Kind.ANNOTATION_WRONG, f"disease_b_without_drugs is {expected}, the item has {noted}"


def _scaffold(said: Said, part: Facts) -> Findings:
    """Both hops must be facts of the slice, and B another disease than A."""
    drug, disease_a, disease_b = (said.names[role] for role in ("drug", "disease_a", "disease_b"))
    if not part.holds(str(said.relation), ("drug", drug), ("disease", disease_a)):
        yield Kind.SCAFFOLD_BROKEN, f"the slice does not have {drug!r} –{said.relation}→ {disease_a!r}"
    if not part.holds("disease_disease", ("disease", disease_a), ("disease", disease_b)):
        yield Kind.SCAFFOLD_BROKEN, f"the slice does not link {disease_a!r} and {disease_b!r}"
    if folded(disease_a) == folded(disease_b):
        yield Kind.SCAFFOLD_BROKEN, "disease A and disease B are the same"


def _context_id(line: ItemLine, said: Said) -> str:
    keys = line.keys
    text = f"{keys['drug']}|{said.relation}|{keys['disease_a']}|{keys['disease_b']}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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


class EntitySelection(Family):
    """ES; its options are drugs, of which one is indicated."""

    task = "ES"
    patterns: ClassVar[Patterns] = {
        "indication": rf"Which of these drugs does {GRAPH} record as indicated for "
        r'the disease "(?P<disease>.+)"\?'
    }
    types: ClassVar[Mapping[str, str]] = {"disease": "disease"}

    def right_options(self, said: Said, options: Mapping[str, str], facts: Facts) -> set[str]:
        """Off-label use counts as right, too: such a drug is no wrong option."""
        used = {letter: facts.usage(text, said.names["disease"]) for letter, text in options.items()}
        return {letter for letter, found in used.items() if found & {"indication", "off-label use"}}

    def option_names(self, line: ItemLine) -> Iterable[str]:
        return line.options.values()

    def entities(self, line: ItemLine, said: Said) -> Findings:
        """The disease of the question and the drug of the gold."""
        if [entity.get("role") for entity in line.entities] != ["drug", "disease"]:
            yield Kind.ANNOTATION_WRONG, "the entities are not one drug and one disease"
        elif {line.entities[0].get("name")} != line.gold_texts or line.entities[0].get("type") != "drug":
            yield Kind.ANNOTATION_WRONG, "the drug of the annotation is not the gold"

    def relation(self, line: ItemLine, said: Said, graph: Graph) -> str | None:
        return "indication"

    def triples(self, line: ItemLine, said: Said, graph: Graph) -> list[TripleKeys]:
        return [(line.keys["drug"], "indication", line.keys["disease"])]

    def details(self, line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
        yield "asks", {"anchor": line.keys["disease"], "relation": "indication", "wanted": "drug"}

    def further(self, line: ItemLine, said: Said, reference: Reference) -> Findings:
        """Options are drugs with names of their own and no near twins; the gold is not contradicted."""
        for text in line.options.values():
            if (n_nodes := reference.scope.n_bearers("drug", text)) != 1:
                yield Kind.NAME_AMBIGUOUS, f"option {text!r}: {n_nodes} drugs bear this name"
        for one, other in twin_pairs(list(line.options.values())):
            yield Kind.TWIN_OPTION, f"option {one!r} is too like {other!r}"
        for text in line.gold_texts:
            if "contraindication" in reference.scope.usage(text, said.names["disease"]):
                yield Kind.TWO_RIGHT, f"the gold {text!r} is contraindicated, too"

    def stem_options(self, line: ItemLine) -> Iterable[str]:
        """A disease is asked about once for each of its drugs."""
        return line.options.values()

    def answer(self, line: ItemLine) -> str:
        return ""


FAMILIES: Mapping[str, Family] = {
    family.task: family
    for family in (
        EntityTyping(),
        RelationTyping(),
        FactChecking(),
        RelationPrediction(),
        TwoHopVerification(),
        TwoHopSelection(),
        EntityClustering(),
        EntitySelection(),
    )
}
_UNKNOWN = Family()


def family_of(task: str) -> Family:
    """The family of a task, with evidence or without; one that reads no question if there is none."""
    return FAMILIES.get(task.removesuffix("+E"), _UNKNOWN)
