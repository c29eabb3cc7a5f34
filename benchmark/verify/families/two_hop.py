"""R1 and R2: a drug, a disease it is used for, and a second disease; is there a relation, and which?"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from benchmark.verify.facts import USAGE, Facts, Graph, folded
from benchmark.verify.families.facts import WhichRelation, YesOrNo, saying, several, single
from benchmark.verify.family import Family, Findings
from benchmark.verify.lines import ItemLine, TripleKeys
from benchmark.verify.reference import Reference
from benchmark.verify.violation import Kind
from benchmark.verify.words import GRAPH, Patterns, Said

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


FAMILIES = (TwoHopVerification(), TwoHopSelection())
