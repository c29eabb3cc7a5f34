"""What an item says about itself, compared with its words: entities, relation, triples and details.

The words are read first (`words.py`); from them and the graph follows what the annotation has to be, and that
is compared whole: an annotation of another item, true as it may be, is found.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.verify.facts import DIRECTIONS, USAGE, Graph, NodeId, folded
from benchmark.verify.leaks import Texts
from benchmark.verify.lines import ItemLine
from benchmark.verify.twins import twin_pairs
from benchmark.verify.violation import Kind
from benchmark.verify.words import Said

ROLE_TYPES = {"drug": "drug", "disease": "disease", "disease_a": "disease", "disease_b": "disease"}

Findings = Iterator[tuple[Kind, str]]
Key = tuple[str, str, str]  # head key, relation, tail key


def check_annotation(line: ItemLine, said: Said, graph: Graph, drug_texts: Texts | None) -> Findings:
    """Every way in which the annotation is not that of the question."""
    found = [*_entities(line, said, graph)]
    yield from found
    expected = expected_relation(line, said, graph)
    if line.relation != expected:
        yield Kind.ANNOTATION_WRONG, f"the relation is {expected!r}, the item has {line.relation!r}"
    for triple in line.triples:
        if triple not in graph.keys:
            yield Kind.ANNOTATION_WRONG, f"the slice has no triple {_shown(triple)}"
    if found:
        return  # which triples and details there should be follows from the entities
    if _is_negative(line):
        yield from _negative(line, said, graph)
    elif wrong := _wrong_triples(line, said, graph):
        yield Kind.ANNOTATION_WRONG, wrong
    yield from _details(line, said, graph, drug_texts)


def role_types(line: ItemLine, said: Said) -> Mapping[str, str]:
    """Role → the entity type it must have, for roles that the question names."""
    if line.task == "FC":
        head, tail = DIRECTIONS[str(said.relation)]
        return {"head": head, "tail": tail}
    if line.task == "ET":
        return {"entity": next(iter(line.gold_texts))}
    return ROLE_TYPES


def _entities(line: ItemLine, said: Said, graph: Graph) -> Findings:
    roles = [entity.get("role", "") for entity in line.entities]
    noted = dict(zip(roles, line.entities, strict=True))
    types = role_types(line, said)
    for role, name in said.names.items():
        entity = noted.get(role, {})
        if (entity.get("type"), entity.get("name")) != (types[role], name):
            yield (
                Kind.ANNOTATION_WRONG,
                f"the question names the {types[role]} {name!r} as {role}, the entities do not",
            )
    if line.task == "EC":
        yield from _clustered(line)
    elif sorted(roles) != sorted(said.names):
        yield (
            Kind.ANNOTATION_WRONG,
            f"the question names {_listed(said.names)}; entities are {_listed(roles)}",
        )
    for entity in line.entities:
        node = _node(entity)
        if node not in graph.slice.bearers.get(folded(node[3]), ()):
            yield Kind.ANNOTATION_WRONG, f"the slice has no node {' | '.join(node)}"
        elif entity.get("index", "") != graph.indexes[node]:
            what = f"{node[3]!r} has the index {graph.indexes[node]!r}, the item says {entity.get('index')!r}"
            yield Kind.ANNOTATION_WRONG, what


def _clustered(line: ItemLine) -> Findings:
    """EC: the options' entities, the odd one out being the gold and of another type than all the others."""
    if sorted(entity.get("name", "") for entity in line.entities) != sorted(line.options.values()):
        yield Kind.ANNOTATION_WRONG, "the entities are not those of the options"
    odd = [entity for entity in line.entities if entity.get("role") == "odd_one_out"]
    members = [entity for entity in line.entities if entity.get("role") == "member"]
    if len(odd) != 1 or len(members) != len(line.options) - 1 or {odd[0].get("name")} != line.gold_texts:
        yield Kind.ANNOTATION_WRONG, "the gold is not the one entity with the role odd_one_out"
    elif odd[0].get("type") in (types := {member.get("type") for member in members}) or len(types) != 1:
        yield Kind.ANNOTATION_WRONG, "the members are not of one type, and the odd one out of another"


def expected_relation(line: ItemLine, said: Said, graph: Graph) -> str | None:
    """FC and RT name it; elsewhere it is the one usage relation that is gold, if there is just one."""
    base = line.task.removesuffix("+E")
    if base in ("FC", "RT"):
        return said.relation
    if base == "R1":
        recorded = graph.slice.usage(said.names["drug"], said.names["disease_b"])
    elif base in ("RP", "R2"):
        recorded = line.gold_texts - {"none"}
    else:
        recorded = set()
    return next(iter(recorded)) if len(recorded) == 1 else None


def _wrong_triples(line: ItemLine, said: Said, graph: Graph) -> str:
    """What is wrong with the triples behind a gold that affirms; empty if nothing is."""
    if line.task == "RT":
        known = graph.count(str(said.relation))
        relations = {relation for _, relation, _ in line.triples}
        fits = len(set(line.triples)) == len(line.triples) == min(3, known) and relations <= {said.relation}
        return "" if fits else f"the triples are not {min(3, known)} of {said.relation}"
    expected = _expected_triples(line, said, graph)
    if list(line.triples) == expected:
        return ""
    return f"the question rests on {_triples(expected)}; the item has {_triples(line.triples)}"


def _expected_triples(line: ItemLine, said: Said, graph: Graph) -> list[Key]:
    """The facts the question states and those that make its gold true."""
    keys = {entity["role"]: key_of(entity) for entity in line.entities}
    base = line.task.removesuffix("+E")
    if base == "FC":
        return [(keys["head"], str(said.relation), keys["tail"])]
    if base == "RP":
        gold = [relation for relation in USAGE if relation in line.gold_texts]
        return [(keys["drug"], relation, keys["disease"]) for relation in gold]
    if base in ("R1", "R2"):
        drug, disease_a, disease_b = keys["drug"], keys["disease_a"], keys["disease_b"]
        link = (disease_a, "disease_disease", disease_b)
        recorded = graph.slice.usage(said.names["drug"], said.names["disease_b"])
        return [
            (drug, str(said.relation), disease_a),
            link if link in graph.keys else link[::-1],
            *((drug, relation, disease_b) for relation in USAGE if relation in recorded),
        ]
    return []


def _is_negative(line: ItemLine) -> bool:
    return line.task in ("FC", "RP") and line.gold_texts in ({"no"}, {"none"})


def _negative(line: ItemLine, said: Said, graph: Graph) -> Findings:
    """A denied triple must come from one of the slice by replacing one end, by a node of the same role."""
    asked = _asked(line)
    relations = [said.relation] if said.relation else list(USAGE)
    ends = replaced_end(line, said)
    if ends is None or line.triples[0][1] not in relations:
        yield (
            Kind.NEGATIVE_WRONG,
            f"{asked[0]} and {asked[1]} are not one triple of the slice with one end replaced",
        )
        return
    for key in asked:
        if not any(key in graph.ends[str(relation)] for relation in relations):
            what = f"{key} does not stand under {' or '.join(map(str, relations))} in the slice"
            yield Kind.NEGATIVE_WRONG, what


def replaced_end(line: ItemLine, said: Said) -> tuple[str, str] | None:
    """Keys of the node taken out and of the one put in; None if it is not one end that was replaced."""
    if len(line.triples) != 1:
        return None
    asked, source = _asked(line), line.triples[0][::2]
    gone, new = (
        [key for key in one if key not in other] for one, other in ((source, asked), (asked, source))
    )
    if len(gone) != 1 or len(new) != 1:
        return None
    same_end = source.index(gone[0]) == asked.index(new[0])
    return (gone[0], new[0]) if same_end or said.relation == "disease_disease" else None


def _asked(line: ItemLine) -> tuple[str, str]:
    roles = ("head", "tail") if line.task == "FC" else ("drug", "disease")
    keys = {entity["role"]: key_of(entity) for entity in line.entities}
    return keys[roles[0]], keys[roles[1]]


def _details(line: ItemLine, said: Said, graph: Graph, drug_texts: Texts | None) -> Findings:
    """What is looked at elsewhere is left out; all the rest follows from the words."""
    elsewhere = ("absent_from_file", "base_item", "disease_b_without_drugs")
    noted = {name: value for name, value in line.details.items() if name not in elsewhere}
    expected = dict(_expected_details(line, said, graph))
    if line.task.endswith("+E"):
        names_b = _names_disease_b(line, said, graph, drug_texts)
        known = noted.get("drug_text_names_disease_b") if names_b is None else names_b
        expected["drug_text_names_disease_b"] = known
    for name in sorted(noted.keys() | expected.keys()):
        if noted.get(name) != expected.get(name):
            what = f"{name} is {expected.get(name)!r}, the item has {noted.get(name)!r}"
            yield Kind.ANNOTATION_WRONG, what


def _expected_details(line: ItemLine, said: Said, graph: Graph) -> Iterator[tuple[str, Any]]:
    base = line.task.removesuffix("+E")
    if base == "EC" and (twins := twin_pairs([entity["name"] for entity in line.entities])):
        yield "near_twins", twins
    if base == "RT":
        yield "triples_of_relation", graph.count(str(said.relation))
        yield "of_gold_type_pair", graph.count(str(said.relation))
    if _is_negative(line) and (ends := replaced_end(line, said)):
        yield from zip(("replaced", "replacement"), ends, strict=True)
        if twins := twin_pairs([_name_in(graph, key) for key in ends]):
            yield "near_twins", twins
    if base in ("R1", "R2"):
        yield "context", _context_id(line, said)
        yield "first_hop", said.relation
    pair = said.names.get("disease") or said.names.get("disease_b")
    if base in ("RP", "R1", "R2") and pair:
        recorded = graph.slice.usage(said.names["drug"], pair)
        if len(recorded) > 1:
            yield "relations", [relation for relation in USAGE if relation in recorded]


def _context_id(line: ItemLine, said: Said) -> str:
    keys = {entity["role"]: key_of(entity) for entity in line.entities}
    text = f"{keys['drug']}|{said.relation}|{keys['disease_a']}|{keys['disease_b']}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _names_disease_b(line: ItemLine, said: Said, graph: Graph, drug_texts: Texts | None) -> bool | None:
    """Whether a text of the drug names disease B; None where its texts are not known."""
    if drug_texts is None:
        return None
    drug = next(_node(entity) for entity in line.entities if entity.get("role") == "drug")
    name = folded(said.names["disease_b"])
    return any(name in folded(text) for text in drug_texts.get(graph.indexes[drug], {}).values())


def _name_in(graph: Graph, key: str) -> str:
    node = graph.nodes.get(key)
    return node[3] if node else key


def _node(entity: Mapping[str, str]) -> NodeId:
    return entity.get("type", ""), entity.get("source", ""), entity.get("id", ""), entity.get("name", "")


def key_of(entity: Mapping[str, str]) -> str:
    """The node's identity as triples.csv has it."""
    return "|".join(_node(entity))


def _shown(triple: Key) -> str:
    head, relation, tail = triple
    return f"{head} –{relation}→ {tail}"


def _triples(triples: Sequence[Key]) -> str:
    return "; ".join(map(_shown, triples)) or "no triple"


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "nothing"
